package reduce

import (
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
)

// Stress. Numbers of shortest paths multiply where blocks meet. With sigma for those within a block B, let
//
//	D(B, v) = sum over w of B, w != v, of P(B, w) sigma(v, w)   paths that start at v and go on within B
//	P(B, v) = 1 + sum over the other blocks E at v of D(E, v)   paths that end at v from outside of B, and the empty one.
//
// A path passes v within a block, or goes from one block to another there. So
//
//	stress(v) = sum over blocks B with v of [stress of v in B, with weights P(B, .) of sources and targets]
//	          + sum over ordered pairs of blocks B != E at v of D(B, v) D(E, v).
//
// Ends that hang at the same vertex of B add nothing: no shortest path leads from a vertex to itself. An edge has the
// stress that it has in its block, and a bridge {u, v} has P(u) P(v) each way.
//
// P is known of the members of B once the blocks that hang at them are done. Of its top c it is not: x = P(B, c) counts
// what is above. But all is linear in x. B is swept with P of its members, and 0 of c. Then
//
//	stress in B is that of the sweep, and 2 x times (the paths from c that pass, each times P of its end),
//	D(B, v)     is the number of paths that the sweep found from v (sums.PathsOnward), and x sigma(c, v).
//
// One search from c has what is multiplied by x, and D(B, c). After the sweep x is found from the first blocks on, as 1
// and D of the other blocks at c. Nothing is subtracted: beyond 2^53 that would leave nothing of the smaller numbers.

// StressKinds are the sums that a sweep of the union is enough for, with PathsOnward.
const StressKinds = sums.Counts

// mostPaths is the largest weight of a sweep: with those of two ends, numbers of paths stay far within float64.
const mostPaths = 0x1p200

// Stress is a union whose sources and targets are weighed by numbers of paths.
type Stress struct {
	*Weighed
	Pairs   sums.Pairs
	Sources []int32 // copies of members

	// From a search that starts at the top of each block, by copy: the distance plus 1 (0: not reached yet), the number of
	// paths from the top, and the number of paths onward, each times P of its end.
	distance           []int64
	sigma, pathsOnward []float64

	lengths []uint32 // of the arcs of the union; nil: 1 each

	behind []float64 // of a vertex: P in its home
	down   []float64 // of a block: D of its top
	before []float64 // of a block: 1 and D of the blocks before it that have the same top
	scope  memory.Scope
}

// Stress weighs the copies by numbers of paths, by hops or by lengths, where all vertices are sources and targets, once
// each. It keeps the union and its weights, and is nil where a number is too large. O(n + m), by lengths O(n + m log
// n).
func (w *Weighed) Stress(hops bool, stop func() error) (*Stress, error) {
	s := &Stress{Weighed: w, lengths: w.Graph.View(false).Out.Weights}
	if hops {
		s.lengths = nil
	}
	fit, err := s.count(stop)
	if err != nil || !fit {
		s.Release()
		return nil, err
	}
	return s, nil
}

// Release releases what was made of numbers of paths, but not the union and its weights.
func (s *Stress) Release() { s.scope.Close() }

// Bytes is the memory of all that was made of the graph, and what Expand takes.
func (s *Stress) Bytes() int64 {
	return s.Weighed.Bytes() + 36*int64(len(s.distance)) + 16*int64(len(s.behind)) + 16*int64(len(s.down))
}

// count counts paths, from the last blocks to the first. It reports whether no weight is too large.
func (s *Stress) count(stop func() error) (fit bool, err error) {
	b, copies := s.Blocks, s.Graph.Vertices
	m := maker{scope: &s.scope}
	s.distance, s.sigma, s.pathsOnward = made[int64](&m, copies), made[float64](&m, copies), made[float64](&m, copies)
	s.behind, s.down, s.before = made[float64](&m, b.of.Vertices), made[float64](&m, len(b.top)),
		made[float64](&m, len(b.top))
	weights := made[float64](&m, copies)
	s.Sources = m.ints(copies)[:0]
	if m.err != nil {
		return false, m.err
	}
	s.Pairs = sums.Pairs{SourceWeight: weights, TargetWeight: weights, Cutoff: -1}
	for v := range s.behind {
		s.behind[v] = 1
	}
	fit = true
	search := &counter{Stress: s, lists: s.Graph.View(false).Out, stop: stop}
	for block, top := range b.top {
		members := b.membersOf(int32(block))
		s.before[block] = s.behind[top]
		s.down[block] = s.behind[members[0]]
		if at := s.atTop[block]; at != none {
			for _, v := range members {
				weights[s.atHome[v]] = s.behind[v]
				fit = fit && s.behind[v] <= mostPaths
			}
			if err := search.from(at); err != nil {
				return false, err
			}
			s.down[block] = s.pathsOnward[at]
		}
		s.behind[top] += s.down[block]
	}
	for at, weight := range weights {
		if weight > 0 {
			s.Sources = append(s.Sources, int32(at))
		}
	}
	return fit, nil
}

// counter counts paths from the tops of blocks.
type counter struct {
	*Stress
	lists  *graph.CSR
	order  []int32 // ascending by distance
	queue  graph.Queue[int64]
	stop   func() error
	walked int
}

// from counts the paths from the top of a block to its members, and back from them.
func (c *counter) from(top int32) error {
	search := c.byHops
	if c.lengths != nil {
		search = c.byLengths
	}
	c.order = c.order[:0]
	if err := search(top); err != nil {
		return err
	}
	c.sigma[top] = 1
	for _, v := range c.order {
		first := c.lists.Offsets[v]
		list := c.lists.List(v)
		for i, w := range list {
			if c.leads(v, w, first+int64(i)) {
				c.sigma[w] += c.sigma[v]
			}
		}
		if err := c.look(len(list)); err != nil {
			return err
		}
	}
	for i := len(c.order) - 1; i >= 0; i-- {
		v := c.order[i]
		first := c.lists.Offsets[v]
		list := c.lists.List(v)
		for i, w := range list {
			if c.leads(v, w, first+int64(i)) {
				c.pathsOnward[v] += c.through(w)
			}
		}
		if err := c.look(len(list)); err != nil {
			return err
		}
	}
	return nil
}

func (c *counter) byHops(top int32) error {
	c.order = append(c.order, top)
	c.distance[top] = 1
	for i := 0; i < len(c.order); i++ {
		v := c.order[i]
		list := c.lists.List(v)
		for _, w := range list {
			if c.distance[w] == 0 {
				c.distance[w] = c.distance[v] + 1
				c.order = append(c.order, w)
			}
		}
		if err := c.look(len(list)); err != nil {
			return err
		}
	}
	return nil
}

// byLengths is Dijkstra's search. A copy waits once for each distance that was found for it, and counts when it comes
// with the least.
func (c *counter) byLengths(top int32) error {
	c.distance[top] = 1
	c.queue.Add(top, 1)
	for c.queue.Len() > 0 {
		v, distance := c.queue.Next()
		if distance > c.distance[v] {
			continue
		}
		c.order = append(c.order, v)
		first := c.lists.Offsets[v]
		list := c.lists.List(v)
		for i, w := range list {
			if far := distance + int64(c.lengths[first+int64(i)]); c.distance[w] == 0 || far < c.distance[w] {
				c.distance[w] = far
				c.queue.Add(w, far)
			}
		}
		if err := c.look(len(list)); err != nil {
			return err
		}
	}
	return nil
}

// leads reports whether an arc of the union is on a shortest path from the top of its block.
func (s *Stress) leads(from, to int32, arc int64) bool {
	length := int64(1)
	if s.lengths != nil {
		length = int64(s.lengths[arc])
	}
	return s.distance[to] == s.distance[from]+length
}

// through is how many paths end at a copy or go on from it.
func (s *Stress) through(at int32) float64 { return s.Pairs.TargetWeight[at] + s.pathsOnward[at] }

// look calls stop once in a while.
func (c *counter) look(walked int) error {
	if c.walked += walked; c.walked < stopEvery {
		return nil
	}
	c.walked = 0
	return c.stop()
}

// Share are the copies that are swept for some of the vertices: for all vertices together every one once.
func (s *Stress) Share(of []int32) []int32 { return s.shared(s.Sources, of) }

// Expand makes the sums of a sweep over the union those of the graph, and adds them to `into`. O(n + m).
func (s *Stress) Expand(of, into *sums.Paths, stop func() error) error {
	p := pace{stop: stop}
	if err := s.addCopies(of, into, &p); err != nil {
		return err
	}
	return s.above(of.PathsOnward, into, &p)
}

// above adds what passes the tops of blocks, from the first blocks to the last. When a block's turn comes, after has
// the D of its top in those blocks at it that had theirs: its home, and those of the same top that come after it.
func (s *Stress) above(onward []float64, into *sums.Paths, p *pace) error {
	b := s.Blocks
	after, err := memory.Make[float64](b.of.Vertices)
	if err != nil {
		return err
	}
	defer memory.Free(after)
	add := adder{sums: into}
	for block := int32(len(b.top)) - 1; block >= 0; block-- {
		top, down := b.top[block], s.down[block]
		paths := s.before[block] + after[top]
		add.vertex(top, 2*down, after[top])
		after[top] += down
		if b.bridge(block) {
			end := b.membersOf(block)[0]
			after[end] = paths
			add.arc(b.of.Out.Arc(top, end), 2*paths, down)
			continue
		}
		for _, v := range b.membersOf(block) {
			at := s.atHome[v]
			after[v] = onward[at] + times(paths, s.sigma[at])
			add.vertex(v, 2*paths, times(s.sigma[at], s.pathsOnward[at]))
			s.arcs(&add, at, paths)
		}
		s.arcs(&add, s.atTop[block], paths)
		if err := p.walk(int(b.size(block)) + int(b.arcs[block])); err != nil {
			return err
		}
	}
	into.ShareLists()
	return add.err
}

// arcs adds what passes edges that lead from a copy away from the top of its block, both ways.
func (s *Stress) arcs(add *adder, at int32, paths float64) {
	if add.sums.EdgeStress[0].Words == nil {
		return
	}
	out := s.Graph.View(false).Out
	first := out.Offsets[at]
	for i, w := range out.List(at) {
		if s.leads(at, w, first+int64(i)) {
			add.arc(int(s.arc[first+int64(i)]), 2*paths, times(s.sigma[at], s.through(w)))
		}
	}
}

// times is a product of numbers of paths, of which one may be infinite and the other 0. The conversion keeps a compiler
// from fusing it with a sum.
func times(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return float64(a * b)
}

// adder adds products to those sums that are there, until an allocation fails.
type adder struct {
	sums *sums.Paths
	err  error
}

func (a *adder) vertex(v int32, x, y float64) { a.add(&a.sums.Stress, int(v), x, y) }

func (a *adder) arc(arc int, x, y float64) { a.add(&a.sums.EdgeStress[0], arc, x, y) }

func (a *adder) add(to *sums.PathCounts, i int, x, y float64) {
	if a.err == nil && to.Words != nil {
		a.err = to.AddProduct(i, x, y)
	}
}
