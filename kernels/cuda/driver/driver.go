// Package driver opens NVIDIA's driver at run time and makes the calls that gorgonia.org/cu v0.9.6 lacks.
//
// The library is linked to a shim (shim.py) in place of libcuda, so it loads without a driver. Until Open has
// succeeded, every driver call returns 100, "no device". The init function of package cu calls cuInit, which does
// nothing in the shim. After Open, a function that the driver lacks returns 500, "not found".
//
// Calls that work on a context expect the calling goroutine to be locked to a thread that has one current.
package driver

import (
	"errors"
	"fmt"
	"reflect"
	"time"
)

// Remedy says how a library gets CUDA kernels that it lacks.
const Remedy = "with GOBC_CUDA=all in the environment, pip install . (Python) or make build (C) in gobc's sources " +
	"builds it with kernels for every GPU; for Go, docs/reference/go.md has the build tags"

// Timeout is how long Open waits for the driver. Starting one takes 0.1 to 0.5 s a device, some seconds where no
// process keeps the devices awake; a driver that takes longer may have hung and must not hang the call.
const Timeout = 10 * time.Second

// Least is the oldest CUDA version of a driver (as cuDriverGetVersion says it) that runs the compiled kernels; their
// PTX, for architectures that came later, needs 12090.
const Least = 12000

// Codes of the driver that callers act on.
const (
	OutOfMemory = 2
	TooOld      = 35
	NoDevice    = 100
)

// Error is a driver call that failed. Code is CUDA's, or 0 where no call was reached; Detail explains such a case.
type Error struct {
	Call   string
	Code   int
	Detail string
}

func (e *Error) Error() string {
	if e.Code == 0 {
		return fmt.Sprintf("cuda driver: %s: %s", e.Call, e.Detail)
	}
	detail := e.Detail
	if detail == "" {
		detail = Describe(e.Code)
	}
	return fmt.Sprintf("cuda driver: %s: %s (CUDA error %d)", e.Call, detail, e.Code)
}

var sentences = map[int]string{
	1:   "an argument was not accepted; this is a defect in gobc",
	2:   "the device has not enough free memory",
	3:   "the driver was not started in this process; a process forked after CUDA was used cannot use it",
	34:  "the libcuda.so.1 found is NVIDIA's stub for linking, not a driver; take its folder out of LD_LIBRARY_PATH",
	35:  "the driver is too old: CUDA 12.0 (driver 525) or newer is needed; update the driver",
	36:  "the driver is older than this call needs; update the driver",
	46:  "the device is in use by another process that holds it alone, or cannot be used now; see nvidia-smi",
	100: "the driver finds no CUDA device; see nvidia-smi and CUDA_VISIBLE_DEVICES",
	101: "there is no device of this number",
	200: "the driver does not accept the kernels' image; it may be older than CUDA 12.0 (driver 525): update the driver",
	209: "there is no kernel image for this device; compute capability 7.5 or newer is needed",
	214: "the device found a memory error that it could not correct; it must be reset",
	218: "the driver cannot compile the kernels' PTX; a driver with CUDA 12.9 (575) or newer is needed for this device",
	220: "the link between the devices (NVLink) failed; they must be reset",
	221: "the driver's PTX compiler (libnvidia-ptxjitcompiler) is missing; install the whole driver",
	222: "the kernels' PTX is newer than the driver: CUDA 12.9 (driver 575) or newer is needed for this device",
	304: "a call to the operating system failed inside the driver",
	500: "the driver or the image has nothing of this name; the driver may be too old",
	700: "a kernel touched memory that is not its own; the device cannot be used in this process any more",
	701: "the kernel needs more registers or shared memory than the device has",
	702: "the kernel ran longer than the device's display watchdog allows; the device cannot be used in this process " +
		"any more",
	719: "a kernel failed on the device; the device cannot be used in this process any more",
	800: "the driver does not permit this",
	801: "the device does not support this",
	802: "the devices are not ready yet; on systems with NVSwitch, is the fabric manager running?",
	803: "the driver's library and its kernel module are of different versions; reboot, or reload the module",
	804: "the driver's compatibility package does not support this device; update the driver",
	999: "the driver failed for a reason it does not know; see nvidia-smi and the kernel's log",
}

// Describe says in a sentence what a code of the driver means.
func Describe(code int) string {
	if sentence, ok := sentences[code]; ok {
		return sentence
	}
	return "the call failed"
}

// Lost reports whether after this code every further call of the process on the device fails.
func Lost(code int) bool {
	switch code {
	case 4, 46, 214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 999:
		return true
	}
	return false
}

// Code returns the driver's code in an error of this package or of gorgonia.org/cu, whose type is a private integer;
// 0 if there is none.
func Code(err error) int {
	for ; err != nil; err = errors.Unwrap(err) {
		if own, ok := err.(*Error); ok {
			return own.Code
		}
		t := reflect.TypeOf(err)
		if t.Kind() == reflect.Int && t.PkgPath() == "gorgonia.org/cu" {
			return int(reflect.ValueOf(err).Int())
		}
	}
	return 0
}

// Wrap gives an error of gorgonia.org/cu the call's name and a sentence; nil stays nil.
func Wrap(call string, err error) error {
	if err == nil {
		return nil
	}
	if code := Code(err); code != 0 {
		return &Error{Call: call, Code: code}
	}
	return &Error{Call: call, Detail: err.Error()}
}
