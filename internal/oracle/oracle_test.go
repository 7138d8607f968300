package oracle

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// walk lists all paths by trying every edge at every vertex: a second definition, with nothing shared.
type walk struct {
	g        Graph
	edges    [][2]int // every way to step, parallel edges apart or merged
	distance [][]int
	sigma    [][]int64
	through  [][][]int64 // [s][t][v]
}

func walkAll(g Graph, count bool) walk {
	w := walk{g: g}
	seen := map[[2]int]bool{}
	for _, e := range g.Edges {
		both := [][2]int{e, {e[1], e[0]}}
		if g.Directed {
			both = both[:1]
		}
		for _, step := range both {
			if step[0] != step[1] && (count || !seen[step]) {
				seen[step] = true
				w.edges = append(w.edges, step)
			}
		}
	}
	n := g.Vertices
	for s := range n {
		distance, sigma, through := make([]int, n), make([]int64, n), make([][]int64, n)
		for t := range n {
			distance[t], through[t] = n, make([]int64, n)
		}
		w.distance, w.sigma, w.through = append(w.distance, distance), append(w.sigma, sigma), append(w.through, through)
		w.extend(s, []int{s}, make([]bool, n))
	}
	return w
}

func (w *walk) extend(s int, path []int, used []bool) {
	t, length := path[len(path)-1], len(path)-1
	if length < w.distance[s][t] {
		w.distance[s][t], w.sigma[s][t] = length, 0
		clear(w.through[s][t])
	}
	if length == w.distance[s][t] {
		w.sigma[s][t]++
		for _, v := range path {
			w.through[s][t][v]++
		}
	}
	used[t] = true
	for _, e := range w.edges {
		if e[0] == t && !used[e[1]] {
			w.extend(s, append(path, e[1]), used)
		}
	}
	used[t] = false
}

func (w *walk) check(t *testing.T, r Result, sources []int) {
	t.Helper()
	n := w.g.Vertices
	for v := range n {
		betweenness, stress, harmonic := new(big.Rat), int64(0), new(big.Rat)
		var farness, pairs, ends int64
		for _, s := range sources {
			for u := range n {
				if s == u || w.distance[s][u] == n {
					continue
				}
				if v != s && v != u {
					betweenness.Add(betweenness, big.NewRat(w.through[s][u][v], w.sigma[s][u]))
					stress += w.through[s][u][v]
				} else {
					ends++
				}
			}
			if d := w.distance[s][v]; s != v && d < n {
				pairs, farness = pairs+1, farness+int64(d)
				harmonic.Add(harmonic, big.NewRat(1, int64(d)))
			}
		}
		if r.Betweenness[v].Cmp(betweenness) != 0 || r.Stress[v].Cmp(big.NewInt(stress)) != 0 ||
			r.Ends[v].Cmp(big.NewRat(ends, 1)) != 0 {
			t.Fatalf("%+v sources %v: vertex %d has betweenness %v, stress %v, ends %v; paths say %v, %d, %d",
				w.g, sources, v, r.Betweenness[v], r.Stress[v], r.Ends[v], betweenness, stress, ends)
		}
		if r.In.Farness[v] != farness || r.In.Pairs[v] != pairs || r.In.Harmonic[v].Cmp(harmonic) != 0 {
			t.Fatalf("%+v sources %v: vertex %d has distances %d, %d, %v; paths say %d, %d, %v", w.g, sources, v,
				r.In.Farness[v], r.In.Pairs[v], r.In.Harmonic[v], farness, pairs, harmonic)
		}
	}
}

func randomGraph(r *rand.Rand, most int) Graph {
	g := Graph{Vertices: 1 + r.IntN(most), Directed: r.IntN(2) == 1}
	for range r.IntN(2*g.Vertices + 1) {
		g.Edges = append(g.Edges, [2]int{r.IntN(g.Vertices), r.IntN(g.Vertices)})
	}
	return g
}

func TestAgainstAllPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		g := randomGraph(r, 7)
		count := r.IntN(2) == 1
		w := walkAll(g, count)
		w.check(t, Compute(g, Options{Count: count}), upTo(g.Vertices))
		sources := r.Perm(g.Vertices)[:1+r.IntN(g.Vertices)]
		w.check(t, Compute(g, Options{Count: count, Sources: sources}), sources)
	}
}

// Reversing the edges turns in into out; ignoring directions makes all three the same.
func TestDirections(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		g := randomGraph(r, 10)
		g.Directed = true
		back := Graph{Vertices: g.Vertices, Directed: true}
		for _, e := range g.Edges {
			back.Edges = append(back.Edges, [2]int{e[1], e[0]})
		}
		sources := r.Perm(g.Vertices)[:1+r.IntN(g.Vertices)]
		options := Options{Sources: sources}
		a, b, u := Compute(g, options), Compute(back, options), Compute(Graph{Vertices: g.Vertices, Edges: g.Edges}, options)
		for v := range g.Vertices {
			if a.In.Farness[v] != b.Out.Farness[v] || a.Out.Eccentricity[v] != b.In.Eccentricity[v] ||
				a.All.Farness[v] != u.In.Farness[v] || u.In.Farness[v] != u.Out.Farness[v] ||
				a.All.Eccentricity[v] != u.Out.Eccentricity[v] || a.Out.Harmonic[v].Cmp(b.In.Harmonic[v]) != 0 {
				t.Fatalf("%+v: vertex %d: %+v, reversed %+v, undirected %+v", g, v, a, b, u)
			}
		}
	}
}

// The sum of betweenness is the sum of d - 1 over the connected ordered pairs, and no value passes (n-1)(n-2).
func TestSums(t *testing.T) {
	for _, g := range ConnectedGraphs() {
		r := Compute(g, Options{})
		sum, want := new(big.Rat), int64(0)
		for v, b := range r.Betweenness {
			sum.Add(sum, b)
			want += r.Out.Farness[v] - r.Out.Pairs[v]
			if b.Sign() < 0 || b.Cmp(big.NewRat(int64((g.Vertices-1)*(g.Vertices-2)), 1)) > 0 {
				t.Fatalf("%+v: vertex %d has betweenness %v", g, v, b)
			}
		}
		if sum.Cmp(big.NewRat(want, 1)) != 0 {
			t.Fatalf("%+v: betweenness sums to %v, distances to %d", g, sum, want)
		}
	}
}

// closed gives raw betweenness by formula.
func TestClosedForms(t *testing.T) {
	each := func(n int, value func(v int) *big.Rat) (all []*big.Rat) {
		for v := range n {
			all = append(all, value(v))
		}
		return all
	}
	constant := func(a, b int64) func(int) *big.Rat { return func(int) *big.Rat { return big.NewRat(a, b) } }
	rows := []struct {
		name string
		g    Graph
		want []*big.Rat
	}{
		{"path", Path(9), each(9, func(v int) *big.Rat { return big.NewRat(int64(2*v*(8-v)), 1) })},
		{"star", Star(6), each(7, func(v int) *big.Rat {
			if v == 0 {
				return big.NewRat(6*5, 1)
			}
			return new(big.Rat)
		})},
		{"odd cycle", Cycle(9), each(9, constant(4*3, 1))},  // (k)(k-1) for n = 2k+1
		{"even cycle", Cycle(8), each(8, constant(3*3, 1))}, // (k-1)^2 for n = 2k
		{"complete", Complete(6), each(6, constant(0, 1))},
		{"bipartite", Bipartite(3, 5), each(8, func(v int) *big.Rat {
			if v < 3 {
				return big.NewRat(5*4, 3)
			}
			return big.NewRat(3*2, 5)
		})},
		{"diamonds", Diamonds(7, 2), DiamondsBetweenness(7, 2)},
		{"wide diamonds", Diamonds(5, 4), DiamondsBetweenness(5, 4)},
		{"layers", Layered(6, 3), LayeredBetweenness(6, 3)},
		{"two layers", Layered(2, 4), LayeredBetweenness(2, 4)},
	}
	for _, row := range rows {
		r := Compute(row.g, Options{})
		for v, want := range row.want {
			if r.Betweenness[v].Cmp(want) != 0 {
				t.Errorf("%s: vertex %d has betweenness %v, not %v", row.name, v, r.Betweenness[v], want)
			}
		}
	}
}

func TestExactAgainstPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		g := randomGraph(r, 12)
		options := Options{Count: r.IntN(2) == 1, Sources: r.Perm(g.Vertices)[:1+r.IntN(g.Vertices)]}
		want, sums := Compute(g, options), Exact(g, options)
		betweenness, stress := sums.Float64()
		for v := range g.Vertices {
			b, _ := want.Betweenness[v].Float64()
			if betweenness[v] != b || sums.Stress[v].Cmp(want.Stress[v]) != 0 || stress[v] != Round(want.Stress[v]) {
				t.Fatalf("%+v %+v: vertex %d: %v, %v; by pairs %v, %v", g, options, v, betweenness[v], sums.Stress[v], b,
					want.Stress[v])
			}
		}
	}
}

// Graphs whose path counts leave int64, float32 and float64.
func TestExactLarge(t *testing.T) {
	for _, length := range []int{130, 1030} {
		g := Diamonds(length, 2)
		hub := 3 * (length / 2)
		// From the left end each hub h passes all paths on to 3(length - h) vertices, each middle half of 1 + those.
		betweenness, stress := Exact(g, Options{Sources: []int{0}}).Float64()
		if betweenness[hub] != float64(3*(length-length/2)) {
			t.Errorf("%d diamonds: hub %d has %v", length, hub, betweenness[hub])
		}
		if betweenness[hub+1] != float64(3*(length-length/2-1)+1)/2 {
			t.Errorf("%d diamonds: middle %d has %v", length, hub+1, betweenness[hub+1])
		}
		if math.IsInf(stress[hub], 1) != (length > 1000) {
			t.Errorf("%d diamonds: stress of %d is %v", length, hub, stress[hub])
		}
	}
	g := Grid(70, 70)
	sigma := prepare(g, Options{}).from(0).count
	if want := new(big.Int).Binomial(138, 69); sigma[4899].Cmp(want) != 0 {
		t.Errorf("70 x 70 grid: %v paths from corner to corner, not %v", sigma[4899], want)
	}
	beside := DiamondsBesidePath(1100)
	sigma = prepare(beside, Options{}).from(0).count
	want := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 1100), big.NewInt(1))
	if sigma[3300].Cmp(want) != 0 || sigma[3301].Cmp(big.NewInt(1)) != 0 {
		t.Errorf("1,100 diamonds beside a path: %v paths to the end, %v to the path's first", sigma[3300], sigma[3301])
	}
}

func TestExactLayered(t *testing.T) {
	sigma := prepare(Layered(40, 20), Options{}).from(0).count
	if want := new(big.Int).Exp(big.NewInt(20), big.NewInt(38), nil); sigma[799].Cmp(want) != 0 {
		t.Errorf("%v paths through 40 layers of 20, not %v", sigma[799], want)
	}
	betweenness, _ := Exact(Layered(40, 6), Options{}).Float64()
	for v, want := range LayeredBetweenness(40, 6) {
		if w, _ := want.Float64(); betweenness[v] != w {
			t.Fatalf("vertex %d: %v, not %v", v, betweenness[v], w)
		}
	}
}

func TestBadEdgePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an edge to vertex 5 of 3 was taken")
		}
	}()
	Compute(Graph{Vertices: 3, Edges: [][2]int{{0, 5}}}, Options{})
}
