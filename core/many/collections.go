package many

import "gobc/core/graph"

// table is the networks of one table of edges.
type table struct{ *graph.Networks }

func (t table) name(k int32) string                          { return t.Names.String(k) }
func (t table) known() map[int32]*graph.RowError             { return t.Bad }
func (t table) labels() []*graph.Labels                      { return []*graph.Labels{t.Names, t.Nodes} }
func (t table) prepareBytes() int64                          { return t.SplitBytes() }
func (t table) prepare(threads int, stop func() error) error { return t.Split(threads, stop) }
func (t table) bytes() int64                                 { return t.Bytes() }
func (t table) inOrder(edges bool) bool                      { return !edges && t.Numbered() }
func (t table) maker(once bool, cancelled func() bool) maker {
	m := t.NewMaker(cancelled)
	m.Once = once
	return &tableMaker{m, t.Networks}
}

func (t table) starts(edges bool) []int64 {
	if edges {
		return t.First
	}
	return t.Starts
}

func (t table) label(k int, vertices, tails, heads []int32) {
	for v := range vertices {
		vertices[v] = t.Label(k, int32(v))
	}
	for i := range tails {
		row := t.First[k] + int64(i)
		tails[i], heads[i] = t.Label(k, t.Tails[row]), t.Label(k, t.Heads[row])
	}
}

type tableMaker struct {
	*graph.Maker
	networks *graph.Networks
}

func (m *tableMaker) Make(k int) (*graph.Graph, error)       { return m.networks.Make(k, m.Maker) }
func (m *tableMaker) put(rows, values []float64, edges bool) { copy(rows, values) }

// layers are networks on the vertices of one graph.
type layers struct{ *graph.Layers }

func (l *layers) name(k int32) string                    { return l.Names.String(k) }
func (l *layers) known() map[int32]*graph.RowError       { return nil }
func (l *layers) labels() []*graph.Labels                { return []*graph.Labels{l.Names, l.Graph().Labels} }
func (l *layers) prepareBytes() int64                    { return graph.LayersBytes(l.Graph()) }
func (l *layers) prepare(_ int, stop func() error) error { return l.List(stop) }
func (l *layers) bytes() int64                           { return l.Bytes() }
func (l *layers) inOrder(bool) bool                      { return false }
func (l *layers) maker(_ bool, cancelled func() bool) maker {
	return layerMaker{l.NewMaker(cancelled)}
}

func (l *layers) starts(edges bool) []int64 {
	rows := int64(l.Graph().Vertices)
	if edges {
		rows = l.Graph().Edges
	}
	starts := make([]int64, l.Len()+1)
	for k := range starts {
		starts[k] = int64(k) * rows
	}
	return starts
}

func (l *layers) label(_ int, vertices, tails, heads []int32) {
	for v := range vertices {
		vertices[v] = int32(v)
	}
	for row := range tails {
		tails[row], heads[row] = l.Ends(row)
	}
}

type layerMaker struct{ *graph.LayerMaker }

func (m layerMaker) put(rows, values []float64, edges bool) {
	if !edges {
		copy(rows, values)
		return
	}
	for i, row := range m.Rows {
		rows[row] = values[i]
	}
}
