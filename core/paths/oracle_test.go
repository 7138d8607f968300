package paths_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gobc/core/distances"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/paths"

	_ "gobc/core/answer" // engines
)

// example is a small random graph: loops, parallel edges, several components, vertices without edges.
type example struct {
	name     string
	n        int
	from, to []int64
	length   []float64 // whole numbers of units; nil: every edge has length 1
	units    float64
	directed bool
}

func examples(r *rand.Rand, count int) (all []example) {
	for i := range count {
		e := example{n: 1 + r.IntN(8), directed: r.IntN(2) == 1, units: []float64{1, 1, 10}[i%3]}
		for range r.IntN(3*e.n + 1) {
			e.from, e.to = append(e.from, int64(r.IntN(e.n))), append(e.to, int64(r.IntN(e.n)))
			if i%3 > 0 {
				e.length = append(e.length, float64(1+r.IntN(3)))
			}
		}
		e.name = fmt.Sprintf("%d: %d vertices, edges %v %v of lengths %v, directed %v", i, e.n, e.from, e.to, e.length,
			e.directed)
		all = append(all, e)
	}
	return all
}

func (e example) build(t testing.TB) *graph.Graph {
	t.Helper()
	options := graph.Options{Directed: e.directed, Threads: 1}
	build := func() (*graph.Graph, error) { return graph.FromEdges(e.n, e.from, e.to, options) }
	if e.length != nil {
		weights := make([]float64, len(e.length))
		for i, l := range e.length {
			weights[i] = l / e.units
		}
		build = func() (*graph.Graph, error) { return graph.FromWeightedEdges(e.n, e.from, e.to, weights, options) }
	}
	g, err := build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

// arc is an edge in a direction that paths may follow.
type arc struct {
	from, to int
	length   float64
}

// arcs are those of a forest. Parallel ones are there as often as they count: of a merged set the shortest.
func (e example) arcs(forest string, parallel bool) (all []arc) {
	add := func(one arc) {
		if one.from == one.to {
			return
		}
		for i, other := range all {
			if !parallel && other.from == one.from && other.to == one.to {
				all[i].length = min(other.length, one.length)
				return
			}
		}
		all = append(all, one)
	}
	for i := range e.from {
		one := arc{int(e.from[i]), int(e.to[i]), 1}
		if e.length != nil {
			one.length = e.length[i]
		}
		back := arc{one.to, one.from, one.length}
		if forest != graph.Reversed || !e.directed {
			add(one)
		}
		if forest == graph.Reversed || forest == graph.Union || !e.directed {
			add(back)
		}
	}
	return all
}

// between lists all shortest paths between two vertices, as lists of vertices, and their length in units: it walks
// along every path that is not too long.
func between(arcs []arc, n, source, target int, limit float64) (found [][]int32, length float64) {
	length = limit
	var walk func(path []int32, so float64)
	walk = func(path []int32, so float64) {
		v := int(path[len(path)-1])
		if so > length || len(path) > n {
			return
		}
		if v == target {
			if so < length {
				found, length = nil, so
			}
			found = append(found, append([]int32{}, path...))
			return
		}
		for _, a := range arcs {
			if a.from == v {
				walk(append(path, int32(a.to)), so+a.length)
			}
		}
	}
	walk([]int32{int32(source)}, 0)
	if found == nil {
		return nil, math.Inf(1)
	}
	return found, length
}

// every are the shortest paths of all pairs.
type every struct {
	paths  [][][][]int32
	length [][]float64
}

func (e example) every(forest string, parallel bool, cutoff float64) (all every) {
	arcs := e.arcs(forest, parallel)
	limit := math.MaxFloat64
	if cutoff >= 0 {
		limit = math.Floor(cutoff*e.units + 1e-9)
	}
	for s := range e.n {
		all.paths, all.length = append(all.paths, nil), append(all.length, nil)
		for t := range e.n {
			found, length := between(arcs, e.n, s, t, limit)
			all.paths[s], all.length[s] = append(all.paths[s], found), append(all.length[s], length)
		}
	}
	return all
}

func everyVertex(n int) []int32 {
	all := make([]int32, n)
	for v := range all {
		all[v] = int32(v)
	}
	return all
}

func queryOf(g *graph.Graph, e example) paths.Query {
	return paths.Query{Query: distances.Query{Graph: g, Sources: everyVertex(g.Vertices), Forest: graph.Deduplicated,
		Weighted: e.length != nil, Cutoff: -1, Tolerance: 1e-10, Threads: 2}}
}

// choose draws a query, and what is then true.
func choose(r *rand.Rand, t *testing.T, e example) (paths.Query, every) {
	q := queryOf(e.build(t), e)
	q.Forest = []string{graph.Deduplicated, graph.Deduplicated, graph.Reversed, graph.Union}[r.IntN(4)]
	q.Parallel = r.IntN(3) == 0 && (q.Forest != graph.Union || !e.directed)
	if r.IntN(4) == 0 {
		q.Cutoff = float64(r.IntN(8)) / 2
	}
	if !e.directed && q.Forest == graph.Reversed {
		q.Forest = graph.Deduplicated
	}
	return q, e.every(q.Forest, q.Parallel, q.Cutoff)
}

func graphs() int {
	if testing.Short() {
		return 600
	}
	return 4000
}

func TestCountsOfSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for _, e := range examples(r, graphs()) {
		q, all := choose(r, t, e)
		m, err := paths.Count(q, engine.NewControl())
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		for i, got := range m.Paths {
			s, v := i/e.n, i%e.n
			if want := float64(len(all.paths[s][v])); got != want {
				t.Fatalf("%s, forest %s, parallel %v, cutoff %g: %g paths from %d to %d, want %g", e.name, q.Forest, q.Parallel,
					q.Cutoff, got, s, v, want)
			}
			if got, want := m.Distance.At(i), all.length[s][v]/e.units; got != want {
				t.Fatalf("%s: distance from %d to %d is %g, want %g", e.name, s, v, got, want)
			}
		}
		m.Free()
	}
}

func TestBlocksOfSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	for _, e := range examples(r, graphs()/10) {
		q, all := choose(r, t, e)
		q.Targets = []int32{int32(e.n - 1), 0}[:min(e.n, 2)]
		pairs := 0
		for first := 0; first < e.n; {
			p, err := paths.Block(q, first, 1+r.IntN(3), engine.NewControl())
			if err != nil {
				t.Fatalf("%s: %v", e.name, err)
			}
			for i, got := range p.Paths {
				s, v := p.Source[i], p.Target[i]
				if want := float64(len(all.paths[s][v])); got != want || p.Pairs.At(i) != all.length[s][v]/e.units {
					t.Fatalf("%s: %g paths of length %g from %d to %d, want %g", e.name, got, p.Pairs.At(i), s, v, want)
				}
			}
			pairs += len(p.Paths)
			first = p.Next
			p.Free()
		}
		for s := range e.n {
			for _, v := range q.Targets {
				if len(all.paths[s][v]) > 0 {
					pairs--
				}
			}
		}
		if pairs != 0 {
			t.Fatalf("%s: there are %d pairs too many", e.name, pairs)
		}
	}
}

// chosen is the path that is read backwards the first of all, by vertex numbers.
func chosen(all [][]int32) []int32 {
	var best []int32
	earlier := func(a, b []int32) bool {
		for i := 1; i <= min(len(a), len(b)); i++ {
			if x, y := a[len(a)-i], b[len(b)-i]; x != y {
				return x < y
			}
		}
		return false
	}
	for _, path := range all {
		if best == nil || earlier(path, best) {
			best = path
		}
	}
	return best
}

func TestRoutesOfSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	for _, e := range examples(r, graphs()) {
		q, all := choose(r, t, e)
		var from, to []int32
		for range r.IntN(12) {
			from, to = append(from, int32(r.IntN(e.n))), append(to, int32(r.IntN(e.n)))
		}
		found, err := paths.Find(q, from, to, engine.NewControl())
		if err != nil {
			t.Fatalf("%s: %v", e.name, err)
		}
		for i := range from {
			want := chosen(all.paths[from[i]][to[i]])
			got := found.Vertices[found.Starts[i]:found.Starts[i+1]]
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s, forest %s: the path from %d to %d is %v, want %v", e.name, q.Forest, from[i], to[i], got, want)
			}
			if want := all.length[from[i]][to[i]] / e.units; found.Distance[i] != want {
				t.Fatalf("%s: it is %g long, want %g", e.name, found.Distance[i], want)
			}
		}
		found.Free()
	}
}

// A pair alone is searched for from both ends, with others of its source from one.
func TestRoutesFromBothEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	for i := range 60 {
		e := example{n: 30 + r.IntN(60), units: 1, directed: i%2 == 0}
		for range e.n * (1 + r.IntN(3)) {
			u := r.IntN(e.n)
			v := r.IntN(e.n)
			if i%3 > 0 {
				v = (u + 1 + r.IntN(4)) % e.n // long paths
			}
			e.from, e.to = append(e.from, int64(u)), append(e.to, int64(v))
		}
		q := queryOf(e.build(t), e)
		if i%4 == 0 {
			q.Cutoff = float64(r.IntN(12))
		}
		source, all := int32(r.IntN(e.n)), everyVertex(e.n)
		same := make([]int32, e.n)
		for v := range same {
			same[v] = source
		}
		together, err := paths.Find(q, same, all, engine.NewControl())
		if err != nil {
			t.Fatal(err)
		}
		for v := range int32(e.n) {
			alone, err := paths.Find(q, same[:1], all[v:v+1], engine.NewControl())
			if err != nil {
				t.Fatal(err)
			}
			want := together.Vertices[together.Starts[v]:together.Starts[v+1]]
			if fmt.Sprint(alone.Vertices) != fmt.Sprint(want) || alone.Distance[0] != together.Distance[v] {
				t.Fatalf("%d: the path from %d to %d is %v, %g long, alone, and %v, %g long, with others", i, source, v,
					alone.Vertices, alone.Distance[0], want, together.Distance[v])
			}
			alone.Free()
		}
		together.Free()
	}
}
