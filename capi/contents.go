package capi

/*
#include "shim.h"
*/
import "C"

import (
	"runtime/cgo"
	"strings"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/store"
)

// part says what the rows of a column of gobc_graph_columns are.
type part string

const (
	ofVertices  part = "vertices"
	ofEdges     part = "edges"
	ofNeighbors part = "neighbors"
)

// contents is the result of one call of gobc_graph_columns: the vertices of its rows, or its rows of edges; nil: all.
type contents struct {
	core     *graph.Graph
	vertices []int32
	rows     []int64
	table    *resultTable
	size     int
}

// columns has all known columns by name.
var columns = map[string]struct {
	of  part
	add func(c *contents, name string) error
}{
	"node":              {ofVertices, (*contents).labelsOfVertices},
	"index":             {ofVertices, func(c *contents, name string) error { return c.indices(name, c.vertex) }},
	"component":         {ofVertices, (*contents).component},
	"degree":            {ofVertices, degreeOf(true, true)},
	"out_degree":        {ofVertices, degreeOf(true, false)},
	"in_degree":         {ofVertices, degreeOf(false, true)},
	"simple_degree":     {ofVertices, simpleDegreeOf(true, true)},
	"simple_out_degree": {ofVertices, simpleDegreeOf(true, false)},
	"simple_in_degree":  {ofVertices, simpleDegreeOf(false, true)},
	"strength":          {ofVertices, strengthOf(true, true)},
	"out_strength":      {ofVertices, strengthOf(true, false)},
	"in_strength":       {ofVertices, strengthOf(false, true)},
	"source":            {ofEdges, labelsOf(func(r *graph.Rows) []int32 { return r.Tails })},
	"target":            {ofEdges, labelsOf(func(r *graph.Rows) []int32 { return r.Heads })},
	"source_index":      {ofEdges, indicesOf(func(r *graph.Rows) []int32 { return r.Tails })},
	"target_index":      {ofEdges, indicesOf(func(r *graph.Rows) []int32 { return r.Heads })},
	"weight":            {ofEdges, (*contents).weight},
	"row": {ofEdges, func(c *contents, name string) error {
		return add(c, name, "l", func(i int) int64 { return int64(c.row(i)) })
	}},
	"neighbor":    {ofNeighbors, (*contents).labelsOfVertices},
	"successor":   {ofNeighbors, (*contents).labelsOfVertices},
	"predecessor": {ofNeighbors, (*contents).labelsOfVertices},
}

const someColumns = "node, index, component, degree, in_degree, out_degree, simple_degree, simple_in_degree, " +
	"simple_out_degree, strength, in_strength, out_strength of vertices; source, target, weight, source_index, " +
	"target_index, row of edges; or one of neighbor, successor, predecessor"

//export goGraphColumns
func goGraphColumns(h C.uintptr_t, names *C.char, of *C.struct_ArrowArrayStream, schema *C.struct_ArrowSchema,
	array *C.struct_ArrowArray, e *C.gobc_error) C.int32_t {
	watch := engine.NewControl()
	return report(handleOf(h).Use(watch.Check, func(g *graph.Graph) error {
		c := &contents{core: g}
		asked := strings.Split(text(names), ",")
		kind, err := partOfAll(asked)
		if err != nil {
			return err
		}
		found, err := someOf(g, of, ofTable, kind != ofVertices, watch)
		if err != nil {
			return err
		}
		defer func() { memory.Free(c.rows) }()
		if err := c.pick(kind, asked[0], found); err != nil {
			return err
		}
		c.table = newResultTable(schema, array, c.size, len(asked), []pair{{"gobc:version", store.Version}})
		for _, name := range asked {
			if err := columns[name].add(c, name); err != nil {
				c.table.close()
				return err
			}
		}
		return c.table.finish()
	}), e)
}

// someOf reads a list of vertices. It returns nil for NULL. In a set, a vertex may be repeated.
func someOf(g *graph.Graph, stream *C.struct_ArrowArrayStream, table string, set bool,
	watch *engine.Control) ([]int32, error) {
	if stream == nil {
		return nil, nil
	}
	found := g.NewLookup("nodes")
	found.Repeats = set
	err := addTo(found, stream, table, watch)
	return found.Vertices, err
}

// partOfAll checks the names of columns and returns the part that they have in common.
func partOfAll(names []string) (of part, err error) {
	for i, name := range names {
		column, known := columns[name]
		switch {
		case !known:
			return of, fail(C.GOBC_INVALID, "there is no column %q; choose %s", graph.Shorten(name), someColumns)
		case i > 0 && (column.of != of || of == ofNeighbors):
			return of, fail(C.GOBC_INVALID, "columns %q and %q have different rows, so ask for them in two calls", names[0],
				name)
		}
		of = column.of
	}
	return of, nil
}

// pick determines the rows.
func (c *contents) pick(kind part, name string, found []int32) (err error) {
	switch {
	case kind == ofVertices && found == nil:
		c.size = c.core.Vertices
	case kind == ofVertices:
		c.vertices, c.size = found, len(found)
	case kind == ofEdges && found == nil:
		c.size = len(c.core.Rows.Tails)
	case kind == ofEdges:
		c.rows, err = c.core.RowsWithin(found)
		c.size = len(c.rows)
	case found == nil:
		return fail(C.GOBC_INVALID, "%s: name the vertices whose neighbors are wanted in of", name)
	default:
		out, in := name != "predecessor", name != "successor"
		c.vertices, err = c.core.Neighbors(found, out, in)
		c.size = len(c.vertices)
	}
	return err
}

// vertex returns the vertex number of a row.
func (c *contents) vertex(row int) int32 {
	if c.vertices == nil {
		return int32(row)
	}
	return c.vertices[row]
}

// row returns the row of the edge table.
func (c *contents) row(row int) int {
	if c.rows == nil {
		return row
	}
	return int(c.rows[row])
}

// end returns a function that returns the vertex number of one end of an edge.
func (c *contents) end(ranks []int32) func(row int) int32 {
	return func(row int) int32 { return c.core.Vertex[ranks[c.row(row)]] }
}

func (c *contents) labels(name string, vertex func(row int) int32) error {
	c.table.labels(name, c.core.Labels, c.size, vertex)
	return nil
}

func (c *contents) labelsOfVertices(name string) error { return c.labels(name, c.vertex) }

func (c *contents) indices(name string, vertex func(row int) int32) error {
	return add(c, name, "i", vertex)
}

// add adds a column, whose values are computed row by row.
func add[T int32 | int64 | float64](c *contents, name, format string, value func(row int) T) error {
	values := made[T](c.table, c.size)
	for row := range values {
		values[row] = value(row)
	}
	c.table.add(name, format, c.size, blockOf(values))
	return nil
}

// addBy adds a column from values of all vertices, and releases these values.
func addBy[T int32 | int64 | float64](c *contents, name, format string, all []T, err error) error {
	defer memory.Free(all)
	if err != nil {
		return err
	}
	return add(c, name, format, func(row int) T { return all[c.vertex(row)] })
}

func (c *contents) component(name string) error {
	all, err := c.core.ComponentNumbers()
	return addBy(c, name, "i", all, err)
}

func degreeOf(out, in bool) func(*contents, string) error {
	return func(c *contents, name string) error {
		all, err := c.core.Degrees(out, in)
		return addBy(c, name, "l", all, err)
	}
}

func labelsOf(end func(*graph.Rows) []int32) func(*contents, string) error {
	return func(c *contents, name string) error { return c.labels(name, c.end(end(&c.core.Rows))) }
}

func indicesOf(end func(*graph.Rows) []int32) func(*contents, string) error {
	return func(c *contents, name string) error { return c.indices(name, c.end(end(&c.core.Rows))) }
}

func simpleDegreeOf(out, in bool) func(*contents, string) error {
	return func(c *contents, name string) error {
		all, err := c.core.SimpleDegrees(out, in)
		return addBy(c, name, "l", all, err)
	}
}

func strengthOf(out, in bool) func(*contents, string) error {
	return func(c *contents, name string) error {
		if c.core.Weighting == nil {
			return fail(C.GOBC_INVALID, "%s: the graph has no weights; ask for a degree", name)
		}
		all, err := c.core.Strengths(out, in)
		return addBy(c, name, "g", all, err)
	}
}

func (c *contents) weight(name string) error {
	if c.core.Weighting == nil {
		return fail(C.GOBC_INVALID, "%s: the graph has no weights; leave this column out", name)
	}
	return add(c, name, "g", func(row int) float64 { return c.core.Rows.Weights[c.row(row)] })
}

//export goGraphSubgraph
func goGraphSubgraph(h C.uintptr_t, of *C.struct_ArrowArrayStream, numbered C.int32_t, o *C.gobc_graph_options,
	c *C.gobc_control, out *C.uintptr_t, e *C.gobc_error) C.int32_t {
	options, watch, err := openBuild(o, c)
	if err != nil {
		return report(err, e)
	}
	return report(handleOf(h).Use(watch.Check, func(g *graph.Graph) error {
		found, err := someOf(g, of, subgraphTable, true, watch)
		if err != nil {
			return err
		}
		made, err := answer.Build(options.limits(), watch, watch.Cancelled,
			func(b *graph.Builder, check func() error) (func(*graph.Graph), error) {
				return b.AddSubgraph(g, found, numbered != 0, check)
			})
		if err != nil {
			return err
		}
		*out = C.uintptr_t(cgo.NewHandle(made))
		return nil
	}), e)
}
