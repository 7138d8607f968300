package papers

import (
	"math"
	"slices"
	"strings"

	"gobc/core/graph"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// traversal runs the methods of one source a block on one device.
type traversal struct {
	strategy Strategy
	config   cuda.Config
	graph    *cuda.Graph
	totals   *cuda.Totals
	forest   *graph.Forest
	lists    device.Address // tails or mates
	byEdges  *bool          // sampling: the result of the samples; nil before
}

// kernel returns the name of a method's kernel; that of sampling depends on the samples.
func (t *traversal) kernel() string {
	name := t.strategy.Name
	switch {
	case name == CoarseName, name == SamplingName && (t.byEdges == nil || !*t.byEdges):
		name = WorkEfficientName
	case name == SamplingName:
		name = HybridName
	}
	return "gobc_" + strings.ReplaceAll(name, "-", "_") + "_" + t.config.Suffix()
}

// Run runs sources of `order` (places in `sources`), and adds to the totals.
func (t *traversal) Run(s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error) {
	if err := t.totals.Take(s, len(order)); err != nil {
		return nil, err
	}
	if t.strategy.Name != SamplingName || t.byEdges != nil {
		return t.launch(s, sources, order, watch, nil)
	}
	samples := min(len(order), int(t.strategy.Values["samples"]))
	depths := make([]int32, len(sources))
	out, err := t.launch(s, sources, order[:samples], watch, depths)
	if err != nil || out.Stopped {
		return out, err
	}
	sampled := make([]int32, 0, samples)
	for _, at := range order[:samples] {
		sampled = append(sampled, depths[at])
	}
	slices.Sort(sampled)
	shallow := float64(sampled[samples/2]) < t.strategy.Values["gamma"]*math.Log2(float64(t.graph.Vertices()))
	t.byEdges = &shallow
	if samples == len(order) {
		return out, nil
	}
	rest, err := t.launch(s, sources, order[samples:], watch, nil)
	if err != nil {
		return nil, err
	}
	return join(out, rest, order[:samples]), nil
}

// join returns the outcome of two launches over disjoint sources; `first` are those of the first.
func join(a, b *cuda.Outcome, first []int32) *cuda.Outcome {
	b.Seconds += a.Seconds
	b.Launches += a.Launches
	b.OutOfRange = append(b.OutOfRange, a.OutOfRange...)
	b.Done = append(b.Done, a.Done...)
	for _, at := range first {
		b.Cost[at] = a.Cost[at]
	}
	b.Levels += a.Levels
	for i, ticks := range a.Phases {
		b.Phases[i] += ticks
	}
	return b
}

// launch runs sources with the present kernel. depths, if not nil, gets the deepest level of each.
func (t *traversal) launch(s *device.Session, sources, order []int32, watch cuda.Watch, depths []int32) (*cuda.Outcome, error) {
	var a traversalArguments
	f, err := cuda.Load(s, module, t.kernel())
	if err != nil {
		return nil, err
	}
	n, arcs, real := int64(t.graph.Vertices()), t.graph.Arcs, t.config.Real()
	arrays := []cuda.Array{{At: &a.distance, Bytes: 4 * n}, {At: &a.sigma, Bytes: real * n}, {At: &a.delta, Bytes: real * n}}
	switch t.strategy.Name {
	case EdgeParallelName:
		arrays = append(arrays, cuda.Array{At: &a.flags, Bytes: arcs})
	case PullName:
		arrays = append(arrays, cuda.Array{At: &a.flags, Bytes: arcs}, cuda.Array{At: &a.arcDelta, Bytes: real * arcs})
	case WorkEfficientName, HybridName, SamplingName, CoarseName:
		arrays = append(arrays, cuda.Array{At: &a.stack, Bytes: 4 * n}, cuda.Array{At: &a.levelEnd, Bytes: 4 * (n + 2)})
	}
	space := cuda.Workspace{Lanes: 1, Width: 1, Arrays: arrays, More: device.Aligned(4 * int64(len(depths)))}
	space.AtOnce = t.blocks(s, space)
	slots, arena, frame, err := space.Take(s, sources, len(order))
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	a.depth = arena.Take(4 * int64(len(depths)))
	a.graph, a.arcs = t.graph.Arguments(), uint64(arcs)
	a.totals, a.edgeDelta = t.totals.Arguments()
	a.tails, a.mates = t.lists, t.lists
	a.change, a.frontier = t.rule()
	out, err := frame.Run(s, cuda.Kernel{Function: f, Slots: slots, Set: func(b cuda.BatchArguments) []byte {
		a.batches = b
		return cuda.BytesOf(&a)
	}}, len(sources), order, watch)
	if err != nil || depths == nil {
		return out, err
	}
	return out, device.CopyOut(s, depths, a.depth)
}

// blocks returns how many blocks to launch. The papers launch one a multiprocessor.
func (s Strategy) blocks(on *device.Session) int {
	if asked := int(s.Values["blocks"]); asked > 0 {
		return asked
	}
	return on.Multiprocessors
}

func (t *traversal) blocks(s *device.Session, space cuda.Workspace) int {
	if t.strategy.Name != CoarseName {
		return t.strategy.blocks(s)
	}
	return int(max(1, min(t.strategy.Values["memory"]/float64(space.Bytes()), math.MaxInt32)))
}

// rule returns the thresholds of the hybrid kernels.
func (t *traversal) rule() (change, frontier int32) {
	if t.strategy.Name == HybridName {
		return int32(t.strategy.Values["alpha"]), int32(t.strategy.Values["beta"])
	}
	return -1, int32(t.strategy.Values["frontier"])
}

// upload copies what a method needs beside the lists.
func (t *traversal) upload(s *device.Session) error {
	switch t.strategy.Name {
	case EdgeParallelName, HybridName, SamplingName:
		return copyTo(s, &t.lists, tails(t.forest))
	case PullName:
		return copyTo(s, &t.lists, mates(t.forest))
	}
	return nil
}

// copyTo allocates room for a list and copies it there.
func copyTo[T any](s *device.Session, at *device.Address, list []T) (err error) {
	var one T
	if *at, err = s.Alloc(int64(max(len(list), 1)) * int64(len(cuda.BytesOf(&one)))); err != nil {
		return err
	}
	return device.CopyIn(s, *at, list)
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

// Close frees what upload allocated.
func (t *traversal) Close(s *device.Session) { s.Release(t.lists) }
