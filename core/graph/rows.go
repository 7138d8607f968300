package graph

import (
	"math"
	"sort"

	"gobc/core/memory"
)

// Rows holds the caller's edges in their original order, for results with a row for each edge. Tails and Heads are
// ranks. Weights is nil if the graph is unweighted.
type Rows struct {
	Tails, Heads []int32
	Weights      []float64
}

func (r *Rows) bytes() int64 { return 4*int64(cap(r.Tails)+cap(r.Heads)) + 8*int64(cap(r.Weights)) }

func (r *Rows) fit() {
	r.Tails, r.Heads, r.Weights = memory.Fit(r.Tails), memory.Fit(r.Heads), memory.Fit(r.Weights)
}

func (r *Rows) free() {
	memory.Free(r.Tails)
	memory.Free(r.Heads)
	memory.Free(r.Weights)
	*r = Rows{}
}

// Arcs holds the entries of a view that belong to a row.
type Arcs struct {
	Out, In int64 // the entry of the head in the tail's out-list, and of the tail in the head's in-list
	Shared  int   // the number of rows with these two entries
}

// ArcsOf finds the entries of a row. Parallel rows of the same weight share their first entries. ok is false for rows
// that are on no shortest path: self-loops, infinite weights and, if parallel edges count as one, all rows except
// those of the smallest weight. O(log degree).
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
	// The counted lists tell how many rows share a pair and a weight. Without these lists there are no parallel
	// edges.
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

// rowBlock is the number of searches that run together.
const rowBlock = 256

// ArcsOfRows does the same as ArcsOf for the rows from first on. It sets their entries in out-lists and in-lists, and
// the number of rows that share them, which is 0 if no shortest path uses the row. The searches of many rows run
// together, so that their memory accesses overlap.
func (g *Graph) ArcsOfRows(first int, countParallel, weighted bool, out, in []int64, shared []int32) {
	if weighted && g.counted.Out != nil { // a row's entries depend on its weight, too
		for i := range out {
			a, ok := g.ArcsOf(first+i, countParallel, weighted)
			out[i], in[i], shared[i] = a.Out, a.In, 0
			if ok {
				shared[i] = int32(a.Shared)
			}
		}
		return
	}
	tails, heads := g.Rows.Tails[first:first+len(out)], g.Rows.Heads[first:first+len(out)]
	for i, u := range tails {
		shared[i] = 0
		if u != heads[i] && g.Rows.joins(first+i) {
			shared[i] = 1
		}
	}
	v := g.View(countParallel)
	v.In.searchAll(heads, tails, in)
	if g.counted.Out == nil || countParallel {
		v.Out.searchAll(tails, heads, out)
		return
	}
	every := g.counted.Out
	every.searchAll(tails, heads, out)
	for i, u := range tails {
		if at, end := out[i], every.Offsets[u+1]; shared[i] > 0 && at+1 < end && every.Targets[at+1] == heads[i] {
			_, last := every.run(u, heads[i])
			shared[i] = int32(last - at)
		}
	}
	v.Out.searchAll(tails, heads, out)
}

// searchAll finds the first entry of each target in the list of its vertex, if there is one.
func (c *CSR) searchAll(vertices, targets []int32, at []int64) {
	for lo := 0; lo < len(at); lo += rowBlock {
		hi := min(lo+rowBlock, len(at))
		c.searchBlock(vertices[lo:hi], targets[lo:hi], at[lo:hi])
	}
}

func (c *CSR) searchBlock(vertices, targets []int32, at []int64) {
	var left [rowBlock]int64
	for i, v := range vertices {
		at[i] = c.Offsets[v]
		left[i] = c.Offsets[v+1] - at[i]
	}
	for busy := true; busy; {
		busy = false
		for i, n := range left[:len(vertices)] {
			if n == 0 {
				continue
			}
			busy = true
			half := (n + 1) / 2
			first, middle := at[i], at[i]+half
			if c.Targets[middle-1] < targets[i] {
				first = middle
			}
			at[i], left[i] = first, n-half
		}
	}
}

// run returns the entries of target in v's list: [first, last).
func (c *CSR) run(v, target int32) (first, last int64) {
	list := c.List(v)
	i := lowerBound(list, target)
	j := 0
	switch {
	case i+1 < len(list) && list[i+1] == target: // parallel edges
		j = lowerBound(list[i:], target+1)
	case i < len(list) && list[i] == target:
		j = 1
	}
	return c.Offsets[v] + int64(i), c.Offsets[v] + int64(i+j)
}

// lowerBound returns the first position in an ascending list whose item is not less than x. It has no branch that
// depends on items, so that the searches of several rows overlap. For 3 million rows it took 0.6 times as long as
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

// Arc returns the first entry of target in v's list, which must contain it. O(log degree).
func (c *CSR) Arc(v, target int32) int {
	first, _ := c.run(v, target)
	return int(first)
}

// ofKey returns the entries of one weight within a run.
func (c *CSR) ofKey(first, last int64, key uint64) (int64, int64) {
	from := func(key uint64) int64 {
		return first + int64(sort.Search(int(last-first), func(i int) bool { return c.key(first+int64(i)) >= key }))
	}
	return from(key), from(key + 1)
}
