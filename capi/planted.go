//go:build gobc_planted

// This file causes faults on request, for tests of what callers see. Released libraries do not have it.
//
//	GOBC_PLANT=name:panic:k   the k-th task from here on panics
//	GOBC_PLANT=name:fault:k   the k-th task from here on reads an unmapped address
//	GOBC_PLANT=name:memory:n  n more allocations succeed
//	GOBC_PLANT=name:mapped:0  the next task panics with how many bytes are mapped, and how many calls were refused
//
// GOBC_PLANTED_PAGE=65536, when the library is loaded, gives pages of this size (package pagestest), which `mapped`
// counts.
//
// A new name enables the fault again. The variable is read from C's environment at the start of every task.
package capi

// #include <stdlib.h>
import "C"

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/system/pagestest" // planted.h
)

var loaded byte // keeps the compiler from removing the faulting load

func init() {
	variable := C.CString("GOBC_PLANT")
	var mu sync.Mutex
	var armed, kind string
	left := -1
	guard.Hook = func() {
		mu.Lock()
		defer mu.Unlock()
		if now := text(C.getenv(variable)); now != armed {
			armed = now
			parts := strings.Split(now+"::", ":")
			kind = parts[1]
			n, err := strconv.Atoi(parts[2])
			if err != nil {
				n = -1
			}
			left = n
			memory.FailAfter(-1)
			if kind == "memory" {
				memory.FailAfter(n)
			}
		}
		if kind == "mapped" {
			kind = ""
			memory.Trim()
			bytes, refused := pagestest.Mapped()
			panic(fmt.Sprintf("planted: %d bytes mapped, %d calls refused", bytes, refused))
		}
		if kind != "panic" && kind != "fault" {
			return
		}
		if left--; left != -1 {
			return
		}
		if kind == "fault" {
			address := uintptr(64 << 10)
			loaded = *(*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&address)))
		}
		panic("planted")
	}
}
