package sums

import (
	"math"

	"gobc/core/memory"
)

// DistanceKinds says what a sweep of distances adds up, by target.
type DistanceKinds uint32

const (
	Distance     DistanceKinds = 1 << iota // distances from the sources that reach the target
	Reached                                // their number, the target among them where it is one
	Terms                                  // terms of the distances above 0
	Eccentricity                           // the largest distance, a maximum
)

// Hops are sums of distances in edges, by target; any array may be nil.
type Hops struct {
	Distance     []int64
	Reached      []int64
	Terms        []uint64 // two words a vertex, in units of 2^-64
	Eccentricity []int32  // a maximum
	Term         Term
}

// NewHops makes zeroed sums for n vertices.
func NewHops(n int, kinds DistanceKinds, term Term) (*Hops, error) {
	h := &Hops{Term: term}
	m := maker[DistanceKinds]{kinds: kinds}
	h.Distance = made[int64](&m, Distance, n)
	h.Reached = made[int64](&m, Reached, n)
	h.Terms = made[uint64](&m, Terms, 2*n)
	h.Eccentricity = made[int32](&m, Eccentricity, n)
	if m.err != nil {
		h.Free()
		return nil, m.err
	}
	return h, nil
}

// HopBytes is what NewHops allocates for n vertices.
func (k DistanceKinds) HopBytes(n int64) int64 { return k.bytes(n, 8, 8, 16, 4) }

// Free releases the arrays.
func (h *Hops) Free() {
	memory.Free(h.Distance)
	memory.Free(h.Reached)
	memory.Free(h.Terms)
	memory.Free(h.Eccentricity)
	*h = Hops{Term: h.Term}
}

func (h *Hops) clear() {
	clear(h.Distance)
	clear(h.Reached)
	clear(h.Terms)
	clear(h.Eccentricity)
}

// Add adds other sums.
func (h *Hops) Add(other *Hops) {
	addCounts(h.Distance, other.Distance)
	addCounts(h.Reached, other.Reached)
	addArray(h.Terms, other.Terms)
	takeMaxima(h.Eccentricity, other.Eccentricity)
}

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

// keep releases the sums of other kinds.
func (h *Hops) keep(kinds DistanceKinds) {
	dropUnless(kinds&Distance, &h.Distance)
	dropUnless(kinds&Reached, &h.Reached)
	dropUnless(kinds&Terms, &h.Terms)
	dropUnless(kinds&Eccentricity, &h.Eccentricity)
}

func (l *Lengths) keep(kinds DistanceKinds) {
	dropUnless(kinds&Distance, &l.Distance)
	dropUnless(kinds&Reached, &l.Reached)
	dropUnless(kinds&Terms, &l.Terms)
	dropUnless(kinds&Eccentricity, &l.Eccentricity)
	memory.Free(l.Farthest)
	l.Farthest = nil
}

func dropUnless[T any](wanted DistanceKinds, array *[]T) {
	if wanted == 0 {
		memory.Free(*array)
		*array = nil
	}
}

// WindowBits is how many exponents a window of sums of float64 lengths takes: 2^31 lengths add up without rounding.
const WindowBits = 43

// Lengths are sums of distances in a weighted graph, by target; any array may be nil. Distances are in units of
// 2^DistanceUnit, sums of terms in the unit of the term; see gobc_length_totals in kernels.h. Finer windows take
// distances and terms that these units would round: window k has units that are 2^(WindowBits k) times smaller.
type Lengths struct {
	Distance, Terms []uint64 // two words a window, 1 + Finer windows a vertex
	Reached         []int64
	Eccentricity    []float64 // a maximum
	Farthest        []float64 // by place in the last batch; as many as it can have
	DistanceUnit    int
	Finer           int // windows beside the first
	Term            Term
}

// NewLengths makes zeroed sums for n vertices, with so many finer windows.
func NewLengths(n int, kinds DistanceKinds, distanceUnit, finer int, term Term) (*Lengths, error) {
	l := &Lengths{DistanceUnit: distanceUnit, Finer: finer, Term: term}
	m := maker[DistanceKinds]{kinds: kinds}
	l.Distance = made[uint64](&m, Distance, 2*n*(1+finer))
	l.Terms = made[uint64](&m, Terms, 2*n*(1+finer))
	l.Reached = made[int64](&m, Reached, n)
	l.Eccentricity = made[float64](&m, Eccentricity, n)
	if m.err != nil {
		l.Free()
		return nil, m.err
	}
	return l, nil
}

// LengthBytes is what NewLengths allocates for n vertices.
func (k DistanceKinds) LengthBytes(n int64, finer int) int64 {
	windows := 16 * int64(1+finer)
	return k.bytes(n, windows, 8, windows, 8)
}

func (k DistanceKinds) bytes(n, distance, reached, terms, eccentricity int64) (bytes int64) {
	for kind, each := range map[DistanceKinds]int64{Distance: distance, Reached: reached, Terms: terms,
		Eccentricity: eccentricity} {
		if k&kind != 0 {
			bytes += each * n
		}
	}
	return bytes
}

// Free releases the arrays.
func (l *Lengths) Free() {
	memory.Free(l.Distance)
	memory.Free(l.Terms)
	memory.Free(l.Reached)
	memory.Free(l.Eccentricity)
	memory.Free(l.Farthest)
	*l = Lengths{DistanceUnit: l.DistanceUnit, Finer: l.Finer, Term: l.Term}
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

// total adds up the windows of a vertex, smallest first. value is that of a sum in units 2^finer times smaller.
func (l *Lengths) total(words []uint64, v int, value func(sum Wide, finer int) float64) (total float64) {
	for k := l.Finer; k >= 0; k-- {
		total += value(At(words, v*(1+l.Finer)+k), WindowBits*k)
	}
	return total
}

// Add adds other sums of the same units.
func (l *Lengths) Add(other *Lengths) {
	addArray(l.Distance, other.Distance)
	addArray(l.Terms, other.Terms)
	addCounts(l.Reached, other.Reached)
	takeMaxima(l.Eccentricity, other.Eccentricity)
}

func addCounts(into, from []int64) {
	for i, x := range from {
		into[i] += x
	}
}

func takeMaxima[T int32 | float64](into, from []T) {
	for i, x := range from {
		into[i] = max(into[i], x)
	}
}
