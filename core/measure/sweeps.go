package measure

import (
	"slices"

	"gobc/core/sums"
)

// Sweep is measures of the same distances, of which they sum one kind of terms at most.
type Sweep struct {
	Direction Direction
	Distances sums.DistanceKinds
	Base      float64 // terms are powers of it; 0: reciprocals, or no terms
	Measures  []Measure
}

// HasTerms reports whether the sweep sums terms of distances.
func (s Sweep) HasTerms() bool { return s.Distances&sums.Terms != 0 }

// OfEndpoints are the sums over distances that tell how many paths end at a vertex.
const OfEndpoints = sums.Reached

// Sweeps deals measures of distances to the sweeps that they need.
func (c Convention) Sweeps(measures []Measure, directed bool) (sweeps []Sweep) {
	for _, m := range measures {
		if m.Distance == 0 {
			continue
		}
		direction, base := c.DirectionOf(m).Along(directed), 0.0
		if m.Base != nil {
			base = m.Base(c)
		}
		i := slices.IndexFunc(sweeps, func(s Sweep) bool {
			return s.Direction == direction && (s.Base == base || !s.HasTerms() || m.Distance&sums.Terms == 0)
		})
		if i < 0 {
			i = len(sweeps)
			sweeps = append(sweeps, Sweep{Direction: direction})
		}
		s := &sweeps[i]
		s.Distances |= m.Distance
		s.Base = max(s.Base, base)
		s.Measures = append(s.Measures, m)
	}
	return sweeps
}

// SweepOf returns which of the sweeps is for a measure, or -1.
func SweepOf(m Measure, sweeps []Sweep) int {
	return slices.IndexFunc(sweeps, func(s Sweep) bool {
		return slices.ContainsFunc(s.Measures, func(x Measure) bool { return x.Name == m.Name })
	})
}
