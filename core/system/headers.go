package system

import "embed"

// Headers are what C files of other packages include from this folder. Go's cache does not look at what they include;
// embedded, the headers are part of this package, and what imports it is built again when they change.
//
//go:embed pages.h threads.h
var Headers embed.FS
