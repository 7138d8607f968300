package graph

import (
	"fmt"
	"slices"

	gonum "gonum.org/v1/gonum/graph"

	"gobc/core/memory"
)

// FromEdges builds a graph of the vertices 0..n-1, which are also its labels.
func FromEdges(n int, source, target []int64, options Options) (*Graph, error) {
	return FromWeightedEdges(n, source, target, nil, options)
}

// FromWeightedEdges is FromEdges with a weight for every edge; nil: unweighted.
func FromWeightedEdges(n int, source, target []int64, weight []float64, options Options) (*Graph, error) {
	options.Weighted = weight != nil
	b := NewBuilder(options)
	defer b.Close()
	if err := b.labels.adopt("l"); err != nil {
		return nil, err
	}
	for v := range n {
		if _, err := b.labels.internInt(int64(v), true); err != nil {
			return nil, err
		}
	}
	for i, u := range source {
		if w := target[i]; u < 0 || w < 0 || u >= int64(n) || w >= int64(n) {
			return nil, &RowError{int64(i), fmt.Errorf("edge %d - %d is outside the vertices 0..%d", u, w, n-1)}
		}
		if err := b.append(int32(u), int32(target[i])); err != nil {
			return nil, err
		}
		if weight == nil {
			continue
		}
		if err := b.appendWeight(weight[i], int64(i)); err != nil {
			return nil, err
		}
	}
	return b.Finish(func() bool { return false })
}

// FromGonum builds a graph from a gonum graph, as AddGonum reads it.
func FromGonum(from gonum.Graph, threads int) (*Graph, error) {
	b := NewBuilder(GonumOptions(from, threads))
	defer b.Close()
	if err := b.AddGonum(from, func() error { return nil }); err != nil {
		return nil, err
	}
	return b.Finish(func() bool { return false })
}

// GonumOptions returns the options of a builder for AddGonum.
func GonumOptions(from gonum.Graph, threads int) Options {
	_, directed := from.(gonum.Directed)
	return Options{Directed: directed, Weighted: gonumWeighted(from), Threads: threads}
}

func gonumWeighted(from gonum.Graph) bool {
	if _, multi := from.(gonum.Multigraph); multi {
		_, weighted := from.(gonum.WeightedMultigraph)
		return weighted
	}
	_, weighted := from.(gonum.Weighted)
	return weighted
}

// AddGonum adds the nodes and edges of a gonum graph: node IDs become integer labels, ascending, and edges ascend by both
// ends, undirected ones from the smaller ID. Weights are those of a graph.Weighted; of a graph.Multigraph every line is an
// edge, weighted if it is a graph.WeightedMultigraph. The error of check, which is asked once in 2^16 edges, ends it.
// O(n log n + m log m).
func (b *Builder) AddGonum(from gonum.Graph, check func() error) error {
	if err := b.labels.adopt("l"); err != nil {
		return err
	}
	nodes := ascending(from.Nodes())
	number := make(map[int64]int32, len(nodes))
	for _, id := range nodes {
		v, err := b.labels.internInt(id, true)
		if err != nil {
			return err
		}
		number[id] = v
	}
	stop := stopper(check)
	for _, id := range nodes {
		for _, to := range ascending(from.From(id)) {
			w, known := number[to]
			if !known {
				return fmt.Errorf("node %d is a neighbor of node %d but not among the graph's nodes", to, id)
			}
			if !b.options.Directed && to < id {
				continue // seen from the other end
			}
			if err := stop.every(len(b.source)); err != nil {
				return err
			}
			if err := b.addLines(from, id, to, number[id], w); err != nil {
				return err
			}
		}
	}
	return nil
}

func ascending(nodes gonum.Nodes) []int64 {
	ids := make([]int64, 0, max(nodes.Len(), 0))
	for nodes.Next() {
		ids = append(ids, nodes.Node().ID())
	}
	slices.Sort(ids)
	return ids
}

// addLines adds what leads from a node to another: one edge, or the lines of a multigraph.
func (b *Builder) addLines(from gonum.Graph, id, to int64, u, w int32) error {
	switch from := from.(type) {
	case gonum.WeightedMultigraph:
		for lines := from.WeightedLines(id, to); lines.Next(); {
			if err := b.addLine(u, w, lines.WeightedLine().Weight()); err != nil {
				return err
			}
		}
	case gonum.Multigraph:
		for lines := from.Lines(id, to); lines.Next(); {
			if err := b.append(u, w); err != nil {
				return err
			}
		}
	case gonum.Weighted:
		length, _ := from.Weight(id, to)
		return b.addLine(u, w, length)
	default:
		return b.append(u, w)
	}
	return nil
}

func (b *Builder) addLine(u, w int32, length float64) error {
	if err := b.append(u, w); err != nil {
		return err
	}
	return b.appendWeight(length, int64(len(b.source)-1))
}

func (b *Builder) append(u, w int32) (err error) {
	if b.source, err = memory.Grow(b.source, len(b.source)+1); err != nil {
		return err
	}
	if b.target, err = memory.Grow(b.target, len(b.target)+1); err != nil {
		return err
	}
	b.source[len(b.source)-1], b.target[len(b.target)-1] = u, w
	return nil
}
