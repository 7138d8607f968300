package sums

import (
	"errors"
	"math"
	"sync"

	"gobc/core/memory"
)

// ErrStalled is returned if a weighted sweep found a distance but no path for some vertex. This is a defect of the
// kernel, unless a weight is too small to be resolved relative to the distances.
var ErrStalled = errors.New("a weighted sweep stalled: some vertex has a distance but no path")

// Precision is the type of path counts.
type Precision int

// The precisions, named by the bits of a floating-point number.
const (
	Single Precision = 32
	Double Precision = 64
)

// Pairs says which pairs (source, target) count, and with which weight; see gobc_pairs in kernels.h. Weights are by
// vertex; nil means 1 for each. They are allocated by package memory, and must exist until the workspaces that use
// them are closed. A nil *Pairs means all pairs, once each, at any distance.
type Pairs struct {
	SourceWeight, TargetWeight []float64
	Demand                     *Demand // not nil: weights by source and target, in place of the other two
	DistanceDecay              *DistanceDecay
	Ends                       bool      // with either of these, a path counts at its two ends too
	Multiplicity               []float64 // number of vertices that each vertex represents, by hops; nil: 1
	Cutoff                     float64   // the longest path that counts; negative: no limit
	Inner                      []float64 // smaller cutoffs that are answered too, ascending; see Sums.Inner
	Exponent                   int       // a pair counts 2^Exponent times the product of its weights; see Lighten
	// an upper bound on the dependency of one source in kernels; 0: see Heaviest
	Most  float64
	Total float64 // the same for all sources together; 0: unknown
}

// Limit returns the longest path that counts; negative: no limit.
func (p *Pairs) Limit() float64 {
	if p == nil {
		return -1
	}
	return p.Cutoff
}

// Smaller returns the smaller cutoffs that are answered too.
func (p *Pairs) Smaller() []float64 {
	if p == nil {
		return nil
	}
	return p.Inner
}

// Cutoffs returns how many cutoffs are answered: 1 where there is none.
func (p *Pairs) Cutoffs() int { return 1 + len(p.Smaller()) }

// HasWeights reports whether pairs have weights.
func (p *Pairs) HasWeights() bool {
	return p != nil && (p.SourceWeight != nil || p.TargetWeight != nil || p.Demand != nil || p.DistanceDecay != nil)
}

// HasDecay reports whether pairs count less the longer their distance is.
func (p *Pairs) HasDecay() bool { return p != nil && p.DistanceDecay != nil }

// WeighsByPair reports whether what a target weighs depends on the source. Kernels then add the ends of paths.
func (p *Pairs) WeighsByPair() bool { return p.HasDemand() || p.HasDecay() }

// SetDecay makes pairs count by a function of their distance, of which `nearest` is the least: 0 if there is none.
func (p *Pairs) SetDecay(function DecayFunction, parameter, nearest float64) error {
	if nearest == 0 {
		nearest = 1
	}
	d, err := NewDistanceDecay(function, parameter, nearest)
	if err != nil {
		return err
	}
	p.DistanceDecay = d
	p.Exponent += d.Exponent
	if limit := d.Limit(); limit >= 0 && p.Inner == nil && (p.Cutoff < 0 || limit < p.Cutoff) {
		p.Cutoff = limit
	}
	return nil
}

// HasDemand reports whether pairs have weights that are no product of those of their ends.
func (p *Pairs) HasDemand() bool { return p != nil && p.Demand != nil }

// Targets returns how many vertices something ends at; 0: at any.
func (p *Pairs) Targets() (count int) {
	switch {
	case p == nil:
		return 0
	case p.Demand != nil:
		seen := make([]bool, len(p.Demand.Offsets)-1)
		for _, t := range p.Demand.Targets[:p.Demand.Pairs()] {
			if !seen[t] {
				count++
			}
			seen[t] = true
		}
		return count
	}
	for _, weight := range p.TargetWeight {
		if weight > 0 {
			count++
		}
	}
	return count
}

// Bytes is what demand takes.
func (p *Pairs) Bytes() int64 {
	if p == nil {
		return 0
	}
	return p.Demand.Bytes()
}

// Free releases the weights. It does nothing for nil.
func (p *Pairs) Free() {
	if p != nil {
		memory.Free(p.SourceWeight)
		memory.Free(p.TargetWeight)
		p.Demand.Free()
	}
}

// MostPerSource is the upper bound on Heaviest in kernels, which round dependencies to units of 2^-64.
const MostPerSource = 1 << 31

// Lighten divides the weights of sources by a power of two, and increases Exponent accordingly, if Heaviest would not
// be below MostPerSource. The power depends only on the pairs. Division and the sums of kernels are exact except for
// the last rounding, so an answer is rounded to units of 2^(Exponent - 64).
func (p *Pairs) Lighten(vertices int) (err error) {
	most := p.Heaviest(vertices)
	if most < MostPerSource {
		return nil
	}
	if p.SourceWeight == nil {
		if p.SourceWeight, err = memory.Make[float64](vertices); err != nil {
			return err
		}
		for v := range p.SourceWeight {
			p.SourceWeight[v] = 1
		}
	}
	_, exponent := math.Frexp(most)
	exponent -= 30 // below 2^30, because sums of float64 may round up
	factor := math.Ldexp(1, -exponent)
	for v := range p.SourceWeight {
		p.SourceWeight[v] *= factor
	}
	p.Exponent += exponent
	p.Most *= factor
	p.Total *= factor
	return nil
}

// Scale returns Exponent, or 0 for a nil *Pairs.
func (p *Pairs) Scale() int {
	if p == nil {
		return 0
	}
	return p.Exponent
}

// Heaviest returns an upper bound on the dependency of one source in kernels, without Exponent.
func (p *Pairs) Heaviest(vertices int) float64 {
	if p != nil && p.Most > 0 {
		return p.Most
	}
	targets, source := float64(vertices), 1.0
	if p != nil && p.TargetWeight != nil {
		targets = 0
		for _, w := range p.TargetWeight {
			targets += w
		}
	}
	if p != nil && p.SourceWeight != nil {
		source = 0
		for _, w := range p.SourceWeight {
			source = max(source, w)
		}
	}
	return targets * source
}

// Sums holds all sums of one sweep; any of them may be nil. Workers that share a Sums hold its lock while they add.
type Sums struct {
	sync.Mutex
	Paths   *Paths
	Hops    *Hops
	Lengths *Lengths
	Reaches []int64 // by rank of the source: the number of vertices it reaches, including itself; all workers share it
	Longest float64 // the longest distance that a device found in a weighted graph

	// With smaller cutoffs the fields above are of the largest one. Inner are the sums of each of Pairs.Inner. While
	// sources are added, until Settle, they are those of this cutoff alone, and Outward has what counts for it and all
	// larger ones.
	Inner, Outward []*Sums
}

// Add adds other sums. On error it adds nothing.
func (s *Sums) Add(other *Sums) error {
	if err := s.reserve(other); err != nil { // nothing can fail once the windows are there
		return err
	}
	s.add(other)
	return nil
}

func (s *Sums) add(other *Sums) {
	if s.Paths != nil {
		addColumns(s.Paths.columns(), other.Paths.columns())
	}
	if s.Hops != nil {
		s.Hops.Add(other.Hops)
	}
	if s.Lengths != nil {
		s.Lengths.Add(other.Lengths)
	}
	s.Longest = max(s.Longest, other.Longest)
	others := other.nested()
	for i, of := range s.nested() {
		of.add(others[i])
	}
}

// reserve allocates what adding other sums could need.
func (s *Sums) reserve(other *Sums) error {
	if s.Paths != nil {
		if err := s.Paths.reserve(other.Paths); err != nil {
			return err
		}
	}
	others := other.nested()
	for i, of := range s.nested() {
		if err := of.reserve(others[i]); err != nil {
			return err
		}
	}
	return nil
}

// Distances removes and returns the sums of distances of the given kinds, and releases the other sums of distances.
func (s *Sums) Distances(kinds DistanceKinds) *Sums {
	taken := &Sums{Hops: s.Hops, Lengths: s.Lengths, Reaches: s.Reaches}
	s.Hops, s.Lengths, s.Reaches = nil, nil, nil
	if taken.Hops != nil {
		freeColumns(taken.Hops.columns(), uint32(kinds))
	}
	if taken.Lengths != nil {
		taken.Lengths.keep(kinds)
	}
	if kinds == 0 {
		taken.Hops, taken.Lengths = nil, nil
	}
	for _, inner := range s.Inner {
		taken.Inner = append(taken.Inner, inner.Distances(kinds))
	}
	return taken
}

// OfPaths returns the sums over paths only, which both then hold.
func (s *Sums) OfPaths() *Sums {
	paths := &Sums{Paths: s.Paths}
	for _, inner := range s.Inner {
		paths.Inner = append(paths.Inner, inner.OfPaths())
	}
	return paths
}

// Reached returns the number of sources that reach each vertex.
func (s *Sums) Reached() []int64 {
	if s.Lengths != nil {
		return s.Lengths.Reached
	}
	return s.Hops.Reached
}

// Clear sets all sums to their initial values. There must be no sums of lengths.
func (s *Sums) Clear() {
	s.Reaches, s.Longest = nil, 0
	if s.Paths != nil {
		s.Paths.clear()
	}
	if s.Hops != nil {
		clearColumns(s.Hops.columns())
	}
	for _, of := range s.nested() {
		of.Clear()
	}
}

// Free releases the arrays. It does nothing for nil.
func (s *Sums) Free() {
	if s == nil {
		return
	}
	if s.Paths != nil {
		s.Paths.Free()
	}
	if s.Hops != nil {
		s.Hops.Free()
	}
	if s.Lengths != nil {
		s.Lengths.Free()
	}
	for _, of := range s.nested() {
		of.Free()
	}
}
