package run_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

const shares = "betweenness,edge_betweenness"

// fringed is a graph of a family with trees, cycles and cliques at it, whole numbers as weights, and a few parallel
// edges.
func fringed(t testing.TB, spec string, weighted bool) *graph.Graph {
	t.Helper()
	core := generated(t, spec, false)
	r := rand.New(rand.NewPCG(5, 6))
	og := oracle.Graph{Vertices: core.Vertices}
	for row := range core.Rows.Tails {
		og.Edges = append(og.Edges, [2]int{int(core.Rows.Tails[row]), int(core.Rows.Heads[row])})
	}
	for range core.Vertices / 2 {
		at, v := r.IntN(og.Vertices), og.Vertices
		og.Edges = append(og.Edges, [2]int{at, v})
		switch og.Vertices++; r.IntN(4) {
		case 0:
			og.Edges = append(og.Edges, [2]int{at, v})
		case 1:
			og.Edges = append(og.Edges, [2]int{v, v + 1}, [2]int{v + 1, at})
			og.Vertices++
		}
	}
	for range og.Edges {
		if weighted {
			og.Weights = append(og.Weights, float64(1+r.IntN(3)))
		}
	}
	return build(t, og)
}

// near compares with answers of the whole graph, relative to the largest value.
func near(t *testing.T, what string, got, want [][]float64) {
	t.Helper()
	for i := range want {
		most := slices.Max(want[i])
		for at, x := range want[i] {
			if !(math.Abs(got[i][at]-x) <= 1e-12*most) {
				t.Fatalf("%s: column %d, row %d is %.17g, want %.17g", what, i, at, got[i][at], x)
			}
		}
	}
}

func TestSameBitsOfReducedGraphs(t *testing.T) {
	specs := families[2:]
	if testing.Short() {
		specs = smallFamilies // without weights, and with
	}
	for i, spec := range specs {
		weighted := i%2 == 1
		g := fringed(t, spec, weighted)
		want, _ := compute(t, g, shares, call{threads: 1, reductions: reduce.ByBlocks})
		whole, _ := compute(t, g, shares, call{threads: 2, reductions: query.NoReductions})
		near(t, spec, want, whole)
		tunings := []string{"", "strategy=reference"}
		switch {
		case engine.CPU().InstructionSet() == "go":
		case weighted:
			tunings = append(tunings, "kernel=serial")
		default:
			tunings = append(tunings, "width=8", "width=32", "width=64", "kernel=queue", "kernel=label_correcting")
		}
		for _, threads := range []int{2, 3} {
			for _, tuning := range tunings {
				got, _ := compute(t, g, shares, call{threads: threads, tuning: tuning, reductions: reduce.ByBlocks})
				if d := firstDifference(want, got); d != "" {
					t.Errorf("%s, weighted %v, %d threads, %q: %s", spec, weighted, threads, tuning, d)
				}
			}
		}
		alone, _ := compute(t, g, "edge_betweenness", call{threads: 2, reductions: reduce.ByBlocks})
		if d := firstDifference(want[1:], alone); d != "" {
			t.Errorf("%s: edges alone: %s", spec, d)
		}
	}
}

// subsets are questions of some sources and targets.
func subsets(t *testing.T, g *graph.Graph, r *rand.Rand) map[string]call {
	some := func(share int) (vertices []int32, weights []float64) {
		weights = make([]float64, g.Vertices)
		for v := range weights {
			if r.IntN(share) == 0 {
				vertices = append(vertices, int32(v))
				weights[v] = float64(1 + r.IntN(5))
			}
		}
		return vertices, byRank(t, g, weights)
	}
	sources, weights := some(3)
	targets := make([]float64, g.Vertices)
	for v := range targets {
		targets[v] = float64(v % 2)
	}
	marks := byRank(t, g, targets)
	large := byRank(t, g, slices.Repeat([]float64{1 << 17}, g.Vertices))
	scaled := &sums.Pairs{SourceWeight: large, TargetWeight: large, Cutoff: -1}
	if err := scaled.Lighten(g.Vertices); err != nil || scaled.Exponent == 0 {
		t.Fatal(scaled.Exponent, err)
	}
	return map[string]call{
		"sources":          {sources: sources},
		"a sample":         {sources: sources, choices: measure.Choices{Sampled: true, Normalized: -1}},
		"with endpoints":   {sources: sources, choices: measure.Choices{Endpoints: true, Normalized: -1}},
		"one source":       {sources: sources[:1]},
		"targets":          {pairs: &sums.Pairs{TargetWeight: marks, Cutoff: -1}},
		"both":             {sources: sources, pairs: &sums.Pairs{TargetWeight: marks, Cutoff: -1}},
		"weights":          {sources: sources, pairs: &sums.Pairs{SourceWeight: weights, TargetWeight: marks, Cutoff: -1}},
		"weights of 2^34":  {pairs: scaled},
		"parallel edges":   {sources: sources, choices: measure.Choices{Parallel: "count", Normalized: -1}},
		"without scaling ": {sources: sources, choices: measure.Choices{Preset: "raw", Sampled: true, Normalized: 0}},
	}
}

func TestSubsetsByBlocks(t *testing.T) {
	specs := families
	if testing.Short() {
		specs = smallFamilies
	}
	for i, spec := range specs {
		weighted := i%2 == 0
		g := fringed(t, spec, weighted)
		for name, c := range subsets(t, g, rand.New(rand.NewPCG(uint64(i), 8))) {
			name = fmt.Sprintf("%s, weighted %v, %s", spec, weighted, name)
			c.threads, c.reductions = 1, query.NoReductions
			whole, _ := compute(t, g, shares, c)
			c.reductions = reduce.ByBlocks
			if r := reductionOf(t, g, shares, c); !r.Taken {
				t.Errorf("%s: %s", name, r.Why)
			}
			want, _ := compute(t, g, shares, c)
			near(t, name, want, whole)
			for threads, tuning := range []string{"strategy=reference", "", ""} {
				c.threads, c.tuning = threads+1, tuning
				got, _ := compute(t, g, shares, c)
				if d := firstDifference(want, got); d != "" {
					t.Errorf("%s, %d threads, %q: %s", name, c.threads, tuning, d)
				}
			}
		}
	}
}

// Sums of distances are whole numbers: closeness has the same bits with blocks, alone and beside betweenness.
func TestClosenessByBlocks(t *testing.T) {
	const measures = "closeness,lin"
	specs := families
	if testing.Short() {
		specs = smallFamilies
	}
	for i, spec := range specs {
		weighted := i%2 == 0
		g := fringed(t, spec, weighted)
		sources := make([]int32, g.Vertices/3)
		for at := range sources {
			sources[at] = int32(3 * at)
		}
		for name, c := range map[string]call{"all": {}, "sources": {sources: sources},
			"one source": {sources: sources[7:8]}} {
			name = fmt.Sprintf("%s, weighted %v, %s", spec, weighted, name)
			c.threads, c.reductions = 2, query.NoReductions
			want, _ := compute(t, g, measures, c)
			c.reductions = reduce.ByBlocks
			if r := reductionOf(t, g, measures, c); !r.Taken {
				t.Errorf("%s: %s", name, r.Why)
			}
			tunings := []string{"", "strategy=reference"}
			if !weighted && engine.CPU().InstructionSet() != "go" {
				tunings = append(tunings, "lanes=256")
			}
			for threads, tuning := range tunings {
				c.threads, c.tuning = threads+1, tuning
				got, _ := compute(t, g, measures, c)
				if d := firstDifference(want, got); d != "" {
					t.Errorf("%s, %d threads, %q: %s", name, c.threads, tuning, d)
				}
			}
			c.tuning = ""
			alone, _ := compute(t, g, shares, c)
			both, _ := compute(t, g, shares+","+measures, c)
			if d := firstDifference(append(alone, want...), both); d != "" {
				t.Errorf("%s, beside betweenness: %s", name, d)
			}
		}
	}
}

// Few sources do not pay, unless they hang where a sweep has little to do.
func TestBlocksOfFewSources(t *testing.T) {
	g := generated(t, "barabasi_albert:n=60000,m=1", false)
	og := oracle.Cycle(100)
	for row := range g.Rows.Tails {
		og.Edges = append(og.Edges, [2]int{100 + int(g.Rows.Tails[row]), 100 + int(g.Rows.Heads[row])})
	}
	og.Vertices = 100 + g.Vertices
	g = build(t, og)
	few, more := make([]int32, 5), make([]int32, 1000)
	for i := range more {
		more[i] = int32(200 + i)
		few[i%len(few)] = more[i]
	}
	if r := reductionOf(t, g, "betweenness", call{sources: few}); r.Taken || r.Why != "the sweep is short anyway" {
		t.Errorf("few: %+v", r)
	}
	r := reductionOf(t, g, "betweenness", call{sources: more})
	if !r.Taken || r.Work.Before != 1000*59_999 || r.Work.After != 0 {
		t.Errorf("in a tree: %+v, %v", r, *r.Work)
	}
	r = reductionOf(t, g, "betweenness", call{sources: few, reductions: reduce.ByBlocks})
	if !r.Taken || r.Work.Before != 5*59_999 {
		t.Errorf("forced: %+v, %v", r, *r.Work)
	}
	r = reductionOf(t, g, "betweenness", call{})
	if !r.Taken || r.Work.After != 100*100 {
		t.Errorf("all: %+v, %v", r, *r.Work)
	}
}

// A chain of diamonds has one block for each, where the whole has more paths than float64 can hold.
func TestBlocksOfManyPaths(t *testing.T) {
	g := build(t, oracle.Diamonds(1100, 2))
	raw := measure.Choices{Preset: "raw", Normalized: -1}
	got, result := compute(t, g, "betweenness", call{choices: raw, reductions: reduce.ByBlocks, threads: 2})
	if n := result.Report.Path.OutOfRange; n != 0 {
		t.Errorf("%d sources were out of range", n)
	}
	exact := oracle.DiamondsBetweenness(1100, 2)
	for v, x := range exact {
		if want, _ := x.Float64(); far(got[0][v], want, 1e-12) {
			t.Fatalf("vertex %d: %g, want %g", v, got[0][v], want)
		}
	}
}

func reductionOf(t testing.TB, g *graph.Graph, measures string, c call) *plan.Reduction {
	t.Helper()
	if stages := planOf(t, g, measures, c).Answers[0].Reductions; len(stages) > 0 {
		return stages[0]
	}
	return nil
}

func TestWhyBlocksAreNotTaken(t *testing.T) {
	og := oracle.Cycle(5)
	og.Edges = append(og.Edges, [2]int{0, 5})
	og.Vertices = 6
	g := build(t, og)
	directed := og
	directed.Directed = true
	reals, wide, whole := og, og, og
	reals.Weights = []float64{1, math.Pi, 1, 1, 1, 1}
	wide.Weights = []float64{1e14 + 1, 1, 1, 1, 1, 1}
	whole.Weights = []float64{2, 1, 1, 1, 1, 1}
	one := byRank(t, g, slices.Repeat([]float64{1}, g.Vertices))
	half := byRank(t, g, slices.Repeat([]float64{0.5}, g.Vertices))
	for _, c := range []struct {
		why      string
		g        *graph.Graph
		measures string
		call     call
	}{
		{"", g, "betweenness", call{}}, {"", g, shares, call{wanted: []int32{1}}},
		{"undirected", build(t, directed), "betweenness", call{}},
		{"betweenness in the same call", g, "betweenness,stress", call{}},
		{"betweenness in the same call", g, "edge_betweenness,edge_stress", call{}},
		{"", g, "stress", call{wanted: []int32{1}}}, {"", g, "edge_stress,stress,closeness", call{}},
		{"", g, "edge_stress", call{}},
		{"all vertices as sources", g, "stress", call{sources: []int32{1, 2}}},
		{"all vertices as sources", g, "stress", call{pairs: &sums.Pairs{TargetWeight: one, Cutoff: -1}}},
		{"cutoff", g, "stress", call{pairs: &sums.Pairs{Cutoff: 3}}}, {"partial", g, "stress", call{partial: true}},
		{"", g, "edge_stress", call{precision: sums.Single}},
		{"published method", g, "stress", call{tuning: "strategy=serial"}},
		{"", build(t, whole), "stress", call{}}, {"not whole numbers of a unit", build(t, reals), "stress", call{}},
		{"too many shortest paths", build(t, oracle.Diamonds(210, 2)), "stress", call{}},
		{"undirected", build(t, directed), "stress", call{}},
		{"", g, "betweenness,closeness", call{}}, {"", g, "lin,closeness", call{sources: []int32{3, 4}}},
		{"only closeness and lin", g, "betweenness,harmonic", call{}},
		{"only closeness and lin", g, "closeness,radiality", call{}},
		{"only closeness and lin", g, "eccentricity", call{}},
		{"cutoff", g, "closeness", call{pairs: &sums.Pairs{Cutoff: 3}}},
		{"not whole numbers of a unit", build(t, reals), "closeness", call{}},
		{"cutoff", g, "betweenness", call{pairs: &sums.Pairs{Cutoff: 3}}},
		{"", g, "betweenness", call{sources: []int32{1, 2}}},
		{"", g, shares, call{pairs: &sums.Pairs{TargetWeight: one, Cutoff: -1}}},
		{"weights are not whole numbers", g, "betweenness", call{pairs: &sums.Pairs{TargetWeight: half, Cutoff: -1}}},
		{"partial", g, "betweenness", call{partial: true}},
		{"", g, "betweenness", call{precision: sums.Single}},
		{"not whole numbers of a unit", build(t, reals), "betweenness", call{}},
		{"not whole numbers of a unit", build(t, wide), "betweenness", call{}},
		{"", build(t, reals), "betweenness", call{unweighted: true}},
		{"published method", g, "betweenness", call{tuning: "strategy=serial"}},
	} {
		c.call.reductions = reduce.ByBlocks
		r := reductionOf(t, c.g, c.measures, c.call)
		if r == nil || r.Taken != (c.why == "") || !strings.Contains(r.Why, c.why) {
			t.Errorf("%q: %+v", c.why, r)
		}
	}
	if r := reductionOf(t, g, "betweenness", call{}); r == nil || r.Taken || r.Why != "the sweep is short anyway" {
		t.Errorf("%+v", r)
	}
	if r := reductionOf(t, g, "closeness", call{wanted: []int32{1}}); r == nil || r.Taken ||
		r.Why != "the sweep is short anyway" {
		t.Errorf("%+v", r)
	}
	if r := reductionOf(t, g, "betweenness", call{reductions: query.NoReductions}); r != nil {
		t.Errorf("%+v", r)
	}
}

// Without being asked for, blocks are taken where they save time, and the plan has the figures.
func TestBlocksAreTakenWhereTheyGain(t *testing.T) {
	for spec, taken := range map[string]bool{"barabasi_albert:n=8000,m=1": true, "delaunay:n=4500": false,
		"erdos_renyi:n=5700,m=9260": true} {
		g := generated(t, spec, false)
		r := reductionOf(t, g, "betweenness", call{})
		if r.Taken != taken || r.Work == nil || taken != (r.Why == "") {
			t.Errorf("%s: %+v", spec, r)
		}
		auto, _ := compute(t, g, "betweenness", call{threads: 2, tuning: "width=16"})
		none, _ := compute(t, g, "betweenness", call{threads: 2, reductions: query.NoReductions})
		near(t, spec, auto, none)
		if d := firstDifference(auto, none); d != "" && !taken {
			t.Errorf("%s: %s", spec, d)
		}
	}
	g := generated(t, "erdos_renyi:n=5700,m=9260", false)
	if r := reductionOf(t, g, "betweenness", call{precision: sums.Single}); r.Taken ||
		!strings.Contains(r.Why, "it would save too little") {
		t.Errorf("single precision: %+v", r)
	}
	og := oracle.Star(20_000)
	g = build(t, og)
	control := engine.NewControl()
	columns, _, err := tryCompute(g, "betweenness", call{choices: measure.Choices{Preset: "raw", Normalized: -1}}, control)
	if err != nil || columns[0][0] != 20_000*19_999 || *control.Done != 20_001 || *control.Total != 20_001 {
		t.Errorf("%v, %d of %d", err, *control.Done, *control.Total)
	}
	if text := fmt.Sprint(*reductionOf(t, g, "betweenness", call{}).Work); text != "{4.0002e+08 0}" {
		t.Error(text)
	}
}

// Whichever allocation fails, of plan, sweeps, rounds or what their sums become: nothing is left behind.
func TestAllocationsOfBlocksFailOneByOne(t *testing.T) {
	const measures = shares + ",closeness,lin"
	og := oracle.Cycle(40)
	for v := range 40 {
		og.Edges = append(og.Edges, [2]int{v, 40 + v}, [2]int{40 + v, 80 + v}, [2]int{80 + v, v})
	}
	og.Vertices = 120
	og.Weights = make([]float64, len(og.Edges))
	for i := range og.Weights {
		og.Weights[i] = float64(1 + i%3)
	}
	before, _ := memory.Live()
	for i, c := range []call{{}, {sources: []int32{1, 5, 70, 71, 72, 110}}, {unweighted: true},
		{reductions: reduce.ByChains}, {unweighted: true},
		{unweighted: true, reductions: reduce.ByChains}, {unweighted: true, reductions: reduce.ByTwins}} {
		measures := measures
		if (c.reductions == reduce.ByChains || c.reductions == reduce.ByTwins) && engine.CPU().InstructionSet() == "go" {
			continue // which has none
		}
		switch c.threads = 2; {
		case i == 4:
			c.reductions, measures = reduce.ByBlocks, "stress,edge_stress,lin"
		case i == 5:
			measures = stresses
		case i == 6:
			measures = "stress"
		case c.reductions == "":
			c.reductions = reduce.ByBlocks
		default:
			measures = shares
		}
		for n, done := 0, false; !done; n++ {
			g := built(t, og)
			memory.FailAfter(n)
			_, _, err := tryCompute(g, measures, c, engine.NewControl())
			memory.FailAfter(-1)
			g.Free()
			if blocks, _ := memory.Live(); blocks != before {
				t.Fatalf("call %d: %d blocks are left after allocation %d failed", i, blocks-before, n)
			}
			if done = err == nil; !done && !errors.Is(err, memory.ErrNoMemory) {
				t.Fatalf("call %d: allocation %d failed as %v", i, n, err)
			}
			if done && n < 40 {
				t.Errorf("call %d: %d allocations", i, n)
			}
		}
	}
}

func TestProgressOfBlocksEndsAtTotal(t *testing.T) {
	for _, og := range []oracle.Graph{oracle.Star(50), oracle.Diamonds(20, 3), oracle.Cycle(7)} {
		g := build(t, og)
		for _, measures := range []string{"betweenness", "closeness", "lin,betweenness", "stress", "closeness,edge_stress"} {
			control := engine.NewControl()
			if _, _, err := tryCompute(g, measures, call{threads: 2, reductions: reduce.ByBlocks}, control); err != nil {
				t.Fatal(err)
			}
			if *control.Total < int64(g.Vertices) || *control.Done != *control.Total {
				t.Errorf("%s of %d vertices: %d of %d", measures, g.Vertices, *control.Done, *control.Total)
			}
		}
	}
}

func TestWhereClosenessIsTakenByBlocks(t *testing.T) {
	for _, c := range []struct {
		spec, why string
		call      call
	}{
		{"barabasi_albert:n=8000,m=1", "", call{}},
		{"barabasi_albert:n=8000,m=1", "a search from each requested vertex is faster", call{wanted: []int32{1, 2}}},
		{"barabasi_albert:n=8000,m=1", "the sweep is short anyway", call{sources: make([]int32, 3)}},
		{"erdos_renyi:n=8000,m=80000", "the sweep is short anyway", call{}},
		{"delaunay:n=8000", "the sweep is short anyway", call{}},
	} {
		g := generated(t, c.spec, false)
		if r := reductionOf(t, g, "closeness", c.call); r.Taken != (c.why == "") || !strings.HasPrefix(r.Why, c.why) {
			t.Errorf("%s: %+v, want %q", c.spec, r, c.why)
		}
		auto, _ := compute(t, g, "closeness", c.call)
		c.call.reductions = query.NoReductions
		none, _ := compute(t, g, "closeness", c.call)
		for v := range none[0] {
			if c.call.wanted == nil && auto[0][v] != none[0][v] {
				t.Fatalf("%s: vertex %d is %g, want %g", c.spec, v, auto[0][v], none[0][v])
			}
		}
	}
}
