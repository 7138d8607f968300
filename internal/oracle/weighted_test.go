package oracle

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// trail is a second definition with nothing shared: it tries every edge at every vertex, and keeps what the shortest
// of all paths from s to t pass. Lengths must add up exactly.
type trail struct {
	g        Graph
	keep     []int // the row that stands for a row: itself, another one of the pair, or -1
	s        int
	used     []bool
	vertices []int
	rows     []int
	best     []float64 // by end
	passes   [][]int64 // by end: how many of the shortest paths pass each vertex, then each row
	count    []int64   // by end
}

func (g Graph) length(row int) float64 {
	if g.Weights == nil {
		return 1
	}
	return g.Weights[row]
}

func newTrail(g Graph, count bool) *trail {
	w := &trail{g: g, keep: make([]int, len(g.Edges))}
	for i, e := range g.Edges {
		w.keep[i] = i
		for j, f := range g.Edges {
			parallel := e == f || !g.Directed && e[0] == f[1] && e[1] == f[0]
			k := w.keep[i]
			if !count && parallel && (g.length(j) < g.length(k) || g.length(j) == g.length(k) && j < k) {
				w.keep[i] = j
			}
		}
		if w.keep[i] != i && g.length(w.keep[i]) < g.length(i) || e[0] == e[1] {
			w.keep[i] = -1
		}
	}
	return w
}

func (w *trail) run(s int) {
	n := w.g.Vertices
	w.s, w.used, w.vertices, w.rows = s, make([]bool, n), nil, nil
	w.best, w.count, w.passes = make([]float64, n), make([]int64, n), make([][]int64, n)
	for t := range n {
		w.best[t], w.passes[t] = math.Inf(1), make([]int64, n+len(w.g.Edges))
	}
	w.extend(s, 0)
}

func (w *trail) extend(t int, length float64) {
	if length < w.best[t] {
		w.best[t], w.count[t] = length, 0
		clear(w.passes[t])
	}
	if length == w.best[t] {
		w.count[t]++
		for _, v := range w.vertices {
			w.passes[t][v]++
		}
		for _, row := range w.rows {
			w.passes[t][w.g.Vertices+row]++
		}
	}
	w.used[t] = true
	w.vertices = append(w.vertices, t)
	for i, e := range w.g.Edges {
		for side := range 2 {
			if w.keep[i] == i && e[side] == t && !w.used[e[1-side]] && (side == 0 || !w.g.Directed) &&
				!math.IsInf(w.g.length(i), 1) {
				w.rows = append(w.rows, i)
				w.extend(e[1-side], length+w.g.length(i))
				w.rows = w.rows[:len(w.rows)-1]
			}
		}
	}
	w.vertices = w.vertices[:len(w.vertices)-1]
	w.used[t] = false
}

func ratio(a, b int64) *big.Rat { return big.NewRat(a, b) }

// checkTrails compares all sums with those over all paths.
func checkTrails(t *testing.T, g Graph, o Options) {
	t.Helper()
	n := g.Vertices
	o.Edges = true
	r, w := Compute(g, o), newTrail(g, o.Count)
	items := n + len(g.Edges)
	betweenness, stress, length := make([]*big.Rat, items), make([]*big.Rat, items), make([]*big.Rat, n)
	for i := range items {
		betweenness[i], stress[i] = new(big.Rat), new(big.Rat)
	}
	for i := range n {
		length[i] = new(big.Rat)
	}
	weight := func(weights []float64, v int) *big.Rat {
		if weights == nil {
			return ratio(1, 1)
		}
		return new(big.Rat).SetFloat64(weights[v])
	}
	for _, s := range r.Sources {
		w.run(s)
		for u := range n {
			if u == s || math.IsInf(w.best[u], 1) || o.Cutoff != nil && w.best[u] > *o.Cutoff {
				continue
			}
			length[u].Add(length[u], new(big.Rat).SetFloat64(w.best[u]))
			if o.Targets != nil && !slices.Contains(o.Targets, u) {
				continue
			}
			pair := weight(o.SourceWeight, s)
			pair.Mul(pair, weight(o.TargetWeight, u))
			for i, paths := range w.passes[u] {
				if i != s && i != u {
					term := new(big.Rat).Mul(pair, ratio(paths, 1))
					stress[i].Add(stress[i], term)
					betweenness[i].Add(betweenness[i], term.Mul(term, ratio(1, w.count[u])))
				}
			}
		}
	}
	for v := range n {
		if r.Betweenness[v].Cmp(betweenness[v]) != 0 || r.In.Length[v].Cmp(length[v]) != 0 ||
			r.Stress != nil && stress[v].Cmp(new(big.Rat).SetInt(r.Stress[v])) != 0 {
			t.Fatalf("%+v %+v: vertex %d has betweenness %v, length %v; paths say %v, %v", g, o, v, r.Betweenness[v],
				r.In.Length[v], betweenness[v], length[v])
		}
	}
	for i := range g.Edges {
		share, want, paths := int64(0), new(big.Rat), new(big.Rat)
		if keep := w.keep[i]; keep >= 0 && !math.IsInf(g.length(i), 1) {
			for _, other := range w.keep {
				if other == keep {
					share++
				}
			}
			want.Mul(betweenness[n+keep], ratio(1, share))
			paths = stress[n+keep]
		}
		if r.EdgeBetweenness[i].Cmp(want) != 0 || int64(r.EdgeShare[i]) != share ||
			r.EdgeStress != nil && paths.Cmp(new(big.Rat).SetInt(r.EdgeStress[i])) != 0 {
			t.Fatalf("%+v %+v: edge %d has betweenness %v, shared by %d; paths say %v, by %d", g, o, i,
				r.EdgeBetweenness[i], r.EdgeShare[i], want, share)
		}
	}
}

// drawWeights gives few different weights, so that paths tie: whole, or multiples of 1/8, whose sums are exact.
func drawWeights(r *rand.Rand, g *Graph) {
	unit := []float64{1, .125}[r.IntN(2)]
	g.Weights = make([]float64, len(g.Edges))
	for i := range g.Weights {
		g.Weights[i] = unit * float64(1+r.IntN(3))
		if r.IntN(20) == 0 {
			g.Weights[i] = math.Inf(1)
		}
	}
}

func drawOptions(r *rand.Rand, n int, longest float64) Options {
	o := Options{Count: r.IntN(2) == 1}
	if r.IntN(2) == 1 {
		o.Sources = r.Perm(n)[:1+r.IntN(n)]
	}
	if r.IntN(2) == 1 {
		o.Targets = r.Perm(n)[:1+r.IntN(n)]
	}
	if r.IntN(3) == 0 {
		cutoff := longest * float64(r.IntN(8)) / 2
		o.Cutoff = &cutoff
	}
	for _, weights := range []*[]float64{&o.SourceWeight, &o.TargetWeight} {
		if kind := r.IntN(3); kind > 0 {
			for range n {
				*weights = append(*weights, float64(r.IntN(4))/float64(kind))
			}
		}
	}
	return o
}

func TestWeightedAgainstAllPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 3000 {
		g := randomGraph(r, 6)
		if i%4 > 0 {
			drawWeights(r, &g)
		}
		checkTrails(t, g, drawOptions(r, g.Vertices, 1))
	}
}

// same compares all sums by vertex and edge; lengths of a are `unit` times those of b.
func same(t *testing.T, a, b Result, unit float64) {
	t.Helper()
	factor := new(big.Rat).SetFloat64(unit)
	for v := range a.Betweenness {
		length := new(big.Rat).Mul(factor, b.Out.Length[v])
		if a.Betweenness[v].Cmp(b.Betweenness[v]) != 0 || a.Stress[v].Cmp(b.Stress[v]) != 0 ||
			a.Ends[v].Cmp(b.Ends[v]) != 0 || a.Out.Length[v].Cmp(length) != 0 || a.In.Pairs[v] != b.In.Pairs[v] ||
			a.All.Longest[v] != unit*b.All.Longest[v] {
			t.Fatalf("vertex %d: %v and %v", v, a, b)
		}
	}
	for i := range a.EdgeBetweenness {
		if a.EdgeBetweenness[i].Cmp(b.EdgeBetweenness[i]) != 0 || a.EdgeStress[i].Cmp(b.EdgeStress[i]) != 0 ||
			a.EdgeShare[i] != b.EdgeShare[i] {
			t.Fatalf("edge %d: %v and %v", i, a, b)
		}
	}
}

// Three ways to one answer: without weights, by whole weights, by weights within a tolerance.
func TestEqualWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 500 {
		g := randomGraph(r, 10)
		o := drawOptions(r, g.Vertices, 1)
		o.Edges, o.SourceWeight, o.TargetWeight, o.Cutoff = true, nil, nil, nil
		plain := Compute(g, o)
		for _, weight := range []float64{1, 7, .25, .5e9 + .5} {
			g.Weights = make([]float64, len(g.Edges))
			for i := range g.Weights {
				g.Weights[i] = weight
			}
			same(t, Compute(g, o), plain, weight)
		}
	}
}

// Whole weights, and the same in a unit that takes the other way of counting.
func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 500 {
		g := randomGraph(r, 10)
		small := g
		g.Weights, small.Weights = make([]float64, len(g.Edges)), make([]float64, len(g.Edges))
		for i := range g.Weights {
			g.Weights[i] = float64(1 + r.IntN(4))
			small.Weights[i] = g.Weights[i] / 1024
		}
		o := Options{Edges: true, Count: r.IntN(2) == 1}
		same(t, Compute(small, o), Compute(g, o), 1./1024)
	}
}

// Each path has as many edges' lengths as it is long; what comes into a vertex stays there or passes it.
func TestEdgeIdentities(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 500 {
		g := randomGraph(r, 10)
		drawWeights(r, &g)
		g.Directed = true
		o := drawOptions(r, g.Vertices, 1)
		o.Edges, o.SourceWeight, o.TargetWeight, o.Targets = true, nil, nil, nil
		result := Compute(g, o)
		long, want := new(big.Rat), new(big.Rat)
		in := make([]*big.Rat, g.Vertices)
		for v := range in {
			in[v] = new(big.Rat)
			want.Add(want, result.In.Length[v])
		}
		for i, b := range result.EdgeBetweenness {
			if !math.IsInf(g.Weights[i], 1) {
				long.Add(long, new(big.Rat).Mul(b, new(big.Rat).SetFloat64(g.Weights[i])))
			}
			in[g.Edges[i][1]].Add(in[g.Edges[i][1]], b)
		}
		if long.Cmp(want) != 0 {
			t.Fatalf("%+v %+v: edges sum to %v, distances to %v", g, o, long, want)
		}
		for v := range in {
			if in[v].Sub(in[v], ratio(result.In.Pairs[v], 1)); in[v].Cmp(result.Betweenness[v]) != 0 {
				t.Fatalf("%+v %+v: vertex %d passes on %v, not %v", g, o, v, in[v], result.Betweenness[v])
			}
		}
	}
}

func TestExactAgainstWeightedPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for i := range 1000 {
		g := randomGraph(r, 10)
		if i%3 > 0 {
			drawWeights(r, &g)
		}
		o := drawOptions(r, g.Vertices, 1)
		o.Edges = true
		want, exact := Compute(g, o), Exact(g, o)
		got := exact.Result(o.Sources)
		for v := range want.Betweenness {
			a, _ := got.Betweenness[v].Float64()
			b, _ := want.Betweenness[v].Float64()
			if a != b || want.Stress != nil && got.Stress[v].Cmp(want.Stress[v]) != 0 || got.Others[v] != want.Others[v] {
				t.Fatalf("%+v %+v: vertex %d has %v, by pairs %v", g, o, v, a, b)
			}
		}
		for i := range want.EdgeBetweenness {
			a, _ := got.EdgeBetweenness[i].Float64()
			b, _ := want.EdgeBetweenness[i].Float64()
			if a != b || want.EdgeStress != nil && got.EdgeStress[i].Cmp(want.EdgeStress[i]) != 0 ||
				got.EdgeShare[i] != want.EdgeShare[i] {
				t.Fatalf("%+v %+v: edge %d has %v, by pairs %v", g, o, i, a, b)
			}
		}
	}
}

func TestBadWeightsPanic(t *testing.T) {
	for _, weights := range [][]float64{{0, 1}, {-1, 1}, {math.NaN(), 1}, {1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("weights %v of two edges were taken", weights)
				}
			}()
			Compute(Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {1, 2}}, Weights: weights}, Options{})
		}()
	}
}
