// Package include embeds the C interface, gobc.h. Go's cache does not look at what C files include from other folders:
// embedded, the header is part of this package, and what imports it is built again when the header changes.
package include

import "embed"

// Header is the folder of the header.
//
//go:embed gobc.h
var Header embed.FS
