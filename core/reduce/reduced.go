package reduce

import (
	"gobc/core/graph"
	"gobc/core/sums"
)

// What Reduced asks of the blocks, of them weighed by paths, of chains, and of twins. Chains and twins embed the blocks
// that they are on, so that each names all of it.
var _ = []Reduced{(*Weighed)(nil), (*Stress)(nil), (*Chains)(nil), (*Twins)(nil)}

func shapeOf(f *graph.Forest) sums.Shape {
	return sums.Shape{Vertices: f.Vertices, OutArcs: int(f.Arcs()), InArcs: int(f.Arcs()), Undirected: true}
}

// shape is that of sums of the union.
func (u *Union) shape() sums.Shape { return shapeOf(u.Graph.Forest(graph.Deduplicated)) }

// Swept is the union with the weights of its copies.
func (w *Weighed) Swept() Swept { return Swept{Graph: w.Graph, Sources: w.Sources, Pairs: &w.Pairs} }

// Swept is the union with numbers of paths for weights.
func (s *Stress) Swept() Swept { return Swept{Graph: s.Graph, Sources: s.Sources, Pairs: &s.Pairs} }

// Swept is the graph of the classes.
func (t *Twins) Swept() Swept {
	return Swept{Graph: t.Contracted, Sources: t.Sources, Pairs: &t.Pairs}
}

// Swept is the graph of the nodes, from their batches.
func (c *Chains) Swept() Swept {
	batches := make([]int32, len(c.Batches))
	for i := range batches {
		batches[i] = int32(i)
	}
	return Swept{Graph: c.Contracted, Sources: batches, Pairs: &c.Pairs, Chains: c, Weighted: true}
}

// Needs are those of the graph.
func (w *Weighed) Needs(of sums.Kinds) sums.Kinds { return of }

// Needs are those of the graph, and the paths that go on from each copy.
func (s *Stress) Needs(of sums.Kinds) sums.Kinds { return of | sums.PathsOnward }

// Needs are all that chains of this kind add up.
func (c *Chains) Needs(sums.Kinds) sums.Kinds { return c.Kinds() }

// Needs are those of the blocks.
func (t *Twins) Needs(of sums.Kinds) sums.Kinds { return of }

// ShapeBefore is the shape of the sums of the graph.
func (w *Weighed) ShapeBefore() sums.Shape { return shapeOf(w.Blocks.Forest()) }

// ShapeBefore is the shape of the sums of the union.
func (c *Chains) ShapeBefore() sums.Shape { return c.shape() }

// ShapeBefore is the shape of the sums of the union.
func (t *Twins) ShapeBefore() sums.Shape { return t.shape() }

// WorkBefore is that of the graph.
func (w *Weighed) WorkBefore() Work { return Work{Arcs: w.Masses.Before} }

// Work is that of the blocks.
func (w *Weighed) Work() Work { return Work{Arcs: w.After} }

// RoundsWork is that of sweeps of distances.
func (w *Weighed) RoundsWork() Work { return Work{Arcs: w.AfterRounds} }

// WorkBefore is that of the blocks.
func (c *Chains) WorkBefore() Work { return c.Weighed.Work() }

// WorkBefore is that of the blocks.
func (t *Twins) WorkBefore() Work { return t.Weighed.Work() }
