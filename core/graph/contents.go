package graph

import (
	"math"
	"slices"
	"sync"

	"gobc/core/memory"
)

// joins tells whether a row is an edge: one of infinite weight is none.
func (r *Rows) joins(row int) bool { return len(r.Weights) == 0 || !math.IsInf(r.Weights[row], 1) }

// Degrees returns the number of edges at each vertex, by vertex number: of those that leave it (out), enter it (in), or
// both. Undirected edges do both. Every row counts, also parallel ones; an undirected self-loop counts twice, as a
// directed one does with out and in. The memory is the caller's. O(n + m).
func (g *Graph) Degrees(out, in bool) ([]int64, error) {
	return sumsAtEnds(g, out, in, func(int) int64 { return 1 })
}

// SimpleDegrees is Degrees with parallel edges merged into one.
func (g *Graph) SimpleDegrees(out, in bool) ([]int64, error) {
	if err := g.byVertex.find(g); err != nil {
		return nil, err
	}
	degrees, err := memory.Make[int64](g.Vertices)
	if err != nil {
		return nil, err
	}
	loop := int64(0)
	add := func(c *CSR) {
		loop++
		for r, v := range g.Vertex {
			degrees[v] += c.Offsets[r+1] - c.Offsets[r]
		}
	}
	if out || !g.Directed {
		add(g.deduplicated.Out)
	}
	if in && g.Directed {
		add(g.deduplicated.In)
	}
	if !g.Directed {
		loop = 2
	}
	for r, is := range g.byVertex.loops {
		if is {
			degrees[g.Vertex[r]] += loop
		}
	}
	return degrees, nil
}

// Strengths is Degrees of a weighted graph with the weight of each edge in place of 1, added in the order of rows.
func (g *Graph) Strengths(out, in bool) ([]float64, error) {
	return sumsAtEnds(g, out, in, func(row int) float64 { return g.Rows.Weights[row] })
}

func sumsAtEnds[T int64 | float64](g *Graph, out, in bool, value func(row int) T) ([]T, error) {
	byRank, err := memory.Make[T](g.Vertices)
	if err != nil {
		return nil, err
	}
	defer memory.Free(byRank)
	out, in = out || !g.Directed, in || !g.Directed
	for row, tail := range g.Rows.Tails {
		if !g.Rows.joins(row) {
			continue
		}
		if out {
			byRank[tail] += value(row)
		}
		if in {
			byRank[g.Rows.Heads[row]] += value(row)
		}
	}
	sums, err := memory.Make[T](g.Vertices)
	for r, v := range g.Vertex {
		if err == nil {
			sums[v] = byRank[r]
		}
	}
	return sums, err
}

// ComponentNumbers returns the component of each vertex, by vertex number. Components count from 0, in the order of
// their first vertices. The memory is the caller's. O(n).
func (g *Graph) ComponentNumbers() ([]int32, error) {
	numbers, err := memory.Make[int32](g.Vertices)
	if err != nil {
		return nil, err
	}
	for c := range len(g.Components) - 1 {
		for _, v := range g.Vertex[g.Components[c]:g.Components[c+1]] {
			numbers[v] = int32(c)
		}
	}
	return numbers, nil
}

// RowsWithin returns the rows both of whose ends are among the vertices, ascending. The memory is the caller's. O(n +
// m).
func (g *Graph) RowsWithin(vertices []int32) (rows []int64, err error) {
	within := Marks(g.Vertices, vertices)
	for row, tail := range g.Rows.Tails {
		if !within[g.Vertex[tail]] || !within[g.Vertex[g.Rows.Heads[row]]] {
			continue
		}
		if rows, err = memory.Grow(rows, len(rows)+1); err != nil {
			memory.Free(rows)
			return nil, err
		}
		rows[len(rows)-1] = int64(row)
	}
	return rows, nil
}

// byVertex finds the lists of single vertices. It is made at the first question about one.
type byVertex struct {
	sync.Mutex
	ranks []int32 // by vertex number
	loops []bool  // by rank: whether it has a self-loop; nil if none has
}

func (b *byVertex) bytes() int64 {
	b.Lock()
	defer b.Unlock()
	return 4*int64(cap(b.ranks)) + int64(cap(b.loops))
}

func (b *byVertex) free() {
	memory.Free(b.ranks)
	memory.Free(b.loops)
	b.ranks, b.loops = nil, nil
}

// find makes what is missing. O(n + m) the first time.
func (b *byVertex) find(g *Graph) error {
	b.Lock()
	defer b.Unlock()
	if b.ranks != nil {
		return nil
	}
	if g.SelfLoops > 0 && b.loops == nil {
		loops, err := memory.Make[bool](g.Vertices)
		if err != nil {
			return err
		}
		for row, tail := range g.Rows.Tails {
			if tail == g.Rows.Heads[row] && g.Rows.joins(row) {
				loops[tail] = true
			}
		}
		b.loops = loops
	}
	ranks, err := memory.Make[int32](g.Vertices)
	if err != nil {
		return err
	}
	g.rankInto(ranks)
	b.ranks = ranks
	return nil
}

// Neighbors returns the vertices that share an edge with any of the given ones, each once and ascending: an edge that
// leaves it (out), enters it (in), or either. A vertex with a self-loop is its own neighbor; an edge of infinite weight
// joins nothing. O(d log d) for d entries, and O(n + m) the first time.
func (g *Graph) Neighbors(vertices []int32, out, in bool) ([]int32, error) {
	if err := g.byVertex.find(g); err != nil {
		return nil, err
	}
	lists := []*CSR{}
	if out || !g.Directed {
		lists = append(lists, g.deduplicated.Out)
	}
	if in && g.Directed {
		lists = append(lists, g.deduplicated.In)
	}
	found := []int32{}
	for _, v := range vertices {
		r := g.byVertex.ranks[v]
		for _, c := range lists {
			for _, w := range c.List(r) {
				found = append(found, g.Vertex[w])
			}
		}
		if g.byVertex.loops != nil && g.byVertex.loops[r] {
			found = append(found, v)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
