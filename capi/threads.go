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
	"gobc/core/system"
	_ "gobc/include" // gobc.h
)

// Go's runtime gets one processor (P) more than it takes by default, unless the environment says how many. Otherwise,
// if workers hold all processors in C for less than 10 ms at a time, the runtime's monitor (sysmon) looks every 20 µs
// for one that it can take back. On 2 cores that took 7 % of a call whose batches take 1 ms.
func init() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	}
}

// ballast is memory that nobody touches, so that the system never provides it. The heap counts it: the garbage
// collector, which starts when the heap has doubled, runs once in thousands of calls on small graphs. Without it the
// heap of the library is 4 MB, and such calls spend a quarter of their time on the collector. Limits of the process
// count memory that it only asks for, so it then has none.
var ballast []byte

func init() {
	if !system.LimitsProcess() {
		ballast = make([]byte, 16<<20)
	}
}

// The check at the start of a call has read the limits of the process, where it knows how.
func init() {
	if C.gobc_guards_hold() != 0 {
		system.Unlimited = func() bool { return C.gobc_unlimited() != 0 }
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

// goOpenPoller makes the runtime open its poller now, by a first timer. system/start.c has checked that there are
// enough file descriptors for it.
//
//export goOpenPoller
func goOpenPoller() { time.AfterFunc(time.Hour, func() {}).Stop() }
