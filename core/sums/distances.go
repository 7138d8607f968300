package sums

import "gobc/core/memory"

// DistanceKinds says what a sweep of distances adds up, by target.
type DistanceKinds uint32

const (
	Distance     DistanceKinds = 1 << iota // distances from the sources that reach the target
	Reached                                // their number, the target among them where it is one
	Harmonic                               // reciprocals of the distances above 0
	Eccentricity                           // the largest distance, a maximum
)

// Hops are sums of distances in edges, by target; any array may be nil.
type Hops struct {
	Distance     []int64
	Reached      []int64
	Harmonic     []uint64 // two words a vertex, in units of 2^-64
	Eccentricity []int32  // a maximum
}

// NewHops makes zeroed sums for n vertices.
func NewHops(n int, kinds DistanceKinds) (*Hops, error) {
	h := &Hops{}
	m := maker[DistanceKinds]{kinds: kinds}
	h.Distance = made[int64](&m, Distance, n)
	h.Reached = made[int64](&m, Reached, n)
	h.Harmonic = made[uint64](&m, Harmonic, 2*n)
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
	memory.Free(h.Harmonic)
	memory.Free(h.Eccentricity)
	*h = Hops{}
}

// Add adds other sums.
func (h *Hops) Add(other *Hops) {
	addCounts(h.Distance, other.Distance)
	addCounts(h.Reached, other.Reached)
	addArray(h.Harmonic, other.Harmonic)
	takeMaxima(h.Eccentricity, other.Eccentricity)
}

// Lengths are sums of distances in a weighted graph, by target; any array may be nil. Distances are in units of
// 2^DistanceUnit, harmonic sums in units of 2^HarmonicUnit; see gobc_length_totals in kernels.h.
type Lengths struct {
	Distance, Harmonic         []uint64 // two words a vertex
	Reached                    []int64
	Eccentricity               []float64 // a maximum
	Farthest                   []float64 // by place in the last batch; as many as it can have
	DistanceUnit, HarmonicUnit int
}

// NewLengths makes zeroed sums for n vertices.
func NewLengths(n int, kinds DistanceKinds, distanceUnit, harmonicUnit int) (*Lengths, error) {
	l := &Lengths{DistanceUnit: distanceUnit, HarmonicUnit: harmonicUnit}
	m := maker[DistanceKinds]{kinds: kinds}
	l.Distance = made[uint64](&m, Distance, 2*n)
	l.Harmonic = made[uint64](&m, Harmonic, 2*n)
	l.Reached = made[int64](&m, Reached, n)
	l.Eccentricity = made[float64](&m, Eccentricity, n)
	if m.err != nil {
		l.Free()
		return nil, m.err
	}
	return l, nil
}

// LengthBytes is what NewLengths allocates for n vertices.
func (k DistanceKinds) LengthBytes(n int64) int64 { return k.bytes(n, 16, 8, 16, 8) }

func (k DistanceKinds) bytes(n, distance, reached, harmonic, eccentricity int64) (bytes int64) {
	for kind, each := range map[DistanceKinds]int64{Distance: distance, Reached: reached, Harmonic: harmonic, Eccentricity: eccentricity} {
		if k&kind != 0 {
			bytes += each * n
		}
	}
	return bytes
}

// Free releases the arrays.
func (l *Lengths) Free() {
	memory.Free(l.Distance)
	memory.Free(l.Harmonic)
	memory.Free(l.Reached)
	memory.Free(l.Eccentricity)
	memory.Free(l.Farthest)
	*l = Lengths{DistanceUnit: l.DistanceUnit, HarmonicUnit: l.HarmonicUnit}
}

// Add adds other sums of the same units.
func (l *Lengths) Add(other *Lengths) {
	addArray(l.Distance, other.Distance)
	addArray(l.Harmonic, other.Harmonic)
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
