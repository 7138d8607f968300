package cuda

import (
	"errors"
	"fmt"
	"math"

	"gobc/core/cost"
	"gobc/core/sums"
	"gobc/kernels/cuda/device"
)

// Types of lengths, as in kernels/cpu: integers of so many bits, float64.
const (
	Length32  = 32
	Length64  = 64
	LengthF64 = -64
)

// Lengths is how the weighted sweep holds lengths, and which pairs count.
type Lengths struct {
	Type      int
	Longest   float64 // a bound on lengths, in units
	Typical   float64 // typical weight of an arc, in units
	Tolerance float64 // of ties, relative; lengths in float64
	Cutoff    float64 // the longest path that counts; negative: no limit

	DistanceUnit int // of their sums, as in kernels/cpu
}

// realKeys is the number of keys in a typical weight, for lengths in float64.
const realKeys = 1024

// far is the length of a vertex that is not reached, as bits: the largest of the type, or the smallest beyond the
// cutoff.
func (l *Lengths) far() uint64 {
	if l.Type == LengthF64 {
		if l.Cutoff < 0 {
			return math.Float64bits(math.Inf(1))
		}
		return math.Float64bits(math.Nextafter(l.Cutoff, math.Inf(1)))
	}
	far := uint64(math.MaxUint64)
	if l.Type == Length32 {
		far = math.MaxUint32
	}
	if l.Cutoff >= 0 && l.Cutoff < 0x1p63 {
		far = min(far, uint64(l.Cutoff)+1)
	}
	return far
}

// keys returns the scale by which lengths become keys below 2^31, and the keys of a typical weight.
func (l *Lengths) keys() (scale, typical float64) {
	scale = 1
	if l.Type == LengthF64 {
		scale = realKeys / l.Typical
	}
	if most := max(l.Longest, l.Typical); most*scale > 1<<31 {
		scale = (1 << 31) / most
	}
	return scale, l.Typical * scale
}

// keysOf returns a part of a typical weight in keys: at least one, and no more than there can be.
func keysOf(typical, share float64) uint32 { return uint32(min(max(1, typical*share), math.MaxUint32)) }

// Value returns a length in units from its bits.
func (l *Lengths) Value(bits uint64) float64 {
	if l.Type == LengthF64 {
		return math.Float64frombits(bits)
	}
	return float64(bits)
}

// format returns the format of sums of lengths for this type of lengths.
func (l *Lengths) format(f sums.Format) sums.Format {
	switch {
	case f != sums.LengthParts:
		return f
	case l.Type == LengthF64:
		return sums.Parts
	}
	return sums.Halves
}

// Name returns the type as names of kernels have it, and the bytes of a length.
func (l *Lengths) Name() (suffix string, bytes int64) {
	switch l.Type {
	case Length32:
		return "u32", 4
	case Length64:
		return "u64", 8
	}
	return "f64", 8
}

// ErrStalled says that a batch found a length but no path for some vertex.
var ErrStalled = errors.New("gobc: cuda: a weighted sweep stalled: some vertex has a distance but no path")

func weightedSweep(s *device.Session, g *Graph, t *Totals, c Config, sources []int32, _ int) (Sweep, error) {
	module := "weighted"
	if c.Counts() || c.full() {
		module = "weighted_full"
	}
	name := module
	if c.byPair() {
		module, name = "weighted_demand", name+"_demand"
	}
	var both weightedDemandArguments
	a := &both.weightedArguments
	w, err := a.paths(s, g, t, c, module, name)
	if err != nil {
		return w, err
	}
	w.Arguments, w.Lanes, w.Beside = BytesOf(a), c.PerBatch(), c.Weights.arrays(sources, &a.targetWeight, &a.sourceWeight)
	w.weighByPair(c, &both.demandArguments, BytesOf(&both), int64(g.Vertices()))
	return w, nil
}

// paths sets what every sweep of weighted paths has. The caller sets the bytes of the arguments.
func (a *weightedArguments) paths(s *device.Session, g *Graph, t *Totals, c Config, module, name string) (Sweep,
	error) {
	n, l, width := int64(g.Vertices()), c.Lengths, int64(32)
	w, err := a.sweep(s, g, l, module, name)
	if err != nil {
		return w, err
	}
	entries := min(max(int64(c.Capacity*float64(n)), n)+width, width*n+width, math.MaxInt32)
	rounds, buckets := roundCapacity(n), min(n+1, cost.MostBuckets)
	onward := int64(0)
	a.totals, a.stressMost = t.arguments, math.Inf(1)
	if c.Counts() {
		onward = width * 8 * n
		a.stressMost = c.StressMost()
	}
	a.entries, a.rounds, a.buckets, a.bucketRounds = int32(entries), int32(rounds), int32(buckets), int32(max(c.Rounds, 2))
	_, typical := l.keys()
	a.bucketKeys = keysOf(typical, cost.BucketShare)
	w.Slot = append(w.Slot, []device.Array{
		{At: &a.sigma, Bytes: width * 8 * n}, {At: &a.pathsOnward, Bytes: onward},
		{At: &a.predecessorLanes, Bytes: 4 * g.Arcs}, {At: &a.successorLanes, Bytes: 4 * g.Arcs},
		{At: &a.order, Bytes: 4 * n},
		{At: &a.longLists, Bytes: 4 * entries}, {At: &a.bucketEnd, Bytes: 4 * (buckets + 1)},
		{At: &a.roundEnd, Bytes: 4 * rounds},
		{At: &a.entriesOf, Bytes: 8 * entries},
	}...)
	return w, nil
}

// sweep sets what the sweeps of paths and the sweep of lengths have in common.
func (a *weightedArguments) sweep(s *device.Session, g *Graph, l *Lengths, module, name string) (w Sweep, err error) {
	if l == nil || g.outWeights == 0 && g.Arcs > 0 {
		return w, fmt.Errorf("gobc: cuda: the weighted sweep needs lengths and a graph with weights")
	}
	n := int64(g.Vertices())
	suffix, length := l.Name()
	f, err := Load(s, module, "gobc_"+name+"_"+suffix)
	small := (name == "weighted" || name == "weighted_demand") && l.Type == Length32
	if threads := cost.ShortLists(n, g.Arcs); small && threads > 0 {
		f.Threads = threads
	}
	a.graph, a.outWeights, a.inWeights = g.arguments, g.outWeights, g.inWeights
	a.far, a.arcs, a.tolerance = l.far(), uint64(g.Arcs), l.Tolerance
	scale, typical := l.keys()
	a.keyScale, a.step = scale, keysOf(typical, cost.SearchShare)
	return Sweep{
		Function: f, Width: 32, Arguments: BytesOf(a), Batches: &a.batches,
		Slot: []device.Array{
			{At: &a.state, Bytes: 16 * n}, {At: &a.distance, Bytes: 32 * length * n}, {At: &a.touched, Bytes: 4 * n},
			{At: &a.waiting, Bytes: 8 * n}, {At: &a.later, Bytes: 4 * n},
		},
	}, err
}

// blockSize returns the number of threads of a block.
func (c Config) blockSize(g *Graph, sources, multiprocessors int) int {
	if c.Threads > 0 {
		return c.Threads
	}
	return cost.LengthBlock(int64(g.Vertices()), g.Arcs, c.Depth, sources, multiprocessors)
}

// weightedQueueSweep runs sources of a weighted graph one by one.
func weightedQueueSweep(s *device.Session, g *Graph, t *Totals, c Config, sources []int32, batches int) (Sweep, error) {
	l := c.Lengths
	switch {
	case c.Counts() || c.full() || c.byPair():
		return Sweep{}, fmt.Errorf("gobc: cuda: the weighted sweep source by source is for betweenness of vertices")
	case l == nil || g.outWeights == 0 && g.Arcs > 0:
		return Sweep{}, fmt.Errorf("gobc: cuda: the weighted sweep source by source needs lengths and a graph with weights")
	}
	n := int64(g.Vertices())
	suffix, length := l.Name()
	f, err := Load(s, "queue", "gobc_weighted_queue_"+suffix)
	f.Threads = c.blockSize(g, batches, s.Multiprocessors)
	scale, typical := l.keys()
	a := weightedQueueArguments{
		graph: g.arguments, totals: t.arguments, outWeights: g.outWeights, inWeights: g.inWeights,
		outLeast: g.outLeast, inLeast: g.inLeast,
		far: l.far(), tolerance: l.Tolerance, keyScale: scale, step: keysOf(typical, cost.NearShare),
	}
	return Sweep{
		Function: f, Lanes: 1, Width: 1, Arguments: BytesOf(&a), Batches: &a.batches,
		Slot: []device.Array{
			{At: &a.distance, Bytes: length * n}, {At: &a.sigma, Bytes: 8 * n}, {At: &a.stack, Bytes: 4 * n},
			{At: &a.roundEnd, Bytes: 4 * (n + 2)}, {At: &a.near, Bytes: 8 * n}, {At: &a.later, Bytes: 4 * n},
			{At: &a.longLists, Bytes: 4 * n},
		},
		Beside: c.Weights.arrays(sources, &a.targetWeight, &a.sourceWeight),
	}, err
}

// LengthSources is the largest number of sources of a call of RunLengths: the third parts hold 2^20 terms.
const LengthSources = 1 << 20

// RunLengths computes sums of lengths, without path counts, with the given number of sources in a batch.
func RunLengths(s *device.Session, g *Graph, l *Lengths, into *DistanceSums, lanes int, sources, order []int32,
	watch Watch) (*Outcome, error) {
	var a weightedArguments
	w, err := a.sweep(s, g, l, "weighted", "weighted")
	if err != nil {
		return nil, err
	}
	n := int64(g.Vertices())
	a.entries = int32(max(32, n)) // of long lists; there are no paths
	a.scale, a.termScale = math.Ldexp(1, -l.DistanceUnit-64), math.Ldexp(1, -into.Term.Unit-64)
	a.rate, a.shift = into.Term.Rate, int32(into.Term.Shift)
	w.Lanes, w.Slot = min(lanes, w.Width), append(w.Slot, device.Array{At: &a.order, Bytes: 4 * n},
		device.Array{At: &a.longLists, Bytes: 4 * int64(a.entries)})
	w.Beside = into.Out(a.lengths.Of)
	return w.Run(s, sources, order, watch)
}
