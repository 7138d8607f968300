package graph

import (
	"math"
	"sort"

	"gobc/core/memory"
)

// Rows are the caller's edges as they came, for results with a row an edge. Tails and Heads are ranks; Weights is nil
// if the graph is unweighted.
type Rows struct {
	Tails, Heads []int32
	Weights      []float64
}

func (r *Rows) bytes() int64 { return 4*int64(cap(r.Tails)+cap(r.Heads)) + 8*int64(cap(r.Weights)) }

func (r *Rows) free() {
	memory.Free(r.Tails)
	memory.Free(r.Heads)
	memory.Free(r.Weights)
	*r = Rows{}
}

// Arcs are the entries of a view that a row stands for.
type Arcs struct {
	Out, In int64 // the entry of the head in the tail's out list, and of the tail in the head's in list
	Shared  int   // rows that stand for the same two entries
}

// ArcsOf finds the entries of a row. Parallel rows of one weight share the first entries of their kind; ok is false
// for rows that no shortest path takes: self-loops, infinite weights, and with parallel edges as one all rows but those
// of the smallest weight. O(log degree).
func (g *Graph) ArcsOf(row int, countParallel, weighted bool) (a Arcs, ok bool) {
	u, w := g.Rows.Tails[row], g.Rows.Heads[row]
	if u == w {
		return a, false
	}
	var key uint64
	if g.Weighting != nil {
		if math.IsInf(g.Rows.Weights[row], 1) {
			return a, false
		}
		key = g.Weighting.key(g.Rows.Weights[row])
	}
	// The counted lists know how many rows share a pair and a weight; without them there are no parallel edges.
	v := g.View(countParallel)
	every := g.View(true)
	first, last := every.Out.run(u, w)
	a.Out = first
	if weighted {
		first, last = every.Out.ofKey(first, last, key)
	}
	a.Shared = int(last - first)
	if countParallel {
		a.Shared = 1
		a.Out = first
		in, end := every.In.run(w, u)
		if weighted {
			in, _ = every.In.ofKey(in, end, key)
		}
		a.In = in
		return a, true
	}
	if v.Out != every.Out {
		a.Out, _ = v.Out.run(u, w)
	}
	a.In, _ = v.In.run(w, u)
	return a, !weighted || v.Out.key(a.Out) == key
}

// run returns the entries of target in v's list: [first, last).
func (c *CSR) run(v, target int32) (first, last int64) {
	list := c.List(v)
	i := lowerBound(list, target)
	j := 0
	switch {
	case i+1 < len(list) && list[i+1] == target: // they are parallel
		j = lowerBound(list[i:], target+1)
	case i < len(list) && list[i] == target:
		j = 1
	}
	return c.Offsets[v] + int64(i), c.Offsets[v] + int64(i+j)
}

// lowerBound is the first place in an ascending list of an item that is not below x. It has no branch that depends on
// the items, so that the searches of several rows overlap: 3 million rows took 0.6 times as long as with
// slices.BinarySearch.
func lowerBound(list []int32, x int32) int {
	first := 0
	for n := len(list); n > 0; {
		half := (n + 1) / 2
		if list[first+half-1] < x {
			first += half
		}
		n -= half
	}
	return first
}

// Arc is the first entry of target in v's list, which has it. O(log degree).
func (c *CSR) Arc(v, target int32) int {
	first, _ := c.run(v, target)
	return int(first)
}

// ofKey narrows a run to the entries of one weight.
func (c *CSR) ofKey(first, last int64, key uint64) (int64, int64) {
	from := func(key uint64) int64 {
		return first + int64(sort.Search(int(last-first), func(i int) bool { return c.key(first+int64(i)) >= key }))
	}
	return from(key), from(key + 1)
}
