package cuda

import (
	"fmt"
	"math"

	"gobc/core/device"
)

// Weighted is the sweep of weighted graphs, 32 lanes: weighted.h.
const Weighted = "weighted"

// Types of lengths, as in kernels/cpu: whole numbers of so many bits, float64.
const (
	Length32  = 32
	Length64  = 64
	LengthF64 = -64
)

// Lengths is how the weighted sweep holds lengths, and which pairs count.
type Lengths struct {
	Type      int
	Longest   float64 // no length is longer; in units
	Typical   float64 // weight of an arc; in units
	Tolerance float64 // of ties, relative; lengths in float64
	Cutoff    float64 // the longest path that counts; negative: no limit
}

// realKeys is how many keys a typical weight in float64 is: buckets tell lengths apart so finely.
const realKeys = 1024

// How far the threshold of the search moves on, and how wide a bucket of the path counts is, in typical weights. Of 0.5,
// 1, 2 and 4 the first did best at 2 or 4 (12 % over 1 on Delaunay graphs, 7 on Kronecker, 4 made co-expression 12 %
// slower); wider buckets did well on proteins but took 6 times as many visits on Delaunay graphs.
const (
	searchShare = 2.0
	bucketShare = 0.25
)

// shortLists is the number of arcs a vertex below which two smaller blocks a multiprocessor do better.
const shortLists = 3

// maxBuckets is how many buckets there are at most: each costs a barrier.
const maxBuckets = 4096

// far is the length of what is not reached, as bits: the largest of the type, or the smallest beyond the cutoff.
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

// keys sets what vertices wait by: keys below 2^31.
func (l *Lengths) keys(a *weightedArguments) {
	a.keyScale = 1
	if l.Type == LengthF64 {
		a.keyScale = realKeys / l.Typical
	}
	if most := max(l.Longest, l.Typical); most*a.keyScale > 1<<31 {
		a.keyScale = (1 << 31) / most
	}
	typical := l.Typical * a.keyScale
	a.step, a.bucketKeys = uint32(max(1, typical*searchShare)), uint32(max(1, typical*bucketShare))
}

// Value is a length in units, from its bits.
func (l *Lengths) Value(bits uint64) float64 {
	if l.Type == LengthF64 {
		return math.Float64frombits(bits)
	}
	return float64(bits)
}

func (l *Lengths) kernel(g *Graph) (entry string, bytes int64) {
	switch l.Type {
	case Length32:
		if g.Arcs < shortLists*int64(g.Vertices()) {
			return "gobc_weighted_pair_u32", 4
		}
		return "gobc_weighted_u32", 4
	case Length64:
		return "gobc_weighted_u64", 8
	}
	return "gobc_weighted_f64", 8
}

// ErrStalled is a batch that came to a vertex by length but not by a path.
var ErrStalled = fmt.Errorf("gobc: cuda: a weighted sweep stalled: some vertex has a distance but no path")

func runWeighted(s *device.Session, g *Graph, t *Totals, c Config, sources, order []int32, watch Watch) (*Outcome, error) {
	const width = 32
	n, l := int64(g.Vertices()), c.Lengths
	if l == nil || g.outWeights == 0 && g.Arcs > 0 {
		return nil, fmt.Errorf("gobc: cuda: the weighted sweep needs lengths and a graph with weights")
	}
	var a weightedArguments
	entry, length := l.kernel(g)
	f, err := load(s, "weighted", entry, len(bytesOf(&a)))
	if err != nil {
		return nil, err
	}
	atOnce, err := s.Blocks(f, 0)
	if err != nil {
		return nil, err
	}
	entries := min(max(int64(c.Room*float64(n)), n)+width, width*n+width, math.MaxInt32)
	rounds, buckets := min(4*n+64, 1<<20), min(n+1, maxBuckets)
	each := []int64{
		16 * n, width * length * n, width * 8 * n, 4 * g.Arcs, 4 * g.Arcs, // state, distance, sigma, before, after
		4 * n, 4 * n, 8 * n, 4 * n, 4 * entries, // touched, order, waiting, later, longs
		4 * (buckets + 1), 4 * rounds, 8 * entries, // bucket end, round end, entries
	}
	fixed := frameBytes(len(sources), width) + c.Weights.bytes(len(sources))
	slots, arena, err := workspace(s, each, fixed, atOnce*s.Multiprocessors, len(order), c.LeastSlots)
	if err != nil {
		return nil, err
	}
	defer s.Return(arena)
	fr, err := newFrame(s, arena, sources, width)
	if err != nil {
		return nil, err
	}
	for i, to := range []*device.Address{&a.state, &a.distance, &a.sigma, &a.before, &a.after, &a.touched, &a.order, &a.waiting,
		&a.later, &a.longs, &a.bucketEnd, &a.roundEnd, &a.entriesOf} {
		*to = arena.Take(each[i] * int64(slots))
	}
	if err := c.Weights.place(s, arena, sources, &a.targetWeight, &a.sourceWeight); err != nil {
		return nil, err
	}
	a.graph, a.totals, a.outWeights, a.inWeights = g.arguments, t.arguments, g.outWeights, g.inWeights
	a.edgeDelta, a.edgeStress = t.byArc.delta, t.byArc.stress
	a.far, a.arcs, a.tolerance = l.far(), uint64(g.Arcs), l.Tolerance
	l.keys(&a)
	a.entries, a.rounds, a.buckets, a.bucketRounds = int32(entries), int32(rounds), int32(buckets), int32(max(c.Rounds, 2))
	return fr.run(s, kernel{f, slots, 0, func(b batchArguments) []byte {
		a.batches = b
		return bytesOf(&a)
	}}, len(sources), order, watch)
}
