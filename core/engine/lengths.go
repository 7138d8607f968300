package engine

import (
	"fmt"
	"math"
	"slices"

	"gobc/core/graph"
	"gobc/core/sums"
)

// Lengths is how the lengths of a weighted task are held.
type Lengths struct {
	Type      string  `json:"type"`             // of the distance rows
	PerUnit   float64 `json:"units,omitempty"`  // lengths are whole numbers of units: so many in 1; 0: float64
	Tolerance float64 `json:"tolerance"`        // of ties, relative; 0: exact
	Longest   float64 `json:"longest_at_most"`  // no distance is longer, in the caller's measure
	Seen      float64 `json:"longest_at_least"` // a distance that was met in planning

	RowBits                      int `json:"-"` // of a distance
	DistanceUnit, ReciprocalUnit int `json:"-"` // sums of distances and of their reciprocals are in units of 2^x
	Finer                        int `json:"-"` // windows of smaller units beside them
}

// RowBits of distances: whole numbers of so many bits, float64; a GOBC_DISTANCE of kernels.h.
const (
	U16 = 16
	U32 = 32
	U64 = 64
	F64 = -64
)

// Units returns how many units a length of 1 has: 1 for lengths in float64 and for numbers of edges, whose Lengths are
// nil.
func (l *Lengths) Units() float64 {
	if l != nil && l.PerUnit > 0 {
		return l.PerUnit
	}
	return 1
}

// SetTerm makes the task sum the powers of a base or, if that is 0, the reciprocals of its distances.
func (t *Task) SetTerm(base float64) {
	switch {
	case base > 0 && t.Lengths != nil:
		t.Term = sums.Powers(base, t.Lengths.Units(), t.nearest(), sums.LengthUnit)
	case base > 0:
		t.Term = sums.Powers(base, 1, 1, sums.HopUnit)
	case t.Lengths != nil:
		t.Term = sums.Term{Unit: t.Lengths.ReciprocalUnit}
	default:
		t.Term = sums.Term{Unit: sums.HopUnit}
	}
}

// nearest returns the least distance above 0 from any source, in units: that of the shortest arc. O(m).
func (t *Task) nearest() float64 {
	least, out := math.Inf(1), t.Forest.Out
	for _, s := range t.Sources {
		for arc := out.Offsets[s]; arc < out.Offsets[s+1]; arc++ {
			if out.Weights != nil {
				least = min(least, float64(out.Weights[arc]))
			} else {
				least = min(least, out.Reals[arc])
			}
		}
	}
	return least
}

// CheckTies returns an error if the smallest weight is lost when it is added to a distance of this length, in the
// tolerance of ties or in the rounding of float64.
func (l *Lengths) CheckTies(w *graph.Weighting, distance float64) error {
	if l == nil || l.PerUnit > 0 || w.SmallestRow < 0 {
		return nil
	}
	lost := max(l.Tolerance, 0x1p-52)
	if w.Smallest > lost*distance {
		return nil
	}
	return &graph.RowError{Row: w.SmallestRow, Err: fmt.Errorf(
		"the weight %g is too small to resolve relative to distances of %g: lengths within a relative %.3g of each "+
			"other count as ties; give a smaller tie_tolerance, or weights of more similar size",
		w.Smallest, distance, lost)}
}

// CheckExact returns an error if whole numbers of units were added up to a length that float64 may have rounded.
func (l *Lengths) CheckExact(w *graph.Weighting, distance float64) error {
	if distance <= graph.MostUnits {
		return nil
	}
	return &graph.RowError{Row: w.LargestRow, Err: fmt.Errorf(
		"the weight is %.16g, and paths are up to %.16g long: lengths compare exactly below 2^53 units of %g; give "+
			"weights in a larger unit",
		w.Largest, distance/l.PerUnit, 1/l.PerUnit)}
}

// SettleLengths chooses the type of the distance rows of a weighted call: the narrowest that holds every distance. In
// an undirected graph no distance of a component is longer than twice the longest from any one of its vertices; in a
// directed one no shortest path has more edges than its component has vertices, less one.
func (c *Call) SettleLengths(tolerance float64, paths bool) error {
	if !c.Weighted {
		return nil
	}
	w := c.Graph.Weighting
	l := &Lengths{PerUnit: w.PerUnit, Tolerance: tolerance}
	l.Longest = float64(max(c.Graph.LargestComponent()-1, 0)) * w.Largest
	c.Lengths = l
	if c.Pairs.HasDecay() {
		pairs := *c.Pairs
		pairs.DistanceDecay = pairs.DistanceDecay.In(l.Units())
		c.Pairs = &pairs
	}
	seen, err := farthest(c.Graph, c.Cancel)
	if err != nil {
		return err
	}
	l.Seen = seen
	if !c.Graph.Directed {
		l.Longest = min(l.Longest, 2*seen)
	}
	if l.PerUnit == 0 {
		l.float64s(w)
		c.cutAt(func(cutoff float64) float64 { return cutoff * (1 + l.Tolerance) })
		if paths {
			return l.CheckTies(w, seen)
		}
		return nil
	}
	l.wholeNumbers(w.Wide)
	if w.Wide && c.All() && !c.Cut() {
		return l.CheckExact(w, seen*l.PerUnit)
	}
	c.cutAt(w.Floor)
	return nil
}

// cutAt turns cutoffs into the longest lengths that searches count. Reals that tie with a cutoff are within it: else a
// pair could count from one of its ends alone, as the same path may add up to another last digit from there.
func (c *Call) cutAt(longest func(cutoff float64) float64) {
	if !c.Cut() {
		return
	}
	pairs := *c.Pairs
	pairs.Cutoff, pairs.Inner = longest(pairs.Cutoff), slices.Clone(pairs.Inner)
	for i, cutoff := range pairs.Inner {
		pairs.Inner[i] = longest(cutoff)
	}
	c.Pairs = &pairs
}

// float64s holds lengths as they are, and their sums in units that no sum passes.
func (l *Lengths) float64s(w *graph.Weighting) {
	l.Type, l.RowBits = "float64", F64
	_, most := math.Frexp(max(l.Longest, w.Largest))
	_, least := math.Frexp(1 / max(w.Smallest, 0x1p-1000))
	l.DistanceUnit, l.ReciprocalUnit = most-95, least-95
	if span := most + least; span > oneWindow {
		l.Finer = span / sums.WindowBits
	}
}

// oneWindow is how many binary digits are between the longest and the shortest distance where sums have one window: a
// distance is rounded by 2^-46 of itself at most.
const oneWindow = 50

// wholeNumbers holds lengths as multiples of the graph's unit.
func (l *Lengths) wholeNumbers(wide bool) {
	l.Tolerance, l.ReciprocalUnit = 0, sums.LengthUnit
	switch units := l.Longest * l.PerUnit; {
	case wide:
		l.Type, l.RowBits = "float64", F64
	case units < math.MaxUint16:
		l.Type, l.RowBits = "uint16", U16
	case units < math.MaxUint32:
		l.Type, l.RowBits = "uint32", U32
	default:
		l.Type, l.RowBits = "uint64", U64
	}
}

type farthestKey struct{}

// farthest returns the longest distance from the first vertex of any component, in the caller's measure; once a graph.
func farthest(g *graph.Graph, cancel *int32) (float64, error) {
	if v, ok := g.Memo.Load(farthestKey{}); ok {
		return v.(float64), nil
	}
	longest, err := cpuEngine.Farthest(g.Forest(graph.Deduplicated), cancel)
	if err != nil {
		return 0, err
	}
	if w := g.Weighting; w.PerUnit > 0 {
		longest /= w.PerUnit
	}
	g.Memo.Store(farthestKey{}, longest)
	return longest, nil
}
