package order

import (
	"gobc/core/graph"
	"gobc/core/memory"
)

// Depth returns the largest distance from the source within its component, the ranks first to last. It is one search.
func Depth(view graph.View, source, first, last int32) int32 {
	return newSearch(view.Reverse()).run(source, first, last)
}

// DistanceBound returns an upper bound of the distances within the components of an undirected graph that have more
// than `least` vertices: twice the largest distance from the first vertex of one. It makes a search for each, and
// returns 0 if there are none.
func DistanceBound(view graph.View, components []int32, least int32, stop Stop) (int32, error) {
	s, most := newSearch(view), int32(0)
	for i := 1; i < len(components); i++ {
		first, last := components[i-1], components[i]
		if last-first <= least {
			continue
		}
		if stop != nil {
			if err := stop(); err != nil {
				return 0, err
			}
		}
		s.forget(first, last)
		most = max(most, 2*s.reach(first, first, last))
	}
	return most, nil
}

// PathsAbove reports whether a vertex has more than `bound` shortest paths from the source. O(n + m), one search.
func PathsAbove(view graph.View, source int32, bound float64, stop Stop) (bool, error) {
	n := len(view.Out.Offsets) - 1
	var scope memory.Scope
	defer scope.Close()
	level, err := memory.In[int32](&scope, n)
	if err != nil {
		return false, err
	}
	paths, err := memory.In[float64](&scope, n)
	if err != nil {
		return false, err
	}
	queue, err := memory.In[int32](&scope, n)
	if err != nil {
		return false, err
	}
	queue[0], level[source], paths[source] = source, 1, 1
	for at, end := 0, 1; at < end; at++ {
		if at%(1<<16) == 0 && stop != nil {
			if err := stop(); err != nil {
				return false, err
			}
		}
		u := queue[at]
		for _, w := range view.Out.List(u) {
			if level[w] == 0 {
				level[w] = level[u] + 1
				queue[end] = w
				end++
			}
			if level[w] == level[u]+1 {
				if paths[w] += paths[u]; paths[w] > bound {
					return true, nil
				}
			}
		}
	}
	return false, nil
}
