// Package system is where the C interface asks the operating system: system.h lists what each one must offer, files
// named by a system have it, and system_other.c what POSIX has. It also starts Go's runtime where it can work, and
// guards what that would do to a host (guards_linux.c).
//
// The tag gobc_portable builds it on Linux as on a system that has no file of its own: for tests.
package system

/*
#cgo windows CFLAGS: -Wno-attributes
#include "system.h"
*/
import "C"

import (
	_ "gobc/core/system" // threads.h
	_ "gobc/include"     // gobc.h
)
