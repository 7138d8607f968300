// Package gobc computes shortest-path centralities of large networks: betweenness and stress of vertices and edges,
// closeness, harmonic centrality and eccentricity, of graphs weighted or not, directed or not, on all processors or on
// NVIDIA GPUs. Values are exact unless an [Estimate] is asked for, and the same to the last bit for any number of
// threads, any instruction set and any number of GPUs.
//
// A [Graph] is built from edges ([NewGraph]), from an Arrow table ([FromArrow]) or from a graph of gonum ([FromGonum]).
// [Compute] answers a [Query] about it with a [Result], whose columns go by vertex or by edge:
//
//	g, err := gobc.FromGonum(ctx, network, gobc.GraphOptions{})
//	...
//	result, err := gobc.Compute(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness, gobc.Closeness}})
//	...
//	for id, x := range result.All(gobc.Betweenness) {
//
// The zero value of every option is its default. [NetworkX] is the default preset: values are those of that library,
// and [IGraph] gives igraph's. To get what gonum's network.Betweenness gives, sums over ordered pairs, take [Raw].
//
// # Errors
//
// Every error wraps one of the variables [ErrInvalid], [ErrData], [ErrFile], [ErrMemory], [ErrCancelled],
// [ErrUnsupported], [ErrDevice], [ErrClosed] and [ErrInternal]. A context that is cancelled, or whose deadline passes,
// ends a call within 0.25 s with an error that wraps the context's error too.
//
// # Memory
//
// Graphs and the arrays of a call lie outside of the Go heap, and a call that would not fit into memory is refused
// before it begins. Results are slices of Go and outlive their graph. Nothing has to be released, but [Graph.Close]
// releases a large graph at once.
//
// # Building
//
// The kernels are C and compiled by cgo, for all instruction sets, of which a process takes the best at run time. GPUs
// are left out: docs/reference/go.md says how to build with them, and without a C compiler.
package gobc

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
)

// Compute answers a query about a graph: values of all its measures in one go. Measures of paths share one search from
// every source, and so do measures of distance.
//
// Errors are those of the query ([ErrInvalid], [ErrUnsupported]), of weights that its measures cannot take ([ErrData]),
// of memory ([ErrMemory]) and of devices ([ErrDevice]). A context that is cancelled ends it within 0.25 s with
// [ErrCancelled], or, with Query.Partial, with a result. O(k m) time for k sources and m edges, with weights times log
// n at most; O(n + m) memory for a thread: [MakePlan] has the figure.
func Compute(ctx context.Context, g *Graph, q Query) (*Result, error) {
	var result *Result
	err := g.watched(ctx, q.Progress, func(core *graph.Graph, control *engine.Control) error {
		asked, err := q.question()
		if err != nil {
			return err
		}
		a, err := answer.Compute(core, asked, control)
		if err != nil {
			return err
		}
		result = newResult(g, core, q, a)
		return nil
	})
	return result, err
}

// MakePlan says what [Compute] would do for the same query, without doing it: where, with how many threads and how much
// memory. A few batches of sources are run to tell the memory. Errors are as for Compute, but a plan that does not fit
// into memory is none: see [Plan.Fits].
func MakePlan(ctx context.Context, g *Graph, q Query) (*Plan, error) {
	var made *Plan
	err := g.watched(ctx, q.Progress, func(core *graph.Graph, control *engine.Control) error {
		asked, err := q.question()
		if err != nil {
			return err
		}
		text, err := answer.Explain(core, asked, control)
		if err != nil {
			return err
		}
		made = newPlan(text)
		return nil
	})
	return made, err
}

// Supported returns an error that wraps [ErrUnsupported] on a processor whose instructions this build has no kernels
// for.
func Supported() error { return answer.Supported() }

// Phase says what a call is doing.
type Phase int32

// The phases of a call, in their order; 0 before it begins.
const (
	Planning  = Phase(engine.Planning)
	Sweeping  = Phase(engine.Sweeping)
	Finishing = Phase(engine.Finishing)
)

// Progress tells how far a call is. Its methods may be called on any goroutine while the call runs; it is for one call
// at a time.
type Progress struct {
	done, total, predicted int64
	phase                  int32
}

// Phase returns what the call is doing.
func (p *Progress) Phase() Phase { return Phase(atomic.LoadInt32(&p.phase)) }

// Done returns how many sources are finished, once for every sweep that the measures need. It never falls.
func (p *Progress) Done() int64 { return atomic.LoadInt64(&p.done) }

// Total returns how many sources there are in all, 0 before it is known. It is that of Done at the end of a call that
// was not stopped, and may change while a call estimates.
func (p *Progress) Total() int64 { return atomic.LoadInt64(&p.total) }

// Predicted returns about how long the sweeps of the call take on an idle machine, of an estimate at most; 0 before it
// is known.
func (p *Progress) Predicted() time.Duration {
	return time.Duration(atomic.LoadInt64(&p.predicted)) * time.Millisecond
}

// control watches a call through p, which may be nil.
func (p *Progress) control() *engine.Control {
	if p == nil {
		return engine.NewControl()
	}
	atomic.StoreInt64(&p.done, 0)
	atomic.StoreInt64(&p.total, 0)
	atomic.StoreInt64(&p.predicted, 0)
	return &engine.Control{Cancel: new(int32), Phase: &p.phase, Done: &p.done, Total: &p.total, Predicted: &p.predicted}
}

// Device is the processor, or a GPU.
type Device struct {
	Name  string   // as Query.Device takes it: "cpu", "cuda:0"; "" where no GPU can be used
	Kind  string   // "cpu" or "cuda"
	Built []string // instruction sets, or architectures of GPUs, that this build has kernels for
	Err   error    // why it cannot be used, or nil

	Threads        int      // of the processor: as many as this process may use
	InstructionSet string   // of the processor: the one that is used
	Here           []string // of the processor: instruction sets that it runs

	Model             string // of a GPU, as the rest
	ComputeCapability string // "9.0"
	Multiprocessors   int
	Memory            int64 // bytes in all
}

// Devices lists the processor first, then every GPU, or one row that says why none can be used. It starts the driver.
func Devices() []Device {
	var devices []Device
	for _, d := range answer.Devices() {
		devices = append(devices, Device(d))
	}
	return devices
}

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
