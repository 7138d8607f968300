//go:build gobc_cuda && cgo

package driver

/*
#include <cuda.h>
#include <stdint.h>

static int gobc_driver_allocate_host(void **memory, size_t bytes) { return cuMemHostAlloc(memory, bytes, 0); }

static int gobc_driver_set_shared(uintptr_t function, int bytes) {
  return cuFuncSetAttribute((CUfunction)function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
}
*/
import "C"

import (
	"unsafe"

	"gorgonia.org/cu"
)

// Handle returns the driver's own handle (a CUfunction) of a function. cu keeps it in a struct of one private field
// and hands it out nowhere; a struct of one pointer has the pointer's layout, and the line below fails to compile when
// the struct grows. TestHandle looks at the field's type.
func Handle(function cu.Function) uintptr { return *(*uintptr)(unsafe.Pointer(&function)) }

var _ = [1]struct{}{}[unsafe.Sizeof(cu.Function{})-unsafe.Sizeof(uintptr(0))]

func check(call string, code C.int) error {
	if code == 0 {
		return nil
	}
	return &Error{Call: call, Code: int(code)}
}

// SetMaxDynamicShared lets launches of the function ask for up to so many bytes of dynamic shared memory; without it
// the driver allows 48 KB.
func SetMaxDynamicShared(function cu.Function, bytes int) error {
	return check("cuFuncSetAttribute", C.gobc_driver_set_shared(C.uintptr_t(Handle(function)), C.int(bytes)))
}

// AllocHost returns memory of the host that the system keeps in place.
func AllocHost(bytes int) (p unsafe.Pointer, err error) {
	err = check("cuMemHostAlloc", C.gobc_driver_allocate_host(&p, C.size_t(bytes)))
	return p, err
}

// FreeHost frees what AllocHost returned.
func FreeHost(p unsafe.Pointer) { C.cuMemFreeHost(p) }

// Version returns the CUDA version that the driver offers: 12090 for 12.9.
func Version() (int, error) {
	var version C.int
	err := check("cuDriverGetVersion", C.int(C.cuDriverGetVersion(&version)))
	return int(version), err
}
