package papers

import (
	"math/bits"

	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// weighted runs the methods of weighted graphs, one source a block, on one device.
type weighted struct {
	strategy Strategy
	lengths  *cuda.Lengths
	graph    *cuda.Graph
	totals   *cuda.Totals
}

// Run runs sources of `order` (places in `sources`), and adds to the totals.
func (w *weighted) Run(s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error) {
	if err := w.totals.Take(s, len(order)); err != nil {
		return nil, err
	}
	var a dijkstraArguments
	suffix, length := w.lengths.Name()
	f, err := cuda.Load(s, module, "gobc_dijkstra_"+suffix)
	if err != nil {
		return nil, err
	}
	n := int64(w.graph.Vertices())
	team, flags, farthest := w.rule()
	arrays := []cuda.Array{
		{At: &a.distance, Bytes: length * n}, {At: &a.sigma, Bytes: 8 * n}, {At: &a.delta, Bytes: 8 * n}, {At: &a.stack, Bytes: 4 * n},
		{At: &a.levelEnd, Bytes: 4 * (n + 2)}, {At: &a.lock, Bytes: 4 * n}, {At: &a.unsettled, Bytes: n}, {At: &a.inFront, Bytes: flags * n},
		{At: &a.farthest, Bytes: farthest * n},
	}
	space := cuda.Workspace{Lanes: 1, Width: 1, Arrays: arrays, AtOnce: w.strategy.blocks(s)}
	slots, arena, frame, err := space.Take(s, sources, len(order))
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	a.graph, a.arcs = w.graph.Arguments(), uint64(w.graph.Arcs)
	a.totals, a.edgeDelta = w.totals.Arguments()
	a.weights, a.least, a.tolerance = w.graph.Weights(), w.graph.Least(), w.lengths.Tolerance
	a.teamBits = int32(bits.TrailingZeros(team))
	return frame.Run(s, cuda.Kernel{Function: f, Slots: slots, Set: func(b cuda.BatchArguments) []byte {
		a.batches = b
		return cuda.BytesOf(&a)
	}}, len(sources), order, watch)
}

// rule returns how many threads serve a vertex, and the bytes of a vertex for flags of the frontier and for the longest
// length that was counted.
func (w *weighted) rule() (team uint, flags, farthest int64) {
	team = 1
	switch {
	case w.strategy.Name == WarpCentricName:
		team, flags = uint(w.strategy.Values["warp"]), 1-int64(w.strategy.Values["queue"])
	case w.strategy.Name == NodeParallelName:
		flags = 1
	}
	if w.lengths.Type == cuda.LengthF64 {
		farthest = 8
	}
	return team, flags, farthest
}

// Close has nothing to free.
func (w *weighted) Close(*device.Session) {}
