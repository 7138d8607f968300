//go:build !cgo || purego

package cpu

import (
	"unsafe"

	"gobc/core/sums"
)

// batch holds back what sources add until nothing can fail any more: it is added to the totals whole or not at all.
type batch struct {
	sums  *sums.Paths
	needs sums.Kinds
}

func newBatch(g *CSR, needs sums.Kinds) (b batch, err error) {
	b.needs = needs
	b.sums, err = sums.NewPaths(g.Shape(), needs)
	return b, err
}

// reset forgets what a batch that did not end well has left.
func (b *batch) reset() { b.sums.Reset() }

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
	if b.needs&sums.Delta != 0 {
		sums.Add(b.sums.Delta, int(v), sums.FixedPoint(delta))
	}
	if b.needs&sums.Squares != 0 {
		sums.Add(b.sums.Squares, int(v), sums.FixedPoint(float64(float64(delta*delta)*0x1p-31)))
	}
	if b.needs&sums.Stress != 0 {
		return b.sums.Stress.AddTerm(int(v), times(stress, weight))
	}
	return nil
}

// edge adds likewise at an entry of the out lists: sigma(v) * g(w) and sigma(v) * (1 + gamma(w)).
func (b *batch) edge(entry int64, weight, delta, stress float64) error {
	if b.needs&sums.EdgeDelta != 0 {
		sums.Add(b.sums.EdgeDelta[0], int(entry), sums.FixedPoint(float64(delta*weight)))
	}
	if b.needs&sums.EdgeStress != 0 {
		return b.sums.EdgeStress[0].AddTerm(int(entry), times(stress, weight))
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
func (b *batch) commit(t *sums.Paths) error {
	err := t.Add(b.sums)
	b.reset()
	return err
}

func sizeOf[T any](a []T) int64 {
	var zero T
	return int64(cap(a)) * int64(unsafe.Sizeof(zero))
}
