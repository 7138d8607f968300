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

// prepare readies a device's totals for what is summed beside vertices.
func (d *deviceSession) prepare() error {
	d.totals.Weigh(d.Config.Most)
	if !d.Config.EdgeDelta && !d.Config.EdgeStress {
		return nil
	}
	return d.totals.SumArcs(d.on, d.copy[d.worker].Arcs, d.Config.EdgeDelta, d.Config.EdgeStress, d.addArcs)
}

// addArcs takes the sums of a device by arc into the totals: all at the out-lists' entries.
func (d *deviceSession) addArcs(from cuda.ArcSums) {
	d.into.Lock()
	defer d.into.Unlock()
	totals := d.into.Paths
	for p := range d.task.Forest.Vertices {
		at := d.task.Forest.Out.Offsets[d.rank(p)]
		for arc := d.starts[p]; arc < d.starts[p+1]; arc, at = arc+1, at+1 {
			if from.Delta != nil {
				sums.Add(totals.EdgeDelta[0], int(at), sums.FromUnits(from.Delta[2*arc], from.Delta[2*arc+1]))
			}
			if from.Stress != nil {
				digits := from.Stress[3*arc : 3*arc+3]
				sums.Add(totals.EdgeStress[0].Words, int(at), sums.FromDigits(digits[0], digits[1], digits[2]))
			}
		}
	}
}
