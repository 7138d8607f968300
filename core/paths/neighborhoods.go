package paths

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/engine"
)

// LocalEfficiency computes, for each vertex by its number, the mean of one over the distance, in edges, between two of
// its neighbors in the graph that these induce, 0 for pairs without a path there; 0 where there are fewer than two
// neighbors (Latora & Marchiori, Phys. Rev. Lett. 87, 198701 (2001)). The arcs of the query's forest go either way. The
// lists of the query are not used. A vertex of k neighbors with a edges between them takes O(k (k + a)) time at most;
// where these are many, rows of bits find the pairs at distance 2. The same bits for any number of threads.
func LocalEfficiency(q Query, control *engine.Control) ([]float64, error) {
	q.Weighted, q.Parallel = false, false
	p, err := open(q, control)
	if err != nil {
		return nil, err
	}
	n := q.Graph.Vertices
	control.Enter(engine.Sweeping)
	atomic.StoreInt64(control.Total, int64(n))
	values := make([]float64, n)
	out := p.task.Forest.Out
	const ofVertex, ofNeighbor, ofArc = 4, 40, 4
	widest, arcs := out.MaxDegree, p.task.Forest.Arcs()
	bytes := int64(n)*ofVertex + widest*ofNeighbor + min(arcs, widest*widest)*ofArc + cost.BytesOfBitRows(widest)
	err = p.each((n+verticesAtOnce-1)/verticesAtOnce, int64(n)*8, bytes, "local efficiency needs about", control,
		func() (func(int) error, func(), error) {
			h := &neighborhood{plan: p, place: slices.Repeat([]int32{-1}, n), control: control}
			return func(block int) error {
				first := block * verticesAtOnce
				for v := first; v < min(first+verticesAtOnce, n); v++ {
					if err := h.set(out.List(int32(v))); err != nil {
						return err
					}
					value, err := h.efficiency()
					if err != nil {
						return err
					}
					values[q.Graph.Vertex[v]] = value
					control.Add(1)
				}
				return nil
			}, func() {}, nil
		})
	if err != nil {
		return nil, err
	}
	return values, control.Check()
}

// verticesAtOnce are dealt to a thread together.
const verticesAtOnce = 16

// neighborhood is the graph that the neighbors of a vertex induce. They are numbered in the order of the vertex's list.
type neighborhood struct {
	*plan
	place   []int32 // of a rank; -1 where it is no neighbor
	members []int32
	starts  []int
	lists   []int32
	control *engine.Control

	rows   []uint64 // a row of bits for each: its neighbors; nil where they are few
	words  int      // of a row
	queue  []int32
	level  []int32
	counts []int64 // pairs by distance
	part   []int32 // component of each
	sizes  []int   // of components
}

// set finds the neighbors of the members among the members.
func (h *neighborhood) set(members []int32) error {
	for _, v := range h.members {
		h.place[v] = -1
	}
	h.members = members
	for i, v := range members {
		h.place[v] = int32(i)
	}
	h.starts, h.lists = append(h.starts[:0], 0), h.lists[:0]
	out, work := h.task.Forest.Out, 0
	for _, v := range members {
		list := out.List(v)
		if work -= len(list); work < 0 {
			if err := h.control.Check(); err != nil {
				return err
			}
			work = stopEvery
		}
		for _, w := range list {
			if place := h.place[w]; place >= 0 {
				h.lists = append(h.lists, place)
			}
		}
		h.starts = append(h.starts, len(h.lists))
	}
	k := len(members)
	h.words, h.rows = (k+63)/64, h.rows[:0]
	if cost.BitRowsPay(k, len(h.lists)) {
		h.rows = append(h.rows, make([]uint64, k*h.words)...)
		for i := range k {
			row := h.row(i)
			for _, w := range h.list(i) {
				row[w/64] |= 1 << (w % 64)
			}
		}
	}
	return nil
}

func (h *neighborhood) list(i int) []int32 { return h.lists[h.starts[i]:h.starts[i+1]] }
func (h *neighborhood) row(i int) []uint64 { return h.rows[i*h.words : (i+1)*h.words] }
func (h *neighborhood) pairs() float64     { k := float64(len(h.members)); return k * (k - 1) }
func (h *neighborhood) count(d int, n int64) {
	for len(h.counts) <= d {
		h.counts = append(h.counts, 0)
	}
	h.counts[d] += n
}

// efficiency counts the ordered pairs at each distance, and adds their shares up from the nearest on.
func (h *neighborhood) efficiency() (float64, error) {
	if len(h.members) < 2 {
		return 0, nil
	}
	h.counts = h.counts[:0]
	h.count(1, int64(len(h.lists)))
	h.divide()
	for i := range h.members {
		if err := h.control.Check(); err != nil {
			return 0, err
		}
		left := h.sizes[h.part[i]] - 1 - len(h.list(i)) // in the same component, and not next to it
		switch {
		case left == 0:
		case len(h.rows) > 0 && h.atTwo(i) == left:
			h.count(2, int64(left))
		default:
			h.search(i)
		}
	}
	sum := 0.0
	for d, pairs := range h.counts {
		if pairs > 0 {
			sum += float64(pairs) / float64(d)
		}
	}
	return sum / h.pairs(), nil
}

// divide finds the components.
func (h *neighborhood) divide() {
	k := len(h.members)
	h.part, h.sizes = slices.Grow(h.part[:0], k)[:k], h.sizes[:0]
	for i := range h.part {
		h.part[i] = -1
	}
	for i := range h.part {
		if h.part[i] >= 0 {
			continue
		}
		number := int32(len(h.sizes))
		h.part[i] = number
		h.queue = append(h.queue[:0], int32(i))
		for at := 0; at < len(h.queue); at++ {
			for _, w := range h.list(int(h.queue[at])) {
				if h.part[w] < 0 {
					h.part[w] = number
					h.queue = append(h.queue, w)
				}
			}
		}
		h.sizes = append(h.sizes, len(h.queue))
	}
}

// atTwo counts those that share a neighbor with one of the members, and are not next to it.
func (h *neighborhood) atTwo(i int) (found int) {
	own := h.row(i)
	for word, next := range own {
		for others := ^next; others != 0; others &= others - 1 {
			j := 64*word + bits.TrailingZeros64(others)
			if j >= len(h.members) {
				break
			}
			if j == i {
				continue
			}
			for at, x := range h.row(j) {
				if x&own[at] != 0 {
					found++
					break
				}
			}
		}
	}
	return found
}

// search counts the pairs of one of the members that are at distance 2 or more.
func (h *neighborhood) search(i int) {
	k := len(h.members)
	h.level = slices.Grow(h.level[:0], k)[:k]
	for j := range h.level {
		h.level[j] = -1
	}
	h.level[i] = 0
	h.queue = append(h.queue[:0], int32(i))
	for at := 0; at < len(h.queue); at++ {
		u := h.queue[at]
		d := h.level[u]
		if d > 1 {
			h.count(int(d), 1)
		}
		for _, w := range h.list(int(u)) {
			if h.level[w] < 0 {
				h.level[w] = d + 1
				h.queue = append(h.queue, w)
			}
		}
	}
}
