package capi

/*
#include "stream.h"
*/
import "C"

import (
	"strconv"
	"strings"
	"time"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/run"
)

// outs are the caller's structs of one result table; both are nil if it is not wanted.
type outs struct {
	schema *C.struct_ArrowSchema
	array  *C.struct_ArrowArray
}

func (o outs) wanted() bool { return o.schema != nil }

// column is a name of a column of the result, of vertices or of edges.
type column struct {
	name  string
	edges bool
}

func columnsOf(ms []measure.Measure) (columns []column) {
	for _, m := range ms {
		columns = append(columns, column{m.Name, m.Edges})
	}
	return columns
}

// fitting refuses measures for whose rows there is no table.
func (q question) fitting(edges, nodes outs) error {
	if q.Partial && !nodes.wanted() {
		return fail(C.GOBC_INVALID, "partial marks the finished sources in the table of nodes: give gobc_compute_edges nodes_schema and nodes_array")
	}
	for _, m := range q.Measures {
		if m.Edges && !edges.wanted() {
			return fail(C.GOBC_INVALID, "%s has a row for every edge: call gobc_compute_edges for it", m.Name)
		}
		if !m.Edges && !nodes.wanted() {
			return fail(C.GOBC_INVALID, "%s has a row for every vertex: give gobc_compute_edges nodes_schema and nodes_array, or leave it out", m.Name)
		}
	}
	return nil
}

// encode moves the result into the caller's tables: both or none. Rows of vertices are those of `of`, nil: all.
func encode(g *graph.Graph, columns []column, p *plan.Plan, r *run.Result, took time.Duration, edges, nodes outs,
	of []int32) error {
	metadata := []pair{
		{"gobc:version", version}, {"gobc:plan", p.JSON(&r.Report)}, {"gobc:device", p.Device},
		{"gobc:seconds", strconv.FormatFloat(took.Seconds(), 'g', 6, 64)},
		{"gobc:warnings", strings.Join(r.Warnings, "\n")},
	}
	if r.Finished != nil {
		metadata = append(metadata, pair{"gobc:partial", r.Report.Partial.JSON()})
	}
	if edges.wanted() {
		end := func(ranks []int32) func(int) int32 { return func(row int) int32 { return g.Vertex[ranks[row]] } }
		labels := []labelColumn{{"source", end(g.Rows.Tails)}, {"target", end(g.Rows.Heads)}}
		if err := encodeTable(g, columns, r, edges, int(g.Edges), labels, true, metadata); err != nil {
			return err
		}
	}
	if !nodes.wanted() {
		return nil
	}
	label, rows := labelColumn{"node", func(row int) int32 { return int32(row) }}, g.Vertices
	if of != nil {
		label.vertex, rows = func(row int) int32 { return of[row] }, len(of)
	}
	err := encodeTable(g, columns, r, nodes, rows, []labelColumn{label}, false, metadata)
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
func encodeTable(g *graph.Graph, columns []column, r *run.Result, o outs, rows int, labels []labelColumn, ofEdges bool, metadata []pair) error {
	count := len(labels)
	for _, c := range columns {
		if c.edges == ofEdges {
			count++
		}
	}
	marks := r.Finished != nil && !ofEdges
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
	for i, values := range r.Columns {
		if columns[i].edges != ofEdges {
			continue
		}
		if err := give(t, columns[i].name, "g", values); err != nil {
			t.close()
			return err
		}
		r.Columns[i] = nil
	}
	if !marks {
		return nil
	}
	err = t.marks("finished", rows, len(r.Finished), func(i int) int32 { return g.Vertex[r.Finished[i]] })
	if err != nil {
		t.close()
	}
	return err
}
