package estimate

import (
	"sync/atomic"

	"gobc/core/plan"
)

// The adaptive rule [1]: sources are drawn uniformly without replacement until the sum S of their dependencies on a
// vertex is c n or more; with k sources its betweenness is estimated as n S / k. If it is n^2 / t over ordered pairs,
// eps t sources estimate it within a factor 1 / eps with probability 1 - 2 eps or more, 0 < eps < 1/2 ([1]; theorem 1
// of [2]). S grows by n / t a source, so that the rule draws about c t: few where the betweenness is large. A source adds
// less than n: it draws more than c.
//
// Departures from [1]: S is looked at after rounds (NextRound), not after every source, so that up to half as
// many again are drawn as the rule asks for, 64 at least; and one draw serves several vertices.
//
// The intervals hold whatever the rule does: the sizes of the rounds are fixed before the draws, so that those of all
// rounds hold together with probability 1 - delta, and with them those of the round that the rule stops at. The
// estimate itself leans upwards, as in [1]: the larger S happens to be, the sooner it stops.
//
//  1. Bader, Kintali, Madduri, Mihail: Approximating betweenness centrality. WAW 2007, LNCS 4863, 124
//  2. Sriram, Gautham, Kothapalli, Narayan, Govindarajulu: Evaluating centrality metrics in real-world networks on GPU.
//     HiPC 2009 student research symposium

// adaptive draws rounds of sources until the rule is met, at the latest when every vertex is one: then values are exact.
func (s *sampling) adaptive() error {
	order := Permutation(s.n, s.r.Estimate.Seed)
	c := s.r.Estimate.Adaptive
	a := plan.Adaptive{Rule: "adaptive", C: c, Bound: c * float64(s.n), By: "top_k", Wanted: s.r.Estimate.TopK}
	s.log = Log(s.delta, s.n, AllRounds(s.n))
	ranks := s.r.Sources // all
	if s.r.Of != nil {
		a.By, a.Wanted = "of", len(s.r.Of)
		ranks = s.r.Graph.Ranks(s.r.Of)
	}
	for round, have := 1, 0; ; round++ {
		next := NextRound(have, s.n)
		atomic.StoreInt64(s.control.Total, int64(next))
		if err := s.draw(order[have:next]); err != nil {
			return err
		}
		have = next
		a.Reached = s.reached(ranks, a.Bound)
		if have == s.n || a.Reached >= a.Wanted {
			s.told = plan.Sample{Sources: have, Rounds: round, Adaptive: &a}
			s.look()
			s.tell()
			return nil
		}
	}
}

// reached counts the vertices whose sum has come to the bound.
func (s *sampling) reached(ranks []int32, bound float64) (reached int) {
	for _, v := range ranks {
		if s.sum(int(v)) >= bound {
			reached++
		}
	}
	return reached
}
