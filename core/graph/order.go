package graph

import (
	"math"

	"gobc/core/memory"
)

// order numbers the ranks: components by their first vertex, each in breadth-first order from it, directions
// ignored. Consecutive sources then lie close together, and so meet the same vertices on the same levels: 1.1 to 4
// times fewer entries a batch than random sources. The lists may have any order: a vertex is met from one list alone,
// so that only the vertices that a list adds are sorted. order returns the lists of vertex numbers in the order of the
// ranks. O(n log n + m) time.
func (g *Graph) order(plain View, stop stopper) (ordered View, err error) {
	n := g.Vertices
	if g.Vertex, err = memory.Make[int32](n); err != nil {
		return ordered, err
	}
	if ordered.Out, err = likeLists(plain.Out); err != nil {
		return ordered, err
	}
	if ordered.In = ordered.Out; plain.In != plain.Out {
		if ordered.In, err = likeLists(plain.In); err != nil {
			return ordered, err
		}
	}
	s := search{plain: plain, ordered: ordered, met: g.Vertex}
	if s.seen, err = memory.Make[uint64](n/64 + 1); err != nil {
		return ordered, err
	}
	defer memory.Free(s.seen)
	starts := []int32{}
	for root := range int32(n) {
		if s.seen[root/64]>>(root%64)&1 == 1 {
			continue
		}
		starts = append(starts, int32(s.end))
		if err := s.from(root, stop); err != nil {
			return ordered, err
		}
	}
	starts = append(starts, int32(n))
	if g.Components, err = memory.Make[int32](len(starts)); err != nil {
		return ordered, err
	}
	copy(g.Components, starts)
	return ordered, nil
}

// likeLists makes room for the lists of others.
func likeLists(c *CSR) (*CSR, error) { return newLists(len(c.Offsets)-1, len(c.Targets), c.keys()) }

// search is a breadth-first search through all components.
type search struct {
	plain   View
	ordered View     // gets the lists of the vertices that were visited
	seen    []uint64 // a bit a vertex, as vertices are met at random
	met     []int32  // the vertices in the order in which they were met
	end     int      // how many those are
	sorter  sorter
	bounds  [2][searchBlock][2]int64 // of the lists of the next vertices
	touched int32
}

// searchBlock is how many vertices have their lists brought from memory together.
const searchBlock = 32

// from meets the component of a root.
func (s *search) from(root int32, stop stopper) error {
	at := s.end
	s.visit([]int32{root})
	directed := s.plain.In != s.plain.Out
	for at < s.end {
		block := s.met[at:min(s.end, at+searchBlock)]
		s.bring(0, s.plain.Out, block)
		if directed {
			s.bring(1, s.plain.In, block)
		}
		for i := range block {
			if err := stop.every(at + i); err != nil {
				return err
			}
			s.visit(s.ordered.Out.appendList(at+i, s.plain.Out, s.bounds[0][i]))
			if directed {
				s.visit(s.ordered.In.appendList(at+i, s.plain.In, s.bounds[1][i]))
			}
		}
		at += len(block)
	}
	return nil
}

// appendList copies a list of other lists to that of v, which follows the last one, and returns it.
func (c *CSR) appendList(v int, from *CSR, bounds [2]int64) []int32 {
	first := c.Offsets[v]
	end := first + bounds[1] - bounds[0]
	c.Offsets[v+1] = end
	list := c.Targets[first:end]
	copy(list, from.Targets[bounds[0]:bounds[1]])
	switch {
	case c.Weights != nil:
		copy(c.Weights[first:end], from.Weights[bounds[0]:bounds[1]])
	case c.Reals != nil:
		copy(c.Reals[first:end], from.Reals[bounds[0]:bounds[1]])
	}
	return list
}

// bring finds the lists of vertices, and reads the ends of each, so that these reads overlap.
func (s *search) bring(side int, c *CSR, vertices []int32) {
	bounds := s.bounds[side][:len(vertices)]
	for i, v := range vertices {
		bounds[i] = [2]int64{c.Offsets[v], c.Offsets[v+1]}
	}
	for _, b := range bounds {
		if b[0] < b[1] {
			s.touched ^= c.Targets[b[0]] ^ c.Targets[b[1]-1]
		}
	}
	for _, b := range bounds {
		switch {
		case b[0] == b[1]:
		case c.Weights != nil:
			s.touched ^= int32(c.Weights[b[0]] ^ c.Weights[b[1]-1])
		case c.Reals != nil:
			s.touched ^= int32(math.Float64bits(c.Reals[b[0]]) ^ math.Float64bits(c.Reals[b[1]-1]))
		}
	}
}

// visit meets those of a list that are new, in ascending order.
func (s *search) visit(list []int32) {
	seen, met, end := s.seen, s.met, s.end
	for _, w := range list {
		if word, bit := &seen[uint32(w)/64], uint64(1)<<(w&63); *word&bit == 0 {
			*word |= bit
			met[end] = w
			end++
		}
	}
	if end-s.end > 1 {
		s.sorter.sortTargets(met[s.end:end])
	}
	s.end = end
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
