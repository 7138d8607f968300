package graph

import "gobc/core/memory"

// AddSubgraph adds some vertices of a graph, nil for those of its largest component, and the edges between them to the
// builder, which is empty, and sets its options but for Threads. Vertices and edges keep their order, whatever that of
// the list. With numbered set the labels are 0, 1, 2, ... in place of the graph's. finish is then called on the graph
// for what a builder does not know. O(n + m).
func (b *Builder) AddSubgraph(g *Graph, vertices []int32, numbered bool,
	check func() error) (finish func(*Graph), err error) {
	b.options.Directed, b.options.Weighted, b.marks = g.Directed, g.Weighting != nil, g.Marked != nil
	position, err := memory.Make[int32](g.Vertices) // counts from 1; 0 is a vertex that stays behind
	if err != nil {
		return nil, err
	}
	defer memory.Free(position)
	if vertices == nil {
		first, last := g.Largest()
		vertices = g.Vertex[first:last]
	}
	for _, v := range vertices {
		position[v] = 1
	}
	if err := b.addLabelsOf(g, position, numbered, check); err != nil {
		return nil, err
	}
	if err := b.addRowsOf(g, position, check); err != nil {
		return nil, err
	}
	for _, r := range g.Marked {
		p := position[g.Vertex[r]]
		if p == 0 {
			continue
		}
		if b.marked, err = memory.Grow(b.marked, len(b.marked)+1); err != nil {
			return nil, err
		}
		b.marked[len(b.marked)-1] = p - 1
	}
	return func(made *Graph) {
		made.SourceName, made.TargetName, made.WeightName = g.SourceName, g.TargetName, g.WeightName
	}, check()
}

// addLabelsOf adds the labels of the vertices that have a position, and sets their positions.
func (b *Builder) addLabelsOf(g *Graph, position []int32, numbered bool, check stopper) error {
	format := g.Labels.Format
	if numbered {
		format = "l"
	}
	if err := b.labels.adopt(format); err != nil && format != "" {
		return err
	}
	for v := range int32(g.Vertices) {
		if err := check.every(int(v)); err != nil {
			return err
		}
		if position[v] == 0 {
			continue
		}
		var p int32
		var err error
		switch {
		case numbered:
			p, err = b.labels.internInt(int64(b.labels.count), true)
		case b.labels.Kind == Text:
			p, err = b.labels.internText(string(g.Labels.TextOf(v)), true)
		default:
			p, err = b.labels.internInt(g.Labels.Int(v), true)
		}
		if err != nil {
			return err
		}
		position[v] = p + 1
	}
	return nil
}

// addRowsOf adds the rows both of whose ends have a position.
func (b *Builder) addRowsOf(g *Graph, position []int32, check stopper) error {
	for row, tail := range g.Rows.Tails {
		if err := check.every(row); err != nil {
			return err
		}
		u, w := position[g.Vertex[tail]], position[g.Vertex[g.Rows.Heads[row]]]
		if u == 0 || w == 0 {
			continue
		}
		if err := b.append(u-1, w-1); err != nil {
			return err
		}
		if g.Rows.Weights == nil {
			continue
		}
		if err := b.appendWeight(g.Rows.Weights[row], int64(len(b.rows.Tails)-1)); err != nil {
			return err
		}
	}
	return nil
}
