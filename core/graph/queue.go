package graph

import (
	"cmp"
	"container/heap"
)

// Queue has vertices wait in Dijkstra's algorithm. A vertex waits once for each distance that was found for it.
type Queue[D cmp.Ordered] struct{ waiting waiting[D] }

type waiter[D cmp.Ordered] struct {
	vertex   int32
	distance D
}

// Len returns how many wait.
func (q *Queue[D]) Len() int { return len(q.waiting) }

// Add has a vertex wait at a distance. O(log n).
func (q *Queue[D]) Add(vertex int32, distance D) { heap.Push(&q.waiting, waiter[D]{vertex, distance}) }

// Next takes the nearest. O(log n).
func (q *Queue[D]) Next() (vertex int32, distance D) {
	next := heap.Pop(&q.waiting).(waiter[D])
	return next.vertex, next.distance
}

type waiting[D cmp.Ordered] []waiter[D]

func (w waiting[D]) Len() int           { return len(w) }
func (w waiting[D]) Less(i, j int) bool { return w[i].distance < w[j].distance }
func (w waiting[D]) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *waiting[D]) Push(x any)        { *w = append(*w, x.(waiter[D])) }

func (w *waiting[D]) Pop() any {
	end := len(*w) - 1
	last := (*w)[end]
	*w = (*w)[:end]
	return last
}
