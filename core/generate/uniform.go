package generate

import "math"

// uniformCount draws m distinct pairs by Floyd's method: for each position i of the last m, a pair up to i is drawn,
// and i itself taken where that one was taken before. Every set of m pairs is equally likely, no draw is repeated.
func uniformCount(n, m int, r *random) (int, []uint64) {
	pairs := n * (n - 1) / 2
	chosen := make(map[int]struct{}, m)
	edges := make([]uint64, 0, m)
	for i := pairs - m; i < pairs; i++ {
		pair := r.below(i + 1)
		if _, taken := chosen[pair]; taken {
			pair = i
		}
		chosen[pair] = struct{}{}
		edges = append(edges, pairAt(pair))
	}
	return n, edges
}

// pairAt is the pair u < v at position v(v-1)/2 + u.
func pairAt(pair int) uint64 {
	v := int(math.Sqrt(2 * float64(pair)))
	for v*(v-1)/2 > pair {
		v--
	}
	for (v+1)*v/2 <= pair {
		v++
	}
	return edge(pair-v*(v-1)/2, v)
}

// uniformProbability skips from one edge to the next: the gap has a geometric law (Batagelj, Brandes, 2005).
func uniformProbability(n int, p float64, r *random) (int, []uint64) {
	var edges []uint64
	if p == 1 {
		for v := range n {
			for u := range v {
				edges = append(edges, edge(u, v))
			}
		}
		return n, edges
	}
	if p == 0 {
		return n, nil
	}
	scale := logarithm(1 - p)
	if scale == 0 {
		scale = -p // p < 2^-54: log(1-p) is -p in float64
	}
	u, v := -1, 1
	for {
		x := float64(r.next()>>11+1) / (1 << 53) // in (0, 1]
		gap := math.Floor(logarithm(x)/scale) + 1
		if gap > float64(n)*float64(n) {
			return n, edges
		}
		for u += int(gap); v < n && u >= v; v++ {
			u -= v
		}
		if v >= n {
			return n, edges
		}
		edges = append(edges, edge(u, v))
	}
}
