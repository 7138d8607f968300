package graph

import "gobc/core/memory"

// order numbers the ranks: components by their first vertex, each in breadth-first order from it, directions
// ignored. Consecutive sources then lie close together, and so meet the same vertices on the same levels: 1.1 to 4
// times fewer entries a batch than random sources.
func (g *Graph) order(plain View, stop stopper) error {
	n := g.Vertices
	var err error
	if g.Vertex, err = memory.Make[int32](n); err != nil {
		return err
	}
	seen, err := memory.Make[uint64](n/64 + 1) // a bit a vertex, as vertices are met at random
	if err != nil {
		return err
	}
	defer memory.Free(seen)
	starts := []int32{}
	end := 0
	visit := func(list []int32) {
		for _, w := range list {
			if word, bit := w/64, uint64(1)<<(w%64); seen[word]&bit == 0 {
				seen[word] |= bit
				g.Vertex[end] = w
				end++
			}
		}
	}
	for root := range int32(n) {
		if seen[root/64]>>(root%64)&1 == 1 {
			continue
		}
		starts = append(starts, int32(end))
		at := end
		visit([]int32{root})
		for ; at < end; at++ {
			if err := stop.every(at); err != nil {
				return err
			}
			u := g.Vertex[at]
			visit(plain.Out.List(u))
			if plain.In != plain.Out {
				visit(plain.In.List(u))
			}
		}
	}
	starts = append(starts, int32(n))
	if g.Components, err = memory.Make[int32](len(starts)); err != nil {
		return err
	}
	copy(g.Components, starts)
	return nil
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
