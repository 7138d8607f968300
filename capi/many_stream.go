package capi

/*
#include "stream.h"
#include <stdlib.h>
*/
import "C"

import (
	"runtime/cgo"
	"sync"
	"time"
	"unsafe"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/many"
	"gobc/core/memory"
)

// manyStream is what a gobc_many_stream stands for.
type manyStream struct {
	mu       sync.Mutex
	networks *many.Stream
	options  graphOptions
	by       string
	limit    int64
	keepBad  bool
	broken   error // of an earlier call

	edges *C.struct_ArrowArrayStream // moved here from the caller; nil: none is open
	table *table                     // of edges; nil before the first batch
	rows  int64                      // of the tables before
}

//export goManyOpen
func goManyOpen(by, measures *C.char, of *C.gobc_graph_options, o *C.gobc_options, keepBad C.int32_t,
	out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		options, q, err := decodeMany(measures, of, o, engine.NewControl())
		if err != nil {
			return err
		}
		if err := checkBy(by); err != nil {
			return err
		}
		networks, err := many.NewStream(options.Options, keepBad != 0, q)
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(&manyStream{networks: networks, options: options, by: text(by),
			limit: q.MemoryLimit, keepBad: keepBad != 0}))
		return nil
	}), e)
}

//export goManyGive
func goManyGive(h C.uintptr_t, edges *C.struct_ArrowArrayStream, e *C.gobc_error) C.int32_t {
	return report(onManyStream(h, func(s *manyStream) error {
		if s.edges != nil {
			return fail(C.GOBC_INVALID, "the stream that was given before has not ended: call gobc_many_next until out_more "+
				"is 0")
		}
		moved := (*C.struct_ArrowArrayStream)(C.malloc(C.sizeof_struct_ArrowArrayStream))
		if moved == nil {
			return memory.ErrNoMemory
		}
		*moved, edges.release = *edges, nil
		s.edges = moved
		return nil
	}), e)
}

//export goManyNext
func goManyNext(h C.uintptr_t, end C.int32_t, c *C.gobc_control, schema *C.struct_ArrowSchema,
	array *C.struct_ArrowArray, leftSchema *C.struct_ArrowSchema, leftArray *C.struct_ArrowArray, more *C.int64_t,
	e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(onManyStream(h, func(s *manyStream) error {
		watch, err := control(c)
		if err != nil {
			return err
		}
		scores, left := outs{schema, array}, outs{leftSchema, leftArray}
		if left.wanted() != s.keepBad {
			return fail(C.GOBC_INVALID, "left_schema and left_array must be there if gobc_many_open was told to leave bad "+
				"networks out, and only then")
		}
		if s.broken != nil {
			return s.broken
		}
		if s.broken = s.next(end != 0, watch, start, scores, left); s.broken == nil {
			*more = C.int64_t(flag(s.edges != nil))
		}
		return s.broken
	}), e)
}

//export goManyStreamFree
func goManyStreamFree(h C.uintptr_t) {
	_ = guard.Run(func() error {
		s := cgo.Handle(h).Value().(*manyStream)
		s.closeTable()
		s.networks.Close()
		cgo.Handle(h).Delete()
		return nil
	})
}

// onManyStream lets f work on a stream, one call at a time.
func onManyStream(h C.uintptr_t, f func(*manyStream) error) error {
	return guard.Run(func() error {
		s := cgo.Handle(h).Value().(*manyStream)
		if !s.mu.TryLock() {
			return fail(C.GOBC_INVALID, "another call works on this stream: a stream is for one thread at a time")
		}
		defer s.mu.Unlock()
		return f(s)
	})
}

// next reads until there is enough to compute, or to the end of the stream, and computes the networks that have ended.
func (s *manyStream) next(end bool, watch *engine.Control, start time.Time, scores, left outs) error {
	watch.Enter(engine.Reading)
	if err := s.read(watch); err != nil {
		return err
	}
	networks, result, err := s.networks.Next(end && s.edges == nil, watch)
	if err != nil {
		return err
	}
	defer networks.Free()
	defer result.Free()
	return encodeMany(networks.Names, networks.Nodes, result, start, scores, left)
}

func (s *manyStream) read(watch *engine.Control) (err error) {
	if s.edges == nil {
		return nil
	}
	s.networks.Read().Watch(watch.Check)
	check := fits(s.networks.Read(), s.limit, watch)
	if s.table == nil {
		request := networksRequest(s.by, s.options, check)
		request.later = s.rows > 0
		if s.table, err = openTable(s.edges, request); err != nil {
			s.closeTable()
			return err
		}
	}
	s.table.request.check = check
	for more := true; more; {
		if s.networks.Ready() {
			return nil
		}
		more, err = s.table.next(func(columns []graph.Column, firstRow int64) error {
			return addBatch(s.networks.Read(), columns, s.rows+firstRow)
		})
		if err != nil {
			s.closeTable()
			return err
		}
	}
	adopt(s.networks.Read(), s.table.columns)
	s.rows += s.table.rows
	s.closeTable()
	return nil
}

// closeTable releases the caller's stream, if there is one.
func (s *manyStream) closeTable() {
	if s.table != nil {
		s.table.close()
	}
	if s.edges != nil {
		C.gobc_stream_release(s.edges)
		C.free(unsafe.Pointer(s.edges))
	}
	s.table, s.edges = nil, nil
}
