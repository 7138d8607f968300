package run_test

import (
	"strings"

	_ "gobc/kernels/cpu/cpuengine"
	_ "gobc/kernels/cuda/cudaengine"
	_ "gobc/kernels/papers/papersengine"

	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/run"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

// call is a question as the interface asks it.
type call struct {
	choices   measure.Choices
	precision sums.Precision
	threads   int
	tuning    string
	sources   []int32 // vertex numbers; nil: all
	wanted    []int32 // ranks; nil: all

	unweighted bool // although the graph has weights
	reductions string
	tolerance  float64
	pairs      *sums.Pairs
	partial    bool
}

func build(t testing.TB, g oracle.Graph) *graph.Graph {
	t.Helper()
	made := built(t, g)
	t.Cleanup(made.Free)
	return made
}

// built is a graph that the caller frees.
func built(t testing.TB, g oracle.Graph) *graph.Graph {
	t.Helper()
	source, target := make([]int64, len(g.Edges)), make([]int64, len(g.Edges))
	for i, e := range g.Edges {
		source[i], target[i] = int64(e[0]), int64(e[1])
	}
	built, err := graph.FromWeightedEdges(g.Vertices, source, target, g.Weights,
		graph.Options{Directed: g.Directed, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// compute returns one column a measure.
func compute(t testing.TB, g *graph.Graph, measures string, c call) ([][]float64, *run.Result) {
	t.Helper()
	columns, result, err := tryCompute(g, measures, c, engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	return columns, result
}

// requestOf is what a call asks for.
func requestOf(g *graph.Graph, measures string, c call) (r plan.Request, err error) {
	r = plan.Request{Graph: g, Sources: run.Sources(g, c.sources), Wanted: c.wanted,
		Query: query.Query{Precision: c.precision,
			Threads: max(c.threads, 1), Weighted: g.Weighting != nil && !c.unweighted, Tolerance: c.tolerance, Pairs: c.pairs,
			Partial:    c.partial,
			Reductions: c.reductions}}
	if r.Precision == 0 {
		r.Precision = sums.Double
	}
	if r.Measures, err = measure.Parse(measures); err != nil {
		return r, err
	}
	if c.choices.Numbers == nil {
		c.choices.Numbers = query.ByDefault()
	}
	if r.Convention, err = measure.Resolve(c.choices); err != nil {
		return r, err
	}
	if r.Tuning, err = engine.ParseTuning(c.tuning); err != nil {
		return r, err
	}
	return r, r.Check(g, r.Sources)
}

// planOf is the plan of a call.
func planOf(t testing.TB, g *graph.Graph, measures string, c call) *plan.Plan {
	t.Helper()
	r, err := requestOf(g, measures, c)
	if err != nil {
		t.Fatal(err)
	}
	r.Count = true
	p := plan.Make(r)
	t.Cleanup(p.Release)
	return p
}

func tryCompute(g *graph.Graph, measures string, c call, control *engine.Control) ([][]float64, *run.Result, error) {
	r, err := requestOf(g, measures, c)
	if err != nil {
		return nil, nil, err
	}
	r.Cancel = control.Cancel
	p := plan.Make(r)
	defer p.Release()
	before := p.JSON(nil)
	result, err := run.Compute(r, p, control)
	if after := p.JSON(nil); after != before {
		return nil, nil, fmt.Errorf("the run changed its plan:\n%s\n%s", before, after)
	}
	if err != nil {
		return nil, nil, err
	}
	columns := make([][]float64, len(result.Columns))
	for i, column := range result.Columns {
		columns[i] = slices.Clone(column)
	}
	result.Free()
	return columns, result, nil
}

// far reports whether a value misses the reference; NaN equals only NaN.
func far(got, want, tolerance float64) bool {
	if math.IsNaN(want) {
		return !math.IsNaN(got)
	}
	if got == want {
		return false
	}
	return !(math.Abs(got-want) <= tolerance*math.Abs(want))
}

// allMeasures are those of vertices.
var allMeasures = strings.Join(oracle.Measures, ",")

// checkAll compares every measure with the oracle under one choice.
func checkAll(t *testing.T, name string, og oracle.Graph, g *graph.Graph, c call, exact oracle.Result) {
	t.Helper()
	columns, _ := compute(t, g, allMeasures, c)
	conv := oracle.Convention{Preset: c.choices.Preset, Normalized: c.choices.Normalized, Endpoints: c.choices.Endpoints,
		Direction: c.choices.Direction}
	for i, m := range oracle.Measures {
		want := oracle.Scores(og, exact, m, conv)
		for v := range want {
			if far(columns[i][v], want[v], 1e-12) {
				t.Fatalf("%s %+v: %s of vertex %d is %v, want %v\n%v", name, c, m, v, columns[i][v], want[v], og)
			}
		}
	}
}

func TestEveryConnectedGraphUpToSevenVertices(t *testing.T) {
	graphs := oracle.ConnectedGraphs()
	if len(graphs) != 996 {
		t.Fatalf("%d graphs, want 996 (OEIS A001349)", len(graphs))
	}
	for i, og := range graphs {
		g := build(t, og)
		exact := oracle.Compute(og, oracle.Options{})
		counted := oracle.Compute(og, oracle.Options{Count: true})
		presets := []string{"raw", "networkx", "igraph", "gpufan"}
		if testing.Short() {
			presets = []string{"raw", presets[1+i%3]} // what a preset does to sums depends on the graph little
		}
		for _, preset := range presets {
			r := exact
			if oracle.Counts(preset) {
				r = counted
			}
			checkAll(t, fmt.Sprint("graph ", i), og, g, call{choices: measure.Choices{Preset: preset, Normalized: -1}}, r)
		}
		g.Free()
	}
}

// randomGraph: directed or not, with self-loops, parallel edges, isolated vertices and several components.
func randomGraph(r *rand.Rand, most int) oracle.Graph {
	g := oracle.Graph{Vertices: 1 + r.IntN(most), Directed: r.IntN(2) == 0}
	for range r.IntN(3 * g.Vertices) {
		e := [2]int{r.IntN(g.Vertices), r.IntN(g.Vertices)}
		g.Edges = append(g.Edges, e)
		if r.IntN(8) == 0 {
			g.Edges = append(g.Edges, e)
		}
	}
	return g
}

func TestRandomGraphsEqualOracle(t *testing.T) {
	count := 4000
	if testing.Short() {
		count = 400
	}
	r := rand.New(rand.NewPCG(1, 2))
	presets := []string{"raw", "networkx", "igraph", "gpufan"}
	tunings := []string{"", "", "width=8", "width=16", "width=32", "width=64", "kernel=queue", "kernel=label_correcting",
		"kernel=exponents"}
	for i := range count {
		og := randomGraph(r, 12)
		g := build(t, og)
		c := call{
			choices: measure.Choices{
				Preset: presets[r.IntN(4)], Normalized: r.IntN(3) - 1, Endpoints: r.IntN(3) == 0,
				Parallel: []string{"", "merge", "count"}[r.IntN(3)], Direction: []string{"", "in", "out", "all"}[r.IntN(4)],
			},
			tuning: tunings[r.IntN(len(tunings))], threads: 1 + r.IntN(3),
		}
		options := oracle.Options{Count: oracle.Counts(c.choices.Preset)}
		if c.choices.Parallel != "" {
			options.Count = c.choices.Parallel == "count"
		}
		if r.IntN(3) == 0 {
			c.sources = []int32{}
			options.Sources = []int{}
			for v := range og.Vertices {
				if r.IntN(2) == 0 {
					c.sources = append(c.sources, int32(v))
					options.Sources = append(options.Sources, v)
				}
			}
		}
		checkAll(t, fmt.Sprint("random ", i), og, g, c, oracle.Compute(og, options))
		g.Free()
	}
}

// Bounds on eccentricities hold where distances are the same both ways: those of directed graphs take all searches.
func TestEccentricitiesOfDirectedGraphs(t *testing.T) {
	g := generated(t, "erdos_renyi:n=3000,m=6000", true)
	for _, direction := range []string{"in", "out"} {
		c := call{choices: measure.Choices{Direction: direction, Normalized: -1}}
		got, _ := compute(t, g, "eccentricity", c)
		c.tuning = "lanes=64"
		want, _ := compute(t, g, "eccentricity", c)
		if !slices.Equal(got[0], want[0]) || slices.Max(want[0]) < 10 {
			t.Errorf("%s: eccentricities differ from those of all searches, whose largest is %v", direction,
				slices.Max(want[0]))
		}
	}
}

func TestPickTakesRowsInTheirOrder(t *testing.T) {
	g := generated(t, "barabasi_albert:n=50,m=2", false)
	control := engine.NewControl()
	for _, of := range [][]int32{nil, {}, {7}, {49, 0, 7}} {
		r, err := requestOf(g, "betweenness", call{})
		if err != nil {
			t.Fatal(err)
		}
		result, err := run.Compute(r, plan.Make(r), control)
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Clone(result.Columns[0])
		if err := result.Pick(of); err != nil {
			t.Fatal(err)
		}
		want := all
		if of != nil {
			want = nil
			for _, v := range of {
				want = append(want, all[v])
			}
		}
		if !slices.Equal(result.Columns[0], want) {
			t.Errorf("%v: %v, want %v", of, result.Columns[0], want)
		}
		result.Free()
	}
}

func TestAllVerticesAreSources(t *testing.T) {
	for _, vertices := range []int{0, 3, 200_000} {
		for _, threads := range []int{1, 3} {
			ranks, err := run.All(vertices, threads)
			if err != nil || len(ranks) != vertices {
				t.Fatal(err, len(ranks))
			}
			for i, r := range ranks {
				if int(r) != i {
					t.Fatalf("source %d of %d is %d", i, vertices, r)
				}
			}
		}
	}
}
