package papers

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"gobc/core/graph"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// Job is what a runner works on. Forest is the adjacency that was uploaded, in its order.
type Job struct {
	Strategy Strategy
	Graph    *cuda.Graph
	Forest   *graph.Forest
	Totals   *cuda.Totals
	Config   cuda.Config
}

// Runner runs a strategy on one device, which holds the adjacency and the totals.
type Runner struct {
	Job
	lists, base device.Address // tails or mates, where the method needs them
	byEdges     *bool          // sampling: the result of the samples; nil before
}

// Open prepares a strategy on a device.
func Open(s *device.Session, j Job) (*Runner, error) {
	r := &Runner{Job: j}
	var list []uint32
	switch j.Strategy.Name {
	case EdgeParallelName, HybridName, SamplingName, GPUFanName:
		list = tails(j.Forest)
	case PullName:
		list = mates(j.Forest)
	case NodeParallelName, WeightedQueueName, WarpCentricName:
		if j.Config.Lengths == nil {
			return nil, fmt.Errorf("gobc: papers: strategy %s needs lengths", j.Strategy.Name)
		}
	}
	var err error
	r.base, err = s.Place([]device.Array{device.In(&r.lists, list)})
	return r, err
}

// Run runs sources of `order` (places in `sources`), and adds to the totals.
func (r *Runner) Run(s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error) {
	if err := r.Totals.Take(s, len(order)); err != nil {
		return nil, err
	}
	return r.Strategy.run(r, s, sources, order, watch)
}

// Close frees what Open allocated.
func (r *Runner) Close(s *device.Session) { s.Release(r.base) }

// traverse runs a method of unweighted graphs, one source a block.
func (r *Runner) traverse(s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error) {
	if r.Strategy.Name != SamplingName || r.byEdges != nil {
		return r.launch(s, sources, order, watch, nil)
	}
	samples := min(len(order), int(r.Strategy.Values["samples"]))
	depths := make([]int32, len(sources))
	out, err := r.launch(s, sources, order[:samples], watch, depths)
	if err != nil || out.Stopped {
		return out, err
	}
	sampled := make([]int32, 0, samples)
	for _, at := range order[:samples] {
		sampled = append(sampled, depths[at])
	}
	slices.Sort(sampled)
	shallow := float64(sampled[samples/2]) < r.Strategy.Values["gamma"]*math.Log2(float64(r.Graph.Vertices()))
	r.byEdges = &shallow
	if samples == len(order) {
		return out, nil
	}
	rest, err := r.launch(s, sources, order[samples:], watch, nil)
	if err != nil {
		return nil, err
	}
	return join(out, rest), nil
}

// join returns the outcome of two launches over disjoint sources.
func join(a, b *cuda.Outcome) *cuda.Outcome {
	b.Seconds += a.Seconds
	b.Launches += a.Launches
	b.OutOfRange = append(b.OutOfRange, a.OutOfRange...)
	b.Done = append(b.Done, a.Done...)
	b.Levels += a.Levels
	for i, ticks := range a.Phases {
		b.Phases[i] += ticks
	}
	return b
}

// launch runs sources with the present kernel. depths, if not nil, gets the deepest level of each.
func (r *Runner) launch(s *device.Session, sources, order []int32, watch cuda.Watch,
	depths []int32) (*cuda.Outcome, error) {
	var a traversalArguments
	n, arcs, real := int64(r.Graph.Vertices()), r.Graph.Arcs, r.Config.Real()
	arrays := []device.Array{{At: &a.distance, Bytes: 4 * n}, {At: &a.sigma, Bytes: real * n},
		{At: &a.delta, Bytes: real * n}}
	name := r.Strategy.Name
	switch name {
	case EdgeParallelName:
		arrays = append(arrays, device.Array{At: &a.flags, Bytes: arcs})
	case PullName:
		arrays = append(arrays, device.Array{At: &a.flags, Bytes: arcs}, device.Array{At: &a.arcDelta, Bytes: real * arcs})
	case WorkEfficientName, HybridName, SamplingName, CoarseName:
		arrays = append(arrays, device.Array{At: &a.stack, Bytes: 4 * n}, device.Array{At: &a.levelEnd, Bytes: 4 * (n + 2)})
	}
	a.change, a.frontier = -1, int32(r.Strategy.Values["frontier"]) // of the hybrid kernel
	switch {
	case name == HybridName:
		a.change, a.frontier = int32(r.Strategy.Values["alpha"]), int32(r.Strategy.Values["beta"])
	case name == SamplingName && r.byEdges != nil && *r.byEdges:
		name = HybridName
	case name == SamplingName, name == CoarseName:
		name = WorkEfficientName
	}
	f, err := cuda.Load(s, module, "gobc_"+strings.ReplaceAll(name, "-", "_")+"_"+r.Config.Suffix())
	if err != nil {
		return nil, err
	}
	a.tails, a.mates = r.lists, r.lists
	r.common(&a)
	w := cuda.Sweep{
		Function: f, Lanes: 1, Width: 1, Slot: arrays, Beside: []device.Array{device.Out(&a.depth, depths)},
		AtOnce:    r.blocks(s),
		Arguments: cuda.BytesOf(&a), Batches: &a.batches,
	}
	if r.Strategy.Name == CoarseName {
		w.AtOnce = int(max(1, min(r.Strategy.Values["memory"]/float64(w.SlotBytes()), math.MaxInt32)))
	}
	return w.Run(s, sources, order, watch)
}

// common sets what all methods of one source a block have.
func (r *Runner) common(a *traversalArguments) {
	a.graph, a.arcs = r.Graph.Arguments(), uint64(r.Graph.Arcs)
	a.totals = r.Totals.Arguments()
}

// blocks returns how many blocks to launch. The papers launch one a multiprocessor.
func (r *Runner) blocks(s *device.Session) int {
	if asked := int(r.Strategy.Values["blocks"]); asked > 0 {
		return asked
	}
	return s.Multiprocessors
}

// dijkstra runs a method of weighted graphs, one source a block.
func (r *Runner) dijkstra(s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error) {
	n, lengths := int64(r.Graph.Vertices()), r.Config.Lengths
	suffix, length := lengths.Name()
	f, err := cuda.Load(s, module, "gobc_dijkstra_"+suffix)
	if err != nil {
		return nil, err
	}
	// Threads that serve a vertex; bytes of a vertex for flags of the frontier, and for the longest length that was
	// counted.
	team, flags, farthest := uint(1), int64(0), int64(0)
	switch r.Strategy.Name {
	case WarpCentricName:
		team, flags = uint(r.Strategy.Values["warp"]), 1-int64(r.Strategy.Values["queue"])
	case NodeParallelName:
		flags = 1
	}
	if lengths.Type == cuda.LengthF64 {
		farthest = 8
	}
	a := dijkstraArguments{weights: r.Graph.Weights(), least: r.Graph.Least(), tolerance: lengths.Tolerance,
		teamBits: int32(bits.TrailingZeros(team))}
	r.common(&a.traversalArguments)
	return cuda.Sweep{
		Function: f, Lanes: 1, Width: 1, AtOnce: r.blocks(s), Arguments: cuda.BytesOf(&a), Batches: &a.batches,
		Slot: []device.Array{
			{At: &a.distance, Bytes: length * n}, {At: &a.sigma, Bytes: 8 * n}, {At: &a.delta, Bytes: 8 * n},
			{At: &a.stack, Bytes: 4 * n},
			{At: &a.levelEnd, Bytes: 4 * (n + 2)}, {At: &a.lock, Bytes: 4 * n}, {At: &a.unsettled, Bytes: n},
			{At: &a.inFront, Bytes: flags * n}, {At: &a.farthest, Bytes: farthest * n},
		},
	}.Run(s, sources, order, watch)
}

// tails says where the arc at each place of the out-lists begins.
func tails(forest *graph.Forest) []uint32 {
	list := make([]uint32, len(forest.Out.Targets))
	for v := range len(forest.Out.Offsets) - 1 {
		for i := forest.Out.Offsets[v]; i < forest.Out.Offsets[v+1]; i++ {
			list[i] = uint32(v)
		}
	}
	return list
}

// mates says for each place of the out-lists where the arc stands in the in-lists. Lists ascend, so that going through
// the in-lists in order meets every out-list in its order.
func mates(forest *graph.Forest) []uint32 {
	list := make([]uint32, len(forest.Out.Targets))
	next := slices.Clone(forest.Out.Offsets)
	for i, u := range forest.In.Targets {
		list[next[u]] = uint32(i)
		next[u]++
	}
	return list
}
