package oracle

import (
	"math"
	"testing"
)

// A path of three vertices and an isolated one, by hand.
func TestScoresByHand(t *testing.T) {
	g := Graph{Vertices: 4, Edges: [][2]int{{0, 1}, {1, 2}}}
	nan := math.NaN()
	rows := []struct {
		measure string
		c       Convention
		want    []float64
	}{
		{"betweenness", Convention{"raw", -1, false, "", false}, []float64{0, 2, 0, 0}},
		{"betweenness", Convention{"raw", 1, false, "", false}, []float64{0, 1. / 3, 0, 0}},
		{"betweenness", Convention{"raw", 0, true, "", false}, []float64{4, 6, 4, 0}},
		{"betweenness", Convention{"networkx", -1, false, "", false}, []float64{0, 1. / 3, 0, 0}},
		{"betweenness", Convention{"networkx", 0, false, "", false}, []float64{0, 1, 0, 0}},
		{"betweenness", Convention{"networkx", -1, true, "", false}, []float64{1. / 3, .5, 1. / 3, 0}},
		{"betweenness", Convention{"igraph", -1, false, "", false}, []float64{0, 1, 0, 0}},
		{"betweenness", Convention{"igraph", 1, false, "", false}, []float64{0, 1. / 6, 0, 0}},
		{"betweenness", Convention{"gpufan", -1, false, "", false}, []float64{0, 2, 0, 0}},
		{"stress", Convention{"raw", -1, false, "", false}, []float64{0, 2, 0, 0}},
		{"stress", Convention{"igraph", -1, false, "", false}, []float64{0, 1, 0, 0}},
		{"closeness", Convention{"raw", -1, false, "", false}, []float64{1. / 3, .5, 1. / 3, 0}},
		{"closeness", Convention{"raw", 1, false, "", false}, []float64{2. / 3, 1, 2. / 3, 0}},
		{"closeness", Convention{"networkx", -1, false, "", false}, []float64{4. / 9, 2. / 3, 4. / 9, 0}},
		{"closeness", Convention{"networkx", 0, false, "", false}, []float64{2. / 3, 1, 2. / 3, 0}},
		{"closeness", Convention{"igraph", -1, false, "", false}, []float64{2. / 3, 1, 2. / 3, nan}},
		{"closeness", Convention{"igraph", 0, false, "", false}, []float64{1. / 3, .5, 1. / 3, nan}},
		{"closeness", Convention{"gpufan", -1, false, "", false}, []float64{1, 1.5, 1, 0}},
		{"harmonic", Convention{"networkx", -1, false, "", false}, []float64{1.5, 2, 1.5, 0}},
		{"harmonic", Convention{"igraph", -1, false, "", false}, []float64{.5, 2. / 3, .5, 0}},
		{"eccentricity", Convention{"igraph", -1, false, "", false}, []float64{2, 1, 2, 0}},
		{"radiality", Convention{"raw", -1, false, "", false}, []float64{1, 4. / 3, 1, 0}},
		{"decay", Convention{"raw", -1, false, "", false}, []float64{.75, 1, .75, 0}},
		{"decay", Convention{"networkx", 1, false, "", false}, []float64{.25, 1. / 3, .25, 0}},
		{"lin", Convention{"raw", -1, false, "", false}, []float64{3, 4.5, 3, 1}},
		{"reach", Convention{"raw", -1, false, "", false}, []float64{2, 2, 2, 0}},
		{"reach", Convention{"networkx", 1, false, "", false}, []float64{2. / 3, 2. / 3, 2. / 3, 0}},
		{"eccentricity_centrality", Convention{"gpufan", -1, false, "", false}, []float64{1.5, 3, 1.5, 0}},
	}
	r := Compute(g, Options{})
	for _, row := range rows {
		for v, got := range Scores(g, r, row.measure, row.c) {
			if got != row.want[v] && !(math.IsNaN(got) && math.IsNaN(row.want[v])) {
				t.Errorf("%s %+v: vertex %d has %v, not %v", row.measure, row.c, v, got, row.want[v])
			}
		}
	}
}

// 0 -> 1 -> 2: what is incoming for one end is outgoing for the other.
func TestDefaultDirections(t *testing.T) {
	g := Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {1, 2}}, Directed: true}
	r := Compute(g, Options{})
	rows := []struct {
		measure, preset string
		want            []float64
	}{
		{"harmonic", "raw", []float64{1.5, 1, 0}},
		{"harmonic", "networkx", []float64{0, 1, 1.5}},
		{"harmonic", "igraph", []float64{.75, 1, .75}},
		{"eccentricity", "networkx", []float64{2, 1, 0}},
		{"eccentricity", "igraph", []float64{2, 1, 0}},
		{"closeness", "gpufan", []float64{2. / 3, 2, 0}},
	}
	for _, row := range rows {
		for v, got := range Scores(g, r, row.measure, Convention{row.preset, -1, false, "", false}) {
			if !(got == row.want[v]) {
				t.Errorf("%s of %s: vertex %d has %v, not %v", row.measure, row.preset, v, got, row.want[v])
			}
		}
	}
}
