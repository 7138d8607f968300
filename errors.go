package gobc

import (
	"context"
	"errors"
	"fmt"

	"gobc/core/answer"
	"gobc/core/graph"
)

// Every error of this package wraps one of these, for [errors.Is]. Its text says what is wrong, where, and how to fix
// it.
var (
	// ErrInvalid: an option or a value of a query is wrong, or two do not go together.
	ErrInvalid = answer.ErrInvalid
	// ErrData: the edges or vertices that a graph is built from are wrong. A [RowError] has the row.
	ErrData = answer.ErrData
	// ErrFile: a file cannot be read, or a line of it is wrong. The text has the line.
	ErrFile = answer.ErrFile
	// ErrMemory: the work does not fit into memory. Mostly this is returned before the work begins.
	ErrMemory = answer.ErrMemory
	// ErrCancelled: the context ended the call. The error wraps the context's cause too, such as [context.Canceled] or
	// [context.DeadlineExceeded].
	ErrCancelled = answer.ErrCancelled
	// ErrUnsupported: the query is well formed, but this version or build cannot answer it.
	ErrUnsupported = answer.ErrUnsupported
	// ErrDevice: a GPU that was asked for by name is not there, cannot be used or has failed.
	ErrDevice = answer.ErrDevice
	// ErrIncomplete: a [Partial] does not hold all shards of its [Job].
	ErrIncomplete = answer.ErrIncomplete
	// ErrClosed: the graph was closed before the call.
	ErrClosed = answer.ErrClosed
	// ErrInternal: a defect in gobc. The graph is unusable from here on: please report the text.
	ErrInternal = answer.ErrInternal
)

// RowError is an error in a row of the edges, counted from 0, or in an item of a list of vertices.
type RowError = graph.RowError

// fail gives any error of the core its kind, and that of a context that has ended its cause.
func fail(ctx context.Context, err error) error {
	var known *answer.Error
	if !errors.Is(err, ErrCancelled) || ctx.Err() == nil || errors.As(err, &known) {
		return answer.Classify(err)
	}
	cause := context.Cause(ctx)
	return &answer.Error{Kind: ErrCancelled, Cause: errors.Join(ctx.Err(), cause),
		Text: fmt.Sprintf("%v: %v", ErrCancelled, cause)}
}
