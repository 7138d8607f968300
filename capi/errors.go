package capi

/*
#include "../include/gobc.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"strings"

	"gobc/core/answer"
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

// statuses of the kinds of errors; all others are GOBC_INVALID.
var statuses = []struct {
	kind   error
	status int32
}{
	{answer.ErrInternal, C.GOBC_INTERNAL}, {answer.ErrCancelled, C.GOBC_CANCELLED}, {answer.ErrMemory, C.GOBC_MEMORY},
	{answer.ErrDevice, C.GOBC_DEVICE}, {answer.ErrUnsupported, C.GOBC_UNSUPPORTED}, {answer.ErrData, C.GOBC_DATA},
	{answer.ErrFile, C.GOBC_FILE},
}

// classify finds the status of any error.
func classify(err error) *statusError {
	var known *statusError
	if errors.As(err, &known) {
		return known
	}
	err = answer.Classify(err)
	for _, s := range statuses {
		if errors.Is(err, s.kind) {
			return &statusError{s.status, err.Error()}
		}
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
		fill(out.message[:], strings.TrimPrefix(e.message, "gobc: ")) // Go's habit; callers say who speaks
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
