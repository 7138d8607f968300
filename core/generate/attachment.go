package generate

// preferential: the vertices 0..m are a star around 0; every later vertex brings m edges to distinct vertices, each
// chosen in proportion to its degree, which is what drawing from the list of all edge ends does (Barabasi, Albert,
// Emergence of scaling in random networks, 1999).
func preferential(n, m int, r *random) (int, []uint64) {
	edges := make([]uint64, 0, m*(n-m))
	ends := make([]int32, 0, 2*m*(n-m))
	join := func(u, v int) {
		edges = append(edges, edge(u, v))
		ends = append(ends, int32(u), int32(v))
	}
	for v := 1; v <= m; v++ {
		join(0, v)
	}
	chosenBy := make([]int32, n) // the last vertex that chose this one
	for v := m + 1; v < n; v++ {
		for known := len(ends); len(ends) < known+2*m; {
			u := ends[r.below(known)]
			if chosenBy[u] != int32(v) {
				chosenBy[u] = int32(v)
				join(int(u), v)
			}
		}
	}
	return n, edges
}

// smallWorld: vertex u is joined to the k/2 next ones on a ring; then each of these edges keeps its first end and, with
// probability p, takes a second end drawn from all vertices that are no neighbors yet (Watts, Strogatz, 1998). The
// number of edges stays n k/2; a vertex that is joined to all others keeps what it has.
func smallWorld(n, k int, p float64, r *random) (int, []uint64) {
	edges := make([]uint64, 0, n*k/2)
	present := make(map[uint64]struct{}, n*k/2)
	degree := make([]int32, n)
	for step := 1; step <= k/2; step++ {
		for u := range n {
			present[edge(u, (u+step)%n)] = struct{}{}
		}
	}
	for u := range degree {
		degree[u] = int32(k)
	}
	for step := 1; step <= k/2; step++ {
		for u := range n {
			v := (u + step) % n
			if r.happens(p) && int(degree[u]) < n-1 {
				w := newNeighbor(u, n, present, r)
				delete(present, edge(u, v))
				present[edge(u, w)] = struct{}{}
				degree[v]--
				degree[w]++
				v = w
			}
			edges = append(edges, edge(u, v))
		}
	}
	return n, edges
}

// newNeighbor draws a vertex that is neither u nor a neighbor of it.
func newNeighbor(u, n int, present map[uint64]struct{}, r *random) int {
	for {
		w := r.below(n)
		if _, joined := present[edge(u, w)]; w != u && !joined {
			return w
		}
	}
}

// grid numbers vertices row by row.
func grid(rows, cols int) (int, []uint64) {
	edges := make([]uint64, 0, 2*rows*cols)
	for row := range rows {
		for col := range cols {
			v := row*cols + col
			if col+1 < cols {
				edges = append(edges, edge(v, v+1))
			}
			if row+1 < rows {
				edges = append(edges, edge(v, v+cols))
			}
		}
	}
	return rows * cols, edges
}
