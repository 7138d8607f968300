package plan

import (
	"math"
	"slices"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/sums"
)

// lengths settles the type of the distance rows: the narrowest that no distance passes. In an undirected graph no
// distance of a component is longer than twice the longest from any one of its vertices; in a directed one no shortest
// path has more edges than its component has vertices, less one.
func (r Request) lengths(c *engine.Call) error {
	if !r.Weighted {
		return nil
	}
	w := r.Graph.Weighting
	l := &engine.Lengths{PerUnit: w.PerUnit, Tolerance: r.Tolerance}
	c.Lengths = l
	crude := float64(max(r.Graph.LargestComponent()-1, 0)) * w.Largest
	l.Longest = crude
	seen, err := farthest(r.Graph, r.Cancel)
	if err != nil {
		return err
	}
	l.Seen = seen
	if !r.Graph.Directed {
		l.Longest = min(crude, 2*seen)
	}
	if l.PerUnit == 0 {
		l.Type, l.RowBits = "float64", engine.F64
		_, most := math.Frexp(max(l.Longest, w.Largest))
		_, least := math.Frexp(1 / max(w.Smallest, 0x1p-1000))
		l.DistanceUnit, l.HarmonicUnit = most-95, least-95
		if slices.ContainsFunc(r.Measures, func(m measure.Measure) bool { return m.Path != 0 }) {
			return l.CheckTies(w, seen)
		}
		return nil
	}
	l.Tolerance, l.HarmonicUnit = 0, -95
	if r.Cut() {
		c.Pairs = &sums.Pairs{SourceWeight: r.Pairs.SourceWeight, TargetWeight: r.Pairs.TargetWeight, Cutoff: w.Floor(r.Pairs.Cutoff)}
	}
	switch units := l.Longest * l.PerUnit; {
	case units < math.MaxUint16:
		l.Type, l.RowBits = "uint16", engine.U16
	case units < math.MaxUint32:
		l.Type, l.RowBits = "uint32", engine.U32
	default:
		l.Type, l.RowBits = "uint64", engine.U64
	}
	return nil
}

type farthestKey struct{}

// farthest returns the longest distance from the first vertex of any component, in the caller's measure; once a graph.
func farthest(g *graph.Graph, cancel *int32) (float64, error) {
	if v, ok := g.Memo.Load(farthestKey{}); ok {
		return v.(float64), nil
	}
	longest, err := engine.CPU().Farthest(g.Forest(graph.Deduplicated), cancel)
	if err != nil {
		return 0, err
	}
	if w := g.Weighting; w.PerUnit > 0 {
		longest /= w.PerUnit
	}
	g.Memo.Store(farthestKey{}, longest)
	return longest, nil
}
