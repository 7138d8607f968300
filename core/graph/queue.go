package graph

import "cmp"

// Queue has vertices wait in Dijkstra's algorithm: a heap by distance and then by vertex, so that the order in which
// vertices leave is the same for any order in which they came. A vertex waits once for each distance that was found for
// it.
type Queue[D cmp.Ordered] struct{ waiting []waiter[D] }

type waiter[D cmp.Ordered] struct {
	vertex   int32
	distance D
}

func (a waiter[D]) before(b waiter[D]) bool {
	return a.distance < b.distance || a.distance == b.distance && a.vertex < b.vertex
}

// children of each vertex in the heap.
const children = 4

// Len returns how many wait.
func (q *Queue[D]) Len() int { return len(q.waiting) }

// Empty calls f with each vertex that waits, and lets all go. O(n).
func (q *Queue[D]) Empty(f func(vertex int32)) {
	for _, one := range q.waiting {
		f(one.vertex)
	}
	q.waiting = q.waiting[:0]
}

// Add has a vertex wait at a distance. O(log n).
func (q *Queue[D]) Add(vertex int32, distance D) {
	q.waiting = append(q.waiting, waiter[D]{})
	heap, one := q.waiting, waiter[D]{vertex, distance}
	at := len(heap) - 1
	for at > 0 {
		parent := (at - 1) / children
		if !one.before(heap[parent]) {
			break
		}
		heap[at] = heap[parent]
		at = parent
	}
	heap[at] = one
}

// Next takes the nearest. O(log n).
func (q *Queue[D]) Next() (vertex int32, distance D) {
	first, end := q.waiting[0], len(q.waiting)-1
	last, heap := q.waiting[end], q.waiting[:end]
	q.waiting = heap
	if end == 0 {
		return first.vertex, first.distance
	}
	at := 0
	for child := 1; child < end; child = children*at + 1 {
		least := child
		for other := child + 1; other < min(child+children, end); other++ {
			if heap[other].before(heap[least]) {
				least = other
			}
		}
		if !heap[least].before(last) {
			break
		}
		heap[at] = heap[least]
		at = least
	}
	heap[at] = last
	return first.vertex, first.distance
}
