package answer

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gobc/core/calibrate"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/read"
	"gobc/core/shard"
	"gobc/core/shard/folder"
	"gobc/core/store"
	"gobc/core/sums"
	"gobc/core/system"
	"gobc/kernels/cuda/device"
	"gobc/kernels/cuda/driver"
)

// Kinds of errors. Package gobc says what they mean.
var (
	ErrInvalid     = errors.New("invalid argument")
	ErrData        = errors.New("invalid data")
	ErrFile        = read.ErrFile
	ErrMemory      = memory.ErrNoMemory
	ErrCancelled   = graph.ErrCancelled
	ErrUnsupported = errors.New("unsupported")
	ErrDevice      = errors.New("device failure")
	ErrIncomplete  = shard.ErrIncomplete
	ErrClosed      = errors.New("the graph is closed")
	ErrInternal    = errors.New("defect in gobc")
)

// Error is an error of a kind.
type Error struct {
	Kind  error
	Cause error // or nil
	Text  string
}

func (e *Error) Error() string { return e.Text }

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}

// Invalid returns an error of the kind ErrInvalid.
func Invalid(format string, args ...any) error {
	return &Error{ErrInvalid, nil, fmt.Sprintf(format, args...)}
}

func asError[E error](err error) bool {
	var as E
	return errors.As(err, &as)
}

// Classify gives any error its kind.
func Classify(err error) error {
	const defect = "defect in gobc, please report it: "
	switch {
	case err == nil, asError[*Error](err), errors.Is(err, graph.ErrCancelled), errors.Is(err, ErrClosed):
		return err
	case asError[*guard.PanicError](err), errors.Is(err, sums.ErrStalled):
		return &Error{ErrInternal, err, defect + err.Error()}
	case asError[*graph.UnusableError](err):
		return &Error{ErrInternal, err, err.Error()}
	case errors.Is(err, memory.ErrNoMemory), errors.Is(err, read.ErrFile), errors.Is(err, shard.ErrIncomplete):
		return err
	case errors.Is(err, calibrate.ErrForeign), errors.Is(err, calibrate.ErrNoFile), errors.Is(err, store.ErrDamaged),
		errors.Is(err, store.ErrOtherKind), errors.Is(err, folder.ErrBad), asError[*system.FileError](err),
		asError[*fs.PathError](err), asError[*os.LinkError](err), asError[*os.SyscallError](err):
		return &Error{ErrFile, err, system.InWords(err).Error()}
	case errors.Is(err, sums.ErrOtherSums), errors.Is(err, folder.ErrOther):
		return &Error{ErrData, err, err.Error()}
	case asError[*driver.Error](err), errors.Is(err, device.ErrLost), errors.Is(err, engine.ErrDeviceLost):
		return &Error{ErrDevice, err, err.Error()}
	case asError[*engine.UnsupportedError](err):
		return &Error{ErrUnsupported, err, err.Error()}
	case asError[*graph.RowError](err), asError[*graph.EndsError](err):
		return &Error{ErrData, err, err.Error()}
	}
	return &Error{ErrInvalid, err, err.Error()}
}

// BadData says in which table an error of a graph's builder lies, if it is about data.
func BadData(table string, err error) error {
	if !graph.IsAboutData(err) {
		return err
	}
	return &Error{ErrData, err, fmt.Sprintf("%s: %v", table, err)}
}
