package oracle

import (
	"math"
	"testing"
)

// handTable is a graph with values by hand.
type handTable struct {
	name    string
	g       Graph
	o       Options
	measure string
	c       Convention
	want    []float64
}

func preset(name string) Convention { return Convention{Preset: name, Normalized: -1} }

func checkTables(t *testing.T, rows []handTable) {
	t.Helper()
	for _, row := range rows {
		row.o.Edges = true
		got := Scores(row.g, Compute(row.g, row.o), row.measure, row.c)
		if len(got) != len(row.want) {
			t.Fatalf("%s: %d values, not %d", row.name, len(got), len(row.want))
		}
		for i, want := range row.want {
			if got[i] != want && !(math.IsNaN(got[i]) && math.IsNaN(want)) {
				t.Errorf("%s, %s %+v: value %d is %v, not %v", row.name, row.measure, row.c, i, got[i], want)
			}
		}
	}
}

// Edges of a path 0 - 1 - 2 with a third edge 0 - 2 that is longer than the way round, as long, or parallel to another.
func TestEdgesByHand(t *testing.T) {
	chain := Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {1, 2}}}
	triangle := func(weight float64) Graph {
		return Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {1, 2}, {0, 2}}, Weights: []float64{1, 1, weight}}
	}
	doubled := func(weight float64) Graph {
		return Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {1, 2}, {2, 1}, {1, 1}}, Weights: []float64{3, 2, weight, 1}}
	}
	oneWay := Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {1, 2}}, Directed: true}
	counted := Options{Count: true}
	checkTables(t, []handTable{
		{"chain", chain, Options{}, "edge_betweenness", preset("raw"), []float64{4, 4}},
		{"chain", chain, Options{}, "edge_betweenness", preset("gpufan"), []float64{4, 4}},
		{"chain", chain, Options{}, "edge_betweenness", preset("networkx"), []float64{2. / 3, 2. / 3}},
		{"chain", chain, Options{}, "edge_betweenness", preset("igraph"), []float64{2, 2}},
		{"chain", chain, Options{}, "edge_betweenness", Convention{Preset: "networkx"}, []float64{2, 2}},
		{"chain", chain, Options{}, "edge_betweenness", Convention{Preset: "igraph", Normalized: 1},
			[]float64{2. / 3, 2. / 3}},
		{"chain", chain, Options{}, "edge_betweenness", Convention{Preset: "raw", Normalized: 1}, []float64{2. / 3, 2. / 3}},
		{"chain", chain, Options{}, "edge_stress", preset("raw"), []float64{4, 4}},
		{"chain", chain, Options{}, "edge_stress", preset("networkx"), []float64{2, 2}},
		{"one way", oneWay, Options{}, "edge_betweenness", preset("raw"), []float64{2, 2}},
		{"one way", oneWay, Options{}, "edge_betweenness", Convention{Preset: "networkx"}, []float64{2, 2}},
		{"one way", oneWay, Options{}, "edge_betweenness", preset("networkx"), []float64{1. / 3, 1. / 3}},
		{"long way", triangle(3), Options{}, "edge_betweenness", preset("raw"), []float64{4, 4, 0}},
		{"tie", triangle(2), Options{}, "edge_betweenness", preset("raw"), []float64{3, 3, 1}},
		{"tie", triangle(2), Options{}, "edge_stress", preset("raw"), []float64{4, 4, 2}},
		{"tie", triangle(2), Options{}, "betweenness", preset("raw"), []float64{0, 1, 0}},
		{"short", triangle(1.5), Options{}, "edge_betweenness", preset("raw"), []float64{2, 2, 2}},
		{"absent", triangle(math.Inf(1)), Options{}, "edge_betweenness", preset("raw"), []float64{4, 4, 0}},
		{"parallel, merged", doubled(2), Options{}, "edge_betweenness", preset("raw"), []float64{4, 2, 2, 0}},
		{"parallel, merged", doubled(2), Options{}, "edge_stress", preset("raw"), []float64{4, 2, 2, 0}},
		{"parallel, merged", doubled(2), Options{}, "edge_stress", preset("networkx"), []float64{2, 1, 1, 0}},
		{"parallel, longer", doubled(5), Options{}, "edge_stress", preset("raw"), []float64{4, 4, 0, 0}},
		{"parallel, counted", doubled(2), counted, "edge_betweenness", preset("raw"), []float64{4, 2, 2, 0}},
		{"parallel, counted", doubled(2), counted, "edge_stress", preset("raw"), []float64{6, 4, 4, 0}},
		{"parallel, counted, longer", doubled(5), counted, "edge_betweenness", preset("raw"), []float64{4, 4, 0, 0}},
		{"from 0", chain, Options{Sources: []int{0}}, "edge_betweenness", preset("raw"), []float64{2, 1}},
		{"from 0", chain, Options{Sources: []int{0}}, "edge_betweenness", Convention{Preset: "networkx"}, []float64{1, .5}},
		{"0 to 2", chain, Options{Sources: []int{0}, Targets: []int{2}}, "edge_betweenness", preset("raw"), []float64{1, 1}},
		{"no longer than 1", chain, Options{Cutoff: new(float64)}, "edge_betweenness", preset("raw"), []float64{0, 0}},
		{"sampled", chain, Options{Sources: []int{0, 2}}, "edge_betweenness",
			Convention{Preset: "networkx", Normalized: -1, Sampled: true}, []float64{.75, .75}},
		{"weighted pairs", chain, Options{SourceWeight: []float64{.5, 2, 0}, TargetWeight: []float64{1, 1, 3}},
			"edge_betweenness", preset("raw"), []float64{.5 + 1.5 + 2, 1.5 + 6}},
	})
}

// Ties of lengths that no float64 adds up to: .1 + .2 is .30000000000000004.
func TestTies(t *testing.T) {
	square := func(a, b, c, d float64) Graph {
		return Graph{Vertices: 4, Edges: [][2]int{{0, 1}, {1, 3}, {0, 2}, {2, 3}}, Weights: []float64{a, b, c, d},
			Directed: true}
	}
	parallel := func(w float64) Graph {
		return Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {0, 1}, {1, 2}}, Weights: []float64{.5, w, 1}, Directed: true}
	}
	near := .5 * (1 + 1e-11)
	tenths := square(.1, .2, .15, .15)
	tenths.PerUnit = 100
	checkTables(t, []handTable{
		{"rounded", square(.1, .2, .15, .15), Options{}, "betweenness", preset("raw"), []float64{0, .5, .5, 0}},
		{"exact alone", square(.1, .2, .15, .15), Options{Tolerance: 1e-17}, "betweenness", preset("raw"),
			[]float64{0, 0, 1, 0}},
		{"units", tenths, Options{Tolerance: 1e-17, Cutoff: cutoff(.3)}, "betweenness", preset("raw"),
			[]float64{0, .5, .5, 0}},
		{"units", tenths, Options{Cutoff: cutoff(.299)}, "betweenness", preset("raw"), []float64{0, 0, 0, 0}},
		{"units", tenths, Options{}, "eccentricity", preset("raw"), []float64{.3, .2, .15, 0}},
		{"apart", square(.1, .2, .15, .1500001), Options{}, "betweenness", preset("raw"), []float64{0, 1, 0, 0}},
		{"near", square(.1, .2, .15, .15*(1+1e-11)), Options{}, "betweenness", preset("raw"), []float64{0, .5, .5, 0}},
		{"whole", square(1, 3, 2, 2), Options{}, "betweenness", preset("raw"), []float64{0, .5, .5, 0}},
		{"large and whole", square(1e9, 3e9, 2e9, 2e9+1), Options{}, "betweenness", preset("raw"), []float64{0, 1, 0, 0}},
		{"parallel within the tolerance, merged", parallel(near), Options{}, "edge_stress", preset("raw"),
			[]float64{2, 0, 2}},
		{"parallel within the tolerance, counted", parallel(near), Options{Count: true}, "edge_stress", preset("raw"),
			[]float64{2, 2, 3}},
		{"cut below", square(.1, .2, .15, .16), Options{Cutoff: cutoff(.29)}, "betweenness", preset("raw"),
			[]float64{0, 0, 0, 0}},
		{"cut above", square(.1, .2, .15, .16), Options{Cutoff: cutoff(.31)}, "betweenness", preset("raw"),
			[]float64{0, 1, 0, 0}},
	})
}

func cutoff(x float64) *float64 { return &x }

// 0 -2- 1 -3- 2, an isolated vertex.
func TestWeightedDistancesByHand(t *testing.T) {
	g := Graph{Vertices: 4, Edges: [][2]int{{0, 1}, {1, 2}}, Weights: []float64{2, 3}}
	half := Graph{Vertices: 4, Edges: g.Edges, Weights: []float64{.5, .75}}
	nan := math.NaN()
	near := Options{Cutoff: cutoff(3)}
	checkTables(t, []handTable{
		{"path", g, Options{}, "closeness", preset("raw"), []float64{1. / 7, 1. / 5, 1. / 8, 0}},
		{"path", g, Options{}, "closeness", preset("networkx"), []float64{4. / 21, 4. / 15, 4. / 24, 0}},
		{"path", g, Options{}, "closeness", preset("igraph"), []float64{2. / 7, 2. / 5, 2. / 8, nan}},
		{"path", g, Options{}, "harmonic", preset("raw"), []float64{.7, 5. / 6, 8. / 15, 0}},
		{"path", g, Options{}, "eccentricity", preset("raw"), []float64{5, 3, 5, 0}},
		{"path", g, Options{}, "eccentricity_centrality", preset("gpufan"), []float64{.6, 1, .6, 0}},
		{"halves", half, Options{}, "eccentricity", preset("raw"), []float64{1.25, .75, 1.25, 0}},
		{"halves", half, Options{}, "closeness", preset("gpufan"), []float64{3 / 1.75, 3 / 1.25, 3. / 2, 0}},
		{"cut", g, near, "closeness", preset("raw"), []float64{1. / 2, 1. / 5, 1. / 3, 0}},
		{"cut", g, near, "harmonic", preset("raw"), []float64{1. / 2, 5. / 6, 1. / 3, 0}},
		{"cut", g, near, "eccentricity", preset("raw"), []float64{2, 3, 3, 0}},
		{"cut", g, near, "betweenness", preset("raw"), []float64{0, 0, 0, 0}},
		{"sources", g, Options{Sources: []int{0, 3}}, "closeness", preset("raw"), []float64{0, 1. / 2, 1. / 5, 0}},
	})
}

// networkx's scale of sampled sources: one fewer for a vertex that is one of them, nothing known of it if it is alone.
func TestSampledByHand(t *testing.T) {
	g := Path(5)
	sampled := Convention{Preset: "networkx", Sampled: true}
	checkTables(t, []handTable{
		{"of 0", g, Options{Sources: []int{0}}, "betweenness", sampled, []float64{math.NaN(), 6, 4, 2, 0}},
		{"of 0 and 2", g, Options{Sources: []int{0, 2}}, "betweenness", sampled, []float64{0, 4, 4, 2, 0}},
		{"of all", g, Options{}, "betweenness", sampled, []float64{0, 3, 4, 3, 0}},
		{"with ends", g, Options{Sources: []int{0}}, "betweenness",
			Convention{Preset: "networkx", Sampled: true, Endpoints: true}, []float64{10, 10, 7.5, 5, 2.5}},
	})
}
