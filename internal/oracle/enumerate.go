package oracle

import (
	"math/bits"
	"sort"
	"sync"
)

// ConnectedGraphs returns every connected graph of 1 to 7 vertices, one of each shape, always in the same order: 996
// graphs, of which 1, 1, 2, 6, 21, 112 and 853 have 1, 2, .. 7 vertices.
//
// Every connected graph has a vertex whose removal leaves it connected. So each graph of n vertices is one of n-1
// vertices with a vertex added that has at least one neighbor; of those, one a canonical code is kept.
func ConnectedGraphs() []Graph {
	var all []Graph
	for _, code := range connectedCodes() {
		all = append(all, code.graph())
	}
	return all
}

// shape is a graph of up to 7 vertices: row[v] has a bit for each neighbor of v.
type shape struct {
	vertices int
	row      [7]uint8
}

func (g shape) graph() Graph {
	r := Graph{Vertices: g.vertices}
	for u := range g.vertices {
		for v := u + 1; v < g.vertices; v++ {
			if g.row[u]>>v&1 == 1 {
				r.Edges = append(r.Edges, [2]int{u, v})
			}
		}
	}
	return r
}

var connectedCodes = sync.OnceValue(func() []shape {
	last := []shape{{vertices: 1}}
	all := last
	for n := 2; n <= 7; n++ {
		found := make(map[uint32]shape)
		for _, g := range last {
			for mask := 1; mask < 1<<(n-1); mask++ {
				code, canonical := g.extend(uint8(mask)).canonical()
				found[code] = canonical
			}
		}
		codes := make([]uint32, 0, len(found))
		for code := range found {
			codes = append(codes, code)
		}
		sort.Slice(codes, func(i, j int) bool { return codes[i] < codes[j] })
		last = nil
		for _, code := range codes {
			last = append(last, found[code])
		}
		all = append(all, last...)
	}
	return all
})

// extend adds a vertex with the neighbors in mask.
func (g shape) extend(mask uint8) shape {
	v := g.vertices
	g.vertices++
	g.row[v] = mask
	for u := range v {
		g.row[u] |= (mask >> u & 1) << v
	}
	return g
}

// canonical returns the smallest code over all numberings in which a vertex's signature never falls, and the graph so
// numbered. Isomorphic graphs have the same signatures, hence the same numberings to choose from and the same code.
func (g shape) canonical() (uint32, shape) {
	signature := g.signatures()
	best, bestShape := ^uint32(0), shape{}
	var place func(order []int, used uint8)
	place = func(order []int, used uint8) {
		if len(order) == g.vertices {
			if h := g.renumber(order); h.code() < best {
				best, bestShape = h.code(), h
			}
			return
		}
		least := ^uint32(0)
		for v := range g.vertices {
			if used>>v&1 == 0 {
				least = min(least, signature[v])
			}
		}
		for v := range g.vertices {
			if used>>v&1 == 0 && signature[v] == least {
				place(append(order, v), used|1<<v)
			}
		}
	}
	place(make([]int, 0, 7), 0)
	return best, bestShape
}

// signatures is a number for each vertex that does not depend on the numbering: degree, triangles, neighbors' degrees.
func (g shape) signatures() (signature [7]uint32) {
	for v := range g.vertices {
		degree := bits.OnesCount8(g.row[v])
		triangles, squares := 0, 0
		for u := range g.vertices {
			if g.row[v]>>u&1 == 1 {
				triangles += bits.OnesCount8(g.row[v] & g.row[u])
				squares += bits.OnesCount8(g.row[u]) * bits.OnesCount8(g.row[u])
			}
		}
		signature[v] = uint32(degree)<<24 | uint32(triangles)<<16 | uint32(squares)
	}
	return signature
}

// renumber gives vertex order[i] the number i.
func (g shape) renumber(order []int) shape {
	h := shape{vertices: g.vertices}
	for i, u := range order {
		for j, v := range order {
			h.row[i] |= (g.row[u] >> v & 1) << j
		}
	}
	return h
}

// code is the upper triangle as a number of at most 21 bits.
func (g shape) code() (code uint32) {
	for u := range g.vertices {
		for v := u + 1; v < g.vertices; v++ {
			code = code<<1 | uint32(g.row[u]>>v&1)
		}
	}
	return code
}
