package reduce

import (
	"gobc/core/memory"
	"gobc/core/sums"
)

// Stress through chains. A path counts the product of the weights of its two ends, and a pair is not divided among its
// paths, so an inner vertex at a tie counts in full through both ends of its chain. The terms added beside the sweep
// are numbers of paths times weights: whole numbers, exact below 2^53 and rounded like those of the sweep above.

// mostCounted bounds the weights of a component, so that pairs of them fit integers.
const mostCounted = 1 << 31

// Count returns chains whose sweep counts paths, with other weights of the copies, as sources and as targets alike; a
// copy of weight 0 is neither. They share the structure of these chains, whose batches must be known. It returns nil
// where the weights are too large.
func (c *Chains) Count(weight []float64, stop func() error) (*Chains, error) {
	s := *c
	s.scope, s.lent, s.Total = memory.Scope{}, true, 1
	s.Pairs = sums.Pairs{Cutoff: -1}
	if err := s.add(weight, stop); err != nil {
		s.Release()
		return nil, err
	}
	for at := 1; at < len(s.Contracted.Components); at++ {
		var total float64
		for _, weight := range s.Weight[s.Contracted.Components[at-1]:s.Contracted.Components[at]] {
			total += weight
		}
		for chain := int(s.starts[at-1]); chain < int(s.starts[at]); chain++ {
			total += s.Sums[int(s.First[chain+1])+chain]
		}
		s.Total = max(s.Total, total)
	}
	if !(s.Total < mostCounted) {
		s.Release()
		return nil, nil
	}
	s.Batches = append([]Batch(nil), c.Batches...)
	for i, b := range s.Batches {
		own := make([]float64, len(b.Own))
		for lane, node := range b.Lane {
			if b.Own[lane] > 0 { // every node is a source of one batch
				own[lane] = s.Weight[node]
			}
		}
		s.Batches[i].Own = own
	}
	return &s, nil
}

// counts reports whether paths are counted.
func (c *Chains) counts() bool { return c.Total > 0 }

// MostPaths returns the largest number of paths between two nodes for which no sum of a batch reaches 2^53. Pairs of
// the batch's sources with all targets count in both directions, at each end of a chain, and at ties through each end.
func (c *Chains) MostPaths() float64 {
	most := 1.0
	for _, b := range c.Batches {
		var sources float64
		for _, own := range b.Own {
			sources += own
		}
		for _, s := range b.Sources {
			sources += c.Sums[int(c.First[s.Chain+1])+int(s.Chain)]
		}
		most = max(most, sources)
	}
	return 0x1p49 / (most * c.Total)
}

// Kinds returns the sums that a sweep of the nodes computes.
func (c *Chains) Kinds() sums.Kinds {
	if c.counts() {
		return StressKinds | sums.PathsOnward
	}
	return Kinds
}
