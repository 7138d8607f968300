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
	"gobc/core/distances"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/store"
)

// formats are those of Arrow for the types of distances.
var formats = map[distances.Type]string{distances.Uint8: "C", distances.Uint16: "S", distances.Int32: "i",
	distances.Float64: "g"}

//export goDistances
func goDistances(h C.uintptr_t, of *C.char, o *C.gobc_options, c *C.gobc_control, schema *C.struct_ArrowSchema,
	array *C.struct_ArrowArray, rowSchema *C.struct_ArrowSchema, rowArray *C.struct_ArrowArray,
	columnSchema *C.struct_ArrowSchema, columnArray *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(onGraph(handleOf(h), o, c, func(g *graph.Graph, options *C.gobc_options, watch *engine.Control) error {
		q, err := decodeOptions(options, watch)
		if err != nil {
			return err
		}
		m, sources, targets, err := answer.Distances(g, q, text(of), watch)
		if err != nil {
			return err
		}
		defer m.Free()
		metadata := append(metadataOf(start), pair{"gobc:rows", strconv.Itoa(m.Rows)},
			pair{"gobc:columns", strconv.Itoa(m.Columns)})
		values := outs{schema, array}
		t := newResultTable(schema, array, m.Rows*m.Columns, 1, metadata)
		t.add("distance", formats[m.Type], m.Rows*m.Columns, takeValues(m))
		if err := t.finish(); err != nil {
			return err
		}
		return encodeSides(g, values, []side{{"source", sources, m.Rows, outs{rowSchema, rowArray}},
			{"target", targets, m.Columns, outs{columnSchema, columnArray}}})
	}), e)
}

func metadataOf(start time.Time) []pair {
	return []pair{{"gobc:version", store.Version}, {"gobc:device", "cpu"},
		{"gobc:seconds", strconv.FormatFloat(time.Since(start).Seconds(), 'g', 6, 64)}}
}

// takeValues takes the values of a matrix over for a column.
func takeValues(m *distances.Matrix) block {
	b := block{unsafe.Pointer(unsafe.SliceData(m.Values)), C.size_t(cap(m.Values))}
	m.Values = nil
	return b
}

// side is a table of labels of a matrix: of its rows or columns.
type side struct {
	name     string
	vertices []int32 // nil: all
	count    int
	outs
}

// encodeSides makes the tables of labels that are wanted. After an error there are no tables, the first neither.
func encodeSides(g *graph.Graph, values outs, sides []side) error {
	made := []outs{values}
	for _, s := range sides {
		if !s.wanted() {
			continue
		}
		t := newResultTable(s.schema, s.array, s.count, 1, nil)
		t.labels(s.name, g.Labels, s.count, func(row int) int32 {
			if s.vertices == nil {
				return int32(row)
			}
			return s.vertices[row]
		})
		if err := t.finish(); err != nil {
			for _, table := range made {
				(&resultTable{schema: table.schema, array: table.array}).close()
			}
			return err
		}
		made = append(made, s.outs)
	}
	return nil
}

//export goDistancePairs
func goDistancePairs(h C.uintptr_t, o *C.gobc_options, first, count C.int64_t, c *C.gobc_control,
	schema *C.struct_ArrowSchema, array *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(onGraph(handleOf(h), o, c, func(g *graph.Graph, options *C.gobc_options, watch *engine.Control) error {
		q, err := decodeOptions(options, watch)
		if err != nil {
			return err
		}
		p, sources, err := answer.DistancePairs(g, q, int(first), int(count), watch)
		if err != nil {
			return err
		}
		defer p.Free()
		return pairTable(g, p, sources, 3, start, outs{schema, array}).finish()
	}), e)
}

// pairTable begins a table of pairs with their ends and distances.
func pairTable(g *graph.Graph, p *distances.Pairs, sources, columns int, start time.Time, o outs) *resultTable {
	rows := p.Distance.Columns
	t := newResultTable(o.schema, o.array, rows, columns, append(metadataOf(start),
		pair{"gobc:next", strconv.Itoa(p.Next)}, pair{"gobc:sources", strconv.Itoa(sources)}))
	t.labels("source", g.Labels, rows, func(row int) int32 { return p.Source[row] })
	t.labels("target", g.Labels, rows, func(row int) int32 { return p.Target[row] })
	t.add("distance", formats[p.Distance.Type], rows, takeValues(p.Distance))
	return t
}

//export goDistanceHistogram
func goDistanceHistogram(h C.uintptr_t, o *C.gobc_options, c *C.gobc_control, schema *C.struct_ArrowSchema,
	array *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(onGraph(handleOf(h), o, c, func(g *graph.Graph, options *C.gobc_options, watch *engine.Control) error {
		q, err := decodeOptions(options, watch)
		if err != nil {
			return err
		}
		found, err := answer.DistanceHistogram(g, q, watch)
		if err != nil {
			return err
		}
		rows := max(len(found.Pairs)-1, 0)
		t := newResultTable(schema, array, rows, 2, append(metadataOf(start),
			pair{"gobc:unreached", strconv.FormatInt(found.Unreached, 10)},
			pair{"gobc:sources", strconv.Itoa(found.Sources)}))
		distance, pairs := made[int64](t, rows), made[int64](t, rows)
		for row := range min(len(distance), len(pairs)) {
			distance[row], pairs[row] = int64(row+1), found.Pairs[row+1]
		}
		t.add("distance", "l", rows, blockOf(distance))
		t.add("pairs", "l", rows, blockOf(pairs))
		return t.finish()
	}), e)
}

//export goDistanceSums
func goDistanceSums(h C.uintptr_t, o *C.gobc_options, c *C.gobc_control, out **C.char, e *C.gobc_error) C.int32_t {
	return report(onGraph(handleOf(h), o, c, func(g *graph.Graph, options *C.gobc_options, watch *engine.Control) error {
		q, err := decodeOptions(options, watch)
		if err != nil {
			return err
		}
		found, err := answer.DistanceSums(g, q, watch)
		if err != nil {
			return err
		}
		return written(out, struct {
			Sources  int     `json:"sources"`
			Vertices int     `json:"vertices"`
			Reached  int64   `json:"reached"`
			Total    float64 `json:"total"`
			Inverse  float64 `json:"inverse"`
			Longest  float64 `json:"longest"`
		}{found.Sources, g.Vertices, found.Reached, found.Total, found.Inverse, found.Longest})
	}), e)
}
