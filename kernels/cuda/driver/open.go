//go:build gobc_cuda && cgo

package driver

/*
#cgo CFLAGS: -std=gnu11 -Wall -Wextra
#cgo windows CFLAGS: -Wno-attributes
#cgo LDFLAGS: -lcuda -lpthread
#include "open.h"
*/
import "C"

import (
	"fmt"
	"time"

	_ "gobc/core/system" // threads.h
	"gobc/core/system/library"
)

var name = C.CString(library.CUDA) // for good: the driver may still start after Open has returned

// Open loads and starts the driver, once in a process. Later calls return the result of the first call at once. After
// a timeout the driver continues to start, and a later call returns nil once it is ready. Open does not use any
// device.
func Open() error { return open(Timeout) }

func open(limit time.Duration) error {
	var out C.gobc_driver_outcome
	C.gobc_driver_open(name, C.int(limit.Milliseconds()), &out)
	detail := C.GoString(&out.detail[0])
	switch out.stage {
	case C.GOBC_DRIVER_READY:
		return recentEnough()
	case C.GOBC_DRIVER_NO_LIBRARY:
		return &Error{Call: "open", Detail: "no NVIDIA driver is installed, or it cannot be loaded: " + detail}
	case C.GOBC_DRIVER_NO_SYMBOL:
		return &Error{Call: "open", Detail: "the " + library.CUDA + " found is no driver: it has no cuInit; " +
			library.Search}
	case C.GOBC_DRIVER_WAITING:
		return &Error{Call: "cuInit", Detail: fmt.Sprintf("the driver did not start within %v; "+
			"a later call may find it ready. Does nvidia-smi answer?", limit)}
	case C.GOBC_DRIVER_NO_THREAD:
		return &Error{Call: "open", Detail: "no thread could be started for the driver: " + detail}
	}
	return &Error{Call: "cuInit", Code: int(out.code)}
}

func recentEnough() error {
	version, err := Version()
	if err != nil {
		return err
	}
	if version < Least {
		return &Error{Call: "open", Code: TooOld, Detail: fmt.Sprintf("the driver offers CUDA %d.%d; %d.%d (driver 525) "+
			"or newer is needed: update the driver", version/1000, version%1000/10, Least/1000, Least%1000/10)}
	}
	return nil
}
