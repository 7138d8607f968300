package cudaengine

import (
	"gobc/core/sums"
	"gobc/kernels/cuda"
)

// demandOf returns what targets weigh by source on devices whose graph is relabelled by `order` (position -> rank; nil:
// as it is), or nil if it does not depend on the source.
func demandOf(pairs *sums.Pairs, order []int32) *cuda.Demand {
	if !pairs.WeighsByPair() {
		return nil
	}
	d := &cuda.Demand{Decay: pairs.DistanceDecay, Ends: pairs.Ends}
	if pairs.HasDemand() {
		d.Flows = flows{pairs.Demand, order, inverted(order)}.of
	}
	return d
}

// flows are those of a demand by positions of the uploaded graph.
type flows struct {
	*sums.Demand
	order, position []int32 // position -> rank, rank -> position; nil: the same
}

func inverted(order []int32) []int32 {
	if order == nil {
		return nil
	}
	position := make([]int32, len(order))
	for p, rank := range order {
		position[rank] = int32(p)
	}
	return position
}

// of returns the flows of the sources of the batches in `order`, of so many sources each; sources are positions.
func (f flows) of(sources, order []int32, lanes int) (*cuda.Flows, error) {
	counts := make([]int64, len(sources))
	f.each(sources, order, lanes, func(place int, targets []int32, _ []float64) { counts[place] = int64(len(targets)) })
	rows, err := cuda.NewFlows(counts)
	if err != nil {
		return nil, err
	}
	f.each(sources, order, lanes, func(place int, targets []int32, amounts []float64) {
		first := rows.Offsets[place]
		copy(rows.Amounts[first:], amounts)
		for i, rank := range targets {
			rows.Targets[first+int64(i)] = renamed(f.position, rank)
		}
	})
	return rows, nil
}

// each calls do for the place of every source of the batches.
func (f flows) each(sources, order []int32, lanes int, do func(place int, targets []int32, amounts []float64)) {
	for _, batch := range order {
		first := int(batch) * lanes
		for place := first; place < min(first+lanes, len(sources)); place++ {
			targets, amounts := f.Of(renamed(f.order, sources[place]))
			do(place, targets, amounts)
		}
	}
}

// renamed returns a vertex by the numbers of a relabelling; nil: as it is.
func renamed(relabelling []int32, v int32) int32 {
	if relabelling == nil {
		return v
	}
	return relabelling[v]
}
