package capi

/*
#include "start.h"
#include "threads.h"
*/
import "C"

import "gobc/core/guard"

// Each task of the core may be in C at the same time, and then holds a thread of its own.
func init() {
	guard.Threads = func(tasks int) error {
		status := C.gobc_keep_workers(C.int(tasks))
		if status == 0 {
			return nil
		}
		var e C.gobc_error
		return &statusError{int32(C.gobc_refuse_threads(status, &e)), C.GoString(&e.message[0])}
	}
}
