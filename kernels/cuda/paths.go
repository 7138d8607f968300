package cuda

import (
	"fmt"
	"math"
	"slices"

	"gobc/kernels/cuda/device"
)

// Kinds of path sweeps.
const (
	Levels    = "levels"    // level by level, any graph: sweep.h
	Merged    = "merged"    // undirected meshes, 32 lanes: ready_batch.h
	Corrected = "corrected" // the same, with distances by label correcting, for roads
	Queue     = "queue"     // source by source: queue_paths.h
	// For weighted graphs.
	Weighted      = "weighted"       // 32 lanes: weighted.h
	WeightedQueue = "weighted-queue" // source by source: weighted_queue.h
)

// Widths of the level sweep. The ready-batch sweep and the weighted one have 32 lanes, those source by source have one.
var Widths = []int{16, 32, 64, 128}

// Config says how a path sweep runs. No setting changes a bit of the result.
type Config struct {
	Kind   string
	Width  int
	Lanes  int  // sources a batch if fewer than the width; 0: as many
	Single bool // float32 path counts
	Stress bool
	// These need double precision and a full sweep: the level sweep; for EdgeDelta alone also the ready-batch sweep.
	EdgeDelta, EdgeStress bool
	ArcsAlone             bool // EdgeDelta without sums by vertex
	Weights               Weights
	Most                  float64 // the most that can pass through a vertex from one source; see Totals.Weigh

	Levels int32   // the cutoff: no deeper level is begun; see CutLevels
	Hub    int     // a whole block sums lists longer than this; 0: none
	Room   float64 // capacity of a slot, in entries a vertex
	Rounds int     // ready-batch, weighted: most rounds of a bucket
	Depth  int32   // source by source: the predicted number of levels; 0: unknown
	// Threads of a block if sources of a weighted graph run one by one; 0: see blockSize.
	Threads int
	// Lengths of a weighted graph.
	Lengths *Lengths
	// LeastSlots is how many batches must fit at once, if there are so many; otherwise a run returns ErrMemory.
	LeastSlots int
}

// Totals are the sums of a device, kept there until Collect.
type Totals struct {
	arguments TotalArguments
	base      device.Address
	bytes     int64
	n         int
	stress    bool
	limit     int64 // sources until the integers could overflow
	pending   int64
	into      func(coarse, fine []int64, stress [3][]uint64)
	byArc     arcTotals
}

// NewTotals allocates zeroed totals for n vertices. `into` gets the sums whenever they are emptied: arrays by vertex, those of
// stress nil unless it is summed.
func NewTotals(s *device.Session, n int, stress bool, into func(coarse, fine []int64, stress [3][]uint64)) (*Totals, error) {
	t := &Totals{n: n, stress: stress, into: into}
	arrays := 2
	if stress {
		arrays = 5
	}
	each := device.Aligned(8 * int64(n))
	t.bytes = int64(arrays) * each
	base, err := s.Alloc(t.bytes)
	if err != nil {
		return nil, err
	}
	t.base = base
	t.arguments.deltaCoarse, t.arguments.deltaFine = base, base+device.Address(each)
	for k := 0; stress && k < 3; k++ {
		t.arguments.stress[k] = base + device.Address(int64(2+k)*each)
	}
	// Fine units grow by at most 2^43 a source, coarse ones by vertices * 2^20; digits of stress by 2^32 a source.
	t.Weigh(float64(n))
	return t, s.Zero(base, t.bytes)
}

// Arguments returns the totals as kernels see them, and the address of sums by arc, 0 unless they are asked for.
func (t *Totals) Arguments() (TotalArguments, device.Address) { return t.arguments, t.byArc.delta }

// Take prepares the totals for more sources. It collects first if the integers could overflow.
func (t *Totals) Take(s *device.Session, sources int) error {
	if int64(sources)+t.pending > t.limit {
		if err := t.Collect(s); err != nil {
			return err
		}
	}
	t.pending += int64(sources)
	return nil
}

// Free releases the totals.
func (t *Totals) Free(s *device.Session) {
	s.Release(t.base)
	t.byArc.free(s)
}

// Collect empties all totals; after an error they are as before.
func (t *Totals) Collect(s *device.Session) error {
	if t.pending == 0 {
		return nil
	}
	coarse, fine := make([]int64, t.n), make([]int64, t.n)
	var stress [3][]uint64
	err := device.CopyOut(s, coarse, t.arguments.deltaCoarse)
	if err == nil {
		err = device.CopyOut(s, fine, t.arguments.deltaFine)
	}
	for k := 0; t.stress && k < 3 && err == nil; k++ {
		stress[k] = make([]uint64, t.n)
		err = device.CopyOut(s, stress[k], t.arguments.stress[k])
	}
	var arcs ArcSums
	defer func() { arcs.free() }()
	if err == nil {
		arcs, err = t.byArc.copyOut(s)
	}
	if err != nil {
		return err
	}
	t.into(coarse, fine, stress)
	if t.byArc.into != nil {
		t.byArc.into(arcs)
	}
	t.pending = 0
	if err := t.byArc.zero(s); err != nil {
		return err
	}
	return s.Zero(t.base, t.bytes)
}

// RunPaths runs the sources (numbers of the uploaded graph) in the given order of batches and adds to the totals. It uses as
// many slots as fit; if none fits it returns device.ErrMemory.
func RunPaths(s *device.Session, g *Graph, t *Totals, c Config, sources, order []int32, watch Watch) (*Outcome, error) {
	if err := t.Take(s, len(order)*c.PerBatch()); err != nil {
		return nil, err
	}
	switch c.Kind {
	case Levels:
		return runLevels(s, g, t, c, sources, order, watch)
	case Weighted:
		return runWeighted(s, g, t, c, sources, order, watch)
	case WeightedQueue:
		return runWeightedQueue(s, g, t, c, sources, order, watch)
	case Queue:
		return runQueue(s, g, t, c, sources, order, watch)
	}
	return runReadyBatch(s, g, t, c, sources, order, watch)
}

// Limit returns the largest number of sources of a call of RunPaths.
func (t *Totals) Limit() int { return int(t.limit) }

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

func runLevels(s *device.Session, g *Graph, t *Totals, c Config, sources, order []int32, watch Watch) (*Outcome, error) {
	n, width := int64(g.Vertices()), int64(c.Width)
	words := (width + 31) / 32
	kind := ""
	if c.full() {
		kind = "_full"
	}
	if c.Stress {
		kind += "_stress"
	}
	plain, inShared := fmt.Sprintf("gobc_sweep_w%d%s_%s", width, kind, c.Suffix()), ""
	if width == 32 {
		inShared = fmt.Sprintf("gobc_sweep_w%d_shared%s_%s", width, kind, c.Suffix())
	}
	var a fullArguments
	arguments := func() []byte { return BytesOf(&a.sweepArguments) }
	if c.full() {
		arguments = func() []byte { return BytesOf(&a) }
	}
	masks, touched := 2*n*words*4, (n/32+1)*4
	p, err := choosePlace(s, "sweep"+kind, plain, inShared, masks, touched)
	if err != nil {
		return nil, err
	}
	a.sharedMasks, a.sharedTouched = asInt32(p.masks), asInt32(p.touched)
	w := Workspace{Lanes: c.PerBatch(), Width: c.Width, Arrays: c.levelArrays(&a, n, p), AtOnce: p.blocks * s.Multiprocessors, Least: c.LeastSlots}
	if c.full() {
		w.More = c.Weights.bytes(len(sources))
	}
	slots, arena, frame, err := w.Take(s, sources, len(order))
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	if c.full() {
		if err := c.Weights.place(s, arena, sources, &a.targetWeight, &a.sourceWeight); err != nil {
			return nil, err
		}
	}
	a.graph, a.totals = g.arguments, t.arguments
	a.edgeDelta, a.edgeStress = t.byArc.delta, t.byArc.stress
	a.levels = c.Levels
	a.hub = math.MaxInt32
	if c.Hub > 0 {
		a.hub = int32(c.Hub)
	}
	a.stressMost = c.StressMost()
	return frame.Run(s, Kernel{p.f, slots, p.shared, func(b BatchArguments) []byte {
		a.batches = b
		return arguments()
	}}, len(sources), order, watch)
}

// levelArrays sets the capacities of a slot of the level sweep and returns its arrays.
func (c Config) levelArrays(a *fullArguments, n int64, p place) []Array {
	width, real := int64(c.Width), c.Real()
	words := (width + 31) / 32
	entries := min(int64(c.Room*float64(n))+width, width*n+width, math.MaxInt32)
	pair := int64(1)
	if c.Stress {
		pair = 2
	}
	a.entries, a.scaleCapacity = int32(entries), scaleCapacity
	return append(p.arrays(&a.visited, &a.next, &a.touched, n, words),
		Array{At: &a.sigma, Bytes: n * width * real}, Array{At: &a.pathsOnward, Bytes: (pair - 1) * n * width * real},
		Array{At: &a.entryVertex, Bytes: entries * 4}, Array{At: &a.entryLanes, Bytes: entries * words * 4},
		Array{At: &a.entryList, Bytes: entries * 8}, Array{At: &a.levelEnd, Bytes: (n + 4) * 4}, Array{At: &a.longLists, Bytes: 4 * n},
		Array{At: &a.scales, Bytes: scaleCapacity * width * 2}, Array{At: &a.scaleLevel, Bytes: scaleCapacity * 4},
		Array{At: &a.hubRows, Bytes: (int64(p.f.Threads)/(width/4) + 1) * width * real * pair})
}

func runReadyBatch(s *device.Session, g *Graph, t *Totals, c Config, sources, order []int32, watch Watch) (*Outcome, error) {
	if g.directed || !c.delta() || c.Levels != math.MaxInt32 || c.EdgeDelta && c.Single {
		return nil, fmt.Errorf("gobc: cuda: the merged sweep is for betweenness of undirected graphs, of all pairs")
	}
	const width = 32
	n, real := int64(g.Vertices()), c.Real()
	var a readyBatchArcsArguments
	arguments, entry := func() []byte { return BytesOf(&a.readyBatchArguments) }, "gobc_ready_batch_"
	if c.EdgeDelta {
		arguments, entry = func() []byte { return BytesOf(&a) }, "gobc_ready_batch_arcs_"
	}
	switch {
	case c.Kind == Corrected:
		entry += "corrected_"
	case g.Arcs > 8*n:
		entry += "levels8_"
	default:
		entry += "levels4_"
	}
	f, err := Load(s, "ready_batch", entry+c.Suffix())
	if err != nil {
		return nil, err
	}
	atOnce, err := s.Blocks(f, 0)
	if err != nil {
		return nil, err
	}
	entries := min(int64(c.Room*float64(n))+width, width*n+width, math.MaxInt32)
	rounds := min(4*n+64, 1<<20)
	distance := int64(0)
	if c.Kind == Corrected {
		distance = 2 * width * n
	}
	arrays := []Array{
		{At: &a.sigma, Bytes: n * width * real}, {At: &a.state, Bytes: 16 * n, Zeroed: true},
		{At: &a.queue, Bytes: 16 * n}, {At: &a.touched, Bytes: 4 * n}, {At: &a.waiting, Bytes: 8 * n},
		{At: &a.entriesOf, Bytes: 8 * entries}, {At: &a.bucketEnd, Bytes: 4 * rounds}, {At: &a.roundEnd, Bytes: 4 * rounds},
		{At: &a.distance, Bytes: distance},
	}
	w := Workspace{Lanes: c.PerBatch(), Width: width, Arrays: arrays, AtOnce: atOnce * s.Multiprocessors, Least: c.LeastSlots}
	slots, arena, frame, err := w.Take(s, sources, len(order))
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	a.graph, a.totals, a.edgeDelta = g.arguments, t.arguments, t.byArc.delta
	if c.ArcsAlone {
		a.totals.deltaCoarse, a.totals.deltaFine = 0, 0
	}
	a.entries, a.rounds, a.bucketRounds = int32(entries), int32(rounds), int32(max(c.Rounds, 2))
	return frame.Run(s, Kernel{f, slots, 0, func(b BatchArguments) []byte {
		a.batches = b
		return arguments()
	}}, len(sources), order, watch)
}

// Load returns a kernel of a module.
func Load(s *device.Session, module, name string) (device.Function, error) {
	return s.Kernel(module, name, argumentsLayout, func(major, minor int) (string, string, error) { return Image(module, major, minor) })
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

// place says where masks and the bitmap of touched vertices are, and which kernel expects them there.
type place struct {
	f              device.Function
	masks, touched bool // in shared memory
	shared, blocks int  // bytes a block, blocks a multiprocessor
}

// arrays returns the masks and the bitmap of a slot; those in shared memory take no bytes.
func (p place) arrays(visited, next, touched *device.Address, n, words int64) []Array {
	masks, bitmap := words*n*4, (n/32+1)*4
	if p.masks {
		masks = 0
	}
	if p.touched {
		bitmap = 0
	}
	return []Array{
		{At: visited, Bytes: masks, Zeroed: true}, {At: next, Bytes: masks, Zeroed: true}, {At: touched, Bytes: bitmap, Zeroed: true},
	}
}

// choosePlace chooses the kernel with masks in shared memory (`inShared`; "" if there is none) if as many of its blocks run at
// once as of the plain one.
func choosePlace(s *device.Session, module, plain, inShared string, masks, touched int64) (p place, err error) {
	available := int64(s.SharedMemory) - kernelShared
	if touched <= available {
		p.shared, p.touched = int(touched), true
	}
	if p.f, err = Load(s, module, plain); err != nil {
		return p, err
	}
	if p.blocks, err = s.Blocks(p.f, p.shared); err != nil || inShared == "" || masks+touched > available {
		return p, err
	}
	with := place{masks: true, touched: true, shared: int(masks + touched)}
	if with.f, err = Load(s, module, inShared); err != nil {
		return p, err
	}
	if with.blocks, err = s.Blocks(with.f, with.shared); err == nil && with.blocks >= p.blocks {
		return with, nil
	}
	return p, err
}

func asInt32(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
