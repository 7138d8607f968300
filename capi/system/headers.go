package system

import "embed"

// Headers are what C files of package capi include from this folder, for Go's cache as in package core/system.
//
//go:embed start.h system.h threads.h
var Headers embed.FS
