package sums

import (
	"errors"
	"math"
	"sync"

	"gobc/core/memory"
)

// ErrStalled is returned when a weighted sweep did not come to every vertex that it had a distance for: with weights
// that are large enough to resolve beside distances this is a defect of the kernel.
var ErrStalled = errors.New("a weighted sweep stalled: some vertex has a distance but no path")

// Precision is the type of path counts.
type Precision int

// Precisions, by the bits of a floating-point number.
const (
	Single Precision = 32
	Double Precision = 64
)

// Pairs say which pairs (source, target) count, and how much; see gobc_pairs in kernels.h. Weights are by vertex, nil
// for 1 each, in memory of package memory, and stay until the workspaces that were opened with them are closed. A nil
// *Pairs means all pairs, once each, of any length.
type Pairs struct {
	SourceWeight, TargetWeight []float64
	Multiplicity               []float64 // of a vertex that stands for so many, by hops: see kernels.h; nil: 1 each
	Cutoff                     float64   // the longest path that counts; negative: no limit
	Exponent                   int       // a pair counts 2^Exponent times the product of its weights: see Lighten
	// what passes through a vertex from one source is less, in kernels; 0: see Heaviest
	Most  float64
	Total float64 // the same from all sources together; 0: it is not known
}

// Limit is the longest path that counts; negative: no limit.
func (p *Pairs) Limit() float64 {
	if p == nil {
		return -1
	}
	return p.Cutoff
}

// HasWeights reports whether pairs have weights of their own.
func (p *Pairs) HasWeights() bool {
	return p != nil && (p.SourceWeight != nil || p.TargetWeight != nil)
}

// MostPerSource is what Heaviest stays below in kernels: they round what passes through a vertex to units of 2^-64.
const MostPerSource = 1 << 31

// Lighten divides the weights of sources by a power of two, and raises Exponent by as much, where Heaviest would not
// stay below MostPerSource. The power depends on the pairs alone. Division and the sums of kernels are exact but for
// their last rounding, so that an answer is rounded to units of 2^(Exponent - 64).
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
	exponent -= 30 // below 2^30: sums of float64 may round up
	factor := math.Ldexp(1, -exponent)
	for v := range p.SourceWeight {
		p.SourceWeight[v] *= factor
	}
	p.Exponent += exponent
	p.Most *= factor
	p.Total *= factor
	return nil
}

// Scale is Exponent; that of all pairs is 0.
func (p *Pairs) Scale() int {
	if p == nil {
		return 0
	}
	return p.Exponent
}

// Heaviest bounds what passes through a vertex from one source, in kernels: Exponent is left out.
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

// Sums is all that one sweep adds up: any part may be nil. Workers that share one hold its lock while they add.
type Sums struct {
	sync.Mutex
	Paths   *Paths
	Hops    *Hops
	Lengths *Lengths
	Reaches []int64 // by rank of the source: how many vertices it reaches, itself included; one array for all workers
	Longest float64 // distance in a weighted graph that a device met
}

// Add adds other sums: all of them or, on error, nothing.
func (s *Sums) Add(other *Sums) error {
	if s.Paths != nil {
		if err := s.Paths.Add(other.Paths); err != nil {
			return err
		}
	}
	if s.Hops != nil {
		s.Hops.Add(other.Hops)
	}
	if s.Lengths != nil {
		s.Lengths.Add(other.Lengths)
	}
	s.Longest = max(s.Longest, other.Longest)
	return nil
}

// reserve makes what adding other sums could need.
func (s *Sums) reserve(other *Sums) error {
	if s.Paths == nil {
		return nil
	}
	return s.Paths.reserve(other.Paths)
}

// Distances takes out the sums of distances of some kinds, and releases those of others.
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
	return taken
}

// Reached is how many sources reach each vertex.
func (s *Sums) Reached() []int64 {
	if s.Lengths != nil {
		return s.Lengths.Reached
	}
	return s.Hops.Reached
}

// Clear makes the sums what they were when they were new, but for those of lengths, which there must be none of.
func (s *Sums) Clear() {
	s.Reaches, s.Longest = nil, 0
	if s.Paths != nil {
		s.Paths.clear()
	}
	if s.Hops != nil {
		clearColumns(s.Hops.columns())
	}
}

// Free releases the arrays. Of nil it does nothing.
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
}
