package cuda

import (
	"fmt"
	"math"

	"gobc/core/cost"
	"gobc/core/reduce"
	"gobc/kernels/cuda/device"
)

type chainStep struct {
	name   string
	blocks int // a batch, as chains.h has them: GOBC_CHAIN_SPLIT or a half each
}

// The kernels of chains.h, for betweenness and for stress.
var (
	chainSteps      = []chainStep{{"out", 2}, {"nodes", 16}, {"targets", 16}, {"back", 2}}
	chainCountSteps = []chainStep{{"out", 2}, {"count_nodes", 16}, {"count_targets", 16}, {"back", 2}}
)

// chainSweep runs batches of nodes whose chains count. Its sources are their numbers, one to a batch of the device.
func chainSweep(s *device.Session, g *Graph, t *Totals, c Config, _ []int32, _ int) (Sweep, error) {
	k := c.Chains
	switch {
	case k == nil || c.Sums != k.Kinds():
		return Sweep{}, fmt.Errorf("gobc: cuda: the sweep of chains is for betweenness of vertices with that of edges, or " +
			"for stress likewise")
	case c.Lengths == nil || c.Lengths.Type == LengthF64:
		return Sweep{}, fmt.Errorf("gobc: cuda: the sweep of chains needs whole lengths")
	}
	a := chainArguments{words: t.words, massScale: math.Ldexp(1, -k.Pairs.Exponent), chains: int32(len(k.Length)),
		mostSources: int32(k.MostSources())}
	if k.Hops {
		a.hops = 1
	}
	w, err := a.weightedArguments.paths(s, g, t, c, "chains", "chains_out")
	if err != nil {
		return w, err
	}
	n, chains := int64(g.Vertices()), int64(len(k.Length))
	w.Arguments, w.Lanes, w.Width, w.AtOnce = BytesOf(&a), 1, 1, cost.ChainBatches*s.Multiprocessors
	_, typical := c.Lengths.keys()
	a.step, a.bucketKeys = keysOf(typical, cost.ChainSearchShare), keysOf(typical, cost.ChainBucketShare)
	steps := chainSteps
	if c.Counts() {
		steps, a.stressMost = chainCountSteps, k.MostPaths()
	}
	for _, step := range steps {
		suffix, _ := c.Lengths.Name()
		f, err := Load(s, "chains", "gobc_chains_"+step.name+"_"+suffix)
		if err != nil {
			return w, err
		}
		w.Steps = append(w.Steps, Step{f, step.blocks})
	}
	w.Slot = append(w.Slot, device.Array{At: &a.mass, Bytes: 32 * 8 * n})
	for i := range w.Slot {
		w.Slot[i].Bytes *= 2 // a half each
	}
	w.Slot = append(w.Slot, device.Array{At: &a.halves, Bytes: 2 * 32}, device.Array{At: &a.halvesBack, Bytes: 4},
		device.Array{At: &a.around, Bytes: 8 * int64(a.mostSources)},
		device.Array{At: &a.place, Bytes: 4 * n * int64(a.mostSources)},
		device.Array{At: &a.ending, Bytes: 2 * reduce.Lanes * 8 * chains})
	w.Beside = a.tables(k)
	return w, nil
}

// tables are the arrays that are the same for all batches.
func (a *chainArguments) tables(k *reduce.Chains) []device.Array {
	at := make([]int32, len(k.Ends))
	offsets := k.AtNodes(make([]uint32, k.Contracted.Vertices+2), at)
	ranges := []int32{0, 0, 0}
	var lanes []int32
	var own []float64
	var sources []reduce.ChainSource
	var parts []reduce.BatchPart
	for _, b := range k.Batches {
		lanes, own = append(lanes, b.Lane...), append(own, b.Own...)
		sources, parts = append(sources, b.Sources...), append(parts, b.Parts...)
		ranges = append(ranges, int32(len(lanes)), int32(len(sources)), int32(len(parts)))
	}
	return []device.Array{
		device.In(&a.ends, k.Ends), device.In(&a.length, k.Length), device.In(&a.first, k.First),
		device.In(&a.doubled, k.Doubled), device.In(&a.sums, k.Sums), device.In(&a.weight, k.Weight),
		device.In(&a.atOffsets, offsets), device.In(&a.at, at), device.In(&a.ranges, ranges), device.In(&a.lane, lanes),
		device.In(&a.own, own), device.In(&a.chainSources, sources), device.In(&a.parts, parts),
	}
}
