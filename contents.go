package gobc

import (
	"context"
	"slices"

	"gobc/core/answer"
	"gobc/core/graph"
	"gobc/core/memory"
)

// Vertices returns the IDs of the vertices, in the order of results. The slice is not to be changed. nil if the graph
// is closed, or if its file is found damaged: see [Graph.Verify].
func (g *Graph) Vertices() (ids []int64) {
	_ = g.use(context.Background(), func(core *graph.Graph) error {
		ids = g.labels(core).ids
		return nil
	})
	return ids
}

// Names returns the labels of a graph whose labels are texts, as graphs of files and of other languages may have: its
// IDs are 0, 1, 2, ..., and index the names. nil: labels are integers, which are the IDs, or as for Vertices. O(n).
func (g *Graph) Names() (names []string) {
	_ = g.use(context.Background(), func(core *graph.Graph) error {
		if core.Labels.Kind != graph.Text {
			return nil
		}
		names = make([]string, core.Vertices)
		for v := range names {
			names[v] = string(core.Labels.TextOf(int32(v)))
		}
		return nil
	})
	return names
}

// Edges returns the edges that the graph was built from, in their order. The zero value where Vertices gives nil. O(m).
func (g *Graph) Edges() (e Edges) {
	_ = g.use(context.Background(), func(core *graph.Graph) error {
		e = Edges{ends(core, core.Rows.Tails), ends(core, core.Rows.Heads), slices.Clone(core.Rows.Weights)}
		return nil
	})
	return e
}

// Has reports whether the graph has a vertex of this ID. O(1).
func (g *Graph) Has(id int64) bool {
	_, err := g.find([]int64{id})
	return err == nil
}

// find looks vertices up.
func (g *Graph) find(ids []int64) (vertices []int32, err error) {
	err = g.use(context.Background(), func(core *graph.Graph) error {
		found := core.NewLookup("vertices")
		found.Repeats = true
		if err := found.AddIDs(ids, nil); err != nil {
			return answer.Invalid("vertices: %v", err)
		}
		vertices = found.Vertices
		return nil
	})
	return vertices, err
}

// wayOf returns which ends of directed edges count.
func wayOf(d Direction) (out, in bool, err error) {
	switch d {
	case Outgoing:
		return true, false, nil
	case Incoming:
		return false, true, nil
	case EitherWay:
		return true, true, nil
	}
	return false, false, answer.Invalid("the direction is %q; choose gobc.Outgoing, gobc.Incoming or gobc.EitherWay", d)
}

// Degree returns the number of edges at each vertex, in the order of Vertices: in a directed graph of those that leave
// it (Outgoing), enter it (Incoming), or both (EitherWay). Parallel edges count each, an undirected self-loop twice,
// and edges of infinite weight not at all. O(n + m).
func (g *Graph) Degree(d Direction) (degrees []int64, err error) {
	return countsOf(g, d, (*graph.Graph).Degrees)
}

// SimpleDegree is Degree with parallel edges merged into one, as the scores of most presets have them.
func (g *Graph) SimpleDegree(d Direction) (degrees []int64, err error) {
	return countsOf(g, d, (*graph.Graph).SimpleDegrees)
}

// Strength returns the sum of the weights of the edges that Degree counts. A graph without weights is [ErrInvalid].
func (g *Graph) Strength(d Direction) (strengths []float64, err error) {
	return countsOf(g, d, func(core *graph.Graph, out, in bool) ([]float64, error) {
		if core.Weighting == nil {
			return nil, answer.Invalid("the graph has no weights, so its vertices have no strength; use Degree")
		}
		return core.Strengths(out, in)
	})
}

func countsOf[T int64 | float64](g *Graph, d Direction,
	count func(g *graph.Graph, out, in bool) ([]T, error)) (counts []T, err error) {
	out, in, err := wayOf(d)
	if err != nil {
		return nil, err
	}
	err = g.use(context.Background(), func(core *graph.Graph) error {
		values, err := count(core, out, in)
		counts = append([]T{}, values...)
		memory.Free(values)
		return err
	})
	return counts, err
}

// Neighbors returns the IDs of the vertices that share an edge with a vertex, each once and in the order of Vertices:
// in a directed graph by edges that leave it (Outgoing), enter it (Incoming), or either (EitherWay). A vertex with a
// self-loop is its own neighbor. An unknown ID is [ErrInvalid]. O(d log d) for d neighbors, and O(n + m) the first
// time.
func (g *Graph) Neighbors(id int64, d Direction) (ids []int64, err error) {
	out, in, err := wayOf(d)
	if err != nil {
		return nil, err
	}
	of, err := g.find([]int64{id})
	if err != nil {
		return nil, err
	}
	err = g.use(context.Background(), func(core *graph.Graph) error {
		found, err := core.Neighbors(of, out, in)
		ids = make([]int64, len(found))
		for i, v := range found {
			ids[i] = core.Labels.ID(v)
		}
		return err
	})
	return ids, err
}

// Components returns the number of each vertex's connected component, weakly connected if the graph is directed, in the
// order of Vertices. Components count from 0, in the order of their first vertices. O(n).
func (g *Graph) Components() (numbers []int32, err error) {
	err = g.use(context.Background(), func(core *graph.Graph) error {
		values, err := core.ComponentNumbers()
		numbers = append([]int32{}, values...)
		memory.Free(values)
		return err
	})
	return numbers, err
}

// LargestComponent returns the subgraph of the component with the most vertices, of several the one that comes first.
// Errors and the context are as for [NewGraph]. O(n + m) time and memory.
func (g *Graph) LargestComponent(ctx context.Context) (*Graph, error) { return g.subgraph(ctx, nil) }

// Subgraph returns the graph of some vertices and of the edges between them, which has memory of its own. Vertices and
// edges keep their order, and the sources marked in the graph stay marked. An unknown ID is [ErrInvalid]; other errors
// and the context are as for [NewGraph]. O(n + m) time and memory.
func (g *Graph) Subgraph(ctx context.Context, ids []int64) (*Graph, error) {
	vertices, err := g.find(ids)
	if err != nil {
		return nil, err
	}
	return g.subgraph(ctx, vertices)
}

func (g *Graph) subgraph(ctx context.Context, vertices []int32) (made *Graph, err error) {
	err = g.use(ctx, func(core *graph.Graph) (err error) {
		made, err = buildBy(ctx, graph.Options{}, GraphOptions{},
			func(b *graph.Builder, check func() error) (func(*graph.Graph), error) {
				return b.AddSubgraph(core, vertices, false, check)
			})
		return err
	})
	return made, err
}
