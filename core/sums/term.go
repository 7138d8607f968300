package sums

import (
	"math"
	"math/big"
)

// Term is what sums of terms add up: a function of a distance d > 0, in the units in which distances are held.
type Term struct {
	Rate  float64 // 0: the term is 1/d; else the power 2^(Shift - Rate d)
	Shift int     // of powers: it makes the largest at most 1/2
	Unit  int     // sums are in units of 2^Unit
}

// Units of terms below 1 of distances in edges, and in weighted graphs: 2^31 terms stay below 2^127 units.
const (
	HopUnit    = -64
	LengthUnit = -95
)

// Powers are the terms base^d, 0 < base < 1, d in lengths of 1: there are perUnit units in one, and no distance is less
// than `nearest` of them.
func Powers(base, perUnit, nearest float64, unit int) Term {
	const most = 2000 // beyond, all powers are 0 in float64
	rate := rateOf(base) / perUnit
	return Term{Rate: rate, Shift: int(min(math.Floor(float64(rate*nearest)), most)) - 1, Unit: unit}
}

// rateOf is -log2(base), rounded to nearest: bit by bit, by squaring, in arithmetic that is the same on every machine.
// The error of the number doubles with every square, to 2^-128 at the end; the least rate, of the number before 1, is
// 2^-53.
func rateOf(base float64) float64 {
	const places, precision = 192, 320
	fraction, exponent := math.Frexp(base)
	x := new(big.Float).SetPrec(precision).SetFloat64(2 * fraction) // from 1 to below 2
	two := big.NewFloat(2)
	rate := big.NewInt(int64(1 - exponent))
	for range places {
		x.Mul(x, x)
		rate.Lsh(rate, 1)
		if x.Cmp(two) >= 0 {
			x.SetMantExp(x, -1)
			rate.Sub(rate, big.NewInt(1))
		}
	}
	found, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(rate), -places).Float64()
	return found
}

// Value is a sum of terms; there are perUnit units in a length of 1.
func (t Term) Value(sum Wide, perUnit float64) float64 {
	if t.Rate > 0 {
		return math.Ldexp(sum.Float(), t.Unit-t.Shift)
	}
	return math.Ldexp(sum.Float(), t.Unit) * perUnit
}
