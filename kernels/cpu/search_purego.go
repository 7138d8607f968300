//go:build !cgo || purego

package cpu

import (
	"slices"
	"sync/atomic"

	"gobc/core/memory"
)

const unvisited = -1

// out lists the successors of v, ascending.
func (g *CSR) out(v int32) []int32 { return g.OutTargets[g.OutOffsets[v]:g.OutOffsets[v+1]] }

// search finds the levels of one source after the other: what every kernel of this package starts with.
type search struct {
	memory.Scope
	graph  *CSR
	pairs  Pairs
	level  []int32 // by vertex; unvisited where the last run did not come
	order  []int32 // what it visited, by level, ascending in each
	starts []int32 // level k is order[starts[k]:starts[k+1]]
	counts Counts
}

func (s *search) open(graph *CSR, pairs *Pairs) (err error) {
	s.graph, s.pairs = graph, Pairs{Cutoff: -1}
	if pairs != nil {
		s.pairs = *pairs
	}
	if s.level, err = alloc[int32](s, graph.Vertices); err != nil {
		return err
	}
	if s.order, err = alloc[int32](s, graph.Vertices); err != nil {
		return err
	}
	if s.starts, err = alloc[int32](s, graph.Vertices+1); err != nil {
		return err
	}
	for v := range s.level {
		s.level[v] = unvisited
	}
	s.order = s.order[:0]
	return nil
}

// alloc makes an array that s.Close releases.
func alloc[T int32 | int64 | uint64 | float32 | float64](s *search, n int) ([]T, error) {
	a, err := memory.In[T](&s.Scope, n)
	if err == nil {
		s.counts.Bytes += sizeOf(a)
	}
	return a, err
}

// run visits what source reaches within the cutoff. Vertices of a level are found in any order and then sorted: sums over a level run in
// ascending order, however it came about. On top of the outer loop, order[low:] is the deepest level found.
func (s *search) run(source int32, cancel *int32) error {
	for _, v := range s.order {
		s.level[v] = unvisited
	}
	s.level[source] = 0
	s.order, s.starts = append(s.order[:0], source), append(s.starts[:0], 0)
	for low := 0; low < len(s.order); {
		high, next := len(s.order), int32(len(s.starts))
		s.starts = append(s.starts, int32(high))
		if s.pairs.Cutoff >= 0 && float64(next) > s.pairs.Cutoff {
			break
		}
		for i, u := range s.order[low:high] {
			if stopped(cancel, i) {
				return ErrCancelled
			}
			s.counts.Visits += int64(len(s.graph.out(u)))
			for _, w := range s.graph.out(u) {
				if s.level[w] == unvisited {
					s.level[w] = next
					s.order = append(s.order, w)
				}
			}
		}
		slices.Sort(s.order[high:])
		low = high
	}
	s.counts.Lanes++
	s.counts.Levels += int64(s.deepest())
	s.counts.Entries += int64(len(s.order))
	return nil
}

// successors visits those of v on the next level, ascending, with their entries in the out lists.
func (s *search) successors(v int32, visit func(w int32, entry int64)) {
	for k := s.graph.OutOffsets[v]; k < s.graph.OutOffsets[v+1]; k++ {
		if w := s.graph.OutTargets[k]; s.level[w] == s.level[v]+1 {
			visit(w, k)
		}
	}
}

// target is the weight of v as a target.
func (s *search) target(v int32) float64 {
	if s.pairs.TargetWeight == nil {
		return 1
	}
	return s.pairs.TargetWeight[v]
}

// source is the weight of v as a source.
func (s *search) source(v int32) float64 {
	if s.pairs.SourceWeight == nil {
		return 1
	}
	return s.pairs.SourceWeight[v]
}

// deepest is the number of the last level; level 0 is the source alone.
func (s *search) deepest() int { return len(s.starts) - 2 }

// at lists the vertices of level k, ascending.
func (s *search) at(k int) []int32 { return s.order[s.starts[k]:s.starts[k+1]] }

// stopped looks at the cancel word at the first of a level's items and every few thousand.
func stopped(cancel *int32, item int) bool {
	return item%4096 == 0 && cancel != nil && atomic.LoadInt32(cancel) != 0
}
