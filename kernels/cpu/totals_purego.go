//go:build !cgo || purego

package cpu

import (
	"math"
	"math/bits"
	"unsafe"

	"gobc/core/memory"
)

// share is what one source adds at one vertex.
type share struct {
	vertex int32
	delta  float64
	stress float64 // sigma * gamma, a whole number; infinite beyond float64
}

// shares are held back until nothing can fail any more: a batch is added whole or not at all.
type shares struct{ list []share }

func (h *shares) add(s share) (err error) {
	if h.list, err = memory.Grow(h.list, len(h.list)+1); err == nil {
		h.list[len(h.list)-1] = s
	}
	return err
}

func (h *shares) reset() { h.list = h.list[:0] }

func (h *shares) free() {
	memory.Free(h.list)
	h.list = nil
}

// commit adds the shares to the totals of n vertices. On error nothing was added.
func (h *shares) commit(t *Totals, needs Needs, n int) error {
	if err := h.prepare(t, n); err != nil {
		return err
	}
	for _, s := range h.list {
		if needs&Delta != 0 {
			addWide(t.Delta, s.vertex, fixedPoint(s.delta))
		}
		if needs&Stress != 0 {
			t.addStress(s.vertex, s.stress)
		}
	}
	return nil
}

// prepare makes the windows that the shares need.
func (h *shares) prepare(t *Totals, n int) (err error) {
	for _, s := range h.list {
		switch k := window(s.stress); {
		case math.IsInf(s.stress, 1):
			if t.Infinite == nil {
				t.Infinite, err = memory.Make[uint8](n)
			}
		case k >= 0 && t.Large[k] == nil:
			t.Large[k], err = memory.Make[uint64](2 * n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// window is the place of a stress term in the totals: -1 the plain words, else Large[k].
func window(term float64) int {
	if term < 0x1p96 {
		return -1
	}
	return (math.Ilogb(term) - 96) / 32
}

func (t *Totals) addStress(v int32, term float64) {
	switch k := window(term); {
	case math.IsInf(term, 1):
		t.Infinite[v] = 1
	case k < 0:
		addWide(t.Stress, v, whole(term))
	default:
		addWide(t.Large[k], v, whole(math.Ldexp(term, -(44+32*k))))
	}
}

// wide is a 128-bit two's complement number.
type wide struct{ high, low uint64 }

// addWide adds to the two words of vertex v, low word first.
func addWide(words []uint64, v int32, x wide) {
	at := words[2*int(v) : 2*int(v)+2]
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
