package gobc

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/read"
	"gobc/core/shard"
	"gobc/core/store"
	"gobc/core/sums"
	"gobc/kernels/cuda/device"
	"gobc/kernels/cuda/driver"
)

// Every error of this package wraps one of these, for [errors.Is]. Its text says what is wrong, where, and how to fix
// it.
var (
	// ErrInvalid: an option or a value of a query is wrong, or two do not go together.
	ErrInvalid = errors.New("invalid argument")
	// ErrData: the edges or vertices that a graph is built from are wrong. A [RowError] has the row.
	ErrData = errors.New("invalid data")
	// ErrFile: a file cannot be read, or a line of it is wrong. The text has the line.
	ErrFile = read.ErrFile
	// ErrMemory: the work does not fit into memory. Mostly this is returned before the work begins.
	ErrMemory = memory.ErrNoMemory
	// ErrCancelled: the context ended the call. The error wraps the context's cause too, such as [context.Canceled] or
	// [context.DeadlineExceeded].
	ErrCancelled = graph.ErrCancelled
	// ErrUnsupported: the query is well formed, but this version or build cannot answer it.
	ErrUnsupported = errors.New("unsupported")
	// ErrDevice: a GPU that was asked for by name is not there, cannot be used or has failed.
	ErrDevice = errors.New("device failure")
	// ErrIncomplete: a [Partial] does not hold all shards of its [Job].
	ErrIncomplete = shard.ErrIncomplete
	// ErrClosed: the graph was closed before the call.
	ErrClosed = errors.New("the graph is closed")
	// ErrInternal: a defect in gobc. The graph is unusable from here on: please report the text.
	ErrInternal = errors.New("defect in gobc")
)

// RowError is an error in a row of the edges, counted from 0, or in an item of a list of vertices.
type RowError = graph.RowError

// failure is an error of a kind, one of the variables above.
type failure struct {
	kind    error
	cause   error
	message string
}

func (f *failure) Error() string { return f.message }

func (f *failure) Unwrap() []error {
	if f.cause == nil {
		return []error{f.kind}
	}
	return []error{f.kind, f.cause}
}

func invalid(format string, args ...any) error {
	return &failure{ErrInvalid, nil, fmt.Sprintf(format, args...)}
}

func asError[E error](err error) bool {
	var as E
	return errors.As(err, &as)
}

// fail gives any error of the core its kind.
func fail(ctx context.Context, err error) error {
	const defect = "defect in gobc, please report it: "
	switch {
	case err == nil || asError[*failure](err):
		return err
	case errors.Is(err, graph.ErrCancelled):
		if ctx.Err() == nil {
			return err
		}
		cause := context.Cause(ctx)
		return &failure{ErrCancelled, errors.Join(ctx.Err(), cause), fmt.Sprintf("%v: %v", ErrCancelled, cause)}
	case asError[*guard.PanicError](err), errors.Is(err, sums.ErrStalled):
		return &failure{ErrInternal, err, defect + err.Error()}
	case asError[*graph.UnusableError](err):
		return &failure{ErrInternal, err, err.Error()}
	case errors.Is(err, memory.ErrNoMemory), errors.Is(err, read.ErrFile), errors.Is(err, shard.ErrIncomplete):
		return err
	case errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrOtherKind), asError[*fs.PathError](err),
		asError[*os.LinkError](err), asError[*os.SyscallError](err):
		return &failure{ErrFile, err, err.Error()}
	case errors.Is(err, sums.ErrOtherSums):
		return &failure{ErrData, err, err.Error()}
	case asError[*driver.Error](err), errors.Is(err, device.ErrLost), errors.Is(err, engine.ErrDeviceLost):
		return &failure{ErrDevice, err, err.Error()}
	case isUnsupported(err):
		return &failure{ErrUnsupported, err, err.Error()}
	case asError[*graph.RowError](err), asError[*graph.EndsError](err):
		return &failure{ErrData, err, err.Error()}
	}
	return &failure{ErrInvalid, err, err.Error()}
}

// badData says in which table an error of a graph's builder lies, if it is about data.
func badData(table string, err error) error {
	if !graph.IsAboutData(err) {
		return err
	}
	return &failure{ErrData, err, fmt.Sprintf("%s: %v", table, err)}
}
