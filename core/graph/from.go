package graph

import (
	"cmp"
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
	if err := b.labels.adopt(Integer, "l"); err != nil {
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

// FromGonum builds a graph from a gonum graph: node IDs become integer labels, ascending. The weights of a
// graph.Weighted are taken; parallel lines of multigraphs are not looked at. O(n log n + m).
func FromGonum(from gonum.Graph, threads int) (*Graph, error) {
	_, directed := from.(gonum.Directed)
	weights, weighted := from.(gonum.Weighted)
	b := NewBuilder(Options{Directed: directed, Weighted: weighted, Threads: threads})
	defer b.Close()
	if err := b.labels.adopt(Integer, "l"); err != nil {
		return nil, err
	}
	nodes := gonum.NodesOf(from.Nodes())
	slices.SortFunc(nodes, func(a, b gonum.Node) int { return cmp.Compare(a.ID(), b.ID()) })
	number := make(map[int64]int32, len(nodes))
	for _, n := range nodes {
		v, err := b.labels.internInt(n.ID(), true)
		if err != nil {
			return nil, err
		}
		number[n.ID()] = v
	}
	for _, n := range nodes {
		u := number[n.ID()]
		neighbours := gonum.NodesOf(from.From(n.ID()))
		slices.SortFunc(neighbours, func(a, b gonum.Node) int { return cmp.Compare(a.ID(), b.ID()) })
		for _, to := range neighbours {
			w, known := number[to.ID()]
			if !known {
				return nil, fmt.Errorf("node %d is a neighbour of node %d but not among the graph's nodes", to.ID(), n.ID())
			}
			if !directed && w < u {
				continue // seen from the other end
			}
			if err := b.append(u, w); err != nil {
				return nil, err
			}
			if !weighted {
				continue
			}
			length, _ := weights.Weight(n.ID(), to.ID())
			if err := b.appendWeight(length, int64(len(b.source)-1)); err != nil {
				return nil, err
			}
		}
	}
	return b.Finish(func() bool { return false })
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
