//go:build cgo

package eccentricity

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/memory"
)

func build(t testing.TB, n int, edges [][2]int) *graph.Graph {
	t.Helper()
	var source, target []int64
	for _, e := range edges {
		source, target = append(source, int64(e[0])), append(target, int64(e[1]))
	}
	g, err := graph.FromEdges(n, source, target, graph.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

func family(t testing.TB, spec string) *graph.Graph {
	t.Helper()
	n, source, target, err := generate.Edges(spec, 7)
	if err != nil {
		t.Fatal(err)
	}
	var edges [][2]int
	for i := range source {
		edges = append(edges, [2]int{int(source[i]), int(target[i])})
	}
	return build(t, int(n), edges)
}

// searched is the eccentricity of every vertex by a search from each.
func searched(g *graph.Graph) []int32 {
	out := g.View(false).Out
	ecc := make([]int32, g.Vertices)
	distance := make([]int32, g.Vertices)
	var queue []int32
	for s := range int32(g.Vertices) {
		for v := range distance {
			distance[v] = -1 // not met
		}
		distance[s], queue = 0, append(queue[:0], s)
		for at := 0; at < len(queue); at++ {
			ecc[s] = distance[queue[at]]
			for _, w := range out.List(queue[at]) {
				if distance[w] < 0 {
					distance[w] = ecc[s] + 1
					queue = append(queue, w)
				}
			}
		}
	}
	return ecc
}

func never() error { return nil }

// find bounds every component of at least `smallest` vertices.
func find(g *graph.Graph, threads int, smallest int32, progress func(int)) ([]int32, int, error) {
	forest := g.Forest(graph.Deduplicated)
	f := &finder{forest: forest, searcher: searches{forest: forest}, threads: threads, smallest: smallest, stop: never,
		cancel: new(int32), progress: progress}
	return f.find()
}

func check(t *testing.T, name string, g *graph.Graph) {
	t.Helper()
	want, first := searched(g), 0
	for _, threads := range []int{1, 2, 5} {
		var done atomic.Int64
		got, searches, err := find(g, threads, 2, func(k int) { done.Add(int64(k)) })
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, %d threads: %v instead of %v", name, threads, got[:min(50, len(got))], want[:min(50, len(want))])
		}
		if threads == 1 {
			first = searches
		}
		if searches != first || done.Load() != int64(g.Vertices) {
			t.Errorf("%s, %d threads: %d searches, %d with one; %d vertices told of %d", name, threads, searches, first,
				done.Load(), g.Vertices)
		}
		memory.Free(got)
	}
}

func TestSmallRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 400 {
		n := 1 + r.IntN(40)
		var edges [][2]int
		for range r.IntN(2*n + 1) {
			edges = append(edges, [2]int{r.IntN(n), r.IntN(n)})
		}
		check(t, fmt.Sprintf("random graph %d", i), build(t, n, edges))
	}
}

// Shapes of several rounds: paths, cycles, trees, a comb, isolated vertices beside them.
func TestShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	shapes := map[string]func(v int) int{ // what vertex v > 0 is joined to
		"path":        func(v int) int { return v - 1 },
		"star":        func(int) int { return 0 },
		"binary tree": func(v int) int { return (v - 1) / 2 },
		"random tree": func(v int) int { return r.IntN(v) },
		"caterpillar": func(v int) int { return max(0, v-1-v%3) },
	}
	for name, joined := range shapes {
		for _, n := range []int{2, 63, 64, 65, 700, 1300} {
			var edges [][2]int
			for v := 1; v < n; v++ {
				edges = append(edges, [2]int{joined(v), v})
			}
			check(t, fmt.Sprint(name, " ", n), build(t, n+3, edges))
			check(t, fmt.Sprint(name, ", closed, ", n), build(t, n+3, append(edges, [2]int{n - 1, 0})))
		}
	}
}

func TestFamilies(t *testing.T) {
	for _, spec := range []string{"delaunay:n=1500", "small_world:n=1500,k=8,p=0.1", "barabasi_albert:n=1500,m=3",
		"grid:rows=35,cols=40", "road_like:n=2500", "erdos_renyi:n=2000,m=2200", "kronecker:scale=10,edge_factor=4"} {
		check(t, spec, family(t, spec))
	}
}

// Distances of a long path need 32 bits, also where the first vertex is its middle, from which the ends are half as
// far; and bounds close it without searching from all.
func TestLongPath(t *testing.T) {
	for _, first := range []int{0, 20000} {
		n := max(20000, 2*first+1)
		var edges [][2]int
		for at := first; at < first+n; at++ { // the vertex at place at % n of the path has the number at-first
			if (at+1)%n > 0 {
				edges = append(edges, [2]int{at - first, (at - first + 1) % n})
			}
		}
		g := build(t, n, edges)
		ecc, searches, err := All(g.Forest(graph.Deduplicated), kernelsOf(g), 2, never, new(int32), nil)
		if err != nil || searches > n/20 {
			t.Fatalf("from %d: %d searches, %v", first, searches, err)
		}
		for rank, v := range g.Vertex {
			at := (int(v) + first) % n
			if want := max(at, n-1-at); int(ecc[rank]) != want {
				t.Fatalf("from %d: vertex %d has %d instead of %d", first, v, ecc[rank], want)
			}
		}
		memory.Free(ecc)
	}
}

// On a grid, where bounds are good, few searches are made; on a small-world graph, where they are not, hardly any are
// made beside those from every vertex.
func TestSearches(t *testing.T) {
	for _, c := range []struct {
		spec string
		most int
	}{{"grid:rows=100,cols=100", 1500}, {"small_world:n=10000,k=10,p=0.1", 10600}} {
		g := family(t, c.spec)
		ecc, searches, err := All(g.Forest(graph.Deduplicated), kernelsOf(g), 2, never, new(int32), nil)
		if err != nil || searches > c.most {
			t.Errorf("%s: %d searches, %v", c.spec, searches, err)
		}
		memory.Free(ecc)
	}
}

func live() int64 {
	blocks, _ := memory.Live()
	return blocks
}

func TestAllocationsFailOneByOne(t *testing.T) {
	for _, spec := range []string{"delaunay:n=1500", "small_world:n=1500,k=8,p=0.1", "road_like:n=2500"} {
		g := family(t, spec)
		for n, done := 0, false; !done; n++ {
			before := live()
			memory.FailAfter(n)
			ecc, _, err := find(g, 2, 2, nil)
			memory.FailAfter(-1)
			if done = err == nil; !done && !errors.Is(err, memory.ErrNoMemory) {
				t.Fatalf("%s: allocation %d failed as %v", spec, n, err)
			}
			memory.Free(ecc)
			if left := live() - before; left != 0 || n > 500 {
				t.Fatalf("%s: %d blocks are left after allocation %d failed", spec, left, n)
			}
		}
	}
}

func TestCancel(t *testing.T) {
	g := family(t, "delaunay:n=40000")
	before := live()
	for _, after := range []time.Duration{0, 5, 20, 80, 200} {
		cancel := new(int32)
		timer := time.AfterFunc(after*time.Millisecond, func() { atomic.StoreInt32(cancel, 1) })
		if after == 0 {
			atomic.StoreInt32(cancel, 1)
		}
		ecc, _, err := All(g.Forest(graph.Deduplicated), kernelsOf(g), 2, never, cancel, nil)
		timer.Stop()
		if !errors.Is(err, graph.ErrCancelled) || ecc != nil || live() != before {
			t.Errorf("told after %d ms: ended as %v, %d blocks are left", after, err, live()-before)
		}
	}
	asked := atomic.Int64{}
	stop := func() error {
		if asked.Add(1) > 3 {
			return graph.ErrCancelled
		}
		return nil
	}
	if _, _, err := All(g.Forest(graph.Deduplicated), kernelsOf(g), 2, stop, new(int32), nil); !errors.Is(err,
		graph.ErrCancelled) || live() != before {
		t.Errorf("stopped: ended as %v, %d blocks are left", err, live()-before)
	}
}
