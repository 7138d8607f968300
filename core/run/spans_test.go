package run_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/internal/oracle"
)

// spanning is two copies of a graph, one with edges so many times as long, joined by an arc where it is directed. Its
// weights have no common unit.
func spanning(longer float64, directed bool) oracle.Graph {
	g := oracle.Graph{Vertices: 12, Directed: directed}
	for copy, unit := range []float64{1, longer} {
		for i, e := range [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {1, 4}} {
			g.Edges = append(g.Edges, [2]int{e[0] + 6*copy, e[1] + 6*copy})
			g.Weights = append(g.Weights, unit*(1+math.Sqrt(float64(2+i))))
		}
	}
	if directed {
		g.Edges, g.Weights = append(g.Edges, [2]int{2, 6}), append(g.Weights, longer*math.Pi)
	}
	return g
}

// Vertices that are near all that reach them keep all digits of their sums beside distances that are 10^280 times
// longer, with the same bits in every engine, from all sources and from some.
func TestSumsOfDistancesOfAnySpan(t *testing.T) {
	calls := []call{{}, {threads: 3}, {tuning: "kernel=serial"}, {tuning: "strategy=reference"}}
	if engine.CPU().InstructionSet() == "go" {
		calls = calls[:2]
	}
	for _, longer := range []float64{1, 1e14, 1e16, 1e20, 1e25, 1e30, 1e80, 1e280} {
		for _, directed := range []bool{false, true} {
			og := spanning(longer, directed)
			g := build(t, og)
			for _, sources := range [][]int{nil, {0, 2, 5, 6, 9}} {
				exact := oracle.Compute(og, oracle.Options{Sources: sources})
				for _, c := range calls {
					for _, s := range sources {
						c.sources = append(c.sources, int32(s))
					}
					checkSpan(t, fmt.Sprintf("%g times, directed %t, %+v", longer, directed, c), og, exact, g, c)
				}
			}
		}
	}
}

func checkSpan(t *testing.T, name string, og oracle.Graph, exact oracle.Result, g *graph.Graph, c call) {
	t.Helper()
	measures := []string{"closeness", "lin", "harmonic", "eccentricity"}
	raw := measure.Choices{Preset: "raw", Normalized: -1}
	c.choices = raw
	got, _ := compute(t, g, strings.Join(measures, ","), c)
	first, _ := compute(t, g, strings.Join(measures, ","), call{choices: raw, sources: c.sources})
	if d := firstDifference(got, first); d != "" {
		t.Errorf("%s: %s", name, d)
	}
	for i, m := range measures {
		for v, want := range oracle.Scores(og, exact, m, oracle.Convention{Preset: "raw", Normalized: -1}) {
			if far(got[i][v], want, 1e-13) {
				t.Errorf("%s: %s of vertex %d is %v, not %v", name, m, v, got[i][v], want)
			}
		}
	}
}
