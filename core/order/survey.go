package order

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"gobc/core/graph"
	"gobc/core/guard"
)

// A survey predicts the visits of every batch of several orders at once. A batch's visits are the sum over vertices v
// of deg(v) times the number of distinct distances from its sources to v. One breadth-first search towards v tells
// that number for all batches of all orders. So a few vertices, drawn in proportion to their degree, give an unbiased
// estimate of every batch's visits at a search each.
//
// The draw is systematic over the adjacency entries in rank order. Ranks are breadth-first, so it is spread over
// depths, and over components as their entries are.
type survey struct {
	view       graph.View
	components []int32
	orders     []*tally
	threads    int
	stop       Stop
}

// tally is what a survey adds up for one order, by batch.
type tally struct {
	sources []int32
	width   int
	visits  []int64
	depth   []int32 // largest distance met
	reached int64   // the sum over sources of the arcs that they reach
	// met and split count pairs of a batch and a sampled arc: the lanes reach it; some lanes meet one end of it first
	// and some the other.
	met, split int64
}

func newTally(sources []int32, width int) *tally {
	batches := (len(sources) + width - 1) / width
	return &tally{sources: sources, width: width, visits: make([]int64, batches), depth: make([]int32, batches)}
}

func (t *tally) lanes(batch int) []int32 {
	return t.sources[batch*t.width : min((batch+1)*t.width, len(t.sources))]
}

func (t *tally) merge(o *tally) {
	for b := range t.visits {
		t.visits[b] += o.visits[b]
		t.depth[b] = max(t.depth[b], o.depth[b])
	}
	t.reached += o.reached
	t.met += o.met
	t.split += o.split
}

// total returns the predicted visits of all batches.
func (t *tally) total() (sum float64) {
	for _, v := range t.visits {
		sum += float64(v)
	}
	return sum
}

// splits returns the share of arcs whose ends change places within a batch.
func (t *tally) splits() float64 { return float64(t.split) / float64(max(t.met, 1)) }

// landmark is an adjacency entry drawn: rank holds it in its list, other is what it says. weight is how many entries
// it stands for, first and last the ranks of its component.
type landmark struct {
	rank, other int32
	first, last int32
	weight      int64
}

// landmarks draws k entries, the middles of k equal runs of them.
func (s *survey) landmarks(k int) []landmark {
	lists := s.view.Out
	arcs := lists.Offsets[len(lists.Offsets)-1]
	k = int(min(int64(k), arcs))
	drawn := make([]landmark, k)
	v, c := int32(0), 1
	for j := range drawn {
		entry := int64((float64(j) + .5) * float64(arcs) / float64(k))
		for lists.Offsets[v+1] <= entry {
			v++
		}
		for s.components[c] <= v {
			c++
		}
		drawn[j] = landmark{rank: v, other: lists.Targets[entry], first: s.components[c-1], last: s.components[c]}
	}
	for lo := 0; lo < k; {
		hi := lo
		for hi < k && drawn[hi].first == drawn[lo].first {
			hi++
		}
		weight := (lists.Offsets[drawn[lo].last] - lists.Offsets[drawn[lo].first]) / int64(hi-lo)
		for ; lo < hi; lo++ {
			drawn[lo].weight = weight
		}
	}
	return drawn
}

// visits searches towards k vertices and adds up visits and depths.
func (s *survey) visits(k int) error {
	marks := s.landmarks(k)
	s.unsearched(marks)
	return s.each(marks, func(near, _ *search, m landmark, own []*tally) {
		deepest := near.run(m.rank, m.first, m.last)
		for _, t := range own {
			t.add(near.distance, deepest, m.weight)
		}
	})
}

// splits searches towards both ends of k arcs. It adds up visits and depths too, and counts the batches that disagree
// on which end comes first.
func (s *survey) splits(k int) error {
	marks := s.landmarks(k)
	s.unsearched(marks)
	return s.each(marks, func(near, far *search, m landmark, own []*tally) {
		deepest := near.run(m.rank, m.first, m.last)
		deepestFar := far.run(m.other, m.first, m.last)
		for _, t := range own {
			t.add(near.distance, deepest, m.weight/2)
			t.add(far.distance, deepestFar, m.weight-m.weight/2)
			t.addSplits(near.distance, far.distance)
		}
	})
}

// each shares the landmarks out to the threads. Sums are of integers: they do not depend on who adds what.
func (s *survey) each(marks []landmark, work func(near, far *search, m landmark, own []*tally)) error {
	var group guard.Group
	var next atomic.Int64
	var mu sync.Mutex
	return group.Each(min(max(s.threads, 1), len(marks)), func(int) error {
		near, far := newSearch(s.view), newSearch(s.view)
		own := make([]*tally, len(s.orders))
		for i, o := range s.orders {
			own[i] = newTally(o.sources, o.width)
		}
		for !group.Failed() {
			i := int(next.Add(1)) - 1
			if i >= len(marks) {
				break
			}
			if err := s.stop.every(0); err != nil {
				return err
			}
			work(near, far, marks[i], own)
		}
		mu.Lock()
		defer mu.Unlock()
		for i, o := range own {
			s.orders[i].merge(o)
		}
		return nil
	})
}

// unsearched gives the components without a landmark, all small, a share for every batch with sources there: as if two
// distances were met at a vertex.
func (s *survey) unsearched(marks []landmark) {
	share, arcs := make([]int64, len(s.view.Out.Offsets)-1), make([]int64, len(s.view.Out.Offsets)-1)
	for _, t := range s.orders {
		m := 0
		for c := 1; c < len(s.components); c++ {
			first, last := s.components[c-1], s.components[c]
			if m < len(marks) && marks[m].first == first {
				for m < len(marks) && marks[m].first == first {
					m++
				}
				continue
			}
			entries := s.view.Out.Offsets[last] - s.view.Out.Offsets[first]
			for v := first; v < last; v++ {
				share[v] = 1 + 2*entries/min(int64(last-first), int64(t.width))
				arcs[v] = entries
			}
		}
		for i, v := range t.sources {
			t.visits[i/t.width] += share[v]
			t.reached += arcs[v]
		}
	}
}

// add counts, for every batch, the distinct distances to a landmark.
func (t *tally) add(distance []int32, deepest int32, weight int64) {
	var stamps []int32 // by distance: the last batch that met it, plus 1
	for b := range t.visits {
		lanes := t.lanes(b)
		distinct, reached, depth := near64(distance, lanes)
		if distinct < 0 {
			if stamps == nil {
				stamps = make([]int32, deepest+1)
			}
			distinct, reached = 0, 0
			for _, v := range lanes {
				d := distance[v]
				if d >= 0 {
					reached++
				}
				if d >= 0 && stamps[d] != int32(b)+1 {
					stamps[d] = int32(b) + 1
					distinct++
					depth = max(depth, d)
				}
			}
		}
		t.reached += reached * weight
		t.visits[b] += distinct * weight
		t.depth[b] = max(t.depth[b], depth)
	}
}

// near64 returns how many distances the lanes have, how many lanes have one, and the largest distance, where all are
// within 32 of the first; else -1.
func near64(distance, lanes []int32) (distinct, reached int64, depth int32) {
	var met uint64
	base := max(distance[lanes[0]]-32, 0)
	for _, v := range lanes {
		d := distance[v]
		if uint32(d-base) >= 64 && d >= 0 {
			return -1, 0, 0
		}
		met |= 1 << uint32(d-base) // nothing where d is -1
		reached += 1 - int64(uint32(d)>>31)
	}
	return int64(bits.OnesCount64(met)), reached, base + int32(bits.Len64(met)) - 1
}

// addSplits counts the batches that meet an arc, and those with lanes that meet its ends in either order.
func (t *tally) addSplits(near, far []int32) {
	for b := range t.visits {
		var met, nearFirst, farFirst bool
		for _, v := range t.lanes(b) {
			met = met || near[v] >= 0
			nearFirst = nearFirst || near[v] < far[v]
			farFirst = farFirst || far[v] < near[v]
		}
		if met {
			t.met++
		}
		if nearFirst && farFirst {
			t.split++
		}
	}
}

// tail is how much longer workers take, starting the longest batch first, than if the work could be shared out evenly:
// 1 unless a batch outlasts the rest.
func (t *tally) tail(workers int) float64 {
	var sum, longest float64
	for _, c := range t.costs() {
		sum += float64(c)
		longest = max(longest, float64(c))
	}
	if workers < 1 || sum == 0 {
		return 1
	}
	return max(1, longest*float64(workers)/sum)
}
