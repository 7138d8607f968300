package estimate

import (
	"sync/atomic"

	"gobc/core/plan"
)

// The adaptive rule [1]: sources are drawn uniformly without replacement until the sum S of their dependencies on a
// vertex is c n or more; with k sources its betweenness is estimated as n S / k. If it is n^2 / t over ordered pairs,
// eps t sources estimate it within a factor 1 / eps with probability 1 - 2 eps or more, 0 < eps < 1/2 ([1]; theorem 1
// of [2]). S grows by n / t a source, so that the rule draws about c t: few where the betweenness is large. A source
// adds less than n, so that the rule draws more than c sources.
//
// Departures from [1]: S is examined after rounds (nextRound), not after every source, so that up to half as many
// sources again are drawn as the rule requires, 64 at least; and one sample serves several vertices.
//
// The intervals hold whenever the rule stops: the sizes of the rounds are fixed before the draws, so that the intervals
// of all rounds hold together with probability 1 - delta, those of the last round included. The estimate itself is
// biased upwards, as in [1]: the larger S happens to be, the sooner the rule stops.
//
//  1. Bader, Kintali, Madduri, Mihail: Approximating betweenness centrality. WAW 2007, LNCS 4863, 124
//  2. Sriram, Gautham, Kothapalli, Narayan, Govindarajulu: Evaluating centrality metrics in real-world networks on GPU.
//     HiPC 2009 student research symposium

// adaptive draws rounds of sources until the rule is met, at the latest when every vertex is one: then values are
// exact.
func (e *estimator) adaptive() error {
	order := Permutation(e.n, e.request.Estimate.Seed)
	c := e.request.Estimate.Adaptive
	a := plan.Adaptive{Rule: "adaptive", C: c, Bound: c * float64(e.n), By: "top_k", Wanted: e.request.Estimate.TopK}
	e.log = logFailure(e.delta, e.n, mostRounds(e.n))
	ranks := e.request.Sources // all
	if e.request.Of != nil {
		a.By, a.Wanted = "of", len(e.request.Of)
		ranks = e.request.Graph.Ranks(e.request.Of)
	}
	for round, have := 1, 0; ; round++ {
		next := nextRound(have, e.n)
		atomic.StoreInt64(e.control.Total, int64(next))
		if err := e.draw(order[have:next]); err != nil {
			return err
		}
		have = next
		a.Reached = e.countReached(ranks, a.Bound)
		if have == e.n || a.Reached >= a.Wanted {
			e.sample = plan.Sample{Sources: have, Rounds: round, Adaptive: &a}
			e.look()
			e.sample.HalfWidth /= otherSources(e.n)
			return nil
		}
	}
}

// countReached counts the vertices whose sum has reached the bound.
func (e *estimator) countReached(ranks []int32, bound float64) (reached int) {
	for _, v := range ranks {
		if e.sum(int(v)) >= bound {
			reached++
		}
	}
	return reached
}

// The first round is 64 sources, the widest batch there is. Each later one adds half as many sources again, in whole
// batches of 16, the width of most graphs.
const (
	firstRound = 64
	roundBatch = 16
)

// nextRound is the number of sources after one more round, fixed before the draws.
func nextRound(have, n int) int {
	if have == 0 {
		return min(firstRound, n)
	}
	return min((have+have/2)/roundBatch*roundBatch, n)
}

// mostRounds is the number of rounds that draw all n sources.
func mostRounds(n int) int {
	rounds := 1
	for k := nextRound(0, n); k < n; k = nextRound(k, n) {
		rounds++
	}
	return rounds
}
