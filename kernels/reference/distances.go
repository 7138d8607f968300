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
		if into.Terms != nil {
			sums.Add(into.Terms, int(v), levelTerm(into.Term, d))
		}
		if into.Eccentricity != nil {
			into.Eccentricity[v] = max(into.Eccentricity[v], int32(d))
		}
	}
}

// levelTerm is the term of d edges in units of 2^-64, rounded to nearest; 0 for the source itself.
func levelTerm(t sums.Term, d uint64) sums.Wide {
	switch {
	case d == 0:
		return sums.Wide{}
	case t.Rate > 0:
		return inUnits(term(t, float64(d)), sums.HopUnit)
	case d == 1:
		return sums.Wide{High: 1}
	}
	quotient, _ := bits.Div64(1, d/2, d) // (2^64 + d/2) / d
	return sums.Wide{Low: quotient}
}

// term is the term of a distance above 0. A power 2^(shift - x) is 2^(shift - n) e^rest, n being the whole number
// nearest to x; |rest| is below 0.35, and 14 terms of the series are enough. Conversions keep a compiler from fusing
// operations.
func term(t sums.Term, d float64) float64 {
	if t.Rate == 0 {
		return 1 / d
	}
	x := float64(d * t.Rate)
	if x >= float64(t.Shift)+128 {
		return 0
	}
	n := math.RoundToEven(x)
	rest, power := float64(float64(n-x)*math.Ln2), 1.0
	for k := 13.0; k > 0; k-- {
		power = 1 + float64(power*float64(rest*(1/k)))
	}
	return math.Ldexp(power, t.Shift-int(n))
}

// addLengths adds the distances of the last search in a weighted graph.
func addLengths[D number](s *search[D], into *sums.Lengths) {
	if into.Farthest != nil {
		into.Farthest[0] = float64(s.distance[s.order[len(s.order)-1]])
	}
	for _, v := range s.order {
		d := s.distance[v]
		if into.Distance != nil {
			addTo(into, into.Distance, v, d, into.DistanceUnit)
		}
		if into.Reached != nil {
			into.Reached[v]++
		}
		if into.Terms != nil && d > 0 {
			addTo(into, into.Terms, v, term(into.Term, float64(d)), into.Term.Unit)
		}
		if into.Eccentricity != nil {
			into.Eccentricity[v] = max(into.Eccentricity[v], float64(d))
		}
	}
}

// addTo adds x to its window of v's sums, whose first is in units of 2^unit.
func addTo[D number](into *sums.Lengths, words []uint64, v int32, x D, unit int) {
	k := into.Window(float64(x), unit)
	sums.Add(words, int(v)*(1+into.Finer)+k, inUnits(x, unit-sums.WindowBits*k))
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
