//go:build cgo

package run_test

import (
	"slices"
	"strings"
	"testing"

	"gobc/core/graph"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/internal/oracle"
)

// twinned is a graph in which every vertex has some twins: of one with the number i there are 1 + i % 4, closed ones
// where i is odd.
func twinned(t *testing.T, og oracle.Graph) *graph.Graph {
	t.Helper()
	first := make([]int, og.Vertices+1)
	for v := range og.Vertices {
		first[v+1] = first[v] + 1 + v%4
	}
	var all oracle.Graph
	all.Vertices = first[og.Vertices]
	for v := range og.Vertices {
		for a := first[v]; v%2 == 1 && a < first[v+1]; a++ {
			for b := first[v]; b < a; b++ {
				all.Edges = append(all.Edges, [2]int{a, b})
			}
		}
	}
	for _, e := range og.Edges {
		for a := first[e[0]]; a < first[e[0]+1]; a++ {
			for b := first[e[1]]; b < first[e[1]+1]; b++ {
				all.Edges = append(all.Edges, [2]int{a, b})
			}
		}
	}
	return build(t, all)
}

// Classes of one to four, with twins merged or not, on any number of threads, in batches of any width, and one by one.
func TestSameBitsOfMergedGraphs(t *testing.T) {
	g := twinned(t, oracle.Grid(15, 12))
	for _, name := range []string{"betweenness", "stress"} {
		c := call{threads: 1, reductions: reduce.ByTwins}
		want, _ := compute(t, g, name, c)
		if twins := stageOf(t, planOf(t, g, name, c), reduce.ByTwins); !twins.Taken || twins.Vertices.After != 180 {
			t.Fatalf("%s: %+v", name, *twins)
		}
		whole, _ := compute(t, g, name, call{threads: 2, reductions: query.NoReductions})
		near(t, name, want, whole)
		for _, tuning := range []string{"", "width=8", "width=64", "kernel=queue", "kernel=exponents"} {
			got, _ := compute(t, g, name, call{threads: 3, reductions: reduce.ByTwins, tuning: tuning})
			if d := firstDifference(want, got); d != "" {
				t.Errorf("%s, %q: %s", name, tuning, d)
			}
		}
	}
}

// Numbers below 2^53 are the same bit for bit with twins and without.
func TestStressOfMergedGraphsIsExact(t *testing.T) {
	for name, og := range map[string]oracle.Graph{"grid": oracle.Grid(5, 4), "cycle": oracle.Cycle(9),
		"hubs": oracle.Bipartite(4, 6)} {
		g := twinned(t, og)
		whole, _ := compute(t, g, "stress", call{threads: 2, reductions: query.NoReductions})
		got, _ := compute(t, g, "stress", call{threads: 2, reductions: reduce.ByTwins})
		if d := firstDifference(got, whole); d != "" || most(whole[0]) >= 1<<53 {
			t.Errorf("%s, up to %g: %s", name, most(whole[0]), d)
		}
	}
}

// The label-correcting kernel does not know of vertices that stand for several.
func TestNoTwinsWithLabels(t *testing.T) {
	g := twinned(t, oracle.Grid(5, 4))
	want, _ := compute(t, g, "betweenness,stress", call{reductions: query.NoReductions})
	for _, measures := range []string{"betweenness", "stress"} {
		c := call{reductions: reduce.ByTwins, tuning: "kernel=label_correcting"}
		got, _ := compute(t, g, measures, c)
		if r := planOf(t, g, measures, c).Answers[0].Reductions; !slices.ContainsFunc(r, func(r *plan.Reduction) bool {
			return r.Name == reduce.ByTwins && !r.Taken && strings.Contains(r.Why, "label_correcting")
		}) {
			t.Errorf("%s: %+v", measures, r)
		}
		column := 0
		if measures == "stress" {
			column = 1
		}
		near(t, measures, got, want[column:column+1])
	}
}

// Path counts leave the range of float64: sources go to the fallback.
func TestTwinsOfManyPaths(t *testing.T) {
	g := build(t, oracle.DiamondsBesidePath(1000))
	got, result := compute(t, g, "betweenness", call{reductions: reduce.ByTwins, threads: 2, tuning: "kernel=queue"})
	whole, _ := compute(t, g, "betweenness", call{reductions: query.NoReductions, threads: 2})
	near(t, "diamonds", got, whole)
	if result.Report.Path.OutOfRange == 0 {
		t.Error("no source was out of range")
	}
	g = build(t, oracle.DiamondsBesidePath(500))
	whole, _ = compute(t, g, "stress", call{reductions: query.NoReductions, threads: 2})
	for _, tuning := range []string{"", "kernel=queue"} {
		got, result := compute(t, g, "stress", call{reductions: reduce.ByTwins, threads: 2, tuning: tuning})
		alike(t, "diamonds", got, whole)
		if tuning != "" && result.Report.Path.OutOfRange == 0 { // the sweep has no check so near to the end
			t.Error("no source of stress was out of range")
		}
	}
}

func TestWhyTwinsAreNotTaken(t *testing.T) {
	g := twinned(t, oracle.Grid(60, 30))
	for _, c := range []struct {
		why      string
		measures string
		call     call
	}{
		{"", "betweenness", call{reductions: reduce.ByTwins}}, {"", "betweenness", call{}},
		{"", "betweenness", call{tuning: "width=8"}},
		{"", "stress", call{reductions: reduce.ByTwins}}, {"", "stress", call{}},
		{"vertex stress alone", "stress,edge_stress", call{reductions: reduce.ByTwins}},
		{"vertex stress alone", "edge_stress", call{reductions: reduce.ByTwins}},
		{"vertex betweenness alone", "betweenness,edge_betweenness", call{reductions: reduce.ByTwins}},
		// which leaves them together
		{"vertex betweenness alone", "betweenness,closeness", call{reductions: reduce.ByTwins, tuning: "lanes=512"}},
		{"needs all vertices", "betweenness", call{sources: []int32{1, 2, 3}, reductions: reduce.ByTwins}},
	} {
		twins := stageOf(t, planOf(t, g, c.measures, c.call), reduce.ByTwins)
		if twins.Taken != (c.why == "") || !strings.Contains(twins.Why, c.why) {
			t.Errorf("%q: %+v", c.why, *twins)
		}
	}
	lengths := fringed(t, "road_like:n=1500", true)
	few := generated(t, "erdos_renyi:n=9000,m=13000", false)
	for why, p := range map[string]*plan.Plan{
		"an unweighted call": planOf(t, lengths, "betweenness", call{reductions: reduce.ByTwins}),
		"it would save":      planOf(t, few, "betweenness", call{}),
		"with chains":        planOf(t, generated(t, "road_like:n=12000", false), "betweenness", call{}),
	} {
		if twins := stageOf(t, p, reduce.ByTwins); twins.Taken || !strings.Contains(twins.Why, why) {
			t.Errorf("%q: %+v", why, *twins)
		}
	}
}
