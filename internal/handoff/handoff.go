// Package handoff lets the C interface be a client of package gobc without copying: graphs built from Arrow columns,
// lists of vertices, the caller's control block and the columns of a result change hands as they are. Programs in Go
// need none of it.
package handoff

import (
	"context"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
)

// NewGraph is set by package gobc: it builds a graph from what add puts into a builder, with the control block of the
// context. The *gobc.Graph, which it returns as an any, owns the other. limit is in bytes, 0: what the system leaves;
// check is to be asked before every piece of the input.
var NewGraph func(ctx context.Context, o graph.Options, limit int64,
	add func(b *graph.Builder, check func() error) error) (public any, core *graph.Graph, err error)

// Core is set by package gobc: the *graph.Graph within a *gobc.Graph.
var Core func(public any) any

// Call is what a call of gobc.Compute or gobc.MakePlan takes from its context in place of what it would make itself.
type Call struct {
	Control *engine.Control
	// Lists gives the lists of vertices, in place of those of the query. It is called once, when the query has been read.
	Lists func() (Lists, error)
	// Answer is set by gobc.Compute. Its columns belong to the caller, and the gobc.Result has none.
	Answer *Answer
}

// Lists are lists of vertices; nil: not given.
type Lists struct{ Sources, Targets, Of *graph.Lookup }

// Answer is a result in memory of package memory.
type Answer struct {
	Columns  []Column
	Plan     string // JSON
	Device   string
	Warnings []string
	Of       []int32 // vertices of the rows; nil: all
	Finished []int32 // ascending ranks of the sources that a partial result is of; nil: the result is whole
	Partial  string  // JSON, of a partial result
}

// Column is a column of values by vertex number, by row of the list of vertices, or by row of the edges.
type Column struct {
	Name   string
	Edges  bool
	Values []float64
}

// Free releases the columns that nobody has taken over; those are nil.
func (a *Answer) Free() {
	for i := range a.Columns {
		memory.Free(a.Columns[i].Values)
		a.Columns[i].Values = nil
	}
}

type key struct{}

// With returns a context that carries a call.
func With(ctx context.Context, call *Call) context.Context {
	return context.WithValue(ctx, key{}, call)
}

// From returns the call that a context carries, or nil.
func From(ctx context.Context) *Call {
	call, _ := ctx.Value(key{}).(*Call)
	return call
}
