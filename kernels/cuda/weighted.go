package cuda

import (
	"errors"
	"fmt"
	"math"

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

	DistanceUnit, HarmonicUnit int // of sums, as in kernels/cpu
}

// realKeys is the number of keys in a typical weight, for lengths in float64.
const realKeys = 1024

// How far the threshold of the search moves, and how wide a bucket of the path counts is, in typical weights: see
// BENCHMARKS.md, weighted graphs.
const (
	searchShare = 2.0
	bucketShare = 0.25
)

// With fewer arcs a vertex than shortLists, two blocks of shortThreads threads a multiprocessor are faster than one of 1,024:
// see BENCHMARKS.md, weighted graphs.
const (
	shortLists   = 3
	shortThreads = 512
)

// maxBuckets is the largest number of buckets; each of them costs a barrier.
const maxBuckets = 4096

// far is the length of a vertex that is not reached, as bits: the largest of the type, or the smallest beyond the cutoff.
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

// keysOf returns a part of a typical weight in keys.
func keysOf(typical, share float64) uint32 { return uint32(max(1, typical*share)) }

// Value returns a length in units from its bits.
func (l *Lengths) Value(bits uint64) float64 {
	if l.Type == LengthF64 {
		return math.Float64frombits(bits)
	}
	return float64(bits)
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

// weightedRun is a run of the weighted sweep, with paths or with lengths only.
type weightedRun struct {
	a     *weightedArguments // an object of its own: cgo checks all of the object that holds an argument
	paths bool
	full  bool                      // sums by arc or stress
	fixed int64                     // bytes beside the slots
	place func(*device.Arena) error // copies to these bytes
}

func runWeighted(s *device.Session, g *Graph, t *Totals, c Config, sources, order []int32, watch Watch) (*Outcome, error) {
	w := weightedRun{a: new(weightedArguments), paths: true, full: c.EdgeDelta || c.EdgeStress || c.Stress, fixed: c.Weights.bytes(len(sources))}
	w.place = func(arena *device.Arena) error {
		return c.Weights.place(s, arena, sources, &w.a.targetWeight, &w.a.sourceWeight)
	}
	w.a.totals, w.a.edgeDelta, w.a.edgeStress = t.arguments, t.byArc.delta, t.byArc.stress
	w.a.stressMost = math.Inf(1)
	if c.Stress {
		w.a.stressMost = c.StressMost()
	}
	return w.run(s, g, c, sources, order, watch)
}

func (w *weightedRun) run(s *device.Session, g *Graph, c Config, sources, order []int32, watch Watch) (*Outcome, error) {
	const width = 32
	n, l, a := int64(g.Vertices()), c.Lengths, w.a
	if l == nil || g.outWeights == 0 && g.Arcs > 0 {
		return nil, fmt.Errorf("gobc: cuda: the weighted sweep needs lengths and a graph with weights")
	}
	module := "weighted"
	if w.full {
		module = "weighted_full"
	}
	suffix, length := l.Name()
	f, err := Load(s, module, "gobc_"+module+"_"+suffix)
	if err != nil {
		return nil, err
	}
	if !w.full && l.Type == Length32 && g.Arcs < shortLists*n {
		f.Threads = shortThreads
	}
	atOnce, err := s.Blocks(f, 0)
	if err != nil {
		return nil, err
	}
	slots, arena, frame, err := Workspace{
		Lanes: c.PerBatch(), Width: width, Arrays: w.arrays(g, c, length), More: w.fixed, AtOnce: atOnce * s.Multiprocessors, Least: c.LeastSlots,
	}.Take(s, sources, len(order))
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	if w.place != nil {
		if err := w.place(arena); err != nil {
			return nil, err
		}
	}
	a.graph, a.outWeights, a.inWeights = g.arguments, g.outWeights, g.inWeights
	a.far, a.arcs, a.tolerance = l.far(), uint64(g.Arcs), l.Tolerance
	a.scale, a.harmonicScale = math.Ldexp(1, -l.DistanceUnit-64), math.Ldexp(1, -l.HarmonicUnit-64)
	scale, typical := l.keys()
	a.keyScale, a.step, a.bucketKeys = scale, keysOf(typical, searchShare), keysOf(typical, bucketShare)
	return frame.Run(s, Kernel{f, slots, 0, func(b BatchArguments) []byte {
		a.batches = b
		return BytesOf(a)
	}}, len(sources), order, watch)
}

// arrays sets the capacities of a slot and returns its arrays.
func (w *weightedRun) arrays(g *Graph, c Config, length int64) []Array {
	const width = 32
	n, a := int64(g.Vertices()), w.a
	entries := min(max(int64(c.Room*float64(n)), n)+width, width*n+width, math.MaxInt32)
	rounds, buckets := min(4*n+64, 1<<20), min(n+1, maxBuckets)
	sigma, onward, arcs := width*8*n, int64(0), 4*g.Arcs
	if c.Stress {
		onward = sigma
	}
	if !w.paths {
		entries, rounds, buckets, sigma, arcs = width, 0, 0, 0, 0
	}
	a.entries, a.rounds, a.buckets, a.bucketRounds = int32(max(entries, n)), int32(rounds), int32(buckets), int32(max(c.Rounds, 2))
	return []Array{
		{At: &a.state, Bytes: 16 * n}, {At: &a.distance, Bytes: width * length * n},
		{At: &a.sigma, Bytes: sigma}, {At: &a.pathsOnward, Bytes: onward},
		{At: &a.predecessorLanes, Bytes: arcs}, {At: &a.successorLanes, Bytes: arcs},
		{At: &a.touched, Bytes: 4 * n}, {At: &a.order, Bytes: 4 * n}, {At: &a.waiting, Bytes: 8 * n}, {At: &a.later, Bytes: 4 * n},
		{At: &a.longLists, Bytes: 4 * max(entries, n)},
		{At: &a.bucketEnd, Bytes: 4 * (buckets + 1)}, {At: &a.roundEnd, Bytes: 4 * rounds}, {At: &a.entriesOf, Bytes: 8 * entries},
	}
}

// LengthSums are sums by vertex; any may be nil. For the three parts see lengths in arguments.h.
type LengthSums struct {
	Distance, Harmonic [3][]uint64
	Reached, Longest   []uint64
}

// arrays returns the sums, and the arguments that take their addresses.
func (l *LengthSums) arrays(a *weightedArguments) (values [][]uint64, addresses []*device.Address) {
	for k := range 3 {
		values = append(values, l.Distance[k], l.Harmonic[k])
		addresses = append(addresses, &a.lengths[k], &a.harmonic[k])
	}
	return append(values, l.Reached, l.Longest), append(addresses, &a.reached, &a.longest)
}

// LengthSources is the largest number of sources of a call of RunLengths: the third parts hold 2^20 terms.
const LengthSources = 1 << 20

// RunLengths computes sums of lengths, without path counts, with the given number of sources in a batch.
func RunLengths(s *device.Session, g *Graph, l *Lengths, sums *LengthSums, lanes int, sources, order []int32, watch Watch) (*Outcome, error) {
	w := weightedRun{a: new(weightedArguments)}
	values, addresses := sums.arrays(w.a)
	for _, v := range values {
		w.fixed += device.Aligned(8 * int64(len(v)))
	}
	base, err := zeroed(s, w.fixed)
	if err != nil {
		return nil, err
	}
	defer s.Release(base)
	at := base
	for i, v := range values {
		if v != nil {
			*addresses[i] = at
			at += device.Address(device.Aligned(8 * int64(len(v))))
		}
	}
	w.fixed = 0
	out, err := w.run(s, g, Config{Kind: Weighted, Width: 32, Lanes: lanes, LeastSlots: 1, Lengths: l, Room: 1}, sources, order, watch)
	if err != nil || out.Torn {
		return out, err
	}
	for i, v := range values {
		if err := device.CopyOut(s, v, *addresses[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}
