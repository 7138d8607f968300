package capi

/*
#include "stream.h"
*/
import "C"

import (
	"unsafe"

	"gobc/core/graph"
	"gobc/internal/handoff"
)

// streams are the caller's streams of nodes that have not been read yet.
type streams struct{ sources, targets, of *C.struct_ArrowArrayStream }

func streamsOf(o *C.gobc_options) *streams {
	s := &streams{}
	if o != nil && known(o.struct_size, unsafe.Offsetof(o.sources)+unsafe.Sizeof(o.sources)) {
		s.sources = o.sources
	}
	if o != nil && known(o.struct_size, unsafe.Offsetof(o.targets)+unsafe.Sizeof(o.targets)) {
		s.targets = o.targets
	}
	if o != nil && known(o.struct_size, unsafe.Offsetof(o.of)+unsafe.Sizeof(o.of)) {
		s.of = o.of
	}
	return s
}

func (s *streams) release() {
	C.gobc_stream_release(s.sources)
	C.gobc_stream_release(s.targets)
	C.gobc_stream_release(s.of)
	*s = streams{}
}

// read reads the streams; what it takes over is released.
func (s *streams) read(g *graph.Graph, watch *handoff.Control) (l handoff.Lists, err error) {
	for _, list := range []struct {
		table  string
		stream **C.struct_ArrowArrayStream
		into   **graph.Lookup
	}{{sourcesTable, &s.sources, &l.Sources}, {targetsTable, &s.targets, &l.Targets}, {ofTable, &s.of, &l.Of}} {
		stream := *list.stream
		if stream == nil {
			continue
		}
		*list.stream = nil
		if *list.into, err = lookup(g, stream, list.table, watch); err != nil {
			return l, err
		}
	}
	return l, nil
}

func lookup(g *graph.Graph, stream *C.struct_ArrowArrayStream, table string, watch *handoff.Control) (*graph.Lookup, error) {
	what := table
	if table == ofTable {
		what = "nodes"
	}
	found := g.NewLookup(what)
	_, err := readTable(stream, tableRequest{table: table, check: watch.Check}, func(columns []graph.Column, firstRow int64) error {
		if err := found.Add(columns[0], after(columns, 1), firstRow); err != nil {
			return fail(C.GOBC_INVALID, "%s: %v", table, err)
		}
		return nil
	})
	return found, err
}
