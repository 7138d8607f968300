//go:build cgo

// Package library loads libraries at run time, for C files of other packages, which include library.h.
package library

/*
#cgo CFLAGS: -std=c11 -O2 -Wall -Wextra
#cgo linux LDFLAGS: -ldl
#cgo windows CFLAGS: -Wno-attributes
#include "library.h"
*/
import "C"

import "embed"

// Headers are what C files of other packages include from this folder; see system.Headers.
//
//go:embed library.h
var Headers embed.FS
