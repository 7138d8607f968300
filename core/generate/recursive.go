package generate

func recursiveDrawn(v values) float64 {
	return float64(uint64(1)<<v.whole("scale")) * v["edge_factor"]
}

// recursive draws edges by choosing, bit by bit, a quarter of the adjacency matrix (Chakrabarti, Zhan, Faloutsos:
// R-MAT, 2004; Graph500's Kronecker generator has the same law). Vertices are renumbered at random so that their
// numbers tell nothing. Loops and repetitions fall away.
func recursive(scale, factor int, corner [3]float64, r *random) (int, []uint64) {
	n := 1 << scale
	a := threshold(corner[0])
	b := a + threshold(corner[1])
	c := b + threshold(corner[2])
	edges := make([]uint64, 0, n*factor)
	renumber := r.permutation(n)
	for range n * factor {
		u, v := 0, 0
		for range scale {
			u, v = u<<1, v<<1
			switch x := r.next() >> 11; {
			case x < a:
			case x < b:
				v |= 1
			case x < c:
				u |= 1
			default:
				u, v = u|1, v|1
			}
		}
		if u != v {
			edges = append(edges, edge(int(renumber[u]), int(renumber[v])))
		}
	}
	return n, edges
}
