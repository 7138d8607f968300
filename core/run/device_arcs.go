package run

import (
	"gobc/core/sums"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// What of a path sweep on devices is about arcs and weights: both stand by the numbers of the uploaded graph.

// weights are those of the plan's pairs, by position.
func (j *devicePaths) weights() cuda.Weights {
	if j.p.Pairs == nil {
		return cuda.Weights{}
	}
	return cuda.Weights{Source: j.byPosition(j.p.Pairs.SourceWeight), Target: j.byPosition(j.p.Pairs.TargetWeight)}
}

func (j *devicePaths) byPosition(byRank []float64) []float64 {
	if byRank == nil || j.ranks == nil {
		return byRank
	}
	moved := make([]float64, len(byRank))
	for p, r := range j.ranks {
		moved[p] = byRank[r]
	}
	return moved
}

// findLists works out where the out-lists begin on the devices. A list keeps the order of ranks under any relabelling
// (core/order), so an arc has the same place in it there and here.
func (j *devicePaths) findLists() {
	if j.p.Path.Needs&(sums.EdgeDelta|sums.EdgeStress) == 0 {
		return
	}
	if j.ranks == nil {
		j.starts = j.csr.OutOffsets
		return
	}
	j.starts = make([]int64, len(j.ranks)+1)
	for p, r := range j.ranks {
		j.starts[p+1] = j.starts[p] + j.csr.OutOffsets[r+1] - j.csr.OutOffsets[r]
	}
}

// prepare readies a device's totals for what the plan sums beside vertices.
func (r *deviceRun) prepare(s *device.Session, totals *cuda.Totals, arcs int64) error {
	totals.Weigh(r.config.Most)
	if !r.config.EdgeDelta && !r.config.EdgeStress {
		return nil
	}
	return totals.SumArcs(s, arcs, r.config.EdgeDelta, r.config.EdgeStress, r.addArcs)
}

// addArcs takes the sums of a device by arc into the totals: all at the out-lists' entries.
func (j *devicePaths) addArcs(from cuda.ArcSums) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for p := range j.g.Vertices {
		r := p
		if j.ranks != nil {
			r = int(j.ranks[p])
		}
		at := j.csr.OutOffsets[r]
		for arc := j.starts[p]; arc < j.starts[p+1]; arc, at = arc+1, at+1 {
			if from.Delta != nil {
				sums.Add(j.totals.EdgeDelta[0], int(at), sums.FromUnits(from.Delta[2*arc], from.Delta[2*arc+1]))
			}
			if from.Stress != nil {
				digits := from.Stress[3*arc : 3*arc+3]
				sums.Add(j.totals.EdgeStress[0].Words, int(at), sums.FromDigits(digits[0], digits[1], digits[2]))
			}
		}
	}
}
