package graph

import (
	"slices"

	"gobc/core/memory"
)

// settle derives the merged lists from the counted ones, and for directed graphs the lists that ignore direction.
func (g *Graph) settle(stop stopper) error {
	out, changed, err := merge(g.counted.out, stop)
	if err != nil {
		return err
	}
	switch {
	case !changed:
		g.merged, g.counted = g.counted, views{}
	case !g.Directed:
		g.merged = views{out, out}
	default:
		g.merged.out = out
		in, _, err := merge(g.counted.in, stop)
		if err != nil {
			return err
		}
		g.merged.in = in
	}
	if !g.Directed {
		return nil
	}
	u, err := union(g.merged.out, g.merged.in, stop)
	g.union = views{u, u}
	return err
}

// merge drops repeats from sorted lists; changed is false, and nothing is made, where there are none.
func merge(c *CSR, stop stopper) (merged *CSR, changed bool, err error) {
	n := len(c.Offsets) - 1
	var repeats int
	for v := range int32(n) {
		if err := stop.every(int(v)); err != nil {
			return nil, false, err
		}
		l := c.List(v)
		for i := 1; i < len(l); i++ {
			if l[i] == l[i-1] {
				repeats++
			}
		}
	}
	if repeats == 0 {
		return nil, false, nil
	}
	return rebuild(n, len(c.Targets)-repeats, stop, func(v int32, into []int32) []int32 {
		at := len(into)
		for _, w := range c.List(v) {
			if len(into) == at || into[len(into)-1] != w {
				into = append(into, w)
			}
		}
		return into
	})
}

// union merges two sorted lists for every vertex.
func union(a, b *CSR, stop stopper) (*CSR, error) {
	n := len(a.Offsets) - 1
	c, _, err := rebuild(n, len(a.Targets)+len(b.Targets), stop, func(v int32, into []int32) []int32 {
		x, y := a.List(v), b.List(v)
		for len(x) > 0 || len(y) > 0 {
			switch {
			case len(y) == 0 || (len(x) > 0 && x[0] < y[0]):
				into, x = append(into, x[0]), x[1:]
			case len(x) == 0 || y[0] < x[0]:
				into, y = append(into, y[0]), y[1:]
			default:
				into, x, y = append(into, x[0]), x[1:], y[1:]
			}
		}
		return into
	})
	return c, err
}

// rebuild makes lists vertex by vertex; the targets never pass most.
func rebuild(n, most int, stop stopper, list func(v int32, into []int32) []int32) (*CSR, bool, error) {
	c := &CSR{}
	var err error
	if c.Offsets, err = memory.Make[int64](n + 1); err != nil {
		return c, true, err
	}
	targets, err := memory.Make[int32](most)
	if err != nil {
		memory.Free(c.Offsets)
		return nil, true, err
	}
	into := targets[:0]
	for v := range int32(n) {
		if err := stop.every(int(v)); err != nil {
			memory.Free(c.Offsets)
			memory.Free(targets)
			return nil, true, err
		}
		into = list(v, into)
		c.Offsets[v+1] = int64(len(into))
		c.MaxDegree = max(c.MaxDegree, c.Offsets[v+1]-c.Offsets[v])
	}
	c.Targets = into
	return c, true, nil
}

// order numbers the ranks: components by their first vertex, each in breadth-first order from it, directions
// ignored. Consecutive sources then lie close together, and so meet the same vertices on the same levels: 1.1 to 4
// times fewer entries a batch than random sources.
func (g *Graph) order(plain views, stop stopper) error {
	n := g.Vertices
	var err error
	if g.Vertex, err = memory.Make[int32](n); err != nil {
		return err
	}
	seen, err := memory.Make[bool](n)
	if err != nil {
		return err
	}
	defer memory.Free(seen)
	starts := []int32{}
	end := 0
	visit := func(list []int32) {
		for _, w := range list {
			if !seen[w] {
				seen[w] = true
				g.Vertex[end] = w
				end++
			}
		}
	}
	for root := range int32(n) {
		if seen[root] {
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
			visit(plain.out.List(u))
			if plain.in != plain.out {
				visit(plain.in.List(u))
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

// Ranks turns vertex numbers into ascending ranks; the numbers are distinct.
func (g *Graph) Ranks(vertices []int32) []int32 {
	wanted := make(map[int32]bool, len(vertices))
	for _, v := range vertices {
		wanted[v] = true
	}
	ranks := make([]int32, 0, len(vertices))
	for r, v := range g.Vertex {
		if wanted[v] {
			ranks = append(ranks, int32(r))
		}
	}
	slices.Sort(ranks)
	return ranks
}
