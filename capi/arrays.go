package capi

/*
#include "shim.h"
#include "stream.h"
*/
import "C"

import (
	"runtime/cgo"
	"time"
	"unsafe"

	"gobc/core/answer"
	"gobc/core/graph"
	"gobc/core/guard"
)

// endFormats are Arrow's formats of the types of ends.
var endFormats = map[string]byte{"int64": 'l', "uint64": 'L', "int32": 'i', "uint32": 'I'}

//export goGraphFromArrays
func goGraphFromArrays(kind *C.char, source, target unsafe.Pointer, weight *C.double, edges C.int64_t,
	o *C.gobc_graph_options, c *C.gobc_control, out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	return report(guard.Run(func() error {
		g, err := graphOfArrays(kind, source, target, weight, int64(edges), o, c)
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(g))
		return nil
	}), e)
}

//export goComputeArrays
func goComputeArrays(kind *C.char, source, target unsafe.Pointer, weight *C.double, edges C.int64_t,
	o *C.gobc_graph_options, measures *C.char, options *C.gobc_options, c *C.gobc_control, schema *C.struct_ArrowSchema,
	array *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(guard.Run(func() error {
		g, err := graphOfArrays(kind, source, target, weight, int64(edges), o, c)
		if err != nil {
			return err
		}
		defer g.Close()
		return compute(g, true, measures, options, c, start, outs{}, outs{schema, array})
	}), e)
}

// graphOfArrays builds the graph of the caller's arrays.
func graphOfArrays(kind *C.char, source, target unsafe.Pointer, weight *C.double, edges int64, o *C.gobc_graph_options,
	c *C.gobc_control) (*answer.Graph, error) {
	t, err := tableOfArrays(text(kind), source, target, weight, edges)
	if err != nil {
		return nil, err
	}
	options, watch, err := openBuild(o, c)
	if err == nil {
		err = options.nameNothing()
	}
	if err != nil {
		return nil, err
	}
	options.Weighted = weight != nil
	return answer.Build(options.GraphOptions, watch, watch.Cancelled,
		func(b *graph.Builder, check func() error) (func(*graph.Graph), error) {
			t.request.check = check
			if err := check(); err != nil {
				return nil, err
			}
			if err := t.deliver(edges, edgesOf(b)); err != nil {
				return nil, err
			}
			return finishEdges(b, nil, t.columns, options.Weighted), nil
		})
}

// readOnce is a reader of one batch without a stream. Nobody changes it.
var readOnce = C.gobc_reader{batches: 1}

// tableOfArrays returns a table of one batch that has been read: the caller's arrays.
func tableOfArrays(kind string, source, target unsafe.Pointer, weight *C.double, edges int64) (*table, error) {
	format := endFormats[kind]
	switch {
	case format == 0:
		return nil, fail(C.GOBC_INVALID, "type is %.40q; give \"int64\", \"uint64\", \"int32\" or \"uint32\"", kind)
	case edges < 0:
		return nil, fail(C.GOBC_INVALID, "edges is %d; give the number of items of each array", edges)
	case edges > C.GOBC_MOST_ROWS:
		return nil, fail(C.GOBC_INVALID, "edges is %d; give at most %d, the number of items of each array", edges,
			int64(C.GOBC_MOST_ROWS))
	}
	t := &table{reader: &readOnce, request: tableRequest{table: edgesTable}}
	for _, array := range []struct {
		name   string
		format byte
		data   unsafe.Pointer
	}{{"source", format, source}, {"target", format, target}, {"weight", 'g', unsafe.Pointer(weight)}} {
		switch {
		case array.data != nil || array.name != "weight" && edges == 0:
			from := &C.gobc_reader_column{value: C.char(array.format),
				rows: C.gobc_values{length: C.int64_t(edges), main: array.data}}
			t.columns = append(t.columns, column{name: array.name, format: string(array.format), from: from})
		case array.name != "weight":
			return nil, fail(C.GOBC_INVALID, "%s is NULL; it must point to %d items", array.name, edges)
		}
	}
	return t, nil
}

// nameNothing refuses options about columns and nodes, which arrays do not have.
func (g graphOptions) nameNothing() error {
	for _, option := range []struct {
		name  string
		given bool
	}{{"source", g.source != ""}, {"target", g.target != ""}, {"weight", g.weight != ""}, {"node", g.node != ""},
		{"nodes_are_all", g.Closed}} {
		if option.given {
			return fail(C.GOBC_INVALID, "options->%s is set, and arrays have no columns to choose from: leave it out",
				option.name)
		}
	}
	return nil
}
