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
// ends a call within 0.2 s with an error that wraps the context's error too.
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
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/query"
	"gobc/internal/handoff"
)

// Compute answers a query about a graph: values of all its measures in one go. Measures of paths share one search from
// every source, and so do measures of distance.
//
// Errors are those of the query ([ErrInvalid], [ErrUnsupported]), of weights that its measures cannot take ([ErrData]),
// of memory ([ErrMemory]) and of devices ([ErrDevice]). A context that is cancelled ends it within 0.2 s with
// [ErrCancelled], or, with Query.Partial, with a result. O(k m) time for k sources and m edges, with weights times log
// n at most; O(n + m) memory for a thread: [MakePlan] has the figure.
func Compute(ctx context.Context, g *Graph, q Query) (*Result, error) {
	var result *Result
	err := ask(ctx, g, q, func(r task, call *handoff.Call) error {
		a, err := answer(r, call.Control)
		if err != nil {
			return err
		}
		if handoff.From(ctx) != nil {
			call.Answer, result = a, &Result{}
			return nil
		}
		defer a.Free()
		result = newResult(g, q, a)
		return nil
	})
	return result, err
}

// MakePlan says what [Compute] would do for the same query, without doing it: where, with how many threads and how much
// memory. A few batches of sources are run to tell the memory. Errors are as for Compute, but a plan that does not fit
// into memory is none: see [Plan.Fits].
func MakePlan(ctx context.Context, g *Graph, q Query) (*Plan, error) {
	var text string
	err := ask(ctx, g, q, func(r task, call *handoff.Call) (err error) {
		text, err = explain(r, call.Control)
		return err
	})
	if err != nil {
		return nil, err
	}
	return newPlan(text), nil
}

// ask reads a query and its lists of vertices, and lets f work on it while the context watches.
func ask(ctx context.Context, g *Graph, q Query, f func(task, *handoff.Call) error) error {
	return g.use(ctx, func(core *graph.Graph) error {
		if ctx.Err() != nil {
			return graph.ErrCancelled
		}
		decoded, err := q.decode()
		if err != nil {
			return err
		}
		call := handoff.From(ctx)
		if call == nil {
			call = &handoff.Call{Control: q.Progress.control(), Lists: func() (handoff.Lists, error) { return q.lists(core) }}
		}
		if ctx.Done() != nil {
			defer context.AfterFunc(ctx, func() { atomic.StoreInt32(call.Control.Cancel, 1) })()
		}
		r, free, err := q.task(core, decoded, call)
		if err != nil {
			return err
		}
		defer free()
		return f(r, call)
	})
}

// task adds to a decoded query what depends on the graph; free releases what it takes.
func (q Query) task(g *graph.Graph, decoded query.Query, call *handoff.Call) (r task, free func(), err error) {
	lists, err := call.Lists()
	if err != nil {
		return r, nil, err
	}
	if decoded.Weighted, err = q.weighted(g); err != nil {
		return r, nil, err
	}
	if decoded.Pairs, err = q.pairs(lists); err != nil {
		return r, nil, err
	}
	free = func() { freePairs(decoded.Pairs) }
	if r, err = newTask(g, decoded, lists); err != nil {
		free()
	}
	return r, free, err
}

// Supported returns an error that wraps [ErrUnsupported] on a processor whose instructions this build has no kernels
// for.
func Supported() error {
	if err := engine.CPU().Usable(); err != nil {
		return &failure{ErrUnsupported, err, err.Error()}
	}
	return nil
}
