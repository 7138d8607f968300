package sums

import (
	"math"
	"math/bits"
)

// Wide is a 128-bit integer in two's complement. Arrays of them hold two words an item, the low word first.
type Wide struct{ High, Low uint64 }

// At reads item i of an array.
func At(words []uint64, i int) Wide { return Wide{words[2*i+1], words[2*i]} }

// Add adds to item i of an array.
func Add(words []uint64, i int, x Wide) {
	at := words[2*i : 2*i+2]
	low, carry := bits.Add64(at[0], x.Low, 0)
	at[0], at[1] = low, at[1]+x.High+carry
}

// addArray adds all items of an array.
func addArray(into, from []uint64) {
	for i := 0; i+1 < len(from); i += 2 {
		lo := into[i] + from[i]
		hi := into[i+1] + from[i+1]
		if lo < from[i] {
			hi++
		}
		into[i], into[i+1] = lo, hi
	}
}

// Plus is the sum of two integers.
func (a Wide) Plus(b Wide) Wide {
	low, carry := bits.Add64(a.Low, b.Low, 0)
	return Wide{a.High + b.High + carry, low}
}

// Minus is the difference of two integers.
func (a Wide) Minus(b Wide) Wide {
	low, borrow := bits.Sub64(a.Low, b.Low, 0)
	return Wide{a.High - b.High - borrow, low}
}

// Shifted is the integer times 2^by, which it must hold; by is at most 127.
func (a Wide) Shifted(by uint) Wide {
	if by >= 64 {
		return Wide{a.Low << (by - 64), 0}
	}
	return Wide{a.High<<by | a.Low>>(64-by), a.Low << by}
}

// Product is that of two whole numbers.
func Product(a, b uint64) Wide {
	high, low := bits.Mul64(a, b)
	return Wide{high, low}
}

// Float is a non-negative integer, rounded to nearest.
func (a Wide) Float() float64 {
	if a.High == 0 {
		return float64(a.Low)
	}
	shift := bits.LeadingZeros64(a.High)
	top := a.High<<shift | a.Low>>(64-shift)
	if a.Low<<shift != 0 {
		top |= 1 // what was cut off decides ties only
	}
	return math.Ldexp(float64(top), 64-shift)
}

// Fixed reads a non-negative number of 64 binary places before and after the point, rounded to nearest.
func (a Wide) Fixed() float64 { return a.Float() * 0x1p-64 }

// Whole converts a whole number below 2^128.
func Whole(x float64) Wide {
	high := uint64(x / 0x1p64)
	return Wide{high, uint64(x - float64(float64(high)*0x1p64))}
}

// FixedPoint is the multiple of 2^-64 nearest to d, 0 <= d < 2^31, in two steps: adding 1.5 * 2^32 rounds to a multiple
// of 2^-20 and leaves their number in the low bits; the rest, which is exact, goes through 1.5 * 2^-12 into units of
// 2^-64. Conversions keep a compiler from fusing operations. Every kernel rounds like this.
func FixedPoint(d float64) Wide {
	const coarse, fine = 0x1.8p32, 0x1.8p-12
	h := float64(d + coarse)
	rest := float64(d - float64(h-coarse))
	l := float64(rest + fine)
	return FromUnits(int64(math.Float64bits(h)-math.Float64bits(coarse)),
		int64(math.Float64bits(l)-math.Float64bits(fine)))
}

// FromUnits is a dependency in units of 2^-20 and 2^-64, as GPUs add it up.
func FromUnits(coarse, fine int64) Wide {
	return Wide{uint64(coarse >> 20), uint64(coarse) << 44}.Plus(Wide{uint64(fine >> 63), uint64(fine)})
}

// FromDigits is a count in units of 1, 2^32 and 2^64.
func FromDigits(low, middle, high uint64) Wide {
	return Wide{middle >> 32, middle << 32}.Plus(Wide{high, low})
}

// FromParts is a length in units of 2^76, 2^44 and 1, the last of them signed.
func FromParts(high, middle, low uint64) Wide {
	return Wide{High: high << 12}.Plus(FromUnits(int64(middle), int64(low)))
}

// Times is the integer times a whole number.
func (a Wide) Times(by uint64) Wide {
	high, low := bits.Mul64(a.Low, by)
	return Wide{a.High*by + high, low}
}

// Over is a non-negative integer divided by a whole number, rounded down.
func (a Wide) Over(by uint64) Wide {
	high, rest := bits.Div64(0, a.High, by)
	low, _ := bits.Div64(rest, a.Low, by)
	return Wide{high, low}
}
