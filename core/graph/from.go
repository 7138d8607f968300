package graph

import (
	"fmt"
	"iter"
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
	numbers := Column{Rows: n, Format: "l", Int: func(row int) int64 { return int64(row) }}
	if err := b.AddNodes(numbers, nil, 0); err != nil {
		return nil, err
	}
	var weights *Column
	if weight != nil {
		weights = new(Reals(weight))
	}
	if err := b.AddEdges(Integers(source), Integers(target), weights, 0); err != nil {
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

// AddGonum adds the nodes and edges of a gonum graph: node IDs become integer labels, ascending, and edges ascend by
// both ends, undirected ones from the smaller ID. Weights are those of a graph.Weighted; of a graph.Multigraph every
// line is an edge, weighted if it is a graph.WeightedMultigraph. The error of check, which is asked once in 2^16 edges,
// ends it. O(n log n + m log m).
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
			if err := stop.every(len(b.rows.Tails)); err != nil {
				return err
			}
			for length := range lines(from, id, to) {
				if err := b.append(number[id], w); err != nil {
					return err
				}
				if !b.options.Weighted {
					continue
				}
				if err := b.appendWeight(length, int64(len(b.rows.Tails)-1)); err != nil {
					return ofEdge(id, to, err)
				}
			}
		}
	}
	return nil
}

// ofEdge names the ends of an edge in place of its row, which a gonum graph has not.
func ofEdge(from, to int64, err error) error {
	if row, ok := err.(*RowError); ok {
		return &edgeError{from, to, row}
	}
	return err
}

// edgeError is the error of an edge by the IDs of its ends.
type edgeError struct {
	from, to int64
	row      *RowError
}

func (e *edgeError) Error() string {
	return fmt.Sprintf("the edge from node %d to node %d: %v", e.from, e.to, e.row.Err)
}
func (e *edgeError) Unwrap() error { return e.row }

func ascending(nodes gonum.Nodes) []int64 {
	ids := make([]int64, 0, max(nodes.Len(), 0))
	for nodes.Next() {
		ids = append(ids, nodes.Node().ID())
	}
	slices.Sort(ids)
	return ids
}

// lines yields the weights of what leads from a node to another, 0 where there are none: one edge, or the lines of a
// multigraph.
func lines(from gonum.Graph, id, to int64) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		switch from := from.(type) {
		case gonum.WeightedMultigraph:
			for lines := from.WeightedLines(id, to); lines.Next() && yield(lines.WeightedLine().Weight()); {
			}
		case gonum.Multigraph:
			for lines := from.Lines(id, to); lines.Next() && yield(0); {
			}
		case gonum.Weighted:
			length, _ := from.Weight(id, to)
			yield(length)
		default:
			yield(0)
		}
	}
}

func (b *Builder) append(u, w int32) (err error) {
	if b.rows.Tails, err = memory.Grow(b.rows.Tails, len(b.rows.Tails)+1); err != nil {
		return err
	}
	if b.rows.Heads, err = memory.Grow(b.rows.Heads, len(b.rows.Heads)+1); err != nil {
		return err
	}
	b.rows.Tails[len(b.rows.Tails)-1], b.rows.Heads[len(b.rows.Heads)-1] = u, w
	return nil
}

// FromDegrees makes an undirected graph of adjacency lists alone, without labels or an edge table, whose components are
// ranges of ranks. The lists have these degrees, and weights where those of `like` have them. The caller fills them
// before anyone reads the graph. O(n + m).
func FromDegrees(degrees []int64, components []int32, weighting *Weighting, like *CSR) (*Graph, error) {
	lists := &CSR{}
	g := &Graph{Vertices: len(degrees), Weighting: weighting, deduplicated: View{lists, lists}}
	var err error
	if g.Components, err = memory.Make[int32](len(components)); err == nil {
		copy(g.Components, components)
		lists.Offsets, err = memory.Make[int64](len(degrees) + 1)
	}
	if err == nil {
		for v, degree := range degrees {
			lists.Offsets[v+1] = lists.Offsets[v] + degree
			lists.MaxDegree = max(lists.MaxDegree, degree)
		}
		g.Edges = lists.Offsets[len(degrees)] / 2
		err = lists.makeLists(int(2*g.Edges), like.keys())
	}
	if err != nil {
		g.Free()
		return nil, err
	}
	return g, nil
}
