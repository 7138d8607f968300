// Package cpu runs the kernels on this machine's cores: the batched sweep for path counts and dependencies, the
// bit-parallel sweep for distances, and a plain queue as their twin and, with exponents, as the top rung for path
// counts beyond every float. kernels.h is the contract; the tag purego replaces C by the readable Go twin.
package cpu

import (
	"errors"

	"gobc/core/memory"
)

// Needs says what a sweep gathers.
type Needs uint32

const (
	Delta  Needs = 1 // dependencies: betweenness
	Stress Needs = 2 // path counts through a vertex
)

// Precision is the type of path counts.
type Precision int

const (
	Single Precision = 32
	Double Precision = 64
)

// Widths are the numbers of sources that a batch of the sweep can hold.
var Widths = []int{8, 16, 32, 64}

// DistanceLanes are the numbers of sources that a distance batch can hold.
var DistanceLanes = []int{64, 256, 512}

// ErrCancelled is returned when the cancel word was set.
var ErrCancelled = errors.New("cancelled")

// CSR is the adjacency a kernel walks: lists ascending, In is Out if undirected.
type CSR struct {
	Vertices    int
	OutOffsets  []int64
	OutTargets  []int32
	InOffsets   []int64
	InTargets   []int32
	MaxInDegree int64
}

// Counts tell what batches met.
type Counts struct {
	Batches, Lanes, Levels, PullLevels int64
	Entries, Visits, Hits              int64
	Bytes                              int64
}

const windows = 64 // stress_large in kernels.h

// Totals is where one thread adds path sums: arrays of two words a vertex, see gobc_totals in kernels.h.
type Totals struct {
	Delta    []uint64
	Stress   []uint64
	Large    [windows][]uint64
	Infinite []uint8
}

// NewTotals makes zeroed totals for n vertices.
func NewTotals(n int, needs Needs) (*Totals, error) {
	t := &Totals{}
	var err error
	if needs&Delta != 0 {
		if t.Delta, err = memory.Make[uint64](2 * n); err != nil {
			return nil, err
		}
	}
	if needs&Stress != 0 {
		if t.Stress, err = memory.Make[uint64](2 * n); err != nil {
			t.Free()
			return nil, err
		}
	}
	return t, nil
}

// Free releases the arrays.
func (t *Totals) Free() {
	memory.Free(t.Delta)
	memory.Free(t.Stress)
	for _, w := range t.Large {
		memory.Free(w)
	}
	memory.Free(t.Infinite)
	*t = Totals{}
}

// Add adds other into t: integers, so no order of threads shows.
func (t *Totals) Add(other *Totals) error {
	addWords(t.Delta, other.Delta)
	addWords(t.Stress, other.Stress)
	for k, w := range other.Large {
		if w == nil {
			continue
		}
		if t.Large[k] == nil {
			a, err := memory.Make[uint64](len(w))
			if err != nil {
				return err
			}
			t.Large[k] = a
		}
		addWords(t.Large[k], w)
	}
	if other.Infinite != nil {
		if t.Infinite == nil {
			a, err := memory.Make[uint8](len(other.Infinite))
			if err != nil {
				return err
			}
			t.Infinite = a
		}
		for i, b := range other.Infinite {
			t.Infinite[i] |= b
		}
	}
	return nil
}

func addWords(into, from []uint64) {
	for i := 0; i+1 < len(from); i += 2 {
		lo := into[i] + from[i]
		hi := into[i+1] + from[i+1]
		if lo < from[i] {
			hi++
		}
		into[i], into[i+1] = lo, hi
	}
}

// DistanceTotals is where one thread adds distances, by target; any array may be nil.
type DistanceTotals struct {
	Distance     []int64
	Reached      []int64
	Harmonic     []uint64
	Eccentricity []int32
}

// DistanceNeeds says which arrays DistanceTotals has.
type DistanceNeeds uint32

const (
	Distance DistanceNeeds = 1 << iota
	Reached
	Harmonic
	Eccentricity
)

// NewDistanceTotals makes zeroed totals for n vertices.
func NewDistanceTotals(n int, needs DistanceNeeds) (*DistanceTotals, error) {
	t := &DistanceTotals{}
	var err error
	if needs&Distance != 0 {
		t.Distance, err = memory.Make[int64](n)
	}
	if err == nil && needs&Reached != 0 {
		t.Reached, err = memory.Make[int64](n)
	}
	if err == nil && needs&Harmonic != 0 {
		t.Harmonic, err = memory.Make[uint64](2 * n)
	}
	if err == nil && needs&Eccentricity != 0 {
		t.Eccentricity, err = memory.Make[int32](n)
	}
	if err != nil {
		t.Free()
		return nil, err
	}
	return t, nil
}

// Free releases the arrays.
func (t *DistanceTotals) Free() {
	memory.Free(t.Distance)
	memory.Free(t.Reached)
	memory.Free(t.Harmonic)
	memory.Free(t.Eccentricity)
	*t = DistanceTotals{}
}

// Add adds other into t.
func (t *DistanceTotals) Add(other *DistanceTotals) {
	for i, d := range other.Distance {
		t.Distance[i] += d
	}
	for i, r := range other.Reached {
		t.Reached[i] += r
	}
	addWords(t.Harmonic, other.Harmonic)
	for i, e := range other.Eccentricity {
		t.Eccentricity[i] = max(t.Eccentricity[i], e)
	}
}
