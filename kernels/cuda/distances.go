package cuda

import (
	"fmt"

	"gobc/core/sums"
	"gobc/kernels/cuda/device"
)

// DistanceSums are sums by vertex of the uploaded graph, of distances in edges or of lengths.
type DistanceSums struct {
	Kinds []KindSums
	Term  sums.Term
}

// NewDistanceSums makes zeroed sums; lengths are nil for distances in edges.
func NewDistanceSums(kinds sums.DistanceKinds, term sums.Term, vertices int, lengths *Lengths) *DistanceSums {
	s := &DistanceSums{Term: term}
	for bit, kind := range kinds.Rows() {
		k := KindSums{Bit: uint32(bit), Kind: kind, Format: kind.GPU}
		if lengths != nil {
			k.Format = lengths.format(kind.GPULengths)
		}
		items := vertices
		if k.Format == sums.Half {
			items = (vertices + 1) / 2
		}
		for range k.Format.Words() {
			k.Arrays = append(k.Arrays, make([]uint64, items))
		}
		s.Kinds = append(s.Kinds, k)
	}
	return s
}

// Out returns the sums as output arrays of a run. `of` returns the addresses of a kind.
func (s *DistanceSums) Out(of func(sums.DistanceKinds) []*device.Address) (arrays []device.Array) {
	for _, k := range s.Kinds {
		at := of(sums.DistanceKinds(k.Bit))
		for i, array := range k.Arrays {
			arrays = append(arrays, device.Out(at[i], array))
		}
	}
	return arrays
}

// RunDistances runs the distance sweep of the sources over the out-lists, with `perBatch` sources in a batch, and fills
// the sums. No level deeper than `levels` is begun.
func RunDistances(s *device.Session, g *Graph, width, perBatch int, levels int32, sources, order []int32,
	into *DistanceSums, watch Watch) (*Outcome, error) {
	n, words, capacity := int64(g.Vertices()), int64(width/32), 2*int64(g.Vertices()+width)
	name := fmt.Sprintf("gobc_distances_w%d", width)
	f, m, err := placeMasks(s, "distances", name, name+"_shared", n, words)
	if err != nil {
		return nil, err
	}
	a := distancesArguments{graph: g.arguments, levels: levels, rate: into.Term.Rate, shift: int32(into.Term.Shift)}
	a.sharedMasks, a.sharedTouched = m.flags()
	return Sweep{
		Function: f, Shared: m.shared, Lanes: perBatch, Width: width, Arguments: BytesOf(&a), Batches: &a.batches,
		Slot: append(m.arrays(&a.visited, &a.next, &a.touched), []device.Array{
			{At: &a.queueVertex, Bytes: capacity * 4}, {At: &a.queueLanes, Bytes: capacity * words * 4},
			{At: &a.queueList, Bytes: capacity * 8}, {At: &a.reachedList, Bytes: n * 4},
		}...),
		Beside: into.Out(a.hops.Of),
	}.Run(s, sources, order, watch)
}
