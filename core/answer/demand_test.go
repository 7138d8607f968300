package answer_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/internal/oracle"
)

// flow is a row of a table of demand.
type flow struct {
	from, to int
	amount   float64
}

// asked is a random question about demand in a random graph.
type asked struct {
	g         oracle.Graph
	rows      []flow
	cutoff    *float64
	preset    string
	endpoints bool
	tuning    string
	precision string
	threads   int
}

func randomAsked(r *rand.Rand) asked {
	n := 2 + r.IntN(9)
	a := asked{g: oracle.Graph{Vertices: n, Directed: r.IntN(2) == 0}, preset: []string{"", "raw", "igraph"}[r.IntN(3)],
		endpoints: r.IntN(3) == 0, threads: 1 + r.IntN(3)}
	for range r.IntN(3 * n) {
		a.g.Edges = append(a.g.Edges, [2]int{r.IntN(n), r.IntN(n)}) // loops, parallel edges and several components
	}
	kernels := []string{"", "width=8", "width=32", "width=64", "kernel=queue", "kernel=label_correcting",
		"kernel=exponents", "strategy=reference"}
	if r.IntN(2) > 0 {
		a.g.Weights = []float64{}
		for range a.g.Edges {
			a.g.Weights = append(a.g.Weights, []float64{1, 2, 3, 0.25, 1.0 / 3}[r.IntN(4+r.IntN(2))])
		}
		kernels = []string{"", "kernel=serial", "kernel=exponents", "strategy=reference"}
	}
	a.tuning = kernels[r.IntN(len(kernels))]
	if r.IntN(3) == 0 {
		a.cutoff = new(float64(r.IntN(9)) / 2)
	}
	unit := []float64{1, 1, 1e-12, 1e12}[r.IntN(4)]
	for range r.IntN(2 * n) {
		a.rows = append(a.rows, flow{r.IntN(n), r.IntN(n), unit * []float64{0, 1, 2, 0.5, 1e-3, 7.25, 1e6}[r.IntN(7)]})
	}
	return a
}

// demand is what a question has of these rows.
func demand(rows []flow) func(to *graph.Demand) error {
	return func(to *graph.Demand) error {
		var from, at []int64
		var amounts []float64
		for _, f := range rows {
			from, at, amounts = append(from, int64(f.from)), append(at, int64(f.to)), append(amounts, f.amount)
		}
		return to.AddIDs(from, at, amounts)
	}
}

// build makes the graph whose vertices are called 0, 1, 2, ...
func build(t *testing.T, g oracle.Graph) *answer.Graph {
	t.Helper()
	options := graph.Options{Directed: g.Directed, Weighted: g.Weights != nil}
	built, err := answer.Build(answer.GraphOptions{Options: options}, engine.NewControl(), func() bool { return false },
		func(b *graph.Builder, _ func() error) (func(*graph.Graph), error) {
			nodes, from, to := make([]int64, g.Vertices), make([]int64, len(g.Edges)), make([]int64, len(g.Edges))
			for v := range nodes {
				nodes[v] = int64(v)
			}
			for i, e := range g.Edges {
				from[i], to[i] = int64(e[0]), int64(e[1])
			}
			var weight *graph.Column
			if g.Weights != nil {
				weight = new(graph.Reals(g.Weights))
			}
			if err := b.AddNodes(graph.Integers(nodes), nil, 0); err != nil {
				return nil, err
			}
			return nil, b.AddEdges(graph.Integers(from), graph.Integers(to), weight, 0)
		})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(built.Close)
	return built
}

func (a asked) question(t *testing.T, measures string) answer.Question {
	t.Helper()
	parsed, err := measure.Parse(measures)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Question{Measures: parsed, Cutoff: a.cutoff, Tuning: a.tuning, Precision: a.precision,
		Choices: measure.Choices{Preset: a.preset, Normalized: -1, Endpoints: a.endpoints},
		Place:   answer.Place{Device: "cpu", Threads: a.threads},
		AddList: func(string, *graph.Lookup) (bool, error) { return false, nil }, AddDemand: demand(a.rows)}
}

// columns answers a question.
func columns(t *testing.T, g *answer.Graph, q answer.Question) (found [][]float64) {
	t.Helper()
	err := g.Use(goOn, func(g *graph.Graph) error {
		a, err := answer.Compute(g, q, engine.NewControl())
		if err != nil {
			return err
		}
		defer a.Free()
		for _, c := range a.Columns {
			found = append(found, slices.Clone(c.Values))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// exact is what the definition gives for each vertex and edge.
func (a asked) exact(g *answer.Graph) (vertices, edges []float64) {
	o := oracle.Options{Edges: true, Cutoff: a.cutoff, Count: oracle.Counts(cmp.Or(a.preset, "networkx")),
		Demand: map[[2]int]float64{}}
	for _, f := range a.rows {
		o.Demand[[2]int{f.from, f.to}] += f.amount
	}
	og := a.g
	_ = g.Use(goOn, func(g *graph.Graph) error {
		if g.Weighting != nil {
			og.PerUnit = g.Weighting.PerUnit
		}
		return nil
	})
	found := oracle.ComputePaths(og, o)
	for v, x := range found.Betweenness {
		if a.endpoints {
			x.Add(x, found.Ends[v])
		}
		nearest, _ := x.Float64()
		vertices = append(vertices, nearest)
	}
	for _, x := range found.EdgeBetweenness {
		nearest, _ := x.Float64()
		edges = append(edges, nearest)
	}
	return vertices, edges
}

func far(got, want, most, tolerance float64) bool {
	return !(math.Abs(got-want) <= tolerance*math.Abs(want)+1e-18*most)
}

func (a asked) check(t *testing.T) {
	t.Helper()
	g := build(t, a.g)
	defer g.Close()
	vertices, edges := a.exact(g)
	measures := "betweenness,edge_betweenness"
	if strings.HasPrefix(a.tuning, "width") || a.precision != "" { // the plain kernel has instances of its own
		measures, edges = "betweenness", nil
	}
	tolerance := 1e-12
	if a.precision == "single" {
		tolerance = 1e-5
	}
	most := 0.0
	for _, f := range a.rows {
		most += f.amount
	}
	for i, got := range columns(t, g, a.question(t, measures)) {
		for at, want := range [][]float64{vertices, edges}[i] {
			if far(got[at], want, most, tolerance) {
				t.Fatalf("%+v: %d of column %d is %v, want %v", a, at, i, got[at], want)
			}
		}
	}
}

// Every kernel gives the sum over pairs of flow times the share of shortest paths, by definition.
func TestDemand(t *testing.T) {
	rounds := 12000
	if testing.Short() {
		rounds = 1500
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 9))
		a := randomAsked(r)
		if a.tuning == "" && a.g.Weights == nil && r.IntN(2) == 0 {
			a.precision = "single"
		}
		a.check(t)
	}
}

// In a graph without lengths a path of d edges has d - 1 inner vertices and d edges: the sums over vertices and over
// edges follow from flows and hops.
func TestFlowIsConserved(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	g := oracle.Graph{Vertices: 300, Directed: true}
	for range 1500 {
		g.Edges = append(g.Edges, [2]int{r.IntN(300), r.IntN(300)})
	}
	a := asked{g: g, preset: "igraph"}
	for range 3000 {
		a.rows = append(a.rows, flow{r.IntN(300), r.IntN(300), r.ExpFloat64()})
	}
	built := build(t, g)
	found := columns(t, built, a.question(t, "betweenness,edge_betweenness"))
	var inner, along, wantInner, wantAlong float64
	for _, x := range found[0] {
		inner += x
	}
	for _, x := range found[1] {
		along += x
	}
	for _, f := range a.rows {
		if hops := hops(g, f.from)[f.to]; f.from != f.to && hops > 0 {
			wantInner += f.amount * float64(hops-1)
			wantAlong += f.amount * float64(hops)
		}
	}
	if far(inner, wantInner, 0, 1e-12) || far(along, wantAlong, 0, 1e-12) || wantInner == 0 {
		t.Errorf("%v through vertices, %v along edges; want %v and %v", inner, along, wantInner, wantAlong)
	}
}

// hops counts the edges on shortest paths from s; -1: there is none.
func hops(g oracle.Graph, s int) []int {
	found := slices.Repeat([]int{-1}, g.Vertices)
	found[s] = 0
	for changed := true; changed; {
		changed = false
		for _, e := range g.Edges {
			if at := found[e[0]]; at >= 0 && (found[e[1]] < 0 || found[e[1]] > at+1) {
				found[e[1]], changed = at+1, true
			}
		}
	}
	return found
}

// Neither threads nor the order of rows change a bit, and flows in a unit of a power of two give values in that unit.
func TestBitsOfDemand(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, weighted := range []bool{false, true} {
		g := oracle.Graph{Vertices: 400}
		for range 1600 {
			g.Edges = append(g.Edges, [2]int{r.IntN(400), r.IntN(400)})
			if weighted {
				g.Weights = append(g.Weights, float64(1+r.IntN(9)))
			}
		}
		a := asked{g: g, threads: 1}
		for range 4000 {
			a.rows = append(a.rows, flow{r.IntN(400), r.IntN(40), r.ExpFloat64() / 3})
		}
		built := build(t, g)
		want := columns(t, built, a.question(t, "betweenness,edge_betweenness"))
		for _, threads := range []int{1, 2, 5} {
			for _, unit := range []float64{1, 0x1p-90, 0x1p70} {
				other := a
				other.threads, other.rows = threads, nil
				for _, at := range r.Perm(len(a.rows)) {
					other.rows = append(other.rows, a.rows[at])
					other.rows[len(other.rows)-1].amount *= unit
				}
				for i, column := range columns(t, built, other.question(t, "betweenness,edge_betweenness")) {
					for at, x := range column {
						if x != want[i][at]*unit {
							t.Fatalf("weighted %v, threads %d, unit %g: %d of column %d is %v, want %v", weighted, threads, unit, at, i,
								x, want[i][at]*unit)
						}
					}
				}
			}
		}
	}
}

// Normalized scores are shares of all flow, also of that between vertices that no path joins.
func TestNormalizedDemand(t *testing.T) {
	g := build(t, oracle.Graph{Vertices: 4, Edges: [][2]int{{0, 1}, {1, 2}}})
	a := asked{rows: []flow{{0, 2, 3}, {2, 0, 1}, {0, 3, 4}, {1, 1, 100}}}
	q := a.question(t, "betweenness,edge_betweenness")
	q.Choices.Normalized = 1
	if got := fmt.Sprint(columns(t, g, q)); got != "[[0 0.5 0 0] [0.5 0.5]]" {
		t.Error(got)
	}
	if got := fmt.Sprint(columns(t, g, a.question(t, "betweenness,edge_betweenness"))); got != "[[0 4 0 0] [4 4]]" {
		t.Error(got)
	}
	if got := fmt.Sprint(columns(t, g, asked{}.question(t, "betweenness"))); got != "[[0 0 0 0]]" {
		t.Error(got)
	}
}

// A job about demand is made again from its text, and its shards merge to the bits of one call. Another flow makes
// another job.
func TestDemandInShards(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	g := oracle.Graph{Vertices: 300, Directed: true}
	for range 1200 {
		g.Edges = append(g.Edges, [2]int{r.IntN(300), r.IntN(300)})
	}
	a := asked{g: g, endpoints: true}
	for range 900 {
		a.rows = append(a.rows, flow{r.IntN(120), r.IntN(300), r.ExpFloat64()})
	}
	built := build(t, g)
	want := columns(t, built, a.question(t, "betweenness,edge_betweenness"))
	err := built.Use(goOn, func(g *graph.Graph) error {
		made, err := answer.NewJob(g, a.question(t, "betweenness,edge_betweenness"), 5)
		if err != nil {
			return err
		}
		facts, err := made.Facts()
		if err != nil {
			return err
		}
		again, err := answer.NewJobOf(g, facts)
		if err != nil {
			return err
		}
		all, err := made.Sum(3, answer.Place{Device: "cpu"}, engine.NewControl())
		if err != nil {
			return err
		}
		for _, shard := range []int{4, 0, 2, 1} {
			part, err := again.Sum(shard, answer.Place{Device: "cpu", Threads: 2}, engine.NewControl())
			if err == nil {
				err = all.Merge(part)
			}
			if err != nil {
				return err
			}
		}
		found, err := again.Answer(all, false, engine.NewControl())
		if err != nil {
			return err
		}
		for i, c := range found.Columns {
			if !slices.Equal(c.Values, want[i]) {
				t.Errorf("%s: the shards do not give the bits of one call", c.Name)
			}
		}
		more := slices.Clone(a.rows)
		more[slices.IndexFunc(more, func(f flow) bool { return f.from != f.to })].amount *= 1.5
		for _, other := range []asked{{g: a.g, rows: a.rows}, {g: a.g, endpoints: true, rows: a.rows[1:]},
			{g: a.g, endpoints: true, rows: more}} {
			job, err := answer.NewJob(g, other.question(t, "betweenness,edge_betweenness"), 5)
			if err != nil {
				return err
			}
			if job.Fingerprint() == made.Fingerprint() {
				t.Errorf("endpoints %v, %d rows: the job has the fingerprint of another one", other.endpoints, len(other.rows))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// only is an empty list of this name.
func only(name string) func(string, *graph.Lookup) (bool, error) {
	return func(list string, _ *graph.Lookup) (bool, error) { return list == name, nil }
}

// What cannot be combined with demand is refused, with what to leave out.
func TestRefusedDemand(t *testing.T) {
	g := build(t, oracle.Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {1, 2}}})
	for _, c := range []struct {
		change func(q *answer.Question)
		want   string
	}{
		{func(q *answer.Question) { q.AddList = only("sources") }, "leave sources and targets out"},
		{func(q *answer.Question) { q.AddList = only("targets") }, "leave sources and targets out"},
		{func(q *answer.Question) { q.Choices.Sampled = true }, "leave k or demand out"},
		{func(q *answer.Question) { q.Estimate.Epsilon, q.Estimate.Delta = 0.1, 0.1 }, "leave the rule or demand out"},
		{func(q *answer.Question) { q.Estimate.TopK, q.Estimate.Delta = 1, 0.1 }, "leave the rule or demand out"},
		{func(q *answer.Question) { q.Tuning = "strategy=successors" }, "takes no targets, no demand"},
		{func(q *answer.Question) { q.AddDemand = demand([]flow{{0, 1, 1}, {0, 5, 1}}) },
			"row 1: destination: label 5 is not a vertex of the graph"},
		{func(q *answer.Question) { q.AddDemand = demand([]flow{{-1, 1, 1}}) }, "row 0: origin: label -1 is not a vertex"},
		{func(q *answer.Question) { q.AddDemand = demand([]flow{{0, 1, 1}, {1, 2, -2}}) },
			"row 1: the flow is -2; give a finite number from 0 on"},
		{func(q *answer.Question) { q.AddDemand = demand([]flow{{0, 1, math.Inf(1)}}) }, "row 0: the flow is +Inf"},
		{func(q *answer.Question) { q.AddDemand = demand([]flow{{0, 1, math.NaN()}}) }, "row 0: the flow is NaN"},
		{func(q *answer.Question) { q.AddDemand = demand([]flow{{0, 1, 1e308}, {1, 2, 1e308}}) }, "in a larger unit"},
		{func(q *answer.Question) { q.MemoryLimit = 1000 }, "this call needs about"},
	} {
		q := asked{rows: []flow{{0, 2, 1}}}.question(t, "betweenness")
		c.change(&q)
		err := g.Use(goOn, func(g *graph.Graph) error {
			_, err := answer.Compute(g, q, engine.NewControl())
			return err
		})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
