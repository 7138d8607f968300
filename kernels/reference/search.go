package reference

import (
	"iter"
	"math"
	"sort"
	"sync/atomic"

	"gobc/core/graph"
)

// number is the type of distances: whole numbers, of edges or of units of the weights, or float64.
type number interface{ uint64 | float64 }

// search finds the distances from one source after the other.
type search[D number] struct {
	forest *graph.Forest
	hops   bool                               // every arc has the length 1
	length func(list *graph.CSR, arc int64) D // of the arc at a place of the out-lists or the in-lists
	// whether an arc from u to v, both of which were reached, is on a shortest path
	ties   func(du, length, dv D) bool
	cutoff D // the longest distance that counts
	far    D // the distance of vertices that were not reached: beyond any cutoff

	cutoffOf func(cutoff float64) D // as distances are compared with it

	distance []D     // by vertex
	order    []int32 // vertices that the last source reaches, in ascending distance
	visits   int64   // arcs looked at
}

func newSearch[D number](f *graph.Forest, far D) search[D] {
	s := search[D]{forest: f, far: far, distance: make([]D, f.Vertices)}
	for v := range s.distance {
		s.distance[v] = far
	}
	return s
}

// byHops counts edges.
func byHops(f *graph.Forest, cutoff float64) search[uint64] {
	s := byUnits(f, cutoff)
	s.hops = true
	s.length = func(*graph.CSR, int64) uint64 { return 1 }
	return s
}

// byUnits adds up weights that are whole numbers of units, and compares them exactly. The cutoff is in units too.
func byUnits(f *graph.Forest, cutoff float64) search[uint64] {
	s := newSearch[uint64](f, 1<<63)
	s.cutoffOf = func(cutoff float64) uint64 {
		if cutoff >= 0 && cutoff < 0x1p63 {
			return uint64(cutoff)
		}
		return 1<<63 - 1
	}
	s.cutoff = s.cutoffOf(cutoff)
	s.length = func(list *graph.CSR, arc int64) uint64 { return uint64(list.Weights[arc]) }
	s.ties = func(du, length, dv uint64) bool { return du+length == dv }
	return s
}

// byReals adds up weights in float64, and lets lengths tie within a relative tolerance, but never against the direction
// of growing distance.
func byReals(f *graph.Forest, cutoff, tolerance float64) search[float64] {
	s := newSearch(f, math.Inf(1))
	s.cutoffOf = func(cutoff float64) float64 {
		if cutoff >= 0 {
			return cutoff
		}
		return math.MaxFloat64
	}
	s.cutoff = s.cutoffOf(cutoff)
	s.length = func(list *graph.CSR, arc int64) float64 { return list.Reals[arc] }
	s.ties = func(du, length, dv float64) bool {
		return du < dv && math.Abs(float64(du+length)-dv) <= float64(tolerance*dv)
	}
	return s
}

// run searches from a source. After an error the workspace is of no more use.
func (s *search[D]) run(source int32, cancel *int32) error {
	for _, v := range s.order {
		s.distance[v] = s.far
	}
	s.distance[source], s.order = 0, s.order[:0]
	if s.hops {
		return s.breadthFirst(source, cancel)
	}
	return s.dijkstra(source, cancel)
}

// within returns how many of the vertices that the last search reached are within a smaller cutoff.
func (s *search[D]) within(cutoff float64) int {
	farthest := s.cutoffOf(cutoff)
	return sort.Search(len(s.order), func(i int) bool { return s.distance[s.order[i]] > farthest })
}

// cut leaves the last search as one with a smaller cutoff does.
func (s *search[D]) cut(cutoff float64) {
	within := s.within(cutoff)
	for _, v := range s.order[within:] {
		s.distance[v] = s.far
	}
	s.order = s.order[:within]
}

// breadthFirst takes the list of reached vertices as its queue.
func (s *search[D]) breadthFirst(source int32, cancel *int32) error {
	s.order = append(s.order, source)
	for i := 0; i < len(s.order); i++ {
		if stopped(cancel, i) {
			return graph.ErrCancelled
		}
		u := s.order[i]
		next := s.distance[u] + 1
		if next > s.cutoff {
			return nil
		}
		for _, w := range s.forest.Out.List(u) {
			s.visits++
			if s.distance[w] == s.far {
				s.distance[w] = next
				s.order = append(s.order, w)
			}
		}
	}
	return nil
}

// dijkstra takes vertices by their distance. A vertex waits once for each distance that was found for it, and counts
// when it comes with the least.
func (s *search[D]) dijkstra(source int32, cancel *int32) error {
	var queue graph.Queue[D]
	queue.Add(source, 0)
	for queue.Len() > 0 {
		u, distance := queue.Next()
		if distance > s.distance[u] {
			continue
		}
		if stopped(cancel, len(s.order)) {
			return graph.ErrCancelled
		}
		s.order = append(s.order, u)
		out := s.forest.Out
		for arc := out.Offsets[u]; arc < out.Offsets[u+1]; arc++ {
			s.visits++
			w, found := out.Targets[arc], distance+s.length(out, arc)
			if found < s.distance[w] && found <= s.cutoff {
				s.distance[w] = found
				queue.Add(w, found)
			}
		}
	}
	return nil
}

// before visits the predecessors of v on shortest paths, in the order of v's list.
func (s *search[D]) before(v int32) iter.Seq[int32] {
	in := s.forest.In
	return func(yield func(int32) bool) {
		for arc := in.Offsets[v]; arc < in.Offsets[v+1]; arc++ {
			u := in.Targets[arc]
			if d := s.distance[u]; d != s.far && s.ties(d, s.length(in, arc), s.distance[v]) && !yield(u) {
				return
			}
		}
	}
}

// after visits the successors of v on shortest paths, in the order of v's list, with the place of the arc in the
// out-lists.
func (s *search[D]) after(v int32) iter.Seq2[int64, int32] {
	out := s.forest.Out
	return func(yield func(int64, int32) bool) {
		for arc := out.Offsets[v]; arc < out.Offsets[v+1]; arc++ {
			w := out.Targets[arc]
			if d := s.distance[w]; d != s.far && s.ties(s.distance[v], s.length(out, arc), d) && !yield(arc, w) {
				return
			}
		}
	}
}

// stopped looks at the cancel word at the first item and every few thousand.
func stopped(cancel *int32, item int) bool { return item%4096 == 0 && atomic.LoadInt32(cancel) != 0 }
