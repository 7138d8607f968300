package cuda

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gobc/core/cost"
	"gobc/core/reduce"
	"gobc/core/sums"
	"gobc/kernels/cuda/device"
)

// Kinds of path sweeps.
const (
	Levels     = "levels"      // level by level, any graph: sweep.h
	ReadyBatch = "ready_batch" // undirected meshes, 32 lanes: ready_batch.h
	Corrected  = "corrected"   // the same, with distances by label correcting, for roads
	Queue      = "queue"       // source by source: queue_paths.h
	Components = "components"  // small components, each in shared memory: components.h
	// For weighted graphs.
	Weighted      = "weighted"       // 32 lanes: weighted.h
	WeightedQueue = "weighted_queue" // source by source: weighted_queue.h
	Chains        = "chains"         // of nodes whose chains count, batches of core/reduce one by one: chains.h
)

// Widths of the level sweep. The ready-batch sweep and the weighted one have 32 lanes, those source by source have one.
var Widths = []int{16, 32, 64, 128}

// Config says how a path sweep runs. No setting changes a bit of the result.
type Config struct {
	Kind   string
	Width  int
	Lanes  int  // sources a batch if fewer than the width; 0: as many
	Single bool // float32 path counts
	// Sums by arc and weights need double precision, and kernels of their own. EdgeStress needs the level sweep,
	// PathsOnward sweeps with weights or that of chains.
	Sums    sums.Kinds
	Weights Weights
	Demand  *Demand // nil: the weight of a target does not depend on the source
	flows   *Flows  // of a run
	// the most that can pass through a vertex from one source; without weights the number of vertices
	Most  float64
	Total float64 // the same from all sources together; 0: it is not known

	Levels   int32   // the cutoff: no deeper level is begun; see CutLevels
	Inner    []int32 // the levels of smaller cutoffs, ascending, for the level sweep of betweenness alone
	Hub      int     // a whole block sums lists longer than this; 0: none
	Capacity float64 // of a slot, in entries a vertex
	Rounds   int     // ready-batch, weighted: most rounds of a bucket
	Depth    int32   // source by source: the predicted number of levels; 0: unknown
	// Threads of a block if sources of a weighted graph run one by one, or of small components; 0: see blockSize and
	// cost.ComponentShape.
	Threads int
	// Batches of small components; nil: a batch has any Lanes sources.
	Batches *ComponentBatches
	// Lengths of a weighted graph.
	Lengths *Lengths
	// Chains of the nodes that are swept; nil: there are none.
	Chains *reduce.Chains
	// LeastSlots is how many batches must fit at once, if there are so many; otherwise a run returns ErrMemory.
	LeastSlots int
}

// sweeps make the kinds of sweeps ready to run `batches` batches of sources.
var sweeps = map[string]func(s *device.Session, g *Graph, t *Totals, c Config, sources []int32, batches int) (Sweep,
	error){
	Levels: levelSweep, ReadyBatch: readyBatchSweep, Corrected: readyBatchSweep, Queue: queueSweep,
	Weighted: weightedSweep, WeightedQueue: weightedQueueSweep, Chains: chainSweep,
}

// RunPaths runs the sources (numbers of the uploaded graph) in the given order of batches and adds to the totals. It
// uses as many slots as fit; if none fits it returns device.ErrMemory.
func RunPaths(s *device.Session, g *Graph, t *Totals, c Config, sources, order []int32, watch Watch) (*Outcome, error) {
	if err := t.Take(s, len(order)*c.PerBatch()); err != nil {
		return nil, err
	}
	if c.Kind == Components {
		return runComponents(s, g, t, c, sources, order, watch)
	}
	c, err := c.withFlows(sources, order)
	if err != nil {
		return nil, err
	}
	defer c.flows.Free()
	w, err := sweeps[c.Kind](s, g, t, c, sources, len(order))
	if err != nil {
		return nil, err
	}
	w.Least = c.LeastSlots
	return w.Run(s, sources, order, watch)
}

// Weights are those of sources and targets, by number of the uploaded graph; nil: 1 each.
type Weights struct{ Source, Target []float64 }

// weighs reports whether sources or targets have weights.
func (c Config) weighs() bool { return c.Weights.Source != nil || c.Weights.Target != nil }

// full reports whether a full sweep is needed, which sums by arc.
func (c Config) full() bool { return c.sums(sums.OfArcs) }

// Counts reports whether path counts are summed, by vertex or by arc.
func (c Config) Counts() bool { return c.sums(sums.Counts) }

// sums reports whether any of some kinds are summed.
func (c Config) sums(kinds sums.Kinds) bool { return c.Sums&kinds != 0 }

// CutLevels returns the deepest level of a search with a cutoff; a negative cutoff is none.
func CutLevels(cutoff float64) int32 {
	if cutoff < 0 || cutoff >= math.MaxInt32 {
		return math.MaxInt32
	}
	return int32(cutoff)
}

// arrays returns the weights as arrays of a run, those of sources in the order of `sources`.
func (w Weights) arrays(sources []int32, target, source *device.Address) []device.Array {
	weights := make([]float64, 0, len(sources))
	for _, v := range sources {
		if w.Source != nil {
			weights = append(weights, w.Source[v])
		}
	}
	return []device.Array{device.In(target, w.Target), device.In(source, weights)}
}

// PerBatch returns the number of sources of every batch but the last.
func (c Config) PerBatch() int {
	if c.Lanes > 0 {
		return min(c.Lanes, c.Width)
	}
	return c.Width
}

// StressMost returns the path count above which a lane is out of range if stress is summed: the digits hold 2^96.
func (c Config) StressMost() float64 { return math.Ldexp(1, 95) / max(c.Most, 1) }

// Real returns the bytes of a path count.
func (c Config) Real() int64 {
	if c.Single {
		return 4
	}
	return 8
}

// Suffix returns the precision as names of kernels have it.
func (c Config) Suffix() string {
	if c.Single {
		return "f32"
	}
	return "f64"
}

// scaleCapacity is how many levels of a batch can be scaled. Each takes 2^1000 off the counts of a lane.
const scaleCapacity = 512

// levelKind returns what of the level sweep's modules a configuration needs, but for stress.
func (c Config) levelKind() string {
	switch {
	case len(c.Inner) > 0:
		return "_cutoffs"
	case c.byPair():
		return "_demand"
	case c.full():
		return "_full"
	case c.weighs() || c.sums(sums.PathsOnward):
		return "_weights"
	}
	return ""
}

func levelSweep(s *device.Session, g *Graph, t *Totals, c Config, sources []int32, _ int) (Sweep, error) {
	n, width, real := int64(g.Vertices()), int64(c.Width), c.Real()
	words := (width + 31) / 32
	kind, onward := c.levelKind(), int64(0)
	if kind == "_weights" && c.Weights.Target == nil { // these kernels always read them
		c.Weights.Target = slices.Repeat([]float64{1}, int(n))
	}
	if c.Counts() {
		kind += "_stress"
		onward = n * width * real
	}
	module := "sweep" + kind
	if c.byPair() && c.full() {
		kind = "_full" + kind
	}
	name := fmt.Sprintf("gobc_sweep_w%d%s_%s", width, kind, c.Suffix())
	inShared := ""
	if width == 32 {
		inShared = strings.Replace(name, "_w32", "_w32_shared", 1)
	}
	f, m, err := placeMasks(s, module, name, inShared, n, words)
	if err != nil {
		return Sweep{}, err
	}
	entries := c.entries(n)
	var both sweepDemandArguments
	var cut sweepCutoffArguments
	a := &both.sweepArguments
	if len(c.Inner) > 0 {
		a = &cut.sweepArguments
	}
	*a = sweepArguments{graph: g.arguments, totals: t.arguments,
		entries: int32(entries), scaleCapacity: scaleCapacity, stressMost: c.StressMost(), hub: math.MaxInt32,
		levels: c.Levels}
	if c.Counts() && !c.sums(sums.Shares) { // the kernel computes no dependencies
		a.totals.delta = [2]device.Address{}
	}
	a.sharedMasks, a.sharedTouched = m.flags()
	if c.Hub > 0 {
		a.hub = int32(c.Hub)
	}
	w := Sweep{
		Function: f, Shared: m.shared, Lanes: c.PerBatch(), Width: c.Width, Arguments: BytesOf(a), Batches: &a.batches,
		Slot: append(m.arrays(&a.visited, &a.next, &a.touched), []device.Array{
			{At: &a.sigma, Bytes: n * width * real}, {At: &a.pathsOnward, Bytes: onward},
			{At: &a.entryVertex, Bytes: entries * 4}, {At: &a.entryLanes, Bytes: entries * words * 4},
			{At: &a.entryList, Bytes: entries * 8}, {At: &a.levelEnd, Bytes: (n + 4) * 4}, {At: &a.longLists, Bytes: 4 * n},
			{At: &a.scales, Bytes: scaleCapacity * width * 2}, {At: &a.scaleLevel, Bytes: scaleCapacity * 4},
			{At: &a.hubRows, Bytes: (int64(f.Threads)/(width/4) + 1) * width * real},
		}...),
		Beside: c.Weights.arrays(sources, &a.targetWeight, &a.sourceWeight),
	}
	w.weighByPair(c, &both.demandArguments, BytesOf(&both), n)
	w.withinCutoffs(c, t, &cut, n*width*real)
	return w, nil
}

// withinCutoffs gives the kernel of the level sweep the smaller cutoffs, if there are any, with rows of so many bytes.
func (w *Sweep) withinCutoffs(c Config, t *Totals, a *sweepCutoffArguments, bytes int64) {
	if len(c.Inner) == 0 {
		return
	}
	a.coarse, a.fine, a.count = t.nested[0], t.nested[1], int32(len(c.Inner))
	w.Arguments = BytesOf(a)
	w.Slot = append(w.Slot, device.Array{At: &a.share, Bytes: bytes})
	w.Beside = append(w.Beside, device.In(&a.level, c.Inner))
}

// entries returns the capacity of a slot in entries.
func (c Config) entries(n int64) int64 {
	width := int64(c.Width)
	return min(int64(c.Capacity*float64(n))+width, width*n+width, math.MaxInt32)
}

func readyBatchSweep(s *device.Session, g *Graph, t *Totals, c Config, sources []int32, _ int) (Sweep, error) {
	decays := c.byPair() && c.Demand.Decay != nil
	if g.directed || c.Counts() || c.Levels != math.MaxInt32 || c.full() && c.Single || decays {
		return Sweep{}, fmt.Errorf("gobc: cuda: the ready-batch sweep is for betweenness of undirected graphs, of all pairs")
	}
	n, real := int64(g.Vertices()), c.Real()
	entries, rounds, distance := c.entries(n), roundCapacity(n), int64(0)
	var both readyBatchDemandArguments
	a := &both.readyBatchArguments
	a.graph, a.totals = g.arguments, t.arguments
	if !c.sums(sums.Delta) {
		a.totals.delta = [2]device.Address{}
	}
	a.entries, a.rounds, a.bucketRounds = int32(entries), int32(rounds), int32(max(c.Rounds, 2))
	module, entry := "ready_batch", "gobc_ready_batch_"
	switch {
	case c.byPair():
		module, entry = "sweep_demand", entry+"demand_"
	case c.weighs():
		module, entry = "sweep_weights", entry+"weights_"
	}
	if c.full() {
		entry += "arcs_"
	}
	switch {
	case c.Kind == Corrected:
		entry += "corrected_"
		distance = 2 * int64(c.Width) * n
	case cost.EightAtOnce(n, g.Arcs):
		entry += "levels8_"
	default:
		entry += "levels4_"
	}
	f, err := Load(s, module, entry+c.Suffix())
	w := Sweep{
		Function: f, Lanes: c.PerBatch(), Width: c.Width, Arguments: BytesOf(a), Batches: &a.batches,
		Slot: []device.Array{
			{At: &a.sigma, Bytes: n * int64(c.Width) * real}, {At: &a.state, Bytes: 16 * n, Zeroed: true},
			{At: &a.queue, Bytes: 16 * n}, {At: &a.touched, Bytes: 4 * n}, {At: &a.waiting, Bytes: 8 * n},
			{At: &a.entriesOf, Bytes: 8 * entries}, {At: &a.bucketEnd, Bytes: 4 * rounds}, {At: &a.roundEnd, Bytes: 4 * rounds},
			{At: &a.distance, Bytes: distance},
		},
		Beside: c.Weights.arrays(sources, &a.targetWeight, &a.sourceWeight),
	}
	w.weighByPair(c, &both.demandArguments, BytesOf(&both), n)
	return w, err
}

// roundCapacity returns the capacity of a slot in rounds.
func roundCapacity(n int64) int64 { return min(4*n+64, 1<<20) }

// queueSweep runs sources one by one.
func queueSweep(s *device.Session, g *Graph, t *Totals, c Config, sources []int32, batches int) (Sweep, error) {
	if c.Counts() || c.full() || c.byPair() {
		return Sweep{}, fmt.Errorf("gobc: cuda: the sweep source by source is for betweenness of vertices, of all pairs")
	}
	n := int64(g.Vertices())
	a := queueArguments{graph: g.arguments, totals: t.arguments, levels: c.Levels}
	entry := "gobc_queue_wide_"
	if cost.SmallBlocks(n, c.Depth, batches, s.Multiprocessors) {
		entry = "gobc_queue_narrow_"
	}
	f, err := Load(s, "queue", entry+c.Suffix())
	return Sweep{
		Function: f, Lanes: 1, Width: 1, Arguments: BytesOf(&a), Batches: &a.batches,
		Slot: []device.Array{
			{At: &a.sigma, Bytes: c.Real() * n}, {At: &a.distance, Bytes: 4 * n}, {At: &a.stack, Bytes: 4 * n},
			{At: &a.levelEnd, Bytes: 4 * (n + 2)},
		},
		Beside: c.Weights.arrays(sources, &a.targetWeight, &a.sourceWeight),
	}, err
}

// Load returns a kernel of a module.
func Load(s *device.Session, module, name string) (device.Function, error) {
	return s.Kernel(module, name, argumentsLayout,
		func(major, minor int) (string, string, error) { return Image(module, major, minor) })
}

// Batches returns the natural order of the batches.
func Batches(sources, lanes int) []int32 {
	order := make([]int32, (sources+lanes-1)/lanes)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}

// LongestFirst sorts batches by decreasing cost.
func LongestFirst(order []int32, cost []float32) {
	slices.SortStableFunc(order, func(x, y int32) int {
		switch a, b := cost[x], cost[y]; {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
}

// kernelShared is the shared memory of a block that the kernel's own variables and the driver take.
const kernelShared = 8192

// masks says where the masks and the bitmap of touched vertices of a slot are, and how many bytes they take.
type masks struct {
	masks, touched int64 // in global memory; 0: in shared memory
	shared         int   // bytes of a block
}

// flags returns what the arguments of a kernel say of them.
func (m masks) flags() (masksShared, touchedShared int32) {
	if m.masks == 0 {
		masksShared = 1
	}
	if m.touched == 0 {
		touchedShared = 1
	}
	return masksShared, touchedShared
}

// arrays returns the arrays of a slot.
func (m masks) arrays(visited, next, touched *device.Address) []device.Array {
	return []device.Array{
		{At: visited, Bytes: m.masks, Zeroed: true}, {At: next, Bytes: m.masks, Zeroed: true},
		{At: touched, Bytes: m.touched, Zeroed: true},
	}
}

// placeMasks chooses the kernel with masks in shared memory (`inShared`; "" if there is none) if as many of its blocks
// run at once as of the plain one.
func placeMasks(s *device.Session, module, plain, inShared string, n, words int64) (device.Function, masks, error) {
	available := int64(s.SharedMemory) - kernelShared
	m := masks{masks: words * n * 4, touched: (n/32 + 1) * 4}
	shared := masks{shared: int(2*m.masks + m.touched)}
	if m.touched <= available {
		m.shared, m.touched = int(m.touched), 0
	}
	f, err := Load(s, module, plain)
	if err != nil || inShared == "" || int64(shared.shared) > available {
		return f, m, err
	}
	blocks, err := s.Blocks(f, m.shared)
	if err != nil {
		return f, m, err
	}
	other, err := Load(s, module, inShared)
	if err != nil {
		return f, m, err
	}
	if more, err := s.Blocks(other, shared.shared); err != nil || more < blocks {
		return f, m, err
	}
	return other, shared, nil
}
