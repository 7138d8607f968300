package sums_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gobc/core/sums"
)

const tested = 400 // bits of the numbers that decays are compared with

func bigOf(x float64) *big.Float { return new(big.Float).SetPrec(tested).SetFloat64(x) }

// exactExp is e^-x: the series of x divided by a power of two, squared so often.
func exactExp(x *big.Float) *big.Float {
	halvings := max(0, x.MantExp(nil)+20)
	small := new(big.Float).SetPrec(tested).SetMantExp(x, -halvings)
	sum, term := bigOf(1), bigOf(1)
	for k := 1.0; k < 40; k++ {
		term.Mul(term, small)
		term.Quo(term.Neg(term), bigOf(k))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// exactLog is log(x) by Newton's method on exactExp.
func exactLog(x *big.Float) *big.Float {
	y, _ := x.Float64()
	log := bigOf(math.Log(y))
	if math.IsInf(y, 0) || y == 0 {
		log = bigOf(float64(x.MantExp(nil)) * math.Ln2)
	}
	for range 6 { // log += x e^-log - 1, and twice as many digits
		rest := exactExp(log)
		if log.Sign() < 0 {
			rest = new(big.Float).SetPrec(tested).Quo(bigOf(1), exactExp(new(big.Float).Neg(log)))
		}
		rest.Sub(rest.Mul(rest, x), bigOf(1))
		log.Add(log, rest)
	}
	return log
}

// exactDecay is f at a distance of so many units.
func exactDecay(f sums.DecayFunction, p, distance, perUnit float64) *big.Float {
	d := new(big.Float).SetPrec(tested).Quo(bigOf(distance), bigOf(perUnit))
	switch f {
	case sums.Exponential:
		return exactExp(d.Quo(d, bigOf(p)))
	case sums.Gaussian:
		d.Quo(d, bigOf(p))
		return exactExp(d.Quo(d.Mul(d, d), bigOf(2)))
	case sums.Power:
		x := exactLog(d)
		if x.Mul(x, bigOf(p)); x.Sign() >= 0 {
			return exactExp(x)
		}
		return new(big.Float).SetPrec(tested).Quo(bigOf(1), exactExp(x.Neg(x)))
	}
	if d.Cmp(bigOf(p)) >= 0 {
		return bigOf(0)
	}
	return d.Sub(bigOf(1), d.Quo(d, bigOf(p)))
}

// What kernels have of a distance is within two units of the last place of the function, or eight of a steep power,
// divided by a power of two that leaves the nearest distance between 1/2 and 1.
func TestDistanceDecay(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 41))
	for round := range 4000 {
		function := sums.DecayFunction(1 + round%4)
		perUnit := []float64{1, 1, 10, 1000, 64, 0x1p-30}[r.IntN(6)]
		nearest := math.Exp(8 * r.NormFloat64())
		if round%3 == 0 {
			nearest = float64(1 + r.IntN(20))
		}
		p := nearest * math.Exp(3*r.NormFloat64())
		if function == sums.Power {
			p = []float64{1, 2, 0.5, 3 * r.Float64(), 100 * r.Float64(), 1e-9}[r.IntN(6)]
		}
		d, err := sums.NewDistanceDecay(function, p, nearest)
		if err != nil {
			continue
		}
		in := d.In(perUnit)
		for i := range 4 {
			distance := nearest * perUnit
			if i > 0 {
				distance *= math.Exp(math.Abs(3 * r.NormFloat64()))
			}
			got := in.At(distance)
			exact := exactDecay(function, p, distance, perUnit)
			exact.SetMantExp(exact, -d.Exponent)
			want, _ := exact.Float64()
			switch {
			case want < 0x1p-128:
				if got > 0x1.00001p-128 {
					t.Fatalf("%v %g at %g/%g: %g, and not 0", function, p, distance, perUnit, got)
				}
				continue
			case got > 1.0000001 || i == 0 && got < 0.4999999 && d.Exponent > -900:
				t.Fatalf("%v %g at %g/%g of %g: %g", function, p, distance, perUnit, nearest, got)
			case function == sums.Linear && perUnit != 1:
				continue // the rounding of p to units counts
			}
			error, _ := new(big.Float).Sub(exact, bigOf(got)).Float64()
			most := 2.0
			if function == sums.Power && p > 4 {
				most = 8
			}
			if places := math.Abs(error) / (math.Nextafter(want, 2) - want); places > most {
				t.Fatalf("%v %g at %g/%g of %g: %g, not %g: an error of %.3g units of the last place", function, p, distance,
					perUnit, nearest, got, want, places)
			}
			if limit := d.Limit(); limit >= 0 && distance/perUnit > limit*1.0000001 && got > 0 {
				t.Fatalf("%v %g at %g/%g: %g beyond %g", function, p, distance, perUnit, got, limit)
			}
		}
	}
}

// Every machine has the same bits, those that fuse multiplication and addition too.
func TestBitsOfDistanceDecay(t *testing.T) {
	t.Parallel()
	hash := fnv.New64a()
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 4000 {
		function := sums.DecayFunction(1 + round%4)
		nearest := float64(1+r.IntN(1000)) / 7
		p := nearest * float64(1+r.IntN(1000)) / 50
		if function == sums.Power {
			p = float64(1+r.IntN(100)) / 13
		}
		d, err := sums.NewDistanceDecay(function, p, nearest)
		if err != nil {
			t.Fatal(err)
		}
		d = d.In([]float64{1, 10, 0x1p20}[r.IntN(3)])
		for range 8 {
			at := d.At(nearest * (1 + float64(r.IntN(10000))/333))
			_ = binary.Write(hash, binary.LittleEndian, at)
		}
		_ = binary.Write(hash, binary.LittleEndian, d.Limit())
	}
	if got := hash.Sum64(); got != 0x728df76b874b78c2 {
		t.Errorf("the hash of 36000 numbers is %#x", got)
	}
}
