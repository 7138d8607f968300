package run_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

// weights are kinds of random weights: each knows how many units the graph should find in 1.
var weights = []struct {
	name    string
	perUnit float64
	draw    func(r *rand.Rand) float64
}{
	{"whole", 1, func(r *rand.Rand) float64 { return float64(1 + r.IntN(4)) }},
	{"tenths", 10, func(r *rand.Rand) float64 { return float64(1+r.IntN(6)) / 10 }},
	{"near", 1, func(r *rand.Rand) float64 { return 1e10*float64(1+r.IntN(2)) + float64(r.IntN(2)) }},
	{"near hundredths", 100, func(r *rand.Rand) float64 {
		return (1e10*float64(1+r.IntN(2)) +
			float64(1+2*r.IntN(2))) / 100
	}},
	{"large", 1, func(r *rand.Rand) float64 { return float64(1<<31 - 1 - r.IntN(3)) }},
	{"reals", 0, func(r *rand.Rand) float64 { return []float64{1.0 / 3, 2.0 / 3, 1, 0.1234567890123}[r.IntN(4)] }},
}

// every is one random question about a random graph.
type every struct {
	g       oracle.Graph
	options oracle.Options
	call    call
}

func randomEvery(r *rand.Rand) every {
	n := 2 + r.IntN(9)
	e := every{g: oracle.Graph{Vertices: n, Directed: r.IntN(2) == 0}, options: oracle.Options{Edges: true}}
	e.call.threads = 1 + r.IntN(3)
	for range r.IntN(3 * n) {
		e.g.Edges = append(e.g.Edges, [2]int{r.IntN(n), r.IntN(n)}) // loops and parallel edges too
	}
	kernels := []string{"", "width=8", "width=32", "kernel=queue", "kernel=label_correcting", "kernel=exponents"}
	if r.IntN(4) > 0 {
		kind := weights[r.IntN(len(weights))]
		e.g.Weights = []float64{}
		for range e.g.Edges {
			e.g.Weights = append(e.g.Weights, kind.draw(r))
		}
		kernels = []string{"", "kernel=serial", "kernel=exponents"}
		e.call.tolerance = 1e-10
	}
	e.call.tuning = kernels[r.IntN(len(kernels))]
	e.call.choices = measure.Choices{Preset: []string{"", "raw", "igraph"}[r.IntN(3)], Normalized: r.IntN(3) - 1,
		Endpoints: r.IntN(3) == 0}
	e.options.Count = oracle.Counts(e.call.choices.Preset)
	e.options.Alpha = []float64{0.5, 0.9, 0.3, 0.01, 1 - 1e-9}[r.IntN(5)]
	e.call.choices.Numbers = map[string]float64{"alpha": e.options.Alpha}
	if r.IntN(3) == 0 {
		e.options.Sources = r.Perm(n)[:1+r.IntN(n)]
	}
	if r.IntN(3) == 0 {
		cutoff := float64(r.IntN(5))
		if len(e.g.Weights) > 0 {
			cutoff *= e.g.Weights[0]
		}
		e.options.Cutoff = &cutoff
	}
	e.call.reductions = []string{query.Auto, reduce.ByBlocks, reduce.ByChains}[r.IntN(3)]
	return e
}

// subset lets only some targets count, and weighs both ends.
func (e *every) subset(r *rand.Rand) {
	n := e.g.Vertices
	e.call.choices.Endpoints = false
	e.options.TargetWeight = make([]float64, n)
	for _, v := range r.Perm(n)[:1+r.IntN(n)] {
		e.options.TargetWeight[v] = 1
		if r.IntN(2) == 0 {
			e.options.TargetWeight[v] = float64(r.IntN(4))
		}
	}
	if r.IntN(2) == 0 {
		e.options.SourceWeight = make([]float64, n)
		for v := range n {
			e.options.SourceWeight[v] = float64(r.IntN(3))
		}
	}
}

// byRank gives weights of vertices to a graph's ranks.
func byRank(t *testing.T, g *graph.Graph, weights []float64) []float64 {
	if weights == nil {
		return nil
	}
	ranks, err := memory.Make[float64](g.Vertices)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { memory.Free(ranks) })
	for r, v := range g.Vertex {
		ranks[r] = weights[v]
	}
	return ranks
}

func (e *every) check(t *testing.T, measures []string) {
	t.Helper()
	g := build(t, e.g)
	if g.Weighting != nil {
		e.g.PerUnit = g.Weighting.PerUnit
	}
	for _, s := range e.options.Sources {
		e.call.sources = append(e.call.sources, int32(s))
	}
	o := e.options
	if o.Cutoff != nil || o.SourceWeight != nil || o.TargetWeight != nil {
		e.call.pairs = &sums.Pairs{SourceWeight: byRank(t, g, o.SourceWeight), TargetWeight: byRank(t, g, o.TargetWeight),
			Cutoff: -1}
		if o.Cutoff != nil {
			e.call.pairs.Cutoff = *o.Cutoff
		}
	}
	exact := oracle.Compute(e.g, e.options)
	list := ""
	for _, m := range measures {
		list += "," + m
	}
	columns, _ := compute(t, g, list[1:], e.call)
	c := e.call.choices
	conv := oracle.Convention{Preset: c.Preset, Normalized: c.Normalized, Endpoints: c.Endpoints, Direction: c.Direction}
	if conv.Preset == "" {
		conv.Preset = "networkx"
	}
	for i, m := range measures {
		want := oracle.Scores(e.g, exact, m, conv)
		for at := range want {
			// With few sources a power may be nothing beside the largest of the graph.
			lost := m == "decay" && math.Abs(columns[i][at]-want[at]) <= 1e-17*slices.Max(want)
			if far(columns[i][at], want[at], 1e-12) && !lost {
				t.Fatalf("%+v\n%+v: %s at %d is %v, want %v\n%v", e.call, describe(e.options), m, at, columns[i][at], want[at], e.g)
			}
		}
	}
}

func describe(o oracle.Options) string {
	cutoff := "none"
	if o.Cutoff != nil {
		cutoff = fmt.Sprint(*o.Cutoff)
	}
	return fmt.Sprintf("count %v, sources %v of %v, targets %v, cutoff %s", o.Count, o.Sources, o.SourceWeight,
		o.TargetWeight, cutoff)
}

func TestEveryMeasureOfEveryGraph(t *testing.T) {
	pathMeasures := []string{"betweenness", "stress", "edge_betweenness", "edge_stress"}
	distances := []string{"closeness", "harmonic", "eccentricity", "eccentricity_centrality", "lin", "radiality", "decay",
		"reach"}
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 5))
		e := randomEvery(r)
		switch seed % 4 {
		case 0:
			e.call.choices.Direction = []string{"", "in", "out", "all"}[r.IntN(4)]
			e.call.choices.Endpoints = false // no measure of distance can use it
			e.check(t, distances)
		case 1:
			e.subset(r)
			e.check(t, pathMeasures)
		case 2:
			e.check(t, append(pathMeasures, distances...))
		default:
			one := pathMeasures[r.IntN(4):][:1]
			e.call.choices.Endpoints = e.call.choices.Endpoints && one[0] == "betweenness" // no other measure can use it
			e.check(t, one)
		}
	}
}

// Weights that vanish beside the distances are an error of the paths, whatever the tolerance, and none of the
// distances.
func TestLostWeightsAreRefused(t *testing.T) {
	og := oracle.Path(4)
	og.Weights = []float64{1e9 / 3, 1e-9 / 3, 1e9 / 3}
	g := build(t, og)
	for _, tolerance := range []float64{0, 1e-10, 1e-3} {
		_, _, err := tryCompute(g, "betweenness", call{tolerance: tolerance}, engine.NewControl())
		var row *graph.RowError
		if !errors.As(err, &row) || row.Row != 1 {
			t.Errorf("tolerance %g: %v", tolerance, err)
		}
		columns, _ := compute(t, g, "eccentricity", call{tolerance: tolerance})
		if want := 2 * (1e9 / 3); far(columns[0][0], want, 1e-15) {
			t.Errorf("eccentricity %v", columns[0])
		}
	}
	og.Weights = []float64{1e9 / 3, 1.0 / 3, 1e9 / 3}
	if _, _, err := tryCompute(build(t, og), "betweenness", call{tolerance: 1e-12}, engine.NewControl()); err != nil {
		t.Error(err)
	}
	for ratio, lost := range map[float64]bool{0.9: true, 1.1: false} { // of the weight and what is lost
		og.Weights = []float64{1e9 / 3, ratio * 1e-3 * (2e9 / 3), 1e9 / 3}
		if _, _, err := tryCompute(build(t, og), "betweenness", call{tolerance: 1e-3},
			engine.NewControl()); (err != nil) != lost {
			t.Errorf("%g of what is lost: %v", ratio, err)
		}
	}
}
