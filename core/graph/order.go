package graph

import (
	"math"

	"gobc/core/memory"
)

// order numbers the ranks: components by their first vertex, each in breadth-first order from it, directions
// ignored. Consecutive sources then lie close together, and so meet the same vertices on the same levels: 1.1 to 4
// times fewer entries a batch than random sources. The lists may have any order: a vertex is met from one list alone,
// so that only the vertices that a list adds are sorted. The counted lists are then those of the ranks: ascending if
// they are short, else in the order of the plain ones. Of short lists order returns how many entries, in either
// direction, repeat others. Positions, which were 0, are the ranks of the vertices, from 1 on. O(n log n + m) time.
func (g *Graph) order(plain *CSR, position []int32, stop stopper) (repeats int64, err error) {
	n := g.Vertices
	if g.Vertex, err = memory.Make[int32](n); err != nil {
		return 0, err
	}
	entries, sides := len(plain.Targets), 0
	if g.Directed {
		entries, sides = entries/2, 1
	}
	if g.counted.Out, err = newLists(n, entries, plain.keys()); err != nil {
		return 0, err
	}
	if g.counted.In = g.counted.Out; g.Directed {
		if g.counted.In, err = newLists(n, entries, plain.keys()); err != nil {
			return 0, err
		}
	}
	s := search{plain: plain, ordered: g.counted, position: position, met: g.Vertex, sides: sides, sorts: plain.short()}
	starts := []int32{}
	for root := range int32(n) {
		if position[root] != 0 {
			continue
		}
		starts = append(starts, int32(s.end))
		if err := s.from(root, stop); err != nil {
			return 0, err
		}
	}
	starts = append(starts, int32(n))
	if g.Components, err = memory.Make[int32](len(starts)); err != nil {
		return 0, err
	}
	copy(g.Components, starts)
	return s.repeats, nil
}

// search is a breadth-first search through all components.
type search struct {
	plain    *CSR
	ordered  View    // gets the lists of the vertices that were visited
	position []int32 // of a vertex that was met, from 1 on; else 0
	met      []int32 // the vertices in the order in which they were met
	end      int     // how many those are
	sides    int     // lists of a vertex but for the first
	sorts    bool    // lists
	repeats  int64   // entries that repeat others in the sorted lists that go out
	sorter   sorter
	bounds   [searchBlock][3]int64 // of the lists of the next vertices: of heads, of tails
	touched  int32
}

const (
	searchBlock  = 64 // vertices that have their lists brought from memory together
	searchBrings = 8  // neighbors of each that have their positions brought, too
)

// from meets the component of a root.
func (s *search) from(root int32, stop stopper) error {
	at := s.end
	s.met[at], s.position[root] = root, int32(at+1)
	s.end++
	directed := s.sides > 0
	for at < s.end {
		block := s.met[at:min(s.end, at+searchBlock)]
		s.bring(block)
		for i := range block {
			if err := stop.every(at + i); err != nil {
				return err
			}
			b := &s.bounds[i]
			s.repeats += s.appendList(s.ordered.Out, at+i, b[0], b[1])
			if directed {
				s.appendList(s.ordered.In, at+i, b[1], b[2])
			}
		}
		at += len(block)
	}
	return nil
}

// bring finds the lists of vertices, and reads the ends of each and the positions of the first neighbors, so that these
// reads overlap.
func (s *search) bring(vertices []int32) {
	c, bounds, touched := s.plain, s.bounds[:len(vertices)], s.touched
	for i, v := range vertices {
		of := c.Offsets[int(v)<<(s.sides&1):]
		b := &bounds[i] // whose copy would wait for what was written just before
		b[0], b[1], b[2] = of[0], of[1], of[1+s.sides]
	}
	for i := range bounds {
		if b := &bounds[i]; b[0] < b[2] {
			touched ^= c.Targets[b[0]] ^ c.Targets[b[2]-1]
		}
	}
	if c.keys() != none {
		touched ^= c.bringWeights(bounds)
	}
	for i := range bounds {
		first, end := bounds[i][0], bounds[i][2]
		for _, w := range c.Targets[first:min(end, first+searchBrings)] {
			touched ^= s.position[w]
		}
	}
	s.touched = touched
}

// bringWeights reads the ends of the weights of lists.
func (c *CSR) bringWeights(bounds [][3]int64) (touched int32) {
	for i := range bounds {
		b := &bounds[i]
		switch {
		case b[0] == b[2]:
		case c.Weights != nil:
			touched ^= int32(c.Weights[b[0]] ^ c.Weights[b[2]-1])
		default:
			touched ^= int32(math.Float64bits(c.Reals[b[0]]) ^ math.Float64bits(c.Reals[b[2]-1]))
		}
	}
	return touched
}

// appendList makes the list of a rank of the plain entries [first, end), and meets those that are new, in ascending
// order. It returns how many entries repeat others in a list that it sorts.
func (s *search) appendList(c *CSR, rank int, first, end int64) int64 {
	at := c.Offsets[rank]
	to := at + end - first
	c.Offsets[rank+1] = to
	c.MaxDegree = max(c.MaxDegree, end-first)
	list := s.plain.Targets[first:end]
	s.visit(list, c.Targets[at:to])
	switch {
	case c.Weights != nil:
		copyShort(c.Weights[at:to], s.plain.Weights[first:end])
	case c.Reals != nil:
		copyShort(c.Reals[at:to], s.plain.Reals[first:end])
	}
	if !s.sorts || end-first < 2 {
		return 0
	}
	c.insertionSort(at, to)
	return repeatsIn(c.Targets[at:to])
}

// copyShort is copy, which takes longer to begin.
func copyShort[T any](into, from []T) {
	if len(from) > searchBrings {
		copy(into, from)
		return
	}
	for i, x := range from {
		into[i] = x
	}
}

// visit writes the ranks of a list.
func (s *search) visit(list, ranks []int32) {
	position, met, end := s.position, s.met, s.end
	ranks = ranks[:len(list)]
	for i, w := range list {
		p := position[w]
		if ranks[i] = p - 1; p == 0 {
			position[w], met[end] = -1, w // below 0 until it has a rank
			end++
		}
	}
	if end == s.end {
		return
	}
	if end-s.end > 1 {
		s.sorter.sortTargets(met[s.end:end])
	}
	for ; s.end < end; s.end++ {
		position[met[s.end]] = int32(s.end + 1)
	}
	for i, r := range ranks {
		if r < 0 {
			ranks[i] = position[list[i]] - 1
		}
	}
}

// RankOf returns the rank of each vertex, by its number.
func (g *Graph) RankOf() []int32 {
	rank := make([]int32, g.Vertices)
	g.rankInto(rank)
	return rank
}

func (g *Graph) rankInto(rank []int32) {
	for r, v := range g.Vertex {
		rank[v] = int32(r)
	}
}

// Ranks turns vertex numbers into ascending ranks; the numbers are distinct.
func (g *Graph) Ranks(vertices []int32) []int32 {
	wanted := Marks(g.Vertices, vertices)
	ranks := make([]int32, 0, len(vertices))
	for r, v := range g.Vertex {
		if wanted[v] {
			ranks = append(ranks, int32(r))
		}
	}
	return ranks
}
