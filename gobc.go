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

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
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
