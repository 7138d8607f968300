package graph

import (
	"errors"
	"fmt"
	"math"

	"gobc/core/memory"
)

// Matrix is a table of values in the caller's memory: a row for each edge of a graph, a column for each network. Steps
// are in values. No Values: there is no matrix.
type Matrix[T float64 | uint8] struct {
	Values              []T
	RowStep, ColumnStep int64
}

func (m Matrix[T]) at(row, column int) T {
	return m.Values[int64(row)*m.RowStep+int64(column)*m.ColumnStep]
}

// check returns an error where a value would be outside.
func (m Matrix[T]) check(name string, rows, columns int) error {
	if m.Values == nil || rows == 0 || columns == 0 {
		return nil
	}
	left := int64(len(m.Values)) - 1 // steps are divided, as products may overflow
	fits := func(step int64, steps int) bool {
		ok := step >= 0 && (steps == 0 || step <= left/int64(steps))
		left -= step * int64(steps)
		return ok
	}
	if !fits(m.RowStep, rows-1) || !fits(m.ColumnStep, columns-1) {
		return fmt.Errorf("%s: %d edges in steps of %d and %d networks in steps of %d need more than the %d values that are "+
			"there", name, rows, m.RowStep, columns, m.ColumnStep, len(m.Values))
	}
	return nil
}

// Layers are networks that have the vertices of one graph and some of its edges, or its edges with other weights.
// Labels, numbers and lists are made once, for the graph: the lists of a network are those without the entries of rows
// that it lacks.
type Layers struct {
	Names *Labels // of the networks

	graph    *Graph
	weights  Matrix[float64] // an infinite one says that there is no edge
	presence Matrix[uint8]   // 0 says so, too
	options  Options

	tails, heads []int32 // of the graph's rows, by vertex
	out, in      lists
}

// NewLayers returns networks on the edges of a graph, one for each name. The graph must stay, as must the matrices; the
// names are the layers'. A graph of weights has these in each network unless there is a matrix of others. Free releases
// what is made here.
func NewLayers(g *Graph, names *Labels, weights Matrix[float64], presence Matrix[uint8]) (*Layers, error) {
	count := names.Len()
	if weights.Values == nil && presence.Values == nil && count > 0 && g.Edges > 0 {
		return nil, errors.New("the networks have no matrix: give a matrix of weights, one of presence, or both")
	}
	if g.Marked != nil {
		return nil, errors.New("the graph has marked sources, which networks on its edges do not support: remove the " +
			"column \"source\" from its vertices")
	}
	if err := weights.check("weights", int(g.Edges), count); err != nil {
		return nil, err
	}
	if err := presence.check("presence", int(g.Edges), count); err != nil {
		return nil, err
	}
	return &Layers{Names: names, graph: g, weights: weights, presence: presence,
		options: Options{Directed: g.Directed, Weighted: g.Weighting != nil || weights.Values != nil}}, nil
}

// List makes the lists of all rows. A maker without weights makes them, and lists rows of infinite weight as well.
func (l *Layers) List(stop func() error) (err error) {
	g := l.graph
	if l.tails, err = memory.Make[int32](int(g.Edges)); err != nil {
		return err
	}
	if l.heads, err = memory.Make[int32](int(g.Edges)); err != nil {
		return err
	}
	for row, u := range g.Rows.Tails {
		l.tails[row], l.heads[row] = g.Vertex[u], g.Vertex[g.Rows.Heads[row]]
	}
	m := NewMaker(Options{Directed: g.Directed}, func() bool { return false })
	m.stop = stop
	defer m.Close()
	m.rows = Rows{Tails: l.tails, Heads: l.heads}
	err = m.listRows(g.Vertices)
	m.rows = Rows{}
	if err == nil {
		l.out, l.in, m.out, m.in = m.out, m.in, lists{}, lists{}
	}
	return err
}

// Bytes returns the memory that the layers hold, beside the matrices and the graph.
func (l *Layers) Bytes() int64 {
	bytes := l.Names.bytes() + 4*int64(cap(l.tails)+cap(l.heads))
	for _, x := range []*lists{&l.out, &l.in} {
		bytes += 8*int64(cap(x.offsets)) + 4*int64(cap(x.targets)+cap(x.rows))
	}
	return bytes
}

// LayersBytes bounds the memory that List takes for a graph.
func LayersBytes(g *Graph) int64 {
	lists := int64(3)
	entries := g.Edges
	if !g.Directed {
		lists, entries = 2, 2*entries
	}
	return 8*g.Edges + lists*(8*int64(g.Vertices+1)+8*entries) + 8*int64(g.Vertices)
}

// Free releases the memory.
func (l *Layers) Free() {
	memory.Free(l.tails)
	memory.Free(l.heads)
	l.tails, l.heads = nil, nil
	l.out.free()
	l.in.free()
	l.Names.free()
}

// Len returns the number of networks.
func (l *Layers) Len() int { return l.Names.Len() }

// Graph returns the graph that has the vertices and all edges.
func (l *Layers) Graph() *Graph { return l.graph }

// Ends returns the vertex numbers of the ends of a row.
func (l *Layers) Ends(row int) (tail, head int32) { return l.tails[row], l.heads[row] }

// LayerMaker makes the networks of layers one after the other. Rows are those of the graph that the network has, in the
// order of its graph's.
type LayerMaker struct {
	*Maker
	Rows []int32

	layers *Layers
	at     []int32 // of a row of all: its place among Rows, or -1
}

// NewMaker returns a maker of the layers' graphs.
func (l *Layers) NewMaker(cancelled func() bool) *LayerMaker {
	return &LayerMaker{Maker: NewMaker(l.options, cancelled), layers: l}
}

// Close releases the memory.
func (m *LayerMaker) Close() {
	m.Maker.Close()
	memory.Free(m.Rows)
	memory.Free(m.at)
	m.Rows, m.at = nil, nil
}

// Make makes the graph of a network, which has no labels. Errors about data are NetworkErrors.
func (m *LayerMaker) Make(network int) (*Graph, error) {
	if err := m.pick(network); err != nil {
		return nil, m.named(network, err)
	}
	l, n := m.layers, m.layers.graph.Vertices
	if err := m.settle(n); err != nil {
		return nil, m.named(network, err)
	}
	var err error
	if m.next, err = memory.Grow(m.next, n); err != nil {
		return nil, err
	}
	if err := m.filter(&l.out, &m.out); err != nil {
		return nil, err
	}
	if l.options.Directed {
		if err := m.filter(&l.in, &m.in); err != nil {
			return nil, err
		}
	}
	return m.finish(n)
}

// named says of which network an error is, and of which row of the graph.
func (m *LayerMaker) named(network int, err error) error {
	if !IsAboutData(err) {
		return err
	}
	row := int64(-1)
	var of *RowError
	if errors.As(err, &of) {
		row, err = int64(m.Rows[of.Row]), of.Err
	}
	return &NetworkError{m.layers.Names.String(int32(network)), row, err}
}

// pick takes the rows that a network has, and their weights.
func (m *LayerMaker) pick(network int) (err error) {
	l := m.layers
	all := len(l.tails)
	if m.Rows, err = memory.Grow(m.Rows, all); err != nil {
		return err
	}
	if m.at, err = memory.Grow(m.at, all); err != nil {
		return err
	}
	if err := m.fitRows(all); err != nil {
		return err
	}
	weight := func(row int) float64 { return l.graph.Rows.Weights[row] }
	if l.weights.Values != nil {
		weight = func(row int) float64 { return l.weights.at(row, network) }
	}
	count := 0
	for row := range all {
		if err := m.stop.every(row); err != nil {
			return err
		}
		m.at[row] = -1
		if l.presence.Values != nil && l.presence.at(row, network) == 0 {
			continue
		}
		if l.options.Weighted {
			w := weight(row)
			if math.IsInf(w, 1) {
				continue
			}
			m.rows.Weights[count] = w
		}
		m.rows.Tails[count], m.rows.Heads[count] = l.tails[row], l.heads[row]
		m.Rows[count], m.at[row] = int32(row), int32(count)
		count++
	}
	m.Rows = m.Rows[:count]
	m.rows.Tails, m.rows.Heads = m.rows.Tails[:count], m.rows.Heads[:count]
	if l.options.Weighted {
		m.rows.Weights = m.rows.Weights[:count]
	}
	return nil
}

// filter makes lists by vertex without the entries of rows that the network lacks.
func (m *LayerMaker) filter(all, into *lists) error {
	n := len(all.offsets) - 1
	if err := into.fit(n, len(all.targets)); err != nil {
		return err
	}
	at, to := m.at, int64(0)
	for v := range n {
		if err := m.stop.every(v); err != nil {
			return err
		}
		into.offsets[v] = to
		for i := all.offsets[v]; i < all.offsets[v+1]; i++ {
			if place := at[all.rows[i]]; place >= 0 {
				into.targets[to], into.rows[to] = all.targets[i], place
				to++
			}
		}
	}
	into.offsets[n] = to
	into.targets, into.rows = into.targets[:to], into.rows[:to]
	return nil
}
