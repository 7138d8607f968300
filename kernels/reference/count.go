package reference

import "math"

// count is a number of paths, or one divided by such a number: mantissa * 2^exponent with the mantissa in [1, 2), or
// none. No graph overflows it, and every operation rounds as float64 does where float64 holds the value.
type count struct {
	mantissa float64
	exponent int64
}

// none is 0. Its exponent is below every other, so that it needs no case of its own in plus and times.
var none = count{0, math.MinInt64 / 4}

// countOf is x >= 0. Below 2^-1000, far below what the fixed-point sums hold, it is none.
func countOf(x float64) count {
	if !(x >= 0x1p-1000) {
		return none
	}
	mantissa, exponent := math.Frexp(x)
	return count{2 * mantissa, int64(exponent) - 1}
}

// normal takes a mantissa in [1, 4).
func normal(mantissa float64, exponent int64) count {
	if mantissa >= 2 {
		return count{mantissa / 2, exponent + 1}
	}
	return count{mantissa, exponent}
}

// plus is a + b. A term of 2^-120 of the other is far below its last bit, also when 2^31 of them come one by one.
func (a count) plus(b count) count {
	if a.exponent < b.exponent {
		a, b = b, a
	}
	if a.exponent-b.exponent > 120 {
		return a
	}
	return normal(a.mantissa+math.Ldexp(b.mantissa, int(b.exponent-a.exponent)), a.exponent)
}

// times is a * b, 0 below 2^-1000 and infinite beyond float64.
func (a count) times(b count) float64 {
	product := normal(float64(a.mantissa*b.mantissa), a.exponent+b.exponent)
	switch {
	case product.exponent < -1000:
		return 0
	case product.exponent > 1023:
		return math.Inf(1)
	}
	return math.Ldexp(product.mantissa, int(product.exponent))
}

// by is a * x as a count; nothing if x is below 2^-1000.
func (a count) by(x float64) count {
	b := countOf(x)
	return normal(float64(a.mantissa*b.mantissa), a.exponent+b.exponent)
}

// divides is x / a.
func (a count) divides(x float64) count {
	quotient := countOf(x / a.mantissa)
	quotient.exponent -= a.exponent
	return quotient
}
