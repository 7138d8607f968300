//go:build cgo

package system

/*
#cgo CFLAGS: -std=c11 -O2
#cgo windows CFLAGS: -Wno-attributes
#include "pages.h"
*/
import "C"

// Pages returns the length of a mapping of the given number of bytes. C files of other packages use pages.h to map
// pages.
func Pages(bytes int) int { return int(C.gobc_whole_pages(C.size_t(bytes))) }
