package gobc_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gobc"
	"gobc/internal/oracle"
)

var ctx = context.Background()

// ids are labels of the vertices of a graph of the oracle: of either sign, in no order, near and far apart.
func ids(r *rand.Rand, n int) []int64 {
	labels := make([]int64, n)
	for i, p := range r.Perm(n) {
		labels[i] = int64(p-n/2) * []int64{1, 1000, 1 << 40}[r.IntN(3)]
	}
	slices.Sort(labels)
	if len(slices.Compact(slices.Clone(labels))) < n {
		return ids(r, n)
	}
	r.Shuffle(n, func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	return labels
}

// build makes the oracle's graph with these labels, which come first in results.
func build(t testing.TB, g oracle.Graph, labels []int64) *gobc.Graph {
	t.Helper()
	edges := gobc.Edges{Weight: g.Weights}
	for _, e := range g.Edges {
		edges.From, edges.To = append(edges.From, labels[e[0]]), append(edges.To, labels[e[1]])
	}
	built, err := gobc.NewGraph(ctx, edges, gobc.GraphOptions{Directed: g.Directed, Vertices: labels})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(built.Close)
	return built
}

func compute(t testing.TB, g *gobc.Graph, q gobc.Query) *gobc.Result {
	t.Helper()
	result, err := gobc.Compute(ctx, g, q)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// chain is a path of n vertices, 0 to n-1.
func chain(t testing.TB, n int) *gobc.Graph {
	labels := make([]int64, n)
	for i := range labels {
		labels[i] = int64(i)
	}
	return build(t, oracle.Path(n), labels)
}

// random is a graph with self-loops and parallel edges, and what of it counts.
func random(r *rand.Rand) (oracle.Graph, oracle.Options) {
	n := 1 + r.IntN(9)
	g := oracle.Graph{Vertices: n, Directed: r.IntN(2) == 0}
	for range r.IntN(3 * n) {
		g.Edges = append(g.Edges, [2]int{r.IntN(n), r.IntN(n)})
	}
	if r.IntN(2) == 0 {
		g.Weights, g.PerUnit = make([]float64, len(g.Edges)), 10
		for i := range g.Weights {
			g.Weights[i] = float64(1+r.IntN(5)) / 10
		}
	}
	options := oracle.Options{Edges: true, Sources: r.Perm(n)[:1+r.IntN(n)]}
	if r.IntN(2) == 0 {
		cutoff := float64(r.IntN(8)) / 2
		options.Cutoff = &cutoff
	}
	return g, options
}

func pick(labels []int64, vertices []int) []int64 {
	picked := make([]int64, len(vertices))
	for i, v := range vertices {
		picked[i] = labels[v]
	}
	return picked
}

func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i, x := range want {
		same := math.IsNaN(got[i]) && math.IsNaN(x)
		if !same && !(math.Abs(got[i]-x) <= 1e-12*max(1, math.Abs(x))) {
			t.Errorf("%s, row %d: %g, want %g", what, i, got[i], x)
		}
	}
}

func TestComputeIsTheDefinition(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		og, options := random(r)
		labels := ids(r, og.Vertices)
		preset := []gobc.Preset{"", gobc.Raw, gobc.IGraph, gobc.GPUFan}[r.IntN(4)]
		options.Count = preset == gobc.IGraph
		q := gobc.Query{Measures: gobc.Measures(), Preset: preset, Sources: pick(labels, options.Sources),
			Cutoff:  options.Cutoff,
			Threads: 1 + r.IntN(2)}
		conv := oracle.Convention{Preset: "networkx", Normalized: -1}
		if preset != "" {
			conv.Preset = string(preset)
		}
		if r.IntN(2) == 0 {
			q.Normalized, conv.Normalized = new(true), 1
		}
		g := build(t, og, labels)
		result := compute(t, g, q)
		exact := oracle.Compute(og, options)
		if !slices.Equal(result.Vertices(), labels) {
			t.Fatalf("vertices %v, want %v", result.Vertices(), labels)
		}
		for _, m := range q.Measures {
			near(t, fmt.Sprintf("seed %d, %s", seed, m), result.Column(m), oracle.Scores(og, exact, string(m), conv))
		}
		q.Of, q.Measures = pick(labels, r.Perm(og.Vertices)[:1+r.IntN(og.Vertices)]),
			[]gobc.Measure{gobc.Betweenness, gobc.Harmonic}
		few := compute(t, g, q)
		if !slices.Equal(few.Vertices(), q.Of) {
			t.Fatalf("vertices %v, want %v", few.Vertices(), q.Of)
		}
		for id, x := range few.All(gobc.Harmonic) {
			if all, ok := result.Value(gobc.Harmonic, id); !ok || math.Abs(all-x) > 1e-12 {
				t.Errorf("seed %d, vertex %d: %g alone, %g among all", seed, id, x, all)
			}
		}
	}
}

func TestPairsWithWeights(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 2))
		og, options := random(r)
		labels := ids(r, og.Vertices)
		options.Targets = r.Perm(og.Vertices)[:1+r.IntN(og.Vertices)]
		options.SourceWeight, options.TargetWeight = make([]float64, og.Vertices), make([]float64, og.Vertices)
		q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness, gobc.Stress, gobc.EdgeBetweenness}, Preset: gobc.Raw,
			Cutoff:  options.Cutoff,
			Sources: pick(labels, options.Sources), Targets: pick(labels, options.Targets)}
		for _, s := range options.Sources {
			options.SourceWeight[s] = float64(r.IntN(4))
			q.SourceWeights = append(q.SourceWeights, options.SourceWeight[s])
		}
		for _, s := range options.Targets {
			options.TargetWeight[s] = float64(r.IntN(4))
			q.TargetWeights = append(q.TargetWeights, options.TargetWeight[s])
		}
		result := compute(t, build(t, og, labels), q)
		exact := oracle.Compute(og, options)
		for _, m := range q.Measures {
			want := oracle.Scores(og, exact, string(m), oracle.Convention{Preset: "raw", Normalized: -1})
			near(t, fmt.Sprintf("seed %d, %s", seed, m), result.Column(m), want)
		}
	}
}

func TestResultOfEdges(t *testing.T) {
	edges := gobc.Edges{From: []int64{7, 8, 8, 9}, To: []int64{8, 9, 9, 9}}
	g, err := gobc.NewGraph(ctx, edges, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	result := compute(t, g, gobc.Query{Measures: []gobc.Measure{gobc.EdgeBetweenness, gobc.Betweenness},
		Normalized: new(false)})
	g.Close()
	from, to := result.Edges()
	if !slices.Equal(from, edges.From) || !slices.Equal(to, edges.To) {
		t.Errorf("%v, %v", from, to)
	}
	near(t, "edges", result.Column(gobc.EdgeBetweenness), []float64{2, 1, 1, 0})
	if m := result.EdgeMap(gobc.EdgeBetweenness); len(m) != 3 || m[[2]int64{8, 9}] != 2 {
		t.Errorf("%v", m)
	}
	if x, ok := result.Value(gobc.Betweenness, 8); x != 1 || !ok {
		t.Errorf("%g, %v", x, ok)
	}
	if _, ok := result.Value(gobc.EdgeBetweenness, 8); ok {
		t.Error("an edge has a value at a vertex")
	}
	if _, ok := result.Value(gobc.Betweenness, 5); ok {
		t.Error("a vertex that is not there has a value")
	}
	if len(result.Map(gobc.EdgeBetweenness)) != 0 || len(result.EdgeMap(gobc.Betweenness)) != 0 ||
		result.Column(gobc.Stress) != nil {
		t.Error("a column that is not there has values")
	}
	if !slices.Equal(result.Measures(), []gobc.Measure{gobc.EdgeBetweenness, gobc.Betweenness}) {
		t.Errorf("%v", result.Measures())
	}
}

func TestTop(t *testing.T) {
	g := chain(t, 5)
	result := compute(t, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}})
	for k, want := range map[int][]int64{0: {}, -1: {}, 1: {2}, 3: {2, 1, 3}, 9: {2, 1, 3, 0, 4}} {
		if got := result.Top(gobc.Betweenness, k); !slices.Equal(got, want) {
			t.Errorf("%d: %v, want %v", k, got, want)
		}
	}
	alone := build(t, oracle.Graph{Vertices: 3, Edges: [][2]int{{1, 2}}}, []int64{1, 2, 3})
	result = compute(t, alone, gobc.Query{Measures: []gobc.Measure{gobc.Closeness}, Preset: gobc.IGraph})
	if got := result.Top(gobc.Closeness, 3); !slices.Equal(got, []int64{2, 3, 1}) {
		t.Errorf("NaN is not last: %v of %v", got, result.Map(gobc.Closeness))
	}
}

func TestEmptyGraphs(t *testing.T) {
	for n := range 3 {
		vertices := []int64{5, 3}[:n]
		g, err := gobc.NewGraph(ctx, gobc.Edges{}, gobc.GraphOptions{Vertices: vertices})
		if err != nil {
			t.Fatal(err)
		}
		result := compute(t, g, gobc.Query{Measures: gobc.Measures()})
		if !slices.Equal(result.Vertices(), vertices) || len(result.Column(gobc.Betweenness)) != n ||
			result.Column(gobc.EdgeStress) == nil {
			t.Errorf("%d vertices: %v", n, result.Map(gobc.Betweenness))
		}
		g.Close()
	}
}

func TestInfo(t *testing.T) {
	edges := gobc.Edges{From: []int64{1, 1, 2, 4}, To: []int64{2, 2, 2, 5}, Weight: []float64{0.5, 2, 1, math.Inf(1)}}
	g, err := gobc.NewGraph(ctx, edges, gobc.GraphOptions{Directed: true})
	if err != nil {
		t.Fatal(err)
	}
	info := g.Info()
	info.Bytes = 0
	want := gobc.GraphInfo{Vertices: 4, Edges: 4, SelfLoops: 1, ParallelEdges: 1, Components: 3, LargestComponent: 2,
		Directed: true,
		Weighted: true, SmallestWeight: 0.5, LargestWeight: 2, Units: 10}
	if info != want {
		t.Errorf("%+v, want %+v", info, want)
	}
}

func TestPlan(t *testing.T) {
	g := chain(t, 50)
	p, err := gobc.MakePlan(ctx, g, gobc.Query{Measures: []gobc.Measure{gobc.Stress}, Threads: 2, Sources: []int64{1, 4},
		MemoryLimit: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Measures, []gobc.Measure{gobc.Stress}) || p.Preset != gobc.NetworkX || p.Device != "cpu" ||
		p.Sources != 2 ||
		p.Threads != 1 || p.Limit != 1<<20 || p.LimitSource != "memory_limit" || p.Fits || p.Bytes <= p.Limit ||
		len(p.JSON()) < 100 {
		t.Errorf("%+v", p)
	}
	done := compute(t, g, gobc.Query{Measures: []gobc.Measure{gobc.Stress}}).Plan()
	if done.Sources != 50 || !done.Fits {
		t.Errorf("%+v", done)
	}
}

// TestPlanOfTwoAnswers: a chain is reduced for betweenness, and not for eccentricity.
func TestPlanOfTwoAnswers(t *testing.T) {
	p, err := gobc.MakePlan(ctx, chain(t, 20000),
		gobc.Query{Measures: []gobc.Measure{gobc.Eccentricity, gobc.Betweenness}, Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Answers) != 2 {
		t.Fatalf("%d answers, want 2: %s", len(p.Answers), p.JSON())
	}
	paths, distances := p.Answers[0], p.Answers[1]
	if !slices.Equal(paths.Measures, []gobc.Measure{gobc.Betweenness}) || !paths.Reductions[0].Taken ||
		paths.Reductions[0].Work.Before < 100*paths.Reductions[0].Work.After ||
		!strings.Contains(paths.JSON(), `"taken":true`) {
		t.Errorf("paths: %s", paths.JSON())
	}
	if !slices.Equal(distances.Measures, []gobc.Measure{gobc.Eccentricity}) || distances.Reductions[0].Taken ||
		distances.Reductions[0].Why == "" || distances.Reductions[0].Work != nil {
		t.Errorf("distances: %s", distances.JSON())
	}
	if len(p.Reductions) == 0 || !p.Reductions[0].Taken || p.Bytes < paths.Bytes {
		t.Errorf("whole: %s", p.JSON())
	}
}

func TestParseMeasures(t *testing.T) {
	ms, err := gobc.ParseMeasures("closeness, edge_stress")
	if err != nil || !slices.Equal(ms, []gobc.Measure{gobc.Closeness, gobc.EdgeStress}) || ms[0].OfEdges() ||
		!ms[1].OfEdges() {
		t.Errorf("%v, %v", ms, err)
	}
	for _, m := range gobc.Measures() {
		if m.Summary() == "" {
			t.Errorf("%s has no summary", m)
		}
	}
}

func TestDevices(t *testing.T) {
	devices := gobc.Devices()
	if d := devices[0]; d.Name != "cpu" || d.Err != nil || d.Threads < 1 || len(d.Built) == 0 {
		t.Errorf("%+v", d)
	}
	if len(devices) < 2 {
		t.Error("there is neither a GPU nor a reason why")
	}
}
