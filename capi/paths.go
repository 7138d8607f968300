package capi

/*
#include "stream.h"
*/
import "C"

import (
	"strconv"
	"time"
	"unsafe"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/paths"
)

const (
	fromTable    = "from"
	toTable      = "to"
	membersTable = "members"
)

// asked decodes the options of a call that is not about measures, and calls f to answer it.
func asked(h C.uintptr_t, o *C.gobc_options, c *C.gobc_control,
	f func(*graph.Graph, answer.Question, *engine.Control) error) error {
	return onGraph(handleOf(h), o, c, func(g *graph.Graph, options *C.gobc_options, watch *engine.Control) error {
		q, err := decodeOptions(options, watch)
		if err != nil {
			return err
		}
		return f(g, q, watch)
	})
}

// takePaths takes numbers of paths over for a column.
func takePaths(counts *[]float64) block {
	b := blockOf(*counts)
	*counts = nil
	return b
}

//export goPathCounts
func goPathCounts(h C.uintptr_t, o *C.gobc_options, c *C.gobc_control, schema *C.struct_ArrowSchema,
	array *C.struct_ArrowArray, rowSchema *C.struct_ArrowSchema, rowArray *C.struct_ArrowArray,
	columnSchema *C.struct_ArrowSchema, columnArray *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(asked(h, o, c, func(g *graph.Graph, q answer.Question, watch *engine.Control) error {
		m, sources, targets, err := answer.PathCounts(g, q, watch)
		if err != nil {
			return err
		}
		defer m.Free()
		rows, columns := m.Distance.Rows, m.Distance.Columns
		values := outs{schema, array}
		t := newResultTable(schema, array, rows*columns, 2, append(metadataOf(start),
			pair{"gobc:rows", strconv.Itoa(rows)}, pair{"gobc:columns", strconv.Itoa(columns)}))
		t.add("distance", formats[m.Distance.Type], rows*columns, takeValues(m.Distance))
		t.add("paths", "g", rows*columns, takePaths(&m.Paths))
		if err := t.finish(); err != nil {
			return err
		}
		return encodeSides(g, values, []side{{"source", sources, rows, outs{rowSchema, rowArray}},
			{"target", targets, columns, outs{columnSchema, columnArray}}})
	}), e)
}

//export goPathCountPairs
func goPathCountPairs(h C.uintptr_t, o *C.gobc_options, first, count C.int64_t, c *C.gobc_control,
	schema *C.struct_ArrowSchema, array *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(asked(h, o, c, func(g *graph.Graph, q answer.Question, watch *engine.Control) error {
		p, sources, err := answer.PathCountPairs(g, q, int(first), int(count), watch)
		if err != nil {
			return err
		}
		defer p.Free()
		t := pairTable(g, p.Pairs, sources, 4, start, outs{schema, array})
		t.add("paths", "g", p.Distance.Columns, takePaths(&p.Paths))
		return t.finish()
	}), e)
}

//export goShortestPaths
func goShortestPaths(h C.uintptr_t, from, to *C.struct_ArrowArrayStream, o *C.gobc_options, c *C.gobc_control,
	schema *C.struct_ArrowSchema, array *C.struct_ArrowArray, pairSchema *C.struct_ArrowSchema,
	pairArray *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(asked(h, o, c, func(g *graph.Graph, q answer.Question, watch *engine.Control) error {
		ends := [2][]int32{}
		for i, list := range []struct {
			name   string
			stream *C.struct_ArrowArrayStream
		}{{fromTable, from}, {toTable, to}} {
			found := g.NewLookup(list.name)
			found.Keeps = true
			if err := addTo(found, list.stream, list.name, watch); err != nil {
				return err
			}
			ends[i] = found.Vertices
		}
		r, err := answer.ShortestPaths(g, q, ends[0], ends[1], watch)
		if err != nil {
			return err
		}
		defer r.Free()
		return encodeRoutes(g, r, start, outs{schema, array}, outs{pairSchema, pairArray})
	}), e)
}

// encodeRoutes makes the tables of vertices and of pairs: both or none.
func encodeRoutes(g *graph.Graph, r *paths.Routes, start time.Time, nodes, pairs outs) error {
	t := newResultTable(nodes.schema, nodes.array, len(r.Vertices), 1, metadataOf(start))
	t.labels("node", g.Labels, len(r.Vertices), func(row int) int32 { return r.Vertices[row] })
	if err := t.finish(); err != nil {
		return err
	}
	rows := len(r.Distance)
	p := newResultTable(pairs.schema, pairs.array, rows, 2, metadataOf(start))
	counts := made[int64](p, rows)
	for row := range counts {
		counts[row] = r.Starts[row+1] - r.Starts[row]
	}
	p.add("nodes", "l", rows, blockOf(counts))
	p.add("distance", "g", rows, takePaths(&r.Distance))
	err := p.finish()
	if err != nil {
		t.close()
	}
	return err
}

// groupMeasure computes a value of each group, and how many vertices have a path to it if that is a part of the answer.
type groupMeasure func(*graph.Graph, answer.Question, [][]int32, *engine.Control) ([]float64, []int64, error)

var groupMeasures = map[string]groupMeasure{
	"betweenness":    valuesAlone(answer.GroupBetweenness),
	"closeness":      answer.GroupCloseness,
	"co_betweenness": valuesAlone(answer.CoBetweenness),
}

func valuesAlone(compute func(*graph.Graph, answer.Question, [][]int32, *engine.Control) ([]float64,
	error)) groupMeasure {
	return func(g *graph.Graph, q answer.Question, groups [][]int32, control *engine.Control) ([]float64, []int64, error) {
		values, err := compute(g, q, groups, control)
		return values, nil, err
	}
}

//export goGroups
func goGroups(h C.uintptr_t, measure *C.char, members *C.struct_ArrowArrayStream, sizes *C.int64_t, count C.int64_t,
	o *C.gobc_options, c *C.gobc_control, schema *C.struct_ArrowSchema, array *C.struct_ArrowArray,
	e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(asked(h, o, c, func(g *graph.Graph, q answer.Question, watch *engine.Control) error {
		name := text(measure)
		compute := groupMeasures[name]
		if compute == nil {
			return fail(C.GOBC_INVALID, "measure is %.40q; give \"betweenness\", \"closeness\" or \"co_betweenness\"", name)
		}
		groups, err := groupsOf(g, members, sizes, count, watch)
		if err != nil {
			return err
		}
		values, reached, err := compute(g, q, groups, watch)
		if err != nil {
			return err
		}
		columns := 1
		if name == "closeness" {
			columns = 2
		}
		t := newResultTable(schema, array, len(groups), columns, metadataOf(start))
		t.add(name, "g", len(groups), copyOf(t, values))
		if columns == 2 {
			t.add("reached", "l", len(groups), copyOf(t, reached))
		}
		return t.finish()
	}), e)
}

// copyOf copies values of Go's memory for a column.
func copyOf[T any](t *resultTable, values []T) block {
	copied := made[T](t, len(values))
	copy(copied, values)
	return blockOf(copied)
}

// groupsOf reads groups of vertices that a list has one after the other.
func groupsOf(g *graph.Graph, members *C.struct_ArrowArrayStream, sizes *C.int64_t, count C.int64_t,
	watch *engine.Control) (groups [][]int32, err error) {
	found := g.NewLookup(membersTable)
	found.Keeps = true
	if err := addTo(found, members, membersTable, watch); err != nil {
		return nil, err
	}
	if count < 0 || sizes == nil && count > 0 {
		return nil, fail(C.GOBC_INVALID, "groups is %d; give a number of at least 0, and as many sizes", int64(count))
	}
	left := found.Vertices
	for i, size := range unsafe.Slice((*int64)(sizes), int(count)) {
		if size < 0 || size > int64(len(left)) {
			return nil, fail(C.GOBC_INVALID, "sizes: group %d has %d vertices, but %d of the %d members are left", i, size,
				len(left), len(found.Vertices))
		}
		groups = append(groups, left[:size])
		left = left[size:]
	}
	if len(left) > 0 {
		return nil, fail(C.GOBC_INVALID, "members has %d more vertices than the sizes of the groups add up to", len(left))
	}
	return groups, nil
}

//export goBestGroup
func goBestGroup(h C.uintptr_t, size C.int64_t, o *C.gobc_options, c *C.gobc_control, schema *C.struct_ArrowSchema,
	array *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(asked(h, o, c, func(g *graph.Graph, q answer.Question, watch *engine.Control) error {
		best, err := answer.BestGroup(g, q, int(size), watch)
		if err != nil {
			return err
		}
		rows := len(best.Vertices)
		t := newResultTable(schema, array, rows, 2, metadataOf(start))
		t.labels("node", g.Labels, rows, func(row int) int32 { return best.Vertices[row] })
		t.add("gain", "g", rows, copyOf(t, best.Gains))
		return t.finish()
	}), e)
}

//export goVertexDistances
func goVertexDistances(h C.uintptr_t, measure *C.char, o *C.gobc_options, c *C.gobc_control,
	schema *C.struct_ArrowSchema, array *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(asked(h, o, c, func(g *graph.Graph, q answer.Question, watch *engine.Control) error {
		compute := answer.LocalEfficiency
		switch name := text(measure); name {
		case "local_efficiency":
		case "closeness_vitality":
			compute = answer.ClosenessVitality
		default:
			return fail(C.GOBC_INVALID, "measure is %.40q; give \"local_efficiency\" or \"closeness_vitality\"", name)
		}
		values, err := compute(g, q, watch)
		if err != nil {
			return err
		}
		t := newResultTable(schema, array, len(values), 2, metadataOf(start))
		t.labels("node", g.Labels, len(values), func(row int) int32 { return int32(row) })
		t.add(text(measure), "g", len(values), copyOf(t, values))
		return t.finish()
	}), e)
}
