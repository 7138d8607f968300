//go:build cgo

package cpu_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

// families are ten kinds of graphs that drive the kernels differently: hubs, meshes, lattices, roads, many components.
var families = []string{
	"kronecker:scale=10,edge_factor=8", "rmat:scale=9,edge_factor=4", "random_geometric:n=1000,degree=9",
	"delaunay:n=1000", "small_world:n=1200,k=8,p=0.1", "barabasi_albert:n=1000,m=4", "erdos_renyi:n=1000,m=4000",
	"grid:rows=30,cols=31", "road_like:n=1500", "erdos_renyi:n=1000,m=600",
}

// family generates a graph of the list; a directed one has an arc for every edge, from the smaller number on every
// third edge, the other way on the rest, so that cycles exist.
func family(t testing.TB, spec string, directed bool) oracle.Graph {
	t.Helper()
	n, source, target, err := generate.Edges(spec, 7)
	if err != nil {
		t.Fatal(err)
	}
	g := oracle.Graph{Vertices: int(n), Directed: directed}
	for i := range source {
		e := [2]int{int(source[i]), int(target[i])}
		if directed && i%3 != 0 {
			e[0], e[1] = e[1], e[0]
		}
		g.Edges = append(g.Edges, e)
	}
	return g
}

// random draws a graph with self-loops and parallel edges; half of them directed, sparse and dense ones.
func random(r *rand.Rand, least, most int) oracle.Graph {
	g := oracle.Graph{Vertices: least + r.IntN(most-least+1), Directed: r.IntN(2) == 1}
	for range r.IntN(3*g.Vertices + 1) {
		e := [2]int{r.IntN(g.Vertices), r.IntN(g.Vertices)}
		g.Edges = append(g.Edges, e)
		for r.IntN(5) == 0 {
			g.Edges = append(g.Edges, e)
		}
	}
	return g
}

// uneven joins vertices of consecutive layers at random, in a random numbering, sometimes twice. Path counts pass 2^53
// and differ within a layer, so that their sums depend on the order of terms.
func uneven(layers, width int) oracle.Graph {
	r := rand.New(rand.NewPCG(8, uint64(layers)))
	g := oracle.Graph{Vertices: layers * width}
	number := r.Perm(g.Vertices)
	for _, e := range oracle.Layered(layers, width).Edges {
		for range r.IntN(3) {
			g.Edges = append(g.Edges, [2]int{number[e[0]], number[e[1]]})
		}
	}
	return g
}

// union puts graphs side by side.
func union(parts ...oracle.Graph) oracle.Graph {
	var g oracle.Graph
	for _, p := range parts {
		for _, e := range p.Edges {
			g.Edges = append(g.Edges, [2]int{e[0] + g.Vertices, e[1] + g.Vertices})
		}
		g.Vertices += p.Vertices
		g.Directed = p.Directed
	}
	return g
}

// adjacency makes the lists that a kernel walks; with count, parallel edges stay.
func adjacency(t testing.TB, g oracle.Graph, count bool) *graph.Forest {
	t.Helper()
	out, in := make([][]int32, g.Vertices), make([][]int32, g.Vertices)
	for _, e := range g.Edges {
		if e[0] == e[1] {
			continue
		}
		u, w := int32(e[0]), int32(e[1])
		out[u], in[w] = append(out[u], w), append(in[w], u)
		if !g.Directed {
			out[w], in[u] = append(out[w], u), append(in[u], w)
		}
	}
	f := oneRange(g.Vertices)
	f.Out = flatten(t, out, count)
	f.In = f.Out
	if g.Directed {
		f.In = flatten(t, in, count)
	}
	return f
}

// oneRange is a forest without lists, whose components are not told apart.
func oneRange(n int) *graph.Forest {
	return &graph.Forest{Vertices: n, Components: []int32{0, int32(n)}}
}

// shape is how many sums a forest has.
func shape(f *graph.Forest) sums.Shape { return (&engine.Task{Forest: f}).Shape() }

func flatten(t testing.TB, lists [][]int32, count bool) *graph.CSR {
	offsets := allocate[int64](t, len(lists)+1)
	longest := int64(0)
	for v, l := range lists {
		slices.Sort(l)
		if !count {
			l = slices.Compact(l)
		}
		lists[v] = l
		offsets[v+1] = offsets[v] + int64(len(l))
		longest = max(longest, int64(len(l)))
	}
	targets := allocate[int32](t, int(offsets[len(lists)]))
	for v, l := range lists {
		copy(targets[offsets[v]:], l)
	}
	return &graph.CSR{Offsets: offsets, Targets: targets, MaxDegree: longest}
}

// allocate makes an array that lives as long as the test: kernels keep the address, so it must not be Go memory.
func allocate[T any](t testing.TB, n int) []T {
	t.Helper()
	a, err := memory.Make[T](n)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { memory.Free(a) })
	return a
}

// spread takes k vertices at equal steps, the first and the last among them; all if there are no more than k.
func spread(n, k int) []int32 {
	var sources []int32
	for i := range min(n, k) {
		sources = append(sources, int32(i*(n-1)/max(min(n, k)-1, 1)))
	}
	return sources
}

func numbers(vertices []int32) []int {
	all := []int{}
	for _, v := range vertices {
		all = append(all, int(v))
	}
	return all
}
