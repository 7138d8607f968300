package cpu

import (
	"errors"

	"gobc/core/memory"
)

// Types of the distance rows of the merged sweep, GOBC_DISTANCE_* in kernels.h: whole numbers of so many bits, float64.
const (
	DistanceU16 = 16
	DistanceU32 = 32
	DistanceU64 = 64
	DistanceF64 = -64
)

// MergedWidth is the number of sources that a batch of the merged sweep can hold.
const MergedWidth = 64

// ErrStalled is returned when a weighted sweep did not come to every vertex that it had a distance for: with weights
// that are not lost beside distances this is a defect of the kernel.
var ErrStalled = errors.New("a weighted sweep stalled: some vertex has a distance but no path")

// LengthTotals is where one thread adds the lengths of a weighted graph, by target; any array may be nil. Distances are
// in units of 2^DistanceUnit, harmonic sums in units of 2^HarmonicUnit; see gobc_length_totals in kernels.h.
type LengthTotals struct {
	Distance, Harmonic         []uint64 // two words a vertex
	Reached                    []int64
	Eccentricity               []float64
	Farthest                   []float64 // by place in the last batch, of package memory; as many as it can have
	DistanceUnit, HarmonicUnit int
}

// NewLengthTotals makes zeroed totals for n vertices.
func NewLengthTotals(n int, needs DistanceNeeds, distanceUnit, harmonicUnit int) (*LengthTotals, error) {
	t := &LengthTotals{DistanceUnit: distanceUnit, HarmonicUnit: harmonicUnit}
	var err error
	if needs&Distance != 0 {
		t.Distance, err = memory.Make[uint64](2 * n)
	}
	if err == nil && needs&Harmonic != 0 {
		t.Harmonic, err = memory.Make[uint64](2 * n)
	}
	if err == nil && needs&Reached != 0 {
		t.Reached, err = memory.Make[int64](n)
	}
	if err == nil && needs&Eccentricity != 0 {
		t.Eccentricity, err = memory.Make[float64](n)
	}
	if err != nil {
		t.Free()
		return nil, err
	}
	return t, nil
}

// Free releases the arrays.
func (t *LengthTotals) Free() {
	memory.Free(t.Distance)
	memory.Free(t.Harmonic)
	memory.Free(t.Reached)
	memory.Free(t.Eccentricity)
	memory.Free(t.Farthest)
	*t = LengthTotals{DistanceUnit: t.DistanceUnit, HarmonicUnit: t.HarmonicUnit}
}

// Add adds other, of the same units, into t: integers and maxima, so no order of threads shows.
func (t *LengthTotals) Add(other *LengthTotals) {
	addWords(t.Distance, other.Distance)
	addWords(t.Harmonic, other.Harmonic)
	for i, r := range other.Reached {
		t.Reached[i] += r
	}
	for i, e := range other.Eccentricity {
		t.Eccentricity[i] = max(t.Eccentricity[i], e)
	}
}
