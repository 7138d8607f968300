package reference

import (
	"math"
	"math/bits"

	"gobc/core/sums"
)

// addHops adds the distances of the last search, in edges, to those sums that are there.
func addHops(s *search[uint64], into *sums.Hops) {
	for _, v := range s.order {
		d := s.distance[v]
		if into.Distance != nil {
			into.Distance[v] += int64(d)
		}
		if into.Reached != nil {
			into.Reached[v]++
		}
		if into.Harmonic != nil {
			sums.Add(into.Harmonic, int(v), reciprocal(d))
		}
		if into.Eccentricity != nil {
			into.Eccentricity[v] = max(into.Eccentricity[v], int32(d))
		}
	}
}

// reciprocal is 1 / d in units of 2^-64, rounded to nearest; 0 for the source itself.
func reciprocal(d uint64) sums.Wide {
	switch d {
	case 0:
		return sums.Wide{}
	case 1:
		return sums.Wide{High: 1}
	}
	quotient, _ := bits.Div64(1, d/2, d) // (2^64 + d/2) / d
	return sums.Wide{Low: quotient}
}

// addLengths adds the distances of the last search in a weighted graph.
func addLengths[D number](s *search[D], into *sums.Lengths) {
	if into.Farthest != nil {
		into.Farthest[0] = float64(s.distance[s.order[len(s.order)-1]])
	}
	for _, v := range s.order {
		d := s.distance[v]
		if into.Distance != nil {
			sums.Add(into.Distance, int(v), inUnits(d, into.DistanceUnit))
		}
		if into.Reached != nil {
			into.Reached[v]++
		}
		if into.Harmonic != nil && d > 0 {
			sums.Add(into.Harmonic, int(v), inUnits(1/float64(d), into.HarmonicUnit))
		}
		if into.Eccentricity != nil {
			into.Eccentricity[v] = max(into.Eccentricity[v], float64(d))
		}
	}
}

// inUnits is x * 2^-unit, rounded to nearest, ties to even.
func inUnits[D number](x D, unit int) sums.Wide {
	if whole, ok := any(x).(uint64); ok {
		return shifted(whole, unit)
	}
	mantissa, exponent := math.Frexp(float64(x))
	return shifted(uint64(math.Ldexp(mantissa, 53)), unit-(exponent-53))
}

func shifted(x uint64, unit int) sums.Wide {
	switch {
	case unit <= -64:
		return sums.Wide{High: x << (-unit - 64)}
	case unit <= 0:
		return sums.Wide{High: x >> (64 + unit), Low: x << -unit}
	case unit > 64:
		return sums.Wide{}
	}
	half := uint64(1) << (unit - 1)
	rest, units := x&(half|(half-1)), x>>unit
	if rest > half || rest == half && units&1 == 1 {
		units++
	}
	return sums.Wide{Low: units}
}
