package gobc_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/multi"
	"gonum.org/v1/gonum/graph/network"
	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"

	"gobc"
)

func fromGonum(t *testing.T, from graph.Graph) *gobc.Graph {
	t.Helper()
	g, err := gobc.FromGonum(ctx, from, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

// sameMaps compares with a map of gonum, which leaves zeros out.
func sameMaps[K comparable](t *testing.T, what string, got, want map[K]float64) {
	t.Helper()
	for key, x := range got {
		if !(math.Abs(x-want[key]) <= 1e-12*max(1, math.Abs(x))) {
			t.Errorf("%s: %v: %g, want %g", what, key, x, want[key])
		}
	}
	for key := range want {
		if _, ok := got[key]; !ok {
			t.Errorf("%s: %v is missing", what, key)
		}
	}
}

func TestGonumGivesTheSame(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 3))
		undirected, directed := simple.NewUndirectedGraph(), simple.NewDirectedGraph()
		for range 12 {
			id := simple.Node(r.IntN(1000) - 500)
			if undirected.Node(int64(id)) == nil {
				undirected.AddNode(id)
				directed.AddNode(id)
			}
		}
		nodes := graph.NodesOf(undirected.Nodes())
		for range r.IntN(40) {
			if from, to := nodes[r.IntN(len(nodes))], nodes[r.IntN(len(nodes))]; from != to {
				undirected.SetEdge(simple.Edge{F: from, T: to})
				directed.SetEdge(simple.Edge{F: from, T: to})
			}
		}
		for _, from := range []graph.Graph{undirected, directed} {
			q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness, gobc.EdgeBetweenness}, Preset: gobc.Raw}
			result := compute(t, fromGonum(t, from), q)
			sameMaps(t, "betweenness", result.Map(gobc.Betweenness), network.Betweenness(from))
			sameMaps(t, "edges", result.EdgeMap(gobc.EdgeBetweenness), network.EdgeBetweenness(from))
			if !slices.IsSorted(result.Vertices()) {
				t.Errorf("%v", result.Vertices())
			}
		}
	}
}

func TestWeightedGonum(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 4))
		g := simple.NewWeightedUndirectedGraph(0, math.Inf(1))
		for range 30 {
			if u, v := simple.Node(r.IntN(12)), simple.Node(r.IntN(12)); u != v {
				g.SetWeightedEdge(simple.WeightedEdge{F: u, T: v, W: float64(1 + r.IntN(4))})
			}
		}
		all, ok := path.FloydWarshall(g)
		if !ok {
			t.Fatal("a negative cycle")
		}
		q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness, gobc.Harmonic}, Preset: gobc.Raw}
		result := compute(t, fromGonum(t, g), q)
		sameMaps(t, "betweenness", result.Map(gobc.Betweenness), network.BetweennessWeighted(g, all))
		sameMaps(t, "harmonic", result.Map(gobc.Harmonic), network.Harmonic(g, all))
		hops := simple.NewUndirectedGraph()
		graph.Copy(hops, g)
		q.Weighted = new(false)
		unweighted := compute(t, fromGonum(t, g), q)
		sameMaps(t, "hops", unweighted.Map(gobc.Betweenness), network.Betweenness(hops))
	}
}

func TestMultigraphs(t *testing.T) {
	lines := [][3]float64{{1, 2, 2}, {1, 2, 2}, {2, 3, 1}, {1, 4, 1}, {4, 3, 2}, {3, 3, 1}}
	plain, weighted := multi.NewUndirectedGraph(), multi.NewWeightedDirectedGraph()
	for _, l := range lines {
		plain.SetLine(plain.NewLine(multi.Node(l[0]), multi.Node(l[1])))
		weighted.SetWeightedLine(weighted.NewWeightedLine(multi.Node(l[0]), multi.Node(l[1]), l[2]))
	}
	g := fromGonum(t, plain)
	if info := g.Info(); info.Edges != 6 || info.ParallelEdges != 1 || info.SelfLoops != 1 || info.Directed ||
		info.Weighted {
		t.Errorf("%+v", info)
	}
	q := gobc.Query{Measures: betweenness, Preset: gobc.Raw, Parallel: gobc.CountParallel}
	if x, _ := compute(t, g, q).Value(gobc.Betweenness, 2); math.Abs(x-4.0/3) > 1e-12 {
		t.Errorf("%g", x) // two of three paths, either way
	}
	g = fromGonum(t, weighted)
	if info := g.Info(); info.Edges != 6 || info.ParallelEdges != 1 || !info.Directed || !info.Weighted ||
		info.LargestWeight != 2 {
		t.Errorf("%+v", info)
	}
	if x, _ := compute(t, g, q).Value(gobc.Betweenness, 2); math.Abs(x-2.0/3) > 1e-12 {
		t.Errorf("%g", x)
	}
}

func TestBadGonumGraphs(t *testing.T) {
	g := simple.NewWeightedUndirectedGraph(0, math.Inf(1))
	g.SetWeightedEdge(simple.WeightedEdge{F: simple.Node(1), T: simple.Node(2), W: -1})
	_, err := gobc.FromGonum(ctx, g, gobc.GraphOptions{})
	var row *gobc.RowError
	if !errors.Is(err, gobc.ErrData) || !errors.As(err, &row) || row.Row != 0 {
		t.Errorf("%v", err)
	}
}
