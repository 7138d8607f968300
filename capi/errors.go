package capi

/*
#include "../include/gobc.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"strings"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/kernels/cpu"
	"gobc/kernels/cuda/device"
	"gobc/kernels/cuda/driver"
)

// statusError is an error with the gobc_status that the caller gets.
type statusError struct {
	code    int32
	message string
}

func (e *statusError) Error() string { return e.message }

func fail(code int32, format string, args ...any) error {
	return &statusError{code, fmt.Sprintf(format, args...)}
}

// classify finds the status of any error of the core.
func classify(err error) *statusError {
	var known *statusError
	var crash *guard.PanicError
	var row *graph.RowError
	var ofDriver *driver.Error
	var unsupported *engine.UnsupportedError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &crash):
		return &statusError{C.GOBC_INTERNAL, fmt.Sprintf("defect in gobc, please report it: %v", crash)}
	case errors.Is(err, graph.ErrCancelled):
		return &statusError{C.GOBC_CANCELLED, "the call was cancelled"}
	case errors.Is(err, memory.ErrNoMemory):
		return &statusError{C.GOBC_MEMORY, err.Error()}
	case errors.As(err, &ofDriver), errors.Is(err, device.ErrLost):
		return &statusError{C.GOBC_DEVICE, err.Error()}
	case errors.As(err, &unsupported):
		return &statusError{C.GOBC_UNSUPPORTED, err.Error()}
	case errors.Is(err, cpu.ErrStalled):
		return &statusError{C.GOBC_INTERNAL, "defect in gobc, please report it: " + err.Error()}
	case errors.As(err, &row):
		return &statusError{C.GOBC_DATA, err.Error()}
	}
	return &statusError{C.GOBC_INVALID, err.Error()}
}

// report writes an error to the caller's struct, cut between characters, and returns its status.
func report(err error, out *C.gobc_error) C.int32_t {
	if err == nil {
		return C.GOBC_OK
	}
	e := classify(err)
	if out != nil {
		out.code = C.int32_t(e.code)
		fill(out.message[:], e.message)
	}
	return C.int32_t(e.code)
}

// fill writes a text with its final NUL, cut between characters where it is too long.
func fill(into []C.char, text string) {
	text = strings.ToValidUTF8(text[:min(len(text), len(into)-1)], "")
	for i := range len(text) {
		into[i] = C.char(text[i])
	}
	into[len(text)] = 0
}
