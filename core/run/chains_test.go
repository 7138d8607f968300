//go:build cgo

package run_test

import (
	"strings"
	"testing"

	"gobc/core/graph"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/internal/oracle"
)

// One cycle, two cycles that share a path, and roads: with chains contracted or not, on any number of threads.
func TestSameBitsOfContractedGraphs(t *testing.T) {
	for i, spec := range []string{"road_like:n=1500", "erdos_renyi:n=700,m=800", "grid:rows=12,cols=11"} {
		for _, weighted := range []bool{false, true} {
			g := fringed(t, spec, weighted)
			c := call{threads: 1, reductions: query.Chains}
			want, result := compute(t, g, shares, c)
			stages := planOf(t, g, shares, c).Reductions
			if len(stages) != 2 || !stages[1].Taken || stages[1].Vertices.After >= stages[1].Vertices.Before {
				t.Fatalf("%s: %+v", spec, stages)
			}
			if result.Report.Path.Width != reduce.Lanes {
				t.Errorf("%s: width %d", spec, result.Report.Path.Width)
			}
			whole, _ := compute(t, g, shares, call{threads: 2, reductions: query.NoReductions})
			near(t, spec, want, whole)
			got, _ := compute(t, g, shares, call{threads: 3, reductions: query.Chains})
			if d := firstDifference(want, got); d != "" {
				t.Errorf("%s, weighted %v: %s", spec, weighted, d)
			}
			alone, _ := compute(t, g, strings.Split(shares, ",")[i%2], call{threads: 2, reductions: query.Chains})
			if d := firstDifference(want[i%2:i%2+1], alone); d != "" {
				t.Errorf("%s: one measure alone: %s", spec, d)
			}
		}
	}
}

// diamondsAndBack has more shortest paths than float64 holds, in one block.
func diamondsAndBack(t *testing.T) *graph.Graph {
	t.Helper()
	og := oracle.Diamonds(1000, 2) // and a way back that is no shorter
	at, end := 0, og.Vertices-1
	for range 1999 {
		og.Edges = append(og.Edges, [2]int{at, og.Vertices})
		at = og.Vertices
		og.Vertices++
	}
	og.Edges = append(og.Edges, [2]int{at, end})
	return build(t, og)
}

// Every batch leaves the range of float64: the sweep gives it to the fallback.
func TestChainsOfManyPaths(t *testing.T) {
	g := diamondsAndBack(t)
	got, result := compute(t, g, shares, call{reductions: query.Chains, threads: 2})
	whole, _ := compute(t, g, shares, call{reductions: query.NoReductions, threads: 2})
	near(t, "diamonds", got, whole)
	if result.Report.Path.OutOfRange == 0 {
		t.Error("no batch was out of range")
	}
}

func TestWhyChainsAreNotTaken(t *testing.T) {
	long := oracle.Cycle(5)
	long.Weights = []float64{1 << 31, 1 << 31, 1 << 31, 1 << 31, 1 << 31}
	stages := planOf(t, build(t, long), "betweenness", call{reductions: query.Chains}).Reductions
	if len(stages) < 2 || !stages[0].Taken || stages[1].Taken || stages[1].Why != "a chain is longer than 2^31 units" {
		t.Errorf("%+v", stages)
	}
	g := generated(t, "road_like:n=12000", false)
	for _, c := range []struct {
		why      string
		measures string
		call     call
	}{
		{"", "betweenness", call{}}, {"", shares, call{}},
		{"betweenness alone", "betweenness,closeness", call{reductions: query.Chains}},
		{"not all vertices", "betweenness", call{sources: []int32{1, 2, 3}, reductions: query.Chains}},
		{"tuning width", "betweenness", call{tuning: "width=8"}},
	} {
		stages := planOf(t, g, c.measures, c.call).Reductions
		if stage := stages[1]; stage.Name != query.Chains || stage.Taken != (c.why == "") || !strings.Contains(stage.Why, c.why) {
			t.Errorf("%q: %+v", c.why, *stage)
		}
	}
	if stages := planOf(t, generated(t, "erdos_renyi:n=9000,m=13000", false), "betweenness", call{}).Reductions; len(stages) != 3 || stages[1].Taken || !stages[0].Taken {
		t.Errorf("%+v", stages)
	}
}
