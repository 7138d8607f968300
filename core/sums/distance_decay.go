package sums

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// DecayFunction is a function f of the distance d of a pair. f falls from 1 at distance 0, except that Power has no
// value there.
type DecayFunction int

// The functions, with their parameter p; a GOBC_DECAY of kernels.h.
const (
	NoDecay     DecayFunction = iota
	Exponential               // exp(-d / p)
	Gaussian                  // exp(-d^2 / (2 p^2))
	Power                     // d^-p
	Linear                    // 1 - d / p, and 0 from p on
)

// DecayFunctions are their names, in this order.
var DecayFunctions = []string{"none", "exponential", "gaussian", "power", "linear"}

func (f DecayFunction) String() string { return DecayFunctions[f] }

// DistanceDecay is a function by which a pair counts less the longer its distance is. Kernels have f / 2^Exponent, so
// that it is from 1/2 to 1 at the least distance there is; what is then below 2^-decayPlaces is 0.
type DistanceDecay struct {
	Function  DecayFunction
	Parameter float64
	Exponent  int

	// What kernels compute from a distance d in units: 2^-(Rate p + Shift), in two parts each, the first of 26 bits, so
	// that its products with as many bits are exact. p is d of Exponential, d^2 of Gaussian, both after d is multiplied
	// by Scale, a power of two. Of Power, d = m 2^k, it is k, with Log the rate of log(m)/2. Of Linear it is
	// (Reach - d) / Reach * Scale.
	Rate, Shift, Log [2]float64
	Scale, Reach     float64
}

// decayPlaces is how many binary places a decay has: smaller values are 0. Sums have fewer.
const decayPlaces = 128

// Ranges of what decays take: exponents stay in those of float64, with what is left of the weights of graphs.
const (
	LeastReach      = 1e-280 // of the parameters that are lengths
	LongestReach    = 1e280
	LeastPower      = 1e-9
	SteepestPower   = 100
	mostDecay       = 900 // binary digits of f at the least distance
	decayPrecision  = 320 // bits of the constants
	decayHalf       = 26  // of the first part of a constant
	binaryLogOfE    = "1.44269504088896340735992468100189213742664595415298593413544940693110921918118507988552662"
	moreThanRounded = 1.000001
)

// NewDistanceDecay makes the decay of distances of which `nearest` is the least.
func NewDistanceDecay(function DecayFunction, parameter, nearest float64) (*DistanceDecay, error) {
	d := &DistanceDecay{Function: function, Parameter: parameter}
	near := d.binaryLog(bigOf(nearest))
	if near == nil { // all pairs are beyond
		return d.In(1), nil
	}
	whole, _ := near.Int64()
	if new(big.Float).SetInt64(whole).Cmp(near) < 0 {
		whole++
	}
	if whole > mostDecay {
		return nil, fmt.Errorf("distances to the power of -%g are above 2^%d at the least weight, %g: give weights in a "+
			"smaller unit, or a smaller exponent", parameter, mostDecay, nearest)
	}
	d.Exponent = int(max(whole, -mostDecay))
	return d.In(1), nil
}

// String writes the function as an option has it, such as "exponential:400".
func (d *DistanceDecay) String() string {
	return fmt.Sprintf("%s:%s", d.Function, strconv.FormatFloat(d.Parameter, 'g', -1, 64))
}

// binaryLog is log2 of f at a distance; nil: f is 0 there.
func (d *DistanceDecay) binaryLog(distance *big.Float) *big.Float {
	p, e := bigOf(d.Parameter), logOfE()
	x := newBig()
	switch d.Function {
	case Exponential:
		x.Mul(x.Quo(distance, p), e)
	case Gaussian:
		x.Quo(distance, p)
		x.Mul(x.Mul(x, x), e)
		x.SetMantExp(x, -1)
	case Power:
		x.Mul(p, binaryLog(distance))
	case Linear:
		if x.Sub(p, distance); x.Sign() <= 0 {
			return nil
		}
		return binaryLog(x.Quo(x, p))
	}
	return x.Neg(x)
}

// In returns the decay for distances in units, of which perUnit are in a length of 1.
func (d *DistanceDecay) In(perUnit float64) *DistanceDecay {
	in := *d
	in.Scale, in.Reach = 1, 0
	p, e, shift := bigOf(d.Parameter), logOfE(), newBig().SetInt64(int64(d.Exponent))
	reach := newBig().Mul(p, bigOf(perUnit))
	switch d.Function {
	case Exponential, Gaussian:
		exponent := min(max(reach.MantExp(nil), -1000), 1000)
		in.Scale = math.Ldexp(1, -exponent)
		reach.SetMantExp(reach, -exponent)
		if d.Function == Exponential {
			in.Rate = inHalves(e.Quo(e, reach))
			break
		}
		reach.Mul(reach, reach)
		in.Rate = inHalves(e.Quo(e, reach.SetMantExp(reach, 1)))
	case Power:
		in.Rate = inHalves(p)
		shift.Sub(shift, newBig().Mul(p, binaryLog(bigOf(perUnit))))
		in.Log = inHalves(e.Mul(p, e.SetMantExp(e, 1)))
	case Linear:
		in.Reach, _ = reach.Float64()
		in.Scale = math.Ldexp(1, -d.Exponent)
	}
	in.Shift = inHalves(shift)
	return &in
}

// Limit returns a distance, in lengths of 1, from which on kernels have 0; negative: there is none to speak of. It is
// the same on every machine.
func (d *DistanceDecay) Limit() float64 {
	places := float64(float64(decayPlaces-d.Exponent) * math.Ln2 * moreThanRounded)
	switch d.Function {
	case Exponential:
		return float64(d.Parameter * places)
	case Gaussian:
		return float64(d.Parameter * math.Sqrt(2*places))
	case Linear:
		return d.Parameter
	}
	return -1
}

// At returns what kernels have of a distance above 0, in units: common/distance_decay.h, of which this is the same.
// Conversions keep a compiler from fusing operations.
func (d *DistanceDecay) At(distance float64) float64 {
	switch d.Function {
	case Exponential:
		return d.ofProduct(float64(distance*d.Scale), 0)
	case Gaussian:
		z := float64(distance * d.Scale)
		high := highHalf(z)
		low, square := z-high, float64(z*z)
		rest := (float64(high*high) - square) + float64(2*high*low) + float64(low*low)
		return d.ofProduct(square, rest)
	case Power:
		if distance > 0 {
			return d.ofPower(distance)
		}
		return 0
	case Linear:
		if distance < d.Reach {
			return (d.Reach - distance) / d.Reach * d.Scale
		}
		return 0
	}
	return 1
}

// ofProduct is 2^-(Rate (p + rest) + Shift).
func (d *DistanceDecay) ofProduct(p, rest float64) float64 {
	high := highHalf(p)
	low := p - high
	x := float64(p*d.Rate[0]) + d.Shift[0]
	n := math.RoundToEven(x)
	left := float64(high*d.Rate[0]) + (d.Shift[0] - n) + float64(low*d.Rate[0]) +
		(float64(p*d.Rate[1]) + (float64(rest*d.Rate[0]) + d.Shift[1]))
	return decayed(x, n, left)
}

// ofPower is 2^-(Rate log2(z) + Shift), of z = m 2^k with m from 2^-0.5 to 2^0.5. With s = (m - 1) / (m + 1),
// log(m) / 2 = s + s^3/3 + s^5/5 + ...; s has a second part.
func (d *DistanceDecay) ofPower(z float64) float64 {
	const rootOfHalf, one = 0x3fe6a09e667f3bcd, 0x3ff << 52
	bits := math.Float64bits(z)
	biased := (bits - rootOfHalf + one) >> 52
	m := math.Float64frombits(bits - (biased-0x3ff)<<52)
	k := float64(int64(biased) - 0x3ff)
	f, u := m-1, m+1
	lost, inverse := m-(u-1), 1/u
	s := float64(f * inverse)
	sHigh, uHigh := highHalf(s), highHalf(u)
	sLow, uLow := s-sHigh, u-uHigh
	rest := f - float64(sHigh*uHigh) - float64(sHigh*uLow) - float64(sLow*uHigh) - float64(sLow*uLow) - float64(s*lost)
	square, tail := float64(s*s), 1.0/23
	for odd := 21.0; odd > 1; odd -= 2 {
		tail = 1/odd + float64(square*tail)
	}
	more := float64(rest*inverse) + float64(s*float64(square*tail))
	x := float64(k*d.Rate[0]) + d.Shift[0] + float64(s*d.Log[0])
	n := math.RoundToEven(x)
	left := float64(k*d.Rate[0]) + (d.Shift[0] - n) + float64(sHigh*d.Log[0]) + float64(sLow*d.Log[0]) +
		(float64(k*d.Rate[1]) + d.Shift[1] + (float64((s+more)*d.Log[1]) + float64(more*d.Log[0])))
	return decayed(x, n, left)
}

// decayed is 2^-(n + rest), x being near n + rest, and 0 where x is decayPlaces or more. The power of the rest is e to
// less than 0.35, by 14 terms of its series.
func decayed(x, n, rest float64) float64 {
	if !(x < decayPlaces) {
		return 0
	}
	exponent, power := float64(-rest*math.Ln2), 1.0
	for k := 13.0; k > 0; k-- {
		power = 1 + float64(power*float64(exponent*(1/k)))
	}
	return math.Ldexp(power, int(-n))
}

// highHalf is x without its last 27 bits.
func highHalf(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1)) }

func newBig() *big.Float { return new(big.Float).SetPrec(decayPrecision) }

func bigOf(x float64) *big.Float { return newBig().SetFloat64(x) }

// inHalves is x as the sum of a number of 26 bits and a float64.
func inHalves(x *big.Float) (halves [2]float64) {
	high := new(big.Float).SetPrec(decayHalf).SetMode(big.ToZero).Set(x)
	halves[0], _ = high.Float64()
	halves[1], _ = newBig().Sub(x, high).Float64()
	return halves
}

// logOfE is log2(e).
func logOfE() *big.Float {
	x, _, err := big.ParseFloat(binaryLogOfE, 10, decayPrecision, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return x
}

// binaryLog is log2(x), with 190 places.
func binaryLog(x *big.Float) *big.Float {
	const places = 190
	m := newBig()
	exponent := x.MantExp(m) - 1 // m is from 1/2
	m.SetMantExp(m, 1)
	two, log := big.NewFloat(2), big.NewInt(int64(exponent))
	for range places {
		m.Mul(m, m)
		if log.Lsh(log, 1); m.Cmp(two) >= 0 {
			m.SetMantExp(m, -1)
			log.Add(log, big.NewInt(1))
		}
	}
	return newBig().SetMantExp(newBig().SetInt(log), -places)
}
