package cuda

import (
	"fmt"

	"gobc/kernels/cuda/device"
)

// DistanceSums are arrays by vertex of the uploaded graph. Those that are not empty are filled.
type DistanceSums struct {
	Distance, Reached         []uint64
	HarmonicHigh, HarmonicLow []uint64 // units of 2^-32 and 2^-64
	Eccentricity              []int32
}

// RunDistances runs the distance sweep of the sources over the out-lists, with `perBatch` sources in a batch, and fills the
// arrays of `sums`. No level deeper than `levels` is begun.
func RunDistances(s *device.Session, g *Graph, width, perBatch int, levels int32, sources, order []int32, sums *DistanceSums,
	watch Watch) (*Outcome, error) {
	n, words, lanes := int64(g.Vertices()), int64(width/32), int64(width)
	var a distancesArguments
	masks, touched := 2*n*words*4, (n/32+1)*4
	name := fmt.Sprintf("gobc_distances_w%d", width)
	p, err := choosePlace(s, "distances", name, name+"_shared", masks, touched)
	if err != nil {
		return nil, err
	}
	a.sharedMasks, a.sharedTouched = asInt32(p.masks), asInt32(p.touched)
	arrays := append(p.arrays(&a.visited, &a.next, &a.touched, n, words),
		Array{At: &a.queueVertex, Bytes: 2 * (n + lanes) * 4}, Array{At: &a.queueLanes, Bytes: 2 * (n + lanes) * words * 4},
		Array{At: &a.queueList, Bytes: 2 * (n + lanes) * 8}, Array{At: &a.reachedList, Bytes: n * 4})
	results := [][]uint64{sums.Distance, sums.Reached, sums.HarmonicHigh, sums.HarmonicLow}
	w := Workspace{Lanes: perBatch, Width: width, Arrays: arrays, More: 5 * device.Aligned(8*n), AtOnce: p.blocks * s.Multiprocessors}
	slots, arena, frame, err := w.Take(s, sources, len(order))
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	for i, to := range []*device.Address{&a.distance, &a.reached, &a.harmonicHigh, &a.harmonicLow} {
		if len(results[i]) == 0 {
			continue
		}
		*to = arena.Take(8 * n)
		if err := s.Zero(*to, 8*n); err != nil {
			return nil, err
		}
	}
	if len(sums.Eccentricity) > 0 {
		a.eccentricity = arena.Take(4 * n)
		if err := s.Zero(a.eccentricity, 4*n); err != nil {
			return nil, err
		}
	}
	a.graph, a.levels = g.arguments, levels
	out, err := frame.Run(s, Kernel{p.f, slots, p.shared, func(b BatchArguments) []byte {
		a.batches = b
		return BytesOf(&a)
	}}, len(sources), order, watch)
	if err != nil {
		return nil, err
	}
	for i, from := range []device.Address{a.distance, a.reached, a.harmonicHigh, a.harmonicLow} {
		if err := device.CopyOut(s, results[i], from); err != nil {
			return nil, err
		}
	}
	return out, device.CopyOut(s, sums.Eccentricity, a.eccentricity)
}
