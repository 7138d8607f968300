package oracle

import (
	"math"
	"math/rand/v2"
)

// builder puts graphs together from parts that hang at each other.
type builder struct {
	*rand.Rand
	Graph
}

func (b *builder) vertex() int {
	b.Vertices++
	return b.Vertices - 1
}

func (b *builder) join(u, v int) { b.Edges = append(b.Edges, [2]int{u, v}) }

func (b *builder) any() int { return b.IntN(b.Vertices) }

// path joins two vertices by some new ones in a row.
func (b *builder) path(from, to, between int) {
	for range between {
		next := b.vertex()
		b.join(from, next)
		from = next
	}
	b.join(from, to)
}

// clique joins some new vertices with each other and with one that is there.
func (b *builder) clique(at, others int) {
	members := []int{at}
	for range others {
		next := b.vertex()
		for _, v := range members {
			b.join(next, v)
		}
		members = append(members, next)
	}
}

// parts hang something at a vertex.
var parts = []func(b *builder, at int){
	func(b *builder, at int) { b.join(at, b.vertex()) },            // a leaf
	func(b *builder, at int) { b.path(at, b.vertex(), b.IntN(3)) }, // a path
	func(b *builder, at int) { b.path(at, at, 1+b.IntN(4)) },       // a cycle, of two edges perhaps
	func(b *builder, at int) { b.clique(at, 2+b.IntN(2)) },         // a clique
	func(b *builder, at int) { b.join(at, at) },                    // a loop
	// an edge that makes blocks one, or parallel to another
	func(b *builder, at int) { b.join(at, b.any()) },
	func(b *builder, _ int) { b.vertex() },                          // a component of its own
	func(b *builder, _ int) { b.join(b.vertex(), b.any()) },         // a leaf, or a component that others join
	func(b *builder, at int) { b.path(at, b.any(), b.IntN(4)) },     // a chain beside others
	func(b *builder, at int) { b.several(at, b.vertex(), 1, 2, 2) }, // ways to one vertex, of equal and unequal lengths
	// a theta graph of long chains, some of them one edge
	func(b *builder, at int) { b.several(at, b.vertex(), 0, 4, 3) },
	func(b *builder, at int) { b.several(at, b.vertex(), 1, 1, 5) },   // K_{2,k}
	func(b *builder, at int) { b.star(at, b.IntN(4)) },                // a star
	func(b *builder, at int) { b.star(at, 6) },                        // a hub
	func(b *builder, at int) { b.bridge(at) },                         // two cliques
	func(b *builder, at int) { b.path(at, at, 3); b.path(at, at, 2) }, // a cactus
	func(b *builder, at int) { b.crown(at) },                          // trees on a cycle
}

// several joins two vertices by two ways or more, of least to most vertices each.
func (b *builder) several(from, to, least, most, ways int) {
	for range 2 + b.IntN(ways) {
		b.path(from, to, least+b.IntN(most-least+1))
	}
}

func (b *builder) star(at, leaves int) {
	center := b.vertex()
	b.join(at, center)
	for range leaves {
		b.join(center, b.vertex())
	}
}

func (b *builder) bridge(at int) {
	b.clique(at, 2)
	other := b.vertex()
	b.path(at, other, b.IntN(2))
	b.clique(other, 2)
}

func (b *builder) crown(at int) {
	first := b.Vertices
	b.path(at, at, 2+b.IntN(2))
	for v := range b.Vertices - first {
		if b.IntN(2) == 0 {
			b.path(first+v, b.vertex(), b.IntN(2))
		}
	}
}

// twins gives a vertex up to three others with the same neighbors, which are neighbors of one another or not.
func (b *builder) twins(at int) {
	same := []int{at}
	neighbors := map[int]bool{}
	for _, e := range b.Edges {
		if e[0] == at || e[1] == at {
			neighbors[e[0]+e[1]-at] = true
		}
	}
	closed := b.IntN(2) == 0
	for range 1 + b.IntN(3) {
		twin := b.vertex()
		for v := range twin { // ascending: a seed gives one graph
			if neighbors[v] {
				b.join(v, twin)
			}
		}
		for _, other := range same {
			if closed {
				b.join(other, twin)
			}
		}
		same = append(same, twin)
	}
}

// Hard is a random graph of many blocks and chains, about so many vertices, with its vertices in any order: half of
// them have whole numbers as weights.
func Hard(r *rand.Rand, vertices int) Graph { return hard(r, vertices, parts) }

// Twinned is Hard with several vertices of the same neighbors.
func Twinned(r *rand.Rand, vertices int) Graph {
	twins := func(b *builder, at int) { b.twins(at) }
	return hard(r, vertices, append([]func(*builder, int){twins, twins, twins, twins}, parts...))
}

func hard(r *rand.Rand, vertices int, parts []func(*builder, int)) Graph {
	b := &builder{Rand: r}
	b.vertex()
	for range r.IntN(6) {
		if b.Vertices < vertices {
			parts[r.IntN(len(parts))](b, b.any())
		}
	}
	names := r.Perm(b.Vertices)
	r.Shuffle(len(b.Edges), func(i, j int) { b.Edges[i], b.Edges[j] = b.Edges[j], b.Edges[i] })
	for i, e := range b.Edges {
		b.Edges[i] = [2]int{names[e[0]], names[e[1]]}
	}
	if r.IntN(2) == 0 {
		b.Weights, b.PerUnit = []float64{}, 1
		most := []int{1, 2, 3, 9}[r.IntN(4)]
		for range b.Edges {
			b.Weights = append(b.Weights, float64(1+r.IntN(most)))
		}
	}
	return b.Graph
}

// Masses draws weights of vertices that are whole numbers: nil, some zero, or hubs, whose products with others pass
// 2^31.
func Masses(r *rand.Rand, n int) []float64 {
	kind := r.IntN(4)
	if kind == 0 {
		return nil
	}
	weights := make([]float64, n)
	for v := range weights {
		weights[v] = float64(r.IntN(3))
		if kind == 3 && r.IntN(4) == 0 {
			weights[v] = math.Floor(math.Ldexp(1+r.Float64(), 20+r.IntN(6)))
		}
	}
	return weights
}

// Roads is a random graph of a few junctions whose edges are paths, with trees here and there: most shortest paths
// start or end within a chain, and many tie. Half of them have whole numbers as weights.
func Roads(r *rand.Rand) Graph {
	b := &builder{Rand: r}
	junctions := 2 + r.IntN(5)
	for range junctions {
		b.vertex()
	}
	longest := 1 + r.IntN(4)
	for range junctions + r.IntN(5) {
		b.path(r.IntN(junctions), r.IntN(junctions), r.IntN(longest+1))
	}
	for range r.IntN(3) {
		b.join(b.any(), b.vertex())
	}
	if r.IntN(2) == 0 {
		b.Weights, b.PerUnit = []float64{}, 1
		most := []int{1, 2, 3, 9}[r.IntN(4)]
		for range b.Edges {
			b.Weights = append(b.Weights, float64(1+r.IntN(most)))
		}
	}
	return b.Graph
}
