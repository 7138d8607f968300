package generate

// roadLike has exactly n vertices. Junctions are random points; a random spanning tree of their triangulation and six
// in a hundred of its other edges are roads, and 0 to 3 vertices, 1.5 on average, subdivide each. Junctions come first,
// then each road's vertices in a row.
func roadLike(n int, r *random) (int, []uint64) {
	junctions := max(2, n*10/27) // 1 + 1.5 * 1.13 vertices a junction
	roads := thin(junctions, triangulate(scatter(junctions, r)), r)
	pieces := subdivisions(len(roads), n-junctions, r)
	edges := make([]uint64, 0, n+len(roads))
	fresh := junctions
	for i, road := range roads {
		last := int(road >> 32)
		for range pieces[i] {
			edges = append(edges, edge(last, fresh))
			last = fresh
			fresh++
		}
		edges = append(edges, edge(last, int(uint32(road))))
	}
	return n, edges
}

// thin keeps a random spanning tree (edges in random order, those that close a circle left out) and every other edge
// with probability 0.06: of 3n edges about 2n are left, so 0.12 n return.
func thin(n int, edges []uint64, r *random) []uint64 {
	parent := make([]int32, n)
	for v := range parent {
		parent[v] = int32(v)
	}
	root := func(v int32) int32 {
		for parent[v] != v {
			parent[v] = parent[parent[v]]
			v = parent[v]
		}
		return v
	}
	var kept []uint64
	for _, i := range r.permutation(len(edges)) {
		e := edges[i]
		a, b := root(int32(e>>32)), root(int32(uint32(e)))
		if a != b || r.happens(.06) {
			kept = append(kept, e)
		}
		parent[a] = b
	}
	return kept
}

// subdivisions gives each road 0 to 3 vertices, then adds or takes single ones until the sum is as wanted.
func subdivisions(roads, wanted int, r *random) []int {
	pieces := make([]int, roads)
	sum := 0
	for i := range pieces {
		pieces[i] = r.below(4)
		sum += pieces[i]
	}
	for sum != wanted {
		i := r.below(roads)
		if sum < wanted {
			pieces[i]++
			sum++
		} else if pieces[i] > 0 {
			pieces[i]--
			sum--
		}
	}
	return pieces
}
