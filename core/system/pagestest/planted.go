//go:build cgo && unix

// Package pagestest simulates a kernel with another page size, such as the 64 KiB of arm64, for tests of mapped memory.
package pagestest

// #cgo CFLAGS: -std=c11 -O2
// #include "planted.h"
import "C"

import (
	"embed"

	_ "gobc/core/system" // pages.h
)

// Headers are what C files of other packages include from this folder, for Go's cache as in package system.
//
//go:embed planted.h
var Headers embed.FS

// Plant makes the pages of this process so large, a power of two that is at least as large as they are. Nothing may
// have been mapped before.
func Plant(page int) { C.gobc_plant_pages(C.size_t(page)) }

// Mapped returns how many bytes are mapped now, and how many calls gave an address that begins no page.
func Mapped() (bytes, refused int64) {
	return int64(C.gobc_planted_bytes()), int64(C.gobc_planted_refusals())
}
