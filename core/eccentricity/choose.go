package eccentricity

import (
	"slices"

	"gobc/core/cost"
)

// A source s closes v where d(s, v) + f <= lower[v], f being the largest distance of s to a vertex not yet searched
// from. So two kinds of sources work together. Far ones, which others see at or near their eccentricity, push f below
// it: shortfall, ecc(s) - d(s, v), finds them, level after level. Open ones close a ball around themselves, whose
// radius is half of what f has fallen: they are taken from the widest gaps, apart from each other. Some are the open
// vertices with the least lower bounds, the center.

// choose picks the sources of a round of so many batches. It looks at nothing that depends on threads.
func (r *rounds) choose(batches int) {
	want := batches * narrow
	r.round++
	last := r.choice
	r.choice = make([]int32, 0, want)
	unknown := func(v int32) bool { return r.known[v] == 0 }
	open := func(v int32) bool { return unknown(v) && r.isOpen(v) }
	if len(last) == 0 {
		r.take(want/2, unknown, func(v int32) int32 { return int32(r.forest.Out.MaxDegree - r.forest.Out.Degree(v)) })
		r.take(want-len(r.choice), unknown, func(int32) int32 { return 0 })
	} else {
		center, gaps := cost.BoundingSources(want)
		r.take(center, open, func(v int32) int32 { return r.lower[v] })
		r.spread(gaps, r.radius(), open)
		r.take(want-len(r.choice), unknown, func(v int32) int32 { return r.shortfall[v] })
	}
	if r.place == nil {
		slices.Sort(r.choice)
	} else {
		slices.SortFunc(r.choice, func(a, b int32) int { return int(r.place[a] - r.place[b]) })
	}
}

func (r *rounds) pick(v int32) {
	r.choice = append(r.choice, v)
	r.known[v] = 1
}

// take picks up to k vertices with the least keys among those that may be taken; where the last places are tied, ranks
// at even distances.
func (r *rounds) take(k int, may func(int32) bool, key func(int32) int32) {
	if k <= 0 {
		return
	}
	counts := r.count(may, key)
	limit, ties := int32(0), 0
	for ; int(limit) < len(counts); limit++ {
		if ties = counts[limit]; ties > k {
			break
		}
		k -= ties
	}
	taken, at := 0, 0
	for v := r.first; v < r.last; v++ {
		if !may(v) || key(v) > limit {
			continue
		}
		if key(v) == limit {
			at++
			if at*k/ties == taken {
				continue
			}
			taken++
		}
		r.pick(v)
	}
}

// count returns the number of vertices of every key among those that may be taken.
func (r *rounds) count(may func(int32) bool, key func(int32) int32) (counts []int) {
	for v := r.first; v < r.last; v++ {
		if !may(v) {
			continue
		}
		if x := int(key(v)); x >= len(counts) {
			counts = append(counts, make([]int, x+1-len(counts))...)
		}
		counts[key(v)]++
	}
	return counts
}

// radius is that of the balls which sources of the last round, one in four, would have closed.
func (r *rounds) radius() int {
	fallen := make([]int32, 0, len(r.far))
	for i, far := range r.far {
		fallen = append(fallen, far-r.beyond[i])
	}
	slices.Sort(fallen)
	return cost.BallsClosed(fallen)
}

// spread picks up to k open vertices with the widest gaps between their bounds, none in the ball of another.
func (r *rounds) spread(k, radius int, open func(int32) bool) {
	gap := func(v int32) int32 { return r.upper[v] - r.lower[v] }
	counts := r.count(open, gap)
	starts, total := make([]int, len(counts)), 0
	for g := len(counts) - 1; g >= 0; g-- {
		starts[g] = total
		total += counts[g]
	}
	sorted := r.widest[:total]
	for v := r.first; v < r.last; v++ {
		if open(v) {
			sorted[starts[gap(v)]] = v
			starts[gap(v)]++
		}
	}
	offsets := r.forest.Out.Offsets
	budget := cost.BallVisits(offsets[r.last] - offsets[r.first])
	for _, v := range sorted {
		if k == 0 {
			return
		}
		if r.covered[v] == r.round {
			continue
		}
		r.pick(v)
		k--
		if budget > 0 {
			budget -= r.cover(v, radius)
		}
	}
}

// cover marks the ball around v and returns the entries of lists looked at.
func (r *rounds) cover(v int32, radius int) (visits int64) {
	r.ball++
	r.met[v] = r.ball
	queue, lo := append(r.queue[:0], v), 0
	for ; radius > 0; radius-- {
		hi := len(queue)
		for _, u := range queue[lo:hi] {
			visits += r.forest.Out.Degree(u)
			for _, w := range r.forest.Out.List(u) {
				if r.met[w] != r.ball {
					r.met[w] = r.ball
					r.covered[w] = r.round
					queue = append(queue, w)
				}
			}
		}
		lo = hi
	}
	return visits
}
