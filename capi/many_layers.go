package capi

/*
#include "stream.h"
*/
import "C"

import (
	"math/bits"
	"time"
	"unsafe"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/many"
)

const namesTable = "names"

//export goManyLayers
func goManyLayers(h C.uintptr_t, names *C.struct_ArrowArrayStream, count C.int64_t, weights *C.double,
	weightsEdge, weightsNetwork C.int64_t, presence *C.uint8_t, presenceEdge, presenceNetwork C.int64_t,
	measures *C.char, o *C.gobc_options, c *C.gobc_control, schema *C.struct_ArrowSchema,
	array *C.struct_ArrowArray, leftSchema *C.struct_ArrowSchema, leftArray *C.struct_ArrowArray,
	e *C.gobc_error) C.int32_t {
	start := time.Now()
	watch, err := control(c)
	if err != nil {
		return report(err, e)
	}
	return report(handleOf(h).Use(watch.Check, func(g *graph.Graph) error {
		q, err := decodeManyQuestion(measures, o, watch)
		if err != nil {
			return err
		}
		w, err := matrixOf((*float64)(weights), weightsEdge, weightsNetwork, g.Edges, count)
		if err != nil {
			return err
		}
		p, err := matrixOf((*uint8)(presence), presenceEdge, presenceNetwork, g.Edges, count)
		if err != nil {
			return err
		}
		labels, err := namesOf(names, count, watch)
		if err != nil {
			return err
		}
		layers, err := graph.NewLayers(g, labels, w, p)
		if err != nil {
			labels.Free()
			return answer.Invalid("%v", err)
		}
		defer layers.Free()
		left := outs{leftSchema, leftArray}
		result, err := many.ComputeLayers(layers, left.wanted(), q, watch)
		if err != nil {
			return err
		}
		defer result.Free()
		return encodeMany(labels, g.Labels, result, start, outs{schema, array}, left)
	}), e)
}

// matrixOf is a matrix in the caller's memory, of as many values as its steps reach.
func matrixOf[T float64 | uint8](values *T, edge, network C.int64_t, edges int64,
	count C.int64_t) (m graph.Matrix[T], err error) {
	if values == nil {
		return m, nil
	}
	if edge < 0 || network < 0 || count < 0 {
		return m, fail(C.GOBC_INVALID, "steps of %d and %d values, and %d networks: none may be below 0", int64(edge),
			int64(network), int64(count))
	}
	if edges == 0 || count == 0 {
		return graph.Matrix[T]{Values: unsafe.Slice(values, 1)}, nil
	}
	high, rows := bits.Mul64(uint64(edges-1), uint64(edge))
	more, columns := bits.Mul64(uint64(count-1), uint64(network))
	const most = 1 << 60 // bytes overflow behind it
	if high > 0 || more > 0 || rows > most || columns > most {
		return m, fail(C.GOBC_INVALID, "steps of %d and %d values for %d edges and %d networks span more than any "+
			"memory holds", int64(edge), int64(network), edges, int64(count))
	}
	return graph.Matrix[T]{Values: unsafe.Slice(values, rows+columns+1), RowStep: int64(edge),
		ColumnStep: int64(network)}, nil
}

// namesOf reads the names of so many networks, 0, 1, 2, ... where there is no table of them.
func namesOf(stream *C.struct_ArrowArrayStream, count C.int64_t, watch *engine.Control) (*graph.Labels, error) {
	if count < 0 || count > graph.MaxVertices {
		return nil, fail(C.GOBC_INVALID, "networks is %d; give 0 to %d", int64(count), graph.MaxVertices)
	}
	if stream == nil {
		return graph.NumberedLabels(int(count))
	}
	labels := graph.NewLabels()
	read, err := readTable(stream, tableRequest{table: namesTable, check: watch.Check},
		func(columns []graph.Column, firstRow int64) error {
			return answer.BadData(namesTable, labels.AddDistinct(columns[0], firstRow))
		})
	if err == nil && labels.Len() != int(count) {
		err = fail(C.GOBC_INVALID, "there are %d names for %d networks", labels.Len(), int64(count))
	}
	if err != nil {
		labels.Free()
		return nil, err
	}
	if labels.Len() == 0 {
		labels.Adopt(read[0].format)
	}
	return labels, nil
}
