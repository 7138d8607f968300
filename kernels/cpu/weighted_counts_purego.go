//go:build !cgo || purego

package cpu

import "math"

// count is a number of paths, or one divided by such a number.
type count[T any] interface {
	of(x float64) T // x >= 0
	plus(T) T
	times(T) float64
	divides(x float64) T // x / count
	beyond(limit float64) bool
	nothing() bool
}

// simpleCount overflows: beyond a limit its source is out of range.
type simpleCount float64

func (simpleCount) of(x float64) simpleCount         { return simpleCount(x) }
func (a simpleCount) plus(b simpleCount) simpleCount { return a + b }
func (a simpleCount) times(b simpleCount) float64    { return float64(a * b) }
func (a simpleCount) divides(x float64) simpleCount  { return simpleCount(x) / a }
func (a simpleCount) beyond(limit float64) bool      { return !(float64(a) <= limit) }
func (a simpleCount) nothing() bool                  { return !(a > 0) }

// wideCount overflows nowhere, as gobc_scaled in scaled.h: mantissa * 2^exponent, mantissa in [1, 2), or noCount.
type wideCount struct {
	mantissa float64
	exponent int64
}

var noCount = wideCount{0, math.MinInt64 / 4}

// normalCount takes a mantissa in [1, 4).
func normalCount(mantissa float64, exponent int64) wideCount {
	if mantissa >= 2 {
		return wideCount{mantissa / 2, exponent + 1}
	}
	return wideCount{mantissa, exponent}
}

// of takes what is below 2^-1000 for nothing: far below what the fixed-point sums keep.
func (wideCount) of(x float64) wideCount {
	if !(x >= 0x1p-1000) {
		return noCount
	}
	m, e := math.Frexp(x)
	return wideCount{2 * m, int64(e) - 1}
}

// plus leaves a term out that is far below the last bit of the other, also when 2^31 of them come one by one.
func (a wideCount) plus(b wideCount) wideCount {
	if a.exponent < b.exponent {
		a, b = b, a
	}
	if a.exponent-b.exponent > 120 {
		return a
	}
	return normalCount(a.mantissa+math.Ldexp(b.mantissa, int(b.exponent-a.exponent)), a.exponent)
}

func (a wideCount) times(b wideCount) float64 {
	c := normalCount(a.mantissa*b.mantissa, a.exponent+b.exponent)
	switch {
	case c.exponent < -1000:
		return 0
	case c.exponent > 1023:
		return math.Inf(1)
	}
	return math.Ldexp(c.mantissa, int(c.exponent))
}

func (a wideCount) divides(x float64) wideCount {
	c := a.of(x / a.mantissa)
	c.exponent -= a.exponent
	return c
}

func (wideCount) beyond(float64) bool { return false }
func (a wideCount) nothing() bool     { return a.mantissa == 0 }
