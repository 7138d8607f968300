package capi

/*
#include "stream.h"
*/
import "C"

import (
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/internal/handoff"
)

// readLists reads the lists of vertices of a call. The streams that it does not come to are released by shim.c.
func readLists(g *graph.Graph, o *C.gobc_options, watch *engine.Control) (l handoff.Lists, err error) {
	if l.Sources, err = lookup(g, o.sources, sourcesTable, watch); err != nil {
		return l, err
	}
	if l.Targets, err = lookup(g, o.targets, targetsTable, watch); err != nil {
		return l, err
	}
	l.Of, err = lookup(g, o.of, ofTable, watch)
	return l, err
}

// lookup reads a list; nil of NULL.
func lookup(g *graph.Graph, stream *C.struct_ArrowArrayStream, table string,
	watch *engine.Control) (*graph.Lookup, error) {
	if stream == nil {
		return nil, nil
	}
	what := table
	if table == ofTable {
		what = "nodes"
	}
	found := g.NewLookup(what)
	return found, addTo(found, stream, table, watch)
}

// addTo reads a list into a lookup.
func addTo(found *graph.Lookup, stream *C.struct_ArrowArrayStream, table string, watch *engine.Control) error {
	_, err := readTable(stream, tableRequest{table: table, check: watch.Check},
		func(columns []graph.Column, firstRow int64) error {
			if err := found.Add(columns[0], after(columns, 1), firstRow); err != nil {
				return fail(C.GOBC_INVALID, "%s: %v", table, err)
			}
			return nil
		})
	return err
}
