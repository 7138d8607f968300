package paths

import (
	"math"
	"sync/atomic"

	"gobc/core/graph"
	"gobc/core/memory"
)

// search finds the shortest paths from one source, or from the nearest of several, after the other. Vertices are ranks,
// places are numbers in order. One goroutine uses it at a time.
//
// Lengths are float64: numbers of edges, whole numbers of units up to graph.MostUnits, or lengths that tie within a
// tolerance but never against the direction of growing distance.
type search struct {
	plan      *plan
	lists     *graph.CSR
	weighted  bool
	cutoff    float64
	tolerance float64
	units     float64 // of a length of 1

	order    []int32   // what the last sources reach, ascending by distance: by number of edges in the order of a queue
	distance []float64 // by place, in units
	place    []int32   // by rank; -1 where a vertex is not reached
	sigma    []float64 // by place: numbers of shortest paths; set by countFrom
	// The arcs on shortest paths lead from the vertex at place i to those at places heads[starts[i]:starts[i+1]]; set by
	// count.
	starts []int64
	heads  []int32

	tentative []float64 // by rank, with weights: infinite where no path is known
	queue     graph.Queue[float64]
	left      int // arcs until the next look at the cancel word
	scope     memory.Scope
}

// newSearch opens a search. arcs: countFrom keeps the arcs of shortest paths.
func (p *plan) newSearch(arcs bool) (*search, error) { return p.newSearchOn(p.task.Forest.Out, arcs) }

// newSearchOn opens a search along the arcs of some lists.
func (p *plan) newSearchOn(lists *graph.CSR, arcs bool) (*search, error) {
	n := p.Graph.Vertices
	s := &search{plan: p, lists: lists, weighted: p.task.Lengths != nil,
		cutoff: math.Inf(1), units: p.task.Lengths.Units()}
	if cutoff := p.task.Pairs.Limit(); cutoff >= 0 {
		s.cutoff = cutoff
	}
	var err error
	s.order, err = inScope[int32](s, n, err)
	s.place, err = inScope[int32](s, n, err)
	s.distance, err = inScope[float64](s, n, err)
	s.sigma, err = inScope[float64](s, n, err)
	if s.weighted {
		s.tolerance = p.task.Lengths.Tolerance
		s.tentative, err = inScope[float64](s, n, err)
	}
	if arcs {
		s.starts, err = inScope[int64](s, n+1, err)
		s.heads, err = inScope[int32](s, len(s.lists.Targets), err)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	for v := range n {
		s.place[v] = -1
	}
	for v := range s.tentative {
		s.tentative[v] = math.Inf(1)
	}
	s.order = s.order[:0]
	return s, nil
}

// inScope makes an array that a search releases, unless there was an error before.
func inScope[T any](s *search, n int, before error) ([]T, error) {
	if before != nil {
		return nil, before
	}
	return memory.In[T](&s.scope, n)
}

// close releases the memory.
func (s *search) close() { s.scope.Close() }

// lengthAt returns the distance at a place in the caller's measure.
func (s *search) lengthAt(place int) float64 { return s.distance[place] / s.units }

// run searches from some sources, all at distance 0. Where wanted is not nil the search may end once it has met as many
// vertices that are wanted; what is beyond is then not reached. After an error it may be used again.
func (s *search) run(sources []int32, wanted []bool, left int, cancel *int32) error {
	s.reset()
	var err error
	if !s.weighted {
		err = s.breadthFirst(sources, wanted, left, cancel)
	} else {
		err = s.dijkstra(sources, wanted, left, cancel)
	}
	if err != nil {
		return err
	}
	if last := len(s.order) - 1; last >= 0 {
		return s.plan.checkLongest(s.distance[last])
	}
	return nil
}

func (s *search) reset() {
	for _, v := range s.order {
		s.place[v] = -1
	}
	if s.weighted {
		for _, v := range s.order {
			s.tentative[v] = math.Inf(1)
		}
		s.queue.Empty(func(v int32) { s.tentative[v] = math.Inf(1) })
	}
	s.order = s.order[:0]
}

// breadthFirst goes one level after the other.
func (s *search) breadthFirst(sources []int32, wanted []bool, left int, cancel *int32) error {
	s.begin(sources...)
	for begin := 0; begin < len(s.order); {
		if wanted != nil {
			for _, v := range s.order[begin:] {
				if wanted[v] {
					left--
				}
			}
		}
		if s.distance[begin]+1 > s.cutoff || wanted != nil && left <= 0 {
			return nil
		}
		next, err := s.step(begin, cancel)
		if err != nil {
			return err
		}
		begin = next
	}
	return nil
}

// begin is the level of the sources.
func (s *search) begin(sources ...int32) {
	for i, v := range sources {
		s.place[v], s.distance[i] = int32(i), 0
	}
	s.order = append(s.order, sources...)
}

// step adds the level after the last one, which begins at a place, and returns where the new one begins.
func (s *search) step(begin int, cancel *int32) (next int, err error) {
	order, place, last := s.order[:cap(s.order)], s.place, len(s.order)
	end, level := last, s.distance[begin]+1
	for _, u := range order[begin:last] {
		list := s.lists.List(u)
		if err := s.spend(len(list), cancel); err != nil {
			s.order = order[:end]
			return last, err
		}
		for _, w := range list {
			if place[w] < 0 {
				place[w], order[end], s.distance[end] = int32(end), w, level
				end++
			}
		}
	}
	s.order = order[:end]
	return last, nil
}

// stopEvery is how many arcs are looked at before the cancel word is.
const stopEvery = 1 << 16

// spend returns an error once the caller has cancelled, and looks every stopEvery arcs whether that is so.
func (s *search) spend(arcs int, cancel *int32) error {
	if s.left -= arcs + 1; s.left >= 0 {
		return nil
	}
	s.left = stopEvery
	if atomic.LoadInt32(cancel) != 0 {
		return graph.ErrCancelled
	}
	return nil
}

// dijkstra takes vertices by their distance, those at the same one by rank. A vertex waits once for each distance that
// was found for it, and counts when it comes with the least.
func (s *search) dijkstra(sources []int32, wanted []bool, left int, cancel *int32) error {
	for _, v := range sources {
		s.tentative[v] = 0
		s.queue.Add(v, 0)
	}
	for s.queue.Len() > 0 {
		u, d := s.queue.Next()
		if s.place[u] >= 0 {
			continue
		}
		s.place[u] = int32(len(s.order))
		s.distance[len(s.order)] = d
		s.order = append(s.order, u)
		if wanted != nil && wanted[u] {
			if left--; left <= 0 {
				return nil
			}
		}
		first, last := s.lists.Offsets[u], s.lists.Offsets[u+1]
		if err := s.spend(int(last-first), cancel); err != nil {
			return err
		}
		for arc := first; arc < last; arc++ {
			w, found := s.lists.Targets[arc], d+s.length(s.lists, arc)
			if found < s.tentative[w] && found <= s.cutoff {
				s.tentative[w] = found
				s.queue.Add(w, found)
			}
		}
	}
	return nil
}

func (s *search) length(list *graph.CSR, arc int64) float64 {
	switch {
	case !s.weighted:
		return 1
	case list.Weights != nil:
		return float64(list.Weights[arc])
	}
	return list.Reals[arc]
}

// next returns the places that arcs of shortest paths lead to from a place.
func (s *search) next(place int) []int32 { return s.heads[s.starts[place]:s.starts[place+1]] }

// tight reports whether an arc between vertices at two distances is on a shortest path.
func (s *search) tight(from, length, to float64) bool {
	return from < to && math.Abs(from+length-to) <= s.tolerance*to
}

// countFrom searches from a source, counts the shortest paths to what it reaches, and keeps their arcs if newSearch was
// told to. A number beyond float64 is infinite. It reports whether all are at most mostCounted.
func (s *search) countFrom(source int32, cancel *int32) (countable bool, err error) {
	if s.weighted {
		if err := s.run([]int32{source}, nil, 0, cancel); err != nil {
			return false, err
		}
		err = s.countLengths(cancel)
	} else {
		s.reset()
		err = s.countHops(source, cancel)
	}
	most := 0.0
	for _, count := range s.sigma[:len(s.order)] {
		most = max(most, count)
	}
	return most <= mostCounted, err
}

// mostCounted is the largest number of paths with which countFrom reports that all are countable: products with
// shares stay within float64. Tests lower it.
var mostCounted = 0x1p1000

// countHops is breadthFirst with numbers of paths: what an arc meets on the next level it is on a shortest path to.
func (s *search) countHops(source int32, cancel *int32) error {
	order, place, sigma, keep := s.order[:cap(s.order)], s.place, s.sigma, s.starts != nil
	place[source], order[0], sigma[0] = 0, source, 1
	begin, end, arcs := 0, 1, 0
	for level := 0.0; begin < end; level++ {
		last := end
		for i := begin; i < last; i++ {
			s.distance[i] = level
			if keep {
				s.starts[i] = int64(arcs)
			}
			if level+1 > s.cutoff {
				continue
			}
			list, paths := s.lists.List(order[i]), sigma[i]
			if err := s.spend(len(list), cancel); err != nil {
				s.order = order[:end]
				return err
			}
			for _, w := range list {
				p := place[w]
				if p < 0 {
					p = int32(end)
					place[w], order[end], sigma[end] = p, w, 0
					end++
				} else if p < int32(last) {
					continue
				}
				sigma[p] += paths
				if keep {
					s.heads[arcs] = p
					arcs++
				}
			}
		}
		begin = last
	}
	if keep {
		s.starts[end] = int64(arcs)
	}
	s.order = order[:end]
	return nil
}

// countLengths counts paths once all distances are known.
func (s *search) countLengths(cancel *int32) error {
	sigma, keep, arcs := s.sigma[:len(s.order)], s.starts != nil, 0
	clear(sigma)
	sigma[0] = 1
	for i, u := range s.order {
		if keep {
			s.starts[i] = int64(arcs)
		}
		d, first, last := s.distance[i], s.lists.Offsets[u], s.lists.Offsets[u+1]
		if err := s.spend(int(last-first), cancel); err != nil {
			return err
		}
		for arc := first; arc < last; arc++ {
			p := s.place[s.lists.Targets[arc]]
			if p < 0 || !s.tight(d, s.length(s.lists, arc), s.distance[p]) {
				continue
			}
			sigma[p] += sigma[i]
			if keep {
				s.heads[arcs] = p
				arcs++
			}
		}
	}
	if keep {
		s.starts[len(sigma)] = int64(arcs)
	}
	return nil
}
