package capi

/*
#include "stream.h"
*/
import "C"

import (
	"strconv"
	"strings"
	"time"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/many"
	"gobc/core/memory"
	"gobc/core/store"
)

//export goMany
func goMany(edges *C.struct_ArrowArrayStream, by, measures *C.char, of *C.gobc_graph_options,
	o *C.gobc_options, c *C.gobc_control, schema *C.struct_ArrowSchema, array *C.struct_ArrowArray,
	leftSchema *C.struct_ArrowSchema, leftArray *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	start := time.Now()
	return report(guard.Run(func() error {
		watch, err := control(c)
		if err != nil {
			return err
		}
		options, q, err := decodeMany(measures, of, o, watch)
		if err != nil {
			return err
		}
		if err := checkBy(by); err != nil {
			return err
		}
		left := outs{leftSchema, leftArray}
		networks := graph.NewNetworks(options.Options, left.wanted())
		defer networks.Free()
		networks.Watch(watch.Check)
		watch.Enter(engine.Reading)
		if err := addNetworks(networks, edges, text(by), options, q.MemoryLimit, watch); err != nil {
			return err
		}
		result, err := many.Compute(networks, q, watch)
		if err != nil {
			return err
		}
		defer result.Free()
		return encodeMany(networks.Names, networks.Nodes, result, start, outs{schema, array}, left)
	}), e)
}

func checkBy(by *C.char) error {
	if text(by) != "" {
		return nil
	}
	return fail(C.GOBC_INVALID, "by is an empty name; give the name or \"#position\" of the column that names the "+
		"network of each edge")
}

// decodeMany reads what is asked of many networks. It refuses what one network alone can have.
func decodeMany(measures *C.char, of *C.gobc_graph_options, o *C.gobc_options,
	watch *engine.Control) (options graphOptions, q answer.Question, err error) {
	if options, err = decodeGraphOptions(of); err != nil {
		return options, q, err
	}
	if options.node != "" || options.Closed {
		return options, q, fail(C.GOBC_INVALID, "graph options: many networks come without tables of vertices: leave node "+
			"and nodes_are_all as gobc_graph_options_init does")
	}
	if q, err = decodeManyQuestion(measures, o, watch); err != nil {
		return options, q, err
	}
	if limit := options.MemoryLimit; limit > 0 && (q.MemoryLimit == 0 || limit < q.MemoryLimit) {
		q.MemoryLimit = limit
	}
	options.Threads, err = answer.CheckThreads(q.Threads)
	return options, q, err
}

// decodeManyQuestion reads the question alone.
func decodeManyQuestion(measures *C.char, o *C.gobc_options, watch *engine.Control) (q answer.Question, err error) {
	full, err := whole(o)
	if err != nil {
		return q, err
	}
	for _, list := range []struct {
		name   string
		stream *C.struct_ArrowArrayStream
	}{{sourcesTable, full.sources}, {targetsTable, full.targets}, {ofTable, full.of}, {demandTable, full.demand}} {
		if list.stream != nil {
			return q, fail(C.GOBC_UNSUPPORTED, "%s cannot be chosen for many networks: leave it NULL, or call "+
				"gobc_compute for each network", list.name)
		}
	}
	if q, err = decodeQuestion(measures, &full, watch); err != nil {
		return q, err
	}
	return q, many.Check(q)
}

// addNetworks reads the table of edges. Its rows are asked to fit into a limit as they come.
func addNetworks(networks *graph.Networks, edges *C.struct_ArrowArrayStream, by string, o graphOptions, limit int64,
	watch *engine.Control) error {
	read, err := readTable(edges, networksRequest(by, o, fits(networks, limit, watch)),
		func(columns []graph.Column, firstRow int64) error { return addBatch(networks, columns, firstRow) })
	if err == nil {
		adopt(networks, read)
	}
	return err
}

// networksRequest asks for the ends of edges, their weights if there are some, and the column that names networks.
func networksRequest(by string, o graphOptions, check func() error) tableRequest {
	return tableRequest{table: edgesTable, names: []string{o.source, o.target}, weight: o.weight, by: by, gaps: true,
		threads: o.Threads, check: check}
}

// fits returns what ends the reading: a cancel, or rows that do not fit into a limit.
func fits(networks *graph.Networks, limit int64, watch *engine.Control) func() error {
	budget := memory.NewBudget(limit)
	return func() error {
		if err := watch.Check(); err != nil {
			return err
		}
		return budget.Check(networks.Bytes(), "the edges read so far take")
	}
}

func addBatch(networks *graph.Networks, columns []graph.Column, firstRow int64) error {
	last := len(columns) - 1
	err := networks.Add(columns[last], columns[0], columns[1], after(columns[:last], 2), firstRow)
	return answer.BadData(edgesTable, err)
}

// adopt takes the types of columns without rows.
func adopt(networks *graph.Networks, read []column) {
	networks.AdoptEmpty(read[len(read)-1].format, read[0].format)
}

// encodeMany moves the scores, and the networks that are left out, into the caller's tables: both or none.
func encodeMany(names, nodes *graph.Labels, r *many.Result, start time.Time, scores, left outs) error {
	metadata := []pair{
		{"gobc:version", store.Version}, {"gobc:device", r.Device},
		{"gobc:seconds", strconv.FormatFloat(time.Since(start).Seconds(), 'g', 6, 64)},
		{"gobc:warnings", strings.Join(r.Warnings, "\n")},
		{"gobc:networks", strconv.Itoa(names.Len() - len(r.Left))},
	}
	rows, ends := r.Rows(), []manyLabels{{"node", r.Vertex}}
	if r.Columns[0].Edges {
		ends = []manyLabels{{"source", r.Source}, {"target", r.Target}}
	}
	t := newResultTable(scores.schema, scores.array, rows, 1+len(ends)+len(r.Columns), metadata)
	t.threads = r.Threads
	t.labelRows("network", names, rows, func(lo, hi int, into []int32) []int32 {
		r.Networks(lo, hi, func(network int32, first, last int) {
			for row := first; row < last; row++ {
				into[row-lo] = network
			}
		})
		return into
	})
	for _, l := range ends {
		if l.numbers == nil {
			t.allLabels(l.name, nodes, rows)
		} else {
			t.labelRows(l.name, nodes, rows, func(lo, hi int, _ []int32) []int32 { return l.numbers[lo:hi] })
		}
	}
	for i, column := range r.Columns {
		t.add(column.Name, "g", rows, blockOf(column.Values))
		r.Columns[i].Values = nil
	}
	err := t.finish()
	if err == nil && left.wanted() {
		if err = encodeLeft(names, r, left); err != nil {
			t.close()
		}
	}
	return err
}

// manyLabels is a column of labels of nodes by their numbers; nil: those of all, one after the other.
type manyLabels struct {
	name    string
	numbers []int32
}

// encodeLeft makes the table of networks that are left out: their names, the rows of the table that are bad or -1, and
// why.
func encodeLeft(names *graph.Labels, r *many.Result, o outs) error {
	rows := len(r.Left)
	t := newResultTable(o.schema, o.array, rows, 3, nil)
	t.labels("network", names, rows, func(row int) int32 { return r.Left[row].Network })
	bad, offsets := made[int64](t, rows), made[int64](t, rows+1)
	var why []byte
	for i, left := range r.Left {
		if t.err != nil {
			break
		}
		bad[i] = left.Row
		why = append(why, strings.ToValidUTF8(left.Err.Error(), "\uFFFD")...)
		offsets[i+1] = int64(len(why))
	}
	data := made[byte](t, len(why))
	copy(data, why)
	t.add("row", "l", rows, blockOf(bad))
	t.add("error", "U", rows, blockOf(offsets), blockOf(data))
	return t.finish()
}
