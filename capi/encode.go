package capi

/*
#include "stream.h"
*/
import "C"

import (
	"strconv"
	"strings"
	"time"

	"gobc"

	"gobc/core/graph"
	"gobc/internal/handoff"
)

// outs are the caller's structs of one result table; both are nil if it is not wanted.
type outs struct {
	schema *C.struct_ArrowSchema
	array  *C.struct_ArrowArray
}

func (o outs) wanted() bool { return o.schema != nil }

// fitting refuses measures for whose rows there is no table.
func fitting(q gobc.Query, edges, nodes outs) error {
	if q.Partial && !nodes.wanted() {
		return fail(C.GOBC_INVALID, "partial marks the finished sources in the table of nodes: give gobc_compute_edges nodes_schema and nodes_array")
	}
	for _, m := range q.Measures {
		ofEdges := m.OfEdges()
		if ofEdges && !edges.wanted() {
			return fail(C.GOBC_INVALID, "%s has a row for every edge: call gobc_compute_edges for it", m)
		}
		if !ofEdges && !nodes.wanted() {
			return fail(C.GOBC_INVALID, "%s has a row for every vertex: give gobc_compute_edges nodes_schema and nodes_array, or leave it out", m)
		}
	}
	return nil
}

// encode moves an answer into the caller's tables: both or none. Rows of vertices are those of `of`, nil: all.
func encode(g *graph.Graph, a *handoff.Answer, took time.Duration, edges, nodes outs, of *graph.Lookup) error {
	metadata := []pair{
		{"gobc:version", version}, {"gobc:plan", a.Plan}, {"gobc:device", a.Device},
		{"gobc:seconds", strconv.FormatFloat(took.Seconds(), 'g', 6, 64)},
		{"gobc:warnings", strings.Join(a.Warnings, "\n")},
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
	if of != nil {
		label.vertex, rows = func(row int) int32 { return of.Vertices[row] }, len(of.Vertices)
	}
	err := encodeTable(g, a, nodes, rows, []labelColumn{label}, false, metadata)
	if err != nil && edges.wanted() {
		(&resultTable{edges.schema, edges.array, 0}).close()
	}
	return err
}

// labelColumn is a column of labels: of which vertex in each row.
type labelColumn struct {
	name   string
	vertex func(row int) int32
}

// encodeTable moves the columns of vertices, or of edges, into one table.
func encodeTable(g *graph.Graph, a *handoff.Answer, o outs, rows int, labels []labelColumn, ofEdges bool, metadata []pair) error {
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
	t, err := newResultTable(o.schema, o.array, rows, count, metadata)
	if err != nil {
		return err
	}
	for _, l := range labels {
		if err := t.labels(l.name, g.Labels, rows, l.vertex); err != nil {
			t.close()
			return err
		}
	}
	for i, c := range a.Columns {
		if c.Edges != ofEdges {
			continue
		}
		if err := give(t, c.Name, "g", c.Values); err != nil {
			t.close()
			return err
		}
		a.Columns[i].Values = nil
	}
	if !marks {
		return nil
	}
	err = t.marks("finished", rows, len(a.Finished), func(i int) int32 { return g.Vertex[a.Finished[i]] })
	if err != nil {
		t.close()
	}
	return err
}
