//go:build !cgo || purego

package cpu

import (
	"math"
	"math/big"

	"gobc/core/sums"
)

// scaled counts paths as floats of 53 bits with an exponent of 32: no graph overflows it. These numbers lie on the Go
// heap, as they hold pointers; the C kernel keeps mantissa and exponent itself.
type scaled struct {
	search
	sigma, onward []big.Float // as in lane
}

const mantissa = 53

func newScaled(g *CSR, pairs *Pairs, needs sums.Kinds) (*scaled, error) {
	s := &scaled{}
	if err := s.open(g, pairs); err != nil {
		s.Close()
		return nil, err
	}
	s.sigma = make([]big.Float, g.Vertices)
	if needs&(sums.Stress|sums.EdgeStress) != 0 {
		s.onward = make([]big.Float, g.Vertices)
	}
	s.counts.Bytes += sizeOf(s.sigma) + sizeOf(s.onward)
	return s, nil
}

func (s *scaled) state() *search { return &s.search }

func (s *scaled) run(source int32, into *batch, cancel *int32) (outOfRange bool, err error) {
	if err := s.search.run(source, cancel); err != nil {
		return false, err
	}
	for _, v := range s.order {
		s.sigma[v].SetPrec(mantissa).SetInt64(0)
	}
	s.sigma[source].SetInt64(1)
	for i, u := range s.order {
		if stopped(cancel, i) {
			return false, ErrCancelled
		}
		for _, w := range s.graph.out(u) {
			if s.level[w] == s.level[u]+1 {
				increase(&s.sigma[w], &s.sigma[u])
				s.counts.Hits++
			}
		}
	}
	return false, s.backward(source, into, cancel)
}

// backward is plain's, with what is added as float64 and all else with exponents.
func (s *scaled) backward(source int32, into *batch, cancel *int32) (err error) {
	weight := s.source(source)
	sum, gamma, target := newScaledNumber(), newScaledNumber(), newScaledNumber()
	for i := len(s.order) - 1; i >= 0; i-- {
		if stopped(cancel, i) {
			return ErrCancelled
		}
		v := s.order[i]
		sigma := &s.sigma[v]
		sum.SetInt64(0)
		gamma.SetInt64(0)
		s.successors(v, func(w int32, entry int64) {
			paths := 0.0
			increase(sum, &s.sigma[w])
			if s.onward != nil {
				increase(gamma, &s.onward[w])
				paths = product(sigma, &s.onward[w])
			}
			if err == nil && into.needs&(sums.EdgeDelta|sums.EdgeStress) != 0 {
				err = into.edge(entry, weight, product(sigma, &s.sigma[w]), paths)
			}
		})
		if i > 0 && err == nil {
			delta, stress := product(sigma, sum), product(sigma, gamma)
			s.share(v, s.target(v)+delta)
			if s.onward != nil {
				increase(gamma, target.SetFloat64(s.target(v)))
				s.onward[v].SetPrec(mantissa).Set(gamma)
			}
			err = into.vertex(v, weight, delta, stress)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// share puts value / sigma(v) in the place of sigma(v). Below 2^-1000 the fixed-point sums keep nothing of it.
func (s *scaled) share(v int32, value float64) {
	if !(value >= 0x1p-1000) {
		s.sigma[v].SetInt64(0)
		return
	}
	s.sigma[v].Quo(newScaledNumber().SetFloat64(value), &s.sigma[v])
}

func newScaledNumber() *big.Float { return new(big.Float).SetPrec(mantissa) }

// increase adds x to z. A term 2^-120 times the other is far below its last bit, also when 2^31 of them come one by
// one, and aligning it would take as many bits as the exponents lie apart.
func increase(z, x *big.Float) {
	apart := z.MantExp(nil) - x.MantExp(nil)
	switch {
	case x.Sign() == 0:
	case z.Sign() == 0 || apart < -120:
		z.Set(x)
	case apart <= 120:
		z.Add(z, x)
	}
}

// product is a * b as float64; 0 below 2^-1000, far below what the fixed-point sums keep; infinite above float64.
func product(a, b *big.Float) float64 {
	z := newScaledNumber().Mul(a, b)
	exponent := z.MantExp(nil) - 1
	switch {
	case z.Sign() == 0 || exponent < -1000:
		return 0
	case exponent > 1023:
		return math.Inf(1)
	}
	x, _ := z.Float64()
	return x
}
