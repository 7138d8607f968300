package sums

import (
	"iter"
	"math"

	"gobc/core/memory"
)

// DistanceKinds says what a sweep of distances adds up, by target: a bit for each row of DistanceTable.
type DistanceKinds uint32

// Hops are sums of distances in edges, by target; any array may be nil. Terms are in units of 2^-64.
type Hops struct {
	HopSums
	Term Term
}

// NewHops makes zeroed sums for n vertices.
func NewHops(n int, kinds DistanceKinds, term Term) (*Hops, error) {
	h := &Hops{Term: term}
	if err := makeColumns(h.columns(), uint32(kinds), func(column) int { return n }); err != nil {
		h.Free()
		return nil, err
	}
	return h, nil
}

// HopBytes is what NewHops allocates for n vertices.
func (k DistanceKinds) HopBytes(n int64) int64 {
	return bytesOf(distanceKinds, uint32(k), func(kind *Kind) int64 { return n * kind.Item.bytes(0) })
}

// Held returns the array of a kind: []int32, []int64 or, of two words an item, []uint64. It is empty if the kind is not
// summed.
func (h *Hops) Held(kind DistanceKinds) any { return arrayOf(h.columns(), uint32(kind)) }

// Free releases the arrays.
func (h *Hops) Free() { freeColumns(h.columns(), 0) }

// Add adds other sums.
func (h *Hops) Add(other *Hops) { addColumns(h.columns(), other.columns()) }

// AddTimes adds 2^by times other sums of distances, and of nothing else.
func (s *Sums) AddTimes(by uint, other *Sums) {
	if s.Hops != nil {
		for i, x := range other.Hops.Distance {
			s.Hops.Distance[i] += x << by
		}
	}
	if s.Lengths != nil {
		for i := range len(other.Lengths.Distance) / 2 {
			Add(s.Lengths.Distance, i, At(other.Lengths.Distance, i).Shifted(by))
		}
	}
}

// WindowBits is how many exponents a window of sums of float64 lengths takes: 2^31 lengths add up without rounding.
const WindowBits = 43

// Lengths are sums of distances in a weighted graph, by target; any array may be nil. Distances are in units of
// 2^DistanceUnit, sums of terms in the unit of the term; see gobc_length_totals in kernels.h. Finer windows take
// distances and terms that these units would round: window k has units that are 2^(WindowBits k) times smaller.
type Lengths struct {
	LengthSums             // with two words a window, 1 + Finer windows a vertex
	Farthest     []float64 // by place in the last batch; as many as it can have
	DistanceUnit int
	Finer        int // windows beside the first
	Term         Term
}

// NewLengths makes zeroed sums for n vertices, with so many finer windows.
func NewLengths(n int, kinds DistanceKinds, distanceUnit, finer int, term Term) (*Lengths, error) {
	l := &Lengths{DistanceUnit: distanceUnit, Finer: finer, Term: term}
	err := makeColumns(l.columns(), uint32(kinds), func(c column) int { return n * c.Lengths.each(finer) })
	if err != nil {
		l.Free()
		return nil, err
	}
	return l, nil
}

// LengthBytes is what NewLengths allocates for n vertices.
func (k DistanceKinds) LengthBytes(n int64, finer int) int64 {
	return bytesOf(distanceKinds, uint32(k), func(kind *Kind) int64 { return n * kind.Lengths.bytes(finer) })
}

// Held is as that of Hops; a number of a kind may be a float64.
func (l *Lengths) Held(kind DistanceKinds) any { return arrayOf(l.columns(), uint32(kind)) }

// Free releases the arrays.
func (l *Lengths) Free() { l.keep(0) }

// keep releases what is not of some kinds.
func (l *Lengths) keep(kinds DistanceKinds) {
	freeColumns(l.columns(), uint32(kinds))
	memory.Free(l.Farthest)
	l.Farthest = nil
}

// Window returns the window that takes a length or term x > 0, less than 2^95 units of 2^unit.
func (l *Lengths) Window(x float64, unit int) int {
	_, exponent := math.Frexp(x)
	return min(max(0, (unit+95-exponent)/WindowBits), l.Finer)
}

// DistanceOf returns the sum of the distances of a vertex.
func (l *Lengths) DistanceOf(v int) float64 {
	return l.total(l.Distance, v, func(sum Wide,
		finer int) float64 {
		return math.Ldexp(sum.Float(), l.DistanceUnit-finer)
	})
}

// TermsOf returns the sum of the terms of a vertex; there are perUnit units in a length of 1.
func (l *Lengths) TermsOf(v int, perUnit float64) float64 {
	return l.total(l.Terms, v, func(sum Wide, finer int) float64 {
		term := l.Term
		term.Unit -= finer
		return term.Value(sum, perUnit)
	})
}

// total adds up the windows of a vertex, finest unit first. value converts a sum in units 2^finer times smaller.
func (l *Lengths) total(words []uint64, v int, value func(sum Wide, finer int) float64) (total float64) {
	for k := l.Finer; k >= 0; k-- {
		total += value(At(words, v*(1+l.Finer)+k), WindowBits*k)
	}
	return total
}

// Add adds other sums of the same units.
func (l *Lengths) Add(other *Lengths) { addColumns(l.columns(), other.columns()) }

// Gather adds the lengths that a search left at some vertices to the sums of the vertex v, and clears the sums that it
// left from first to last.
func (s *Sums) Gather(v int32, left *Sums, vertices iter.Seq[int32], first, last int32) {
	from := left.Lengths.columns()
	for i, c := range s.Lengths.columns() {
		c.content.(gatherer).gather(int(v), c.Lengths.each(s.Lengths.Finer), from[i].content, vertices, first, last)
	}
}

func addCounts(into, from []int64) {
	for i, x := range from {
		into[i] += x
	}
}
