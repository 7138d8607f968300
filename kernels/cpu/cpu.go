// Package cpu runs the kernels on this machine's cores: the batched sweep for path counts and dependencies, the
// bit-parallel sweep for distances, and a plain queue as their twin and, with exponents, as the top rung for path
// counts beyond every float. kernels.h is the contract; the tag purego replaces C by the readable Go twin.
package cpu

import (
	"errors"
	"unsafe"

	"gobc/core/memory"
)

// Needs says what a sweep gathers.
type Needs uint32

const (
	Delta      Needs = 1 // dependencies: betweenness
	Stress     Needs = 2 // path counts through a vertex
	EdgeDelta  Needs = 4 // what of the dependencies passes through an edge: edge betweenness
	EdgeStress Needs = 8 // path counts through an edge
	Squares    Needs = 16
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

// CSR is the adjacency a kernel walks: lists ascending, In is Out if undirected. Weights stand beside the lists, entry
// by entry; at most one kind is given, none for an unweighted graph.
type CSR struct {
	Vertices    int
	OutOffsets  []int64
	OutTargets  []int32
	InOffsets   []int64
	InTargets   []int32
	MaxInDegree int64

	OutWeights, InWeights []uint32
	OutReals, InReals     []float64
}

// oneList says whether the in lists are the out lists: an undirected graph.
func (g *CSR) oneList() bool { return unsafe.SliceData(g.OutOffsets) == unsafe.SliceData(g.InOffsets) }

// Pairs say which pairs (source, target) count, and how much; see gobc_pairs in kernels.h. Weights are by vertex, nil
// for 1 each, in memory of package memory, and stay until the workspaces that were opened with them are closed. A nil
// *Pairs means all pairs, once each, of any length.
type Pairs struct {
	SourceWeight, TargetWeight []float64
	Cutoff                     float64 // the longest path that counts; negative: no limit
}

// NoPairs leaves no pair out and weighs none.
func NoPairs() *Pairs { return &Pairs{Cutoff: -1} }

// Counts tell what batches met.
type Counts struct {
	Batches, Lanes, Levels, PullLevels int64
	Entries, Visits, Hits              int64
	Bytes                              int64
}

const windows = 64 // gobc_stress_sums.large in kernels.h

// StressSums are sums of counts that may pass 2^128, by vertex or by entry; see gobc_stress_sums in kernels.h.
type StressSums struct {
	Words    []uint64
	Large    [windows][]uint64
	Infinite []uint8
}

// free releases the arrays.
func (s *StressSums) free() {
	memory.Free(s.Words)
	for _, w := range s.Large {
		memory.Free(w)
	}
	memory.Free(s.Infinite)
	*s = StressSums{}
}

// add adds other into s; windows that s lacks are made.
func (s *StressSums) add(other *StressSums) (err error) {
	addWords(s.Words, other.Words)
	for k, w := range other.Large {
		if w == nil {
			continue
		}
		if s.Large[k] == nil {
			if s.Large[k], err = memory.Make[uint64](len(w)); err != nil {
				return err
			}
		}
		addWords(s.Large[k], w)
	}
	if other.Infinite == nil {
		return nil
	}
	if s.Infinite == nil {
		if s.Infinite, err = memory.Make[uint8](len(other.Infinite)); err != nil {
			return err
		}
	}
	for i, b := range other.Infinite {
		s.Infinite[i] |= b
	}
	return nil
}

// Totals is where one thread adds path sums, two words a vertex or an entry: see gobc_totals in kernels.h. Those of
// entries are [0] of the out lists and [1] of the in lists, the same arrays twice if the graph is undirected.
type Totals struct {
	Delta, Squares []uint64
	Stress         StressSums
	EdgeDelta      [2][]uint64
	EdgeStress     [2]StressSums

	oneList bool
}

// NewTotals makes zeroed totals for a graph.
func NewTotals(g *CSR, needs Needs) (*Totals, error) {
	t := &Totals{oneList: g.oneList()}
	out, in := len(g.OutTargets), len(g.InTargets)
	var err error
	array := func(need Needs, n int) (words []uint64) {
		if err == nil && needs&need != 0 {
			words, err = memory.Make[uint64](2 * n)
		}
		return words
	}
	t.Delta = array(Delta, g.Vertices)
	t.Squares = array(Squares, g.Vertices)
	t.Stress.Words = array(Stress, g.Vertices)
	t.EdgeDelta[0] = array(EdgeDelta, out)
	t.EdgeStress[0].Words = array(EdgeStress, out)
	if t.oneList {
		t.EdgeDelta[1], t.EdgeStress[1].Words = t.EdgeDelta[0], t.EdgeStress[0].Words
	} else {
		t.EdgeDelta[1] = array(EdgeDelta, in)
		t.EdgeStress[1].Words = array(EdgeStress, in)
	}
	if err != nil {
		t.Free()
		return nil, err
	}
	return t, nil
}

// sides is how many of the two arrays of entries there are.
func (t *Totals) sides() int {
	if t.oneList {
		return 1
	}
	return 2
}

// Free releases the arrays.
func (t *Totals) Free() {
	memory.Free(t.Delta)
	memory.Free(t.Squares)
	t.Stress.free()
	for i := range t.sides() {
		memory.Free(t.EdgeDelta[i])
		t.EdgeStress[i].free()
	}
	*t = Totals{oneList: t.oneList}
}

// Add adds other into t: integers, so no order of threads shows.
func (t *Totals) Add(other *Totals) error {
	addWords(t.Delta, other.Delta)
	addWords(t.Squares, other.Squares)
	err := t.Stress.add(&other.Stress)
	for i := range t.sides() {
		addWords(t.EdgeDelta[i], other.EdgeDelta[i])
		if err == nil {
			err = t.EdgeStress[i].add(&other.EdgeStress[i])
		}
	}
	if t.oneList {
		t.EdgeStress[1] = t.EdgeStress[0]
	}
	return err
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
