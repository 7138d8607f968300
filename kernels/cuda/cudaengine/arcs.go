package cudaengine

import (
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
	if s.task.Paths&(sums.EdgeDelta|sums.EdgeStress) == 0 || s.starts != nil {
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
	totals, out := d.into.Paths, d.task.Forest.Out.Offsets
	words := totals.Delta
	if d.Config.Stress {
		words = totals.Stress.Words
	}
	for i := range len(from.Words) / 2 {
		sums.Add(words, i, sums.At(from.Words, i))
	}
	for p, paths := range from.Onward {
		totals.Onward[d.rank(p)] += paths
	}
	for p := range from.Coarse {
		r := d.rank(p)
		if totals.Delta != nil {
			sums.Add(totals.Delta, r, sums.FromUnits(from.Coarse[p], from.Fine[p]))
		}
		if from.Stress[0] != nil && totals.Stress.Words != nil {
			sums.Add(totals.Stress.Words, r, sums.FromDigits(from.Stress[0][p], from.Stress[1][p], from.Stress[2][p]))
		}
		if d.starts == nil {
			continue
		}
		at := int(out[r])
		for arc := d.starts[p]; arc < d.starts[p+1]; arc, at = arc+1, at+1 {
			if from.ArcDelta != nil {
				sums.Add(totals.EdgeDelta[0], at, sums.FromUnits(from.ArcDelta[2*arc], from.ArcDelta[2*arc+1]))
			}
			if from.ArcStress != nil {
				digits := from.ArcStress[3*arc : 3*arc+3]
				sums.Add(totals.EdgeStress[0].Words, at, sums.FromDigits(digits[0], digits[1], digits[2]))
			}
		}
	}
}
