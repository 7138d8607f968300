package cudaengine

import (
	"math"

	"gobc/core/guard"
	"gobc/core/sums"
	"gobc/kernels/cuda"
)

// What of a path sweep on devices is about arcs and weights: both stand by the numbers of the uploaded graph.

// byPosition moves weights by rank to where an order has the vertices; nil: they stay.
func byPosition(byRank []float64, order []int32) []float64 {
	if byRank == nil || order == nil {
		return byRank
	}
	moved := make([]float64, len(byRank))
	for p, r := range order {
		moved[p] = byRank[r]
	}
	return moved
}

// findLists works out where the out-lists begin on the devices. A list keeps the order of ranks under any relabelling
// (core/order), so an arc has the same place in it there and here.
func (s *paths) findLists() {
	offsets, order := s.task.Forest.Out.Offsets, s.Choice.Order
	if s.task.Paths&sums.OfArcs == 0 || s.starts != nil {
		return
	}
	if order == nil {
		s.starts = offsets
		return
	}
	s.starts = make([]int64, len(order)+1)
	for p, r := range order {
		s.starts[p+1] = s.starts[p] + offsets[r+1] - offsets[r]
	}
}

// add takes the sums of a device into the totals: integers, so that no order shows. Those by arc go to the places of
// the out-lists.
func (d *deviceSession) add(from cuda.Sums) {
	d.into.Lock()
	defer d.into.Unlock()
	totals := d.into.Paths
	words := totals.Delta
	if d.task.Paths&sums.Counts != 0 {
		words = totals.Stress.Words
	}
	for i := range len(from.Words) / 2 {
		sums.Add(words, i, sums.At(from.Words, i))
	}
	for i, k := range from.Nested {
		d.addVertices(d.into.OpenPaths()[1+i].Delta, &k)
	}
	for _, k := range from.Kinds {
		switch to := totals.Held(sums.Kinds(k.Bit)).(type) {
		case []float64:
			for p, bits := range k.Arrays[0] {
				to[d.rank(p)] += math.Float64frombits(bits)
			}
		case []uint64:
			switch {
			case to == nil: // not asked for
			case k.By == sums.Arc:
				d.addArcs(to, &k)
			default:
				d.addVertices(to, &k)
			}
		}
	}
}

func (d *deviceSession) addVertices(into []uint64, k *cuda.KindSums) {
	goOn := func() error { return nil }
	err := guard.Chunks(len(k.Arrays[0]), max(1, d.task.Threads), goOn, func(lo, hi int) error {
		words := make([]uint64, len(k.Arrays))
		for p := lo; p < hi; p++ {
			k.Words(words, p)
			sums.Add(into, d.rank(p), k.Format.Wide(words))
		}
		return nil
	})
	if err != nil { // a defect, which the caller's guard reports
		panic(err)
	}
}

func (d *deviceSession) addArcs(into []uint64, k *cuda.KindSums) {
	words, out := k.Format.Words(), d.task.Forest.Out.Offsets
	for p := range len(d.starts) - 1 {
		at := int(out[d.rank(p)])
		for arc := int(d.starts[p]); arc < int(d.starts[p+1]); arc, at = arc+1, at+1 {
			sums.Add(into, at, k.Format.Wide(k.Arrays[0][words*arc:words*(arc+1)]))
		}
	}
}
