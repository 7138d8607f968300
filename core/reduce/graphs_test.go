package reduce_test

import (
	"math"
	"math/rand/v2"

	"gobc/internal/oracle"
)

// builder puts graphs together from parts that hang at each other.
type builder struct {
	*rand.Rand
	oracle.Graph
}

func (b *builder) vertex() int {
	b.Vertices++
	return b.Vertices - 1
}

func (b *builder) join(u, v int) { b.Edges = append(b.Edges, [2]int{u, v}) }

func (b *builder) any() int { return b.IntN(b.Vertices) }

// parts hang something at a vertex.
var parts = []func(b *builder, at int){
	func(b *builder, at int) { b.join(at, b.vertex()) }, // a leaf
	func(b *builder, at int) { // a path
		for range 1 + b.IntN(3) {
			next := b.vertex()
			b.join(at, next)
			at = next
		}
	},
	func(b *builder, at int) { // a cycle, of two edges perhaps
		last := at
		for range 1 + b.IntN(4) {
			next := b.vertex()
			b.join(last, next)
			last = next
		}
		b.join(last, at)
	},
	func(b *builder, at int) { // a clique
		members := []int{at}
		for range 2 + b.IntN(2) {
			next := b.vertex()
			for _, v := range members {
				b.join(next, v)
			}
			members = append(members, next)
		}
	},
	func(b *builder, at int) { // several ways to one vertex, of equal and unequal lengths
		end := b.vertex()
		for range 2 + b.IntN(2) {
			last := at
			for range 1 + b.IntN(2) {
				next := b.vertex()
				b.join(last, next)
				last = next
			}
			b.join(last, end)
		}
	},
	func(b *builder, at int) { // a star
		center := b.vertex()
		b.join(at, center)
		for range b.IntN(4) {
			b.join(center, b.vertex())
		}
	},
	func(b *builder, _ int) { b.vertex() },                  // a component of its own
	func(b *builder, at int) { b.join(at, at) },             // a loop
	func(b *builder, at int) { b.join(at, b.any()) },        // an edge that makes blocks one, or parallel to another
	func(b *builder, _ int) { b.join(b.vertex(), b.any()) }, // a leaf, or a component that others join
}

// hard is a random graph of many blocks, with its vertices in any order.
func hard(r *rand.Rand) oracle.Graph {
	b := &builder{Rand: r}
	b.vertex()
	for range r.IntN(6) {
		if b.Vertices < 14 {
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
		for range b.Edges {
			b.Weights = append(b.Weights, float64(1+r.IntN(3)))
		}
	}
	return b.Graph
}

// masses draws weights of vertices: nil, some zero, or a few that are very large.
func masses(r *rand.Rand, n int) []float64 {
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

// roads is a random graph of few junctions whose edges are paths, with trees here and there: most shortest paths start or end
// within a chain, many tie.
func roads(r *rand.Rand) oracle.Graph {
	b := &builder{Rand: r}
	junctions := 2 + r.IntN(5)
	for range junctions {
		b.vertex()
	}
	longest := 1 + r.IntN(4)
	for range junctions + r.IntN(5) {
		at, to := r.IntN(junctions), r.IntN(junctions)
		for range r.IntN(longest + 1) {
			next := b.vertex()
			b.join(at, next)
			at = next
		}
		b.join(at, to)
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
