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
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/store"
)

// outs are the caller's structs of one result table; both are nil if it is not wanted.
type outs struct {
	schema *C.struct_ArrowSchema
	array  *C.struct_ArrowArray
}

func (o outs) wanted() bool { return o.schema != nil }

// fitting refuses measures for whose rows there is no table.
func fitting(measures []measure.Measure, partial bool, edges, nodes outs) error {
	if partial && !nodes.wanted() {
		return fail(C.GOBC_INVALID, "partial marks the finished sources in the table of nodes: give gobc_compute_edges "+
			"nodes_schema and nodes_array")
	}
	for _, m := range measures {
		if m.Edges && !edges.wanted() {
			return fail(C.GOBC_INVALID, "%s has a row for every edge: call gobc_compute_edges for it", m.Name)
		}
		if !m.Edges && !nodes.wanted() {
			return fail(C.GOBC_INVALID, "%s has a row for every vertex: give gobc_compute_edges nodes_schema and "+
				"nodes_array, or leave it out", m.Name)
		}
	}
	return nil
}

// encode moves an answer into the caller's tables: both or none.
func encode(g *graph.Graph, a *answer.Answer, took time.Duration, edges, nodes outs) error {
	metadata := []pair{
		{"gobc:warnings", strings.Join(a.Warnings, "\n")}, // first, as callers look for it in every call
		{"gobc:version", store.Version}, {"gobc:plan", a.Plan}, {"gobc:device", a.Device},
		{"gobc:seconds", strconv.FormatFloat(took.Seconds(), 'g', 6, 64)},
	}
	if a.Finished != nil {
		metadata = append(metadata, pair{"gobc:partial", a.Partial})
	}
	if edges.wanted() {
		end := func(ranks []int32) func(int) int32 { return func(row int) int32 { return g.Vertex[ranks[row]] } }
		labels := []labelColumn{{"source", end(g.Rows.Tails)}, {"target", end(g.Rows.Heads)}}
		if err := encodeTable(g, a, edges, int(g.Edges), labels, true, metadata); err != nil {
			return err
		}
	}
	if !nodes.wanted() {
		return nil
	}
	label, rows := labelColumn{"node", func(row int) int32 { return int32(row) }}, g.Vertices
	if a.Of != nil {
		label.vertex, rows = func(row int) int32 { return a.Of[row] }, len(a.Of)
	}
	err := encodeTable(g, a, nodes, rows, []labelColumn{label}, false, metadata)
	if err != nil && edges.wanted() {
		(&resultTable{schema: edges.schema, array: edges.array}).close()
	}
	return err
}

// labelColumn is a column of labels: of which vertex in each row.
type labelColumn struct {
	name   string
	vertex func(row int) int32
}

// encodeTable moves the columns of vertices, or of edges, into one table.
func encodeTable(g *graph.Graph, a *answer.Answer, o outs, rows int, labels []labelColumn, ofEdges bool,
	metadata []pair) error {
	count := len(labels)
	for _, c := range a.Columns {
		if c.Edges == ofEdges {
			count++
		}
	}
	marks := a.Finished != nil && !ofEdges
	if marks {
		count++
	}
	t := newResultTable(o.schema, o.array, rows, count, metadata)
	t.threads = a.Threads
	for _, l := range labels {
		t.labels(l.name, g.Labels, rows, l.vertex)
	}
	for i, c := range a.Columns {
		if c.Edges == ofEdges {
			t.add(c.Name, "g", rows, blockOf(c.Values))
			a.Columns[i].Values = nil
		}
	}
	if marks {
		bits := made[byte](t, (rows+7)/8)
		for _, rank := range a.Finished {
			if t.err == nil {
				v := g.Vertex[rank]
				bits[v/8] |= 1 << (v % 8)
			}
		}
		t.add("finished", "b", rows, blockOf(bits))
	}
	return t.finish()
}
