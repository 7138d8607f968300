//go:build !cgo || purego

package cpu

import (
	"math"
	"math/bits"
	"unsafe"

	"gobc/core/memory"
)

// batch holds back what sources add until nothing can fail any more: it is added to the totals whole or not at all.
type batch struct {
	sums  *Totals
	needs Needs
}

func newBatch(g *CSR, needs Needs) (b batch, err error) {
	b.needs = needs
	b.sums, err = NewTotals(g, needs)
	return b, err
}

// reset forgets what a batch that did not end well has left.
func (b *batch) reset() {
	clear(b.sums.Delta)
	clear(b.sums.Squares)
	b.sums.Stress.reset()
	for i := range b.sums.EdgeDelta {
		clear(b.sums.EdgeDelta[i])
		b.sums.EdgeStress[i].reset()
	}
}

func (b *batch) free() {
	if b.sums != nil {
		b.sums.Free()
	}
}

func (b *batch) bytes() int64 {
	t := b.sums
	return sizeOf(t.Delta) + sizeOf(t.Squares) + sizeOf(t.Stress.Words) + 2*sizeOf(t.EdgeDelta[0]) +
		2*sizeOf(t.EdgeStress[0].Words)
}

// vertex adds what one source, of some weight, adds at a vertex: its dependency, and sigma * gamma.
func (b *batch) vertex(v int32, weight, delta, stress float64) error {
	delta = float64(delta * weight)
	if b.needs&Delta != 0 {
		addWide(b.sums.Delta, int(v), fixedPoint(delta))
	}
	if b.needs&Squares != 0 {
		addWide(b.sums.Squares, int(v), fixedPoint(float64(float64(delta*delta)*0x1p-31)))
	}
	if b.needs&Stress != 0 {
		return b.sums.Stress.addTerm(int(v), times(stress, weight))
	}
	return nil
}

// edge adds likewise at an entry of the out lists: sigma(v) * g(w) and sigma(v) * (1 + gamma(w)).
func (b *batch) edge(entry int64, weight, delta, stress float64) error {
	if b.needs&EdgeDelta != 0 {
		addWide(b.sums.EdgeDelta[0], int(entry), fixedPoint(float64(delta*weight)))
	}
	if b.needs&EdgeStress != 0 {
		return b.sums.EdgeStress[0].addTerm(int(entry), times(stress, weight))
	}
	return nil
}

// times leaves nothing of an infinite term of weight 0.
func times(term, weight float64) float64 {
	if weight == 0 {
		return 0
	}
	return float64(term * weight)
}

// commit adds the batch to the totals and empties it. On error nothing was added.
func (b *batch) commit(t *Totals) error {
	err := t.Stress.prepare(&b.sums.Stress)
	if err == nil {
		err = t.EdgeStress[0].prepare(&b.sums.EdgeStress[0])
	}
	if t.oneList {
		t.EdgeStress[1] = t.EdgeStress[0]
	}
	if err == nil {
		err = t.Add(b.sums)
	}
	b.reset()
	return err
}

// prepare makes the windows that other has.
func (s *StressSums) prepare(other *StressSums) (err error) {
	for k, w := range other.Large {
		if w != nil && s.Large[k] == nil {
			if s.Large[k], err = memory.Make[uint64](len(w)); err != nil {
				return err
			}
		}
	}
	if other.Infinite != nil && s.Infinite == nil {
		s.Infinite, err = memory.Make[uint8](len(other.Infinite))
	}
	return err
}

// reset makes the sums zero; windows are given back, so that the next batch passes on its own alone.
func (s *StressSums) reset() {
	clear(s.Words)
	for k, w := range s.Large {
		memory.Free(w)
		s.Large[k] = nil
	}
	memory.Free(s.Infinite)
	s.Infinite = nil
}

// window is the place of a stress term in the totals: -1 the plain words, else Large[k].
func window(term float64) int {
	if term < 0x1p96 {
		return -1
	}
	return (math.Ilogb(term) - 96) / 32
}

// addTerm adds a whole number, infinite beyond float64.
func (s *StressSums) addTerm(i int, term float64) (err error) {
	k := window(term)
	if math.IsInf(term, 1) {
		if s.Infinite == nil {
			s.Infinite, err = memory.Make[uint8](len(s.Words) / 2)
		}
		if err == nil {
			s.Infinite[i] = 1
		}
		return err
	}
	if k < 0 {
		addWide(s.Words, i, whole(term))
		return nil
	}
	if s.Large[k] == nil {
		s.Large[k], err = memory.Make[uint64](len(s.Words))
	}
	if err == nil {
		addWide(s.Large[k], i, whole(math.Ldexp(term, -(44+32*k))))
	}
	return err
}

// wide is a 128-bit two's complement number.
type wide struct{ high, low uint64 }

// addWide adds to the two words of item i, low word first.
func addWide(words []uint64, i int, x wide) {
	at := words[2*i : 2*i+2]
	low, carry := bits.Add64(at[0], x.low, 0)
	at[0], at[1] = low, at[1]+x.high+carry
}

// whole converts a whole number below 2^128.
func whole(x float64) wide {
	high := uint64(x / 0x1p64)
	return wide{high, uint64(x - float64(float64(high)*0x1p64))}
}

// fixedPoint is the multiple of 2^-64 nearest to d, 0 <= d < 2^31, in two steps: adding 1.5 * 2^32 rounds to a multiple
// of 2^-20 and leaves their number in the low bits; the rest, which is exact, goes through 1.5 * 2^-12 into units of
// 2^-64. Conversions keep a compiler from fusing operations.
func fixedPoint(d float64) wide {
	const coarse, fine = 0x1.8p32, 0x1.8p-12
	h := float64(d + coarse)
	rest := float64(d - float64(h-coarse))
	l := float64(rest + fine)
	high := int64(math.Float64bits(h) - math.Float64bits(coarse))
	low := int64(math.Float64bits(l) - math.Float64bits(fine))
	sum, carry := bits.Add64(uint64(high)<<44, uint64(low), 0)
	return wide{uint64(high>>20) + uint64(low>>63) + carry, sum}
}

func sizeOf[T any](a []T) int64 {
	var zero T
	return int64(cap(a)) * int64(unsafe.Sizeof(zero))
}
