package paths

// queue has vertices wait in Dijkstra's algorithm: a heap by distance and then by rank, so that the
// order in which vertices leave is the same for any order in which they came.
type queue []waiter

type waiter struct {
	distance float64
	vertex   int32
}

func (a waiter) before(b waiter) bool {
	return a.distance < b.distance || a.distance == b.distance && a.vertex < b.vertex
}

// children of each vertex in the heap.
const children = 4

// add has a vertex wait at a distance. O(log n).
func (q *queue) add(vertex int32, distance float64) {
	*q = append(*q, waiter{})
	heap, one := *q, waiter{distance, vertex}
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

// next takes the nearest. O(log n).
func (q *queue) next() (vertex int32, distance float64) {
	heap := *q
	first, last := heap[0], heap[len(heap)-1]
	heap = heap[:len(heap)-1]
	*q = heap
	if len(heap) == 0 {
		return first.vertex, first.distance
	}
	at := 0
	for child := 1; child < len(heap); child = children*at + 1 {
		least := child
		for other := child + 1; other < min(child+children, len(heap)); other++ {
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
