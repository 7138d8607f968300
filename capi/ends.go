package capi

/*
#include "stream.h"
*/
import "C"

import (
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/run"
	"gobc/kernels/cpu"
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

// ends are the sources and targets of a call, and the vertices that it is of; a list that was not given is nil.
type ends struct {
	sources, targets, of       graph.Lookup
	sourceWeight, targetWeight []float64 // by rank; nil: 1 each
}

func (e *ends) free() {
	memory.Free(e.sourceWeight)
	memory.Free(e.targetWeight)
}

// read reads the streams; what it takes over is released.
func (s *streams) read(g *graph.Graph, watch *run.Control) (e *ends, err error) {
	e = &ends{}
	if s.sources != nil {
		stream := s.sources
		s.sources = nil
		if err = lookup(g, stream, sourcesTable, &e.sources, watch); err == nil {
			e.sourceWeight, err = e.sources.ByRank(false)
		}
	}
	if err == nil && s.targets != nil {
		stream := s.targets
		s.targets = nil
		if err = lookup(g, stream, targetsTable, &e.targets, watch); err == nil {
			e.targetWeight, err = e.targets.ByRank(true)
		}
	}
	if err == nil && s.of != nil {
		stream := s.of
		s.of = nil
		err = lookup(g, stream, ofTable, &e.of, watch)
	}
	if err != nil {
		e.free()
		return nil, err
	}
	return e, nil
}

func lookup(g *graph.Graph, stream *C.struct_ArrowArrayStream, table string, into *graph.Lookup, watch *run.Control) error {
	what := table
	if table == ofTable {
		what = "nodes"
	}
	*into = *g.NewLookup(what)
	_, err := readTable(stream, tableRequest{table: table, check: watch.Check}, func(columns []arrow.Array, firstRow int64) error {
		var weight arrow.Array
		if len(columns) > 1 {
			weight = columns[1]
		}
		if err := into.Add(columns[0], weight, firstRow); err != nil {
			return fail(C.GOBC_INVALID, "%s: %v", table, err)
		}
		return nil
	})
	return err
}

// pairs returns what counts, or nil for everything.
func (e *ends) pairs(cutoff float64) *cpu.Pairs {
	if e.sourceWeight == nil && e.targetWeight == nil && cutoff < 0 {
		return nil
	}
	return &cpu.Pairs{SourceWeight: e.sourceWeight, TargetWeight: e.targetWeight, Cutoff: cutoff}
}
