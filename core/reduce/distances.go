package reduce

import (
	"math"
	"math/bits"
	"slices"

	"gobc/core/sums"
)

// Sums of distances. Let X(B, v) be the sum of the distances in block B from its vertices to v, each counted as often
// as there are sources that hang at it outside of the block. A source hangs at the same vertex of B for all v in B, and
// what it has to go outside of B is the same for them. So the sum of the distances from all sources,
//
//	far(v) = far(c) + X(B, v) - X(B, c)  for the top c of the home B of v,
//
// and for the first vertex of a component, where a search began and each source passes the blocks on its way towards it
// from some vertex to the top,
//
//	far = sum over all blocks B of X(B, c).
//
// For a bridge of length l that is far(v) = far(c) + l (S - 2 S(v)), S being all sources and S(v) those that hang at v.
// All of it are whole numbers, so that sums are the same as without blocks.

// DistanceKinds are the sums over distances that sweeps of the union are enough for, KnownDistances those of them that
// the blocks tell without a sweep.
const (
	DistanceKinds  = sums.Distance | KnownDistances
	KnownDistances = sums.Reached
)

// Rounds deals copies to sweeps whose sources count alike: a source of round i counts 2^i times, and is in the rounds
// whose sum is its weight. Some of the sources have their share of them, as of Share: few rounds, for a sweep from a
// few copies takes about as long as from many.
func (w *Weighed) Rounds(of []int32) (rounds [][]int32) {
	for _, at := range w.Sources {
		weight := uint64(math.Ldexp(w.Pairs.SourceWeight[at], w.Pairs.Exponent))
		for ; weight != 0; weight &= weight - 1 {
			i := bits.TrailingZeros64(weight)
			for len(rounds) <= i {
				rounds = append(rounds, nil)
			}
			rounds[i] = append(rounds[i], at)
		}
	}
	share := w.shareOf(of)
	for _, round := range rounds {
		w.eachArcs(round, func(_ int32, arcs uint64) { share.total += arcs })
	}
	for i, round := range slices.Backward(rounds) { // a share of many rounds takes longest, and is the first shard
		rounds[i] = round[:0]
		w.eachArcs(round, func(at int32, arcs uint64) {
			if share.takes(arcs) {
				rounds[i] = append(rounds[i], at)
			}
		})
	}
	return rounds
}

// Distances makes the sums of all rounds together those of the graph, which are 0 before. The error of stop ends it.
// O(n).
func (w *Weighed) Distances(of, into *sums.Sums, stop func() error) error {
	p := &pace{stop: stop}
	var f farness
	var reached []int64
	if into.Lengths != nil {
		out := w.Blocks.of.Out
		f = farness{w, func(at int32) sums.Wide { return sums.At(of.Lengths.Distance, int(at)) },
			func(v int32) sums.Wide { return sums.At(into.Lengths.Distance, int(v)) },
			func(v int32, x sums.Wide) { sums.Add(into.Lengths.Distance, int(v), x) },
			func(u, v int32) uint64 { return uint64(out.Weights[out.Arc(u, v)]) }}
		reached = into.Lengths.Reached
	} else {
		f = farness{w, func(at int32) sums.Wide { return sums.Wide{Low: uint64(of.Hops.Distance[at])} },
			func(v int32) sums.Wide { return sums.Wide{Low: uint64(into.Hops.Distance[v])} },
			func(v int32, x sums.Wide) { into.Hops.Distance[v] += int64(x.Low) },
			func(int32, int32) uint64 { return 1 }}
		reached = into.Hops.Reached
	}
	for c := range w.Blocks.components() {
		sources := w.source.behind[c.first]
		for v := c.first; v < c.last && reached != nil; v++ {
			reached[v] = sources
		}
		if err := f.component(c, sources, p); err != nil {
			return err
		}
	}
	return nil
}

// farness adds up distances.
type farness struct {
	*Weighed
	swept  func(at int32) sums.Wide // the sum of a copy
	far    func(v int32) sums.Wide  // that of a vertex so far
	add    func(v int32, x sums.Wide)
	length func(u, v int32) uint64 // of an edge
}

func (f farness) component(c extent, sources int64, p *pace) error {
	b := f.Blocks
	for block := c.firstBlock; block < c.lastBlock; block++ {
		atTop, _ := f.within(block, b.membersOf(block)[0], sources)
		f.add(c.first, atTop)
		if err := p.walk(1); err != nil {
			return err
		}
	}
	for block := c.lastBlock - 1; block >= c.firstBlock; block-- { // those that hang at members follow
		from := f.far(b.top[block])
		for _, v := range b.membersOf(block) {
			atTop, at := f.within(block, v, sources)
			f.add(v, from.Plus(at).Minus(atTop))
			if err := p.walk(1); err != nil {
				return err
			}
		}
	}
	return nil
}

// within is X of a block, at its top and at a member.
func (f farness) within(block, v int32, sources int64) (atTop, at sums.Wide) {
	b := f.Blocks
	if !b.bridge(block) {
		return f.swept(f.atTop[block]), f.swept(f.atHome[v])
	}
	l, below := f.length(v, b.top[block]), f.source.below[block]
	return sums.Product(l, uint64(below)), sums.Product(l, uint64(sources-below))
}
