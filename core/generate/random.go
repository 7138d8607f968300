package generate

import (
	"math"
	"math/bits"
)

// random is splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014): a counter that
// steps by the golden ratio, its bits mixed. Period 2^64.
type random struct{ state uint64 }

func newRandom(seed uint64) *random { return &random{seed} }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is uniform in 0..n-1, without bias: draws that would fall into the incomplete last block are repeated.
func (r *random) below(n int) int {
	high, low := bits.Mul64(r.next(), uint64(n))
	for low < -uint64(n)%uint64(n) {
		high, low = bits.Mul64(r.next(), uint64(n))
	}
	return int(high)
}

// happens is true with probability p, to within 2^-53.
func (r *random) happens(p float64) bool { return r.next()>>11 < threshold(p) }

// threshold is p in units of 2^-53.
func threshold(p float64) uint64 { return uint64(p * (1 << 53)) }

// permutation is a uniformly random order of 0..n-1.
func (r *random) permutation(n int) []int32 {
	p := make([]int32, n)
	for i := range p {
		j := r.below(i + 1)
		p[i] = p[j]
		p[j] = int32(i)
	}
	return p
}

// logarithm is the natural logarithm of x > 0 by the series of 2 artanh((x-1)/(x+1)). The library's differs in the last
// bit from machine to machine; here every product is rounded before it is added, so this one does not.
func logarithm(x float64) float64 {
	mantissa, exponent := math.Frexp(x)
	if mantissa < math.Sqrt2/2 {
		mantissa, exponent = mantissa*2, exponent-1
	}
	z := (mantissa - 1) / (mantissa + 1) // |z| < 0.172: 20 terms reach 2^-100
	square := float64(z * z)
	sum := 0.0
	for k := 41; k > 0; k -= 2 {
		sum = float64(sum*square) + 1/float64(k)
	}
	return float64(float64(exponent)*math.Ln2) + float64(2*z*sum)
}
