package cuda

import (
	"fmt"

	"gobc/core/sums"
	"gobc/kernels/cuda/device"
)

// DistanceSums are arrays by vertex of the uploaded graph. Those that are not empty are filled.
type DistanceSums struct {
	Distance, Reached   []uint64
	TermsHigh, TermsLow []uint64 // units of 2^-32 and 2^-64
	Term                sums.Term
	Eccentricity        []int32
}

// RunDistances runs the distance sweep of the sources over the out-lists, with `perBatch` sources in a batch, and fills
// the arrays of `sums`. No level deeper than `levels` is begun.
func RunDistances(s *device.Session, g *Graph, width, perBatch int, levels int32, sources, order []int32,
	sums *DistanceSums,
	watch Watch) (*Outcome, error) {
	n, words, capacity := int64(g.Vertices()), int64(width/32), 2*int64(g.Vertices()+width)
	name := fmt.Sprintf("gobc_distances_w%d", width)
	f, m, err := placeMasks(s, "distances", name, name+"_shared", n, words)
	if err != nil {
		return nil, err
	}
	a := distancesArguments{graph: g.arguments, levels: levels, rate: sums.Term.Rate, shift: int32(sums.Term.Shift)}
	a.sharedMasks, a.sharedTouched = m.flags()
	return Sweep{
		Function: f, Shared: m.shared, Lanes: perBatch, Width: width, Arguments: BytesOf(&a), Batches: &a.batches,
		Slot: append(m.arrays(&a.visited, &a.next, &a.touched), []device.Array{
			{At: &a.queueVertex, Bytes: capacity * 4}, {At: &a.queueLanes, Bytes: capacity * words * 4},
			{At: &a.queueList, Bytes: capacity * 8}, {At: &a.reachedList, Bytes: n * 4},
		}...),
		Beside: []device.Array{
			device.Out(&a.distance, sums.Distance), device.Out(&a.reached, sums.Reached),
			device.Out(&a.termsHigh, sums.TermsHigh),
			device.Out(&a.termsLow, sums.TermsLow), device.Out(&a.eccentricity, sums.Eccentricity),
		},
	}.Run(s, sources, order, watch)
}
