// Package system has what the C interface needs of the operating system: system.h declares it, a file named after a
// system implements it there, and system_other.c implements it with POSIX alone. It also starts Go's runtime where it
// can work, and protects the host from side effects of this (guards_linux.c).
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
