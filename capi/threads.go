package capi

/*
#include "system/start.h"
#include "system/threads.h"
*/
import "C"

import (
	"os"
	"runtime"
	"time"

	_ "gobc/capi/system" // start.h, threads.h
	"gobc/core/guard"
	_ "gobc/include" // gobc.h
)

// Go's runtime gets one processor (P) more than it takes by itself, unless the environment says how many. While workers
// hold all of them in C for less than 10 ms at a time, its monitor (sysmon) sleeps only 20 µs between looks, to take
// one back. On 2 cores that took 7 % of a call whose batches take 1 ms.
func init() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	}
}

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

// goOpenPoller makes the runtime open its poller now, which system/start.c has looked at: the first timer does.
//
//export goOpenPoller
func goOpenPoller() { time.AfterFunc(time.Hour, func() {}).Stop() }
