// Package order orders sources so that the lanes of a batch visit the same vertices at the same levels, relabels
// graphs by these orders, and predicts the cost of each batch.
//
// A batch is width consecutive sources of an order, run level by level. Its work is its visits: the sum, over pairs of
// a vertex and a level that hold at least one lane, of the vertex's degree. That is the degree times the number of
// distinct distances from the batch's sources to the vertex, summed over the vertices (survey.go builds on this).
// Orders differ by up to twice in visits, and none is best everywhere.
//
// An order maps a new position to a rank. Components keep their ranges of ranks and their order. A nil order is the
// identity: ranks are breadth-first already.
package order

import (
	"slices"

	"gobc/core/cost"
	"gobc/core/graph"
)

// Stop returns an error once the work shall end; nil never ends it.
type Stop func() error

// every looks at the stop once in 2^14 steps of a loop over vertices.
func (s Stop) every(step int) error {
	if s == nil || step&(1<<14-1) != 0 {
		return nil
	}
	return s()
}

// RCM returns the reverse Cuthill-McKee order: each component breadth-first from its last rank, which is far from its
// first, the neighbors of a vertex by ascending degree; then backwards. Directions are ignored. O(m + n log n).
func RCM(view graph.View, components []int32, stop Stop) ([]int32, error) {
	n := len(view.Out.Offsets) - 1
	w := newWalk(view, n)
	keys := []uint64{}
	for c := 1; c < len(components); c++ {
		first := int(components[c-1])
		w.take(components[c] - 1)
		for at := first; at < len(w.order); at++ {
			if err := stop.every(at); err != nil {
				return nil, err
			}
			from := len(w.order)
			w.neighbors(w.order[at], n)
			keys = w.byDegree(w.order[from:], keys)
		}
		slices.Reverse(w.order[first:])
	}
	return w.order, nil
}

// Balls returns the order of greedy breadth-first balls: from the first rank not yet taken, breadth-first until size
// vertices are together; a ball that is closed in earlier goes on from the next rank not taken. Directions are
// ignored. O(n + m), or O(n size) where lists are long.
func Balls(view graph.View, components []int32, size int, stop Stop) ([]int32, error) {
	n := len(view.Out.Offsets) - 1
	w := newWalk(view, n)
	seed := int32(0)
	for c := 1; c < len(components); c++ {
		last := int(components[c])
		for at := int(components[c-1]); at < last; {
			end := min(at+size, last)
			for at < end {
				if err := stop.every(at); err != nil {
					return nil, err
				}
				if at == len(w.order) {
					for w.taken[seed] {
						seed++
					}
					w.take(seed)
				}
				w.neighbors(w.order[at], end)
				at++
			}
		}
	}
	return w.order, nil
}

// SourceBalls orders sources, ascending ranks, by greedy breadth-first balls: from the first source not yet taken, the
// `size` nearest ones, then on. What lies together stays together also where few vertices are sources. A ball looks no
// further than cost.BallReach; sources that are left over between balls are put together without it. Directions are
// ignored. About O(n + m).
func SourceBalls(view graph.View, sources []int32, size int, stop Stop) ([]int32, error) {
	n := len(view.Out.Offsets) - 1
	wanted := make([]bool, n)
	for _, s := range sources {
		wanted[s] = true
	}
	seen := make([]int32, n) // the last ball that met a vertex, from 1
	reach := cost.BallReach(size, n, len(sources))
	order := make([]int32, 0, len(sources))
	queue := make([]int32, 0, reach)
	for ball, seed := int32(1), 0; len(order) < len(sources); ball++ {
		for !wanted[sources[seed]] {
			seed++
		}
		queue = append(queue[:0], sources[seed])
		seen[sources[seed]] = ball
		for at, end := 0, len(order)+size; at < len(queue) && len(order) < end; at++ {
			if err := stop.every(at); err != nil {
				return nil, err
			}
			v := queue[at]
			if wanted[v] {
				wanted[v] = false
				order = append(order, v)
			}
			queue = meet(view.Out.List(v), seen, ball, queue, reach)
			if view.In != view.Out {
				queue = meet(view.In.List(v), seen, ball, queue, reach)
			}
		}
	}
	return order, nil
}

// meet appends what the ball has not seen of a list until the queue is `reach` long. It looks no further then: lists of
// hubs made the order of 8,000 proteins take 0.3 s.
func meet(list, seen []int32, ball int32, queue []int32, reach int) []int32 {
	for _, u := range list {
		if len(queue) >= reach {
			break
		}
		if seen[u] != ball {
			seen[u] = ball
			queue = append(queue, u)
		}
	}
	return queue
}

// walk is a breadth-first walk over a view with directions ignored.
type walk struct {
	view  graph.View
	taken []bool
	order []int32
}

func newWalk(view graph.View, n int) *walk {
	return &walk{view: view, taken: make([]bool, n), order: make([]int32, 0, n)}
}

func (w *walk) take(v int32) {
	w.taken[v] = true
	w.order = append(w.order, v)
}

// neighbors takes v's neighbors until the order is end long.
func (w *walk) neighbors(v int32, end int) {
	w.list(w.view.Out.List(v), end)
	if w.view.In != w.view.Out {
		w.list(w.view.In.List(v), end)
	}
}

func (w *walk) list(list []int32, end int) {
	for _, u := range list {
		if !w.taken[u] {
			if len(w.order) >= end {
				return
			}
			w.take(u)
		}
	}
}

// degree counts both directions.
func (w *walk) degree(v int32) int64 {
	d := w.view.Out.Degree(v)
	if w.view.In != w.view.Out {
		d += w.view.In.Degree(v)
	}
	return d
}

// byDegree sorts vertices by degree, equal ones by rank. It returns keys for the next call.
func (w *walk) byDegree(vertices []int32, keys []uint64) []uint64 {
	if len(vertices) < 2 {
		return keys
	}
	keys = keys[:0]
	for _, v := range vertices {
		keys = append(keys, uint64(min(w.degree(v), 1<<32-1))<<32|uint64(v))
	}
	slices.Sort(keys)
	for i, k := range keys {
		vertices[i] = int32(uint32(k))
	}
	return keys
}

// Select returns the sources, ascending ranks, in the order; all ranks where sources is nil.
func Select(order, sources []int32, n int) []int32 {
	switch {
	case order == nil && sources != nil:
		return slices.Clone(sources)
	case order == nil:
		order = make([]int32, n)
		for r := range order {
			order[r] = int32(r)
		}
		return order
	case sources == nil || len(sources) == n:
		return slices.Clone(order)
	}
	wanted := make([]bool, n)
	for _, s := range sources {
		wanted[s] = true
	}
	chosen := make([]int32, 0, len(sources))
	for _, v := range order {
		if wanted[v] {
			chosen = append(chosen, v)
		}
	}
	return chosen
}
