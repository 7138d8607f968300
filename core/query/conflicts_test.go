package query

import (
	"math"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/sums"
)

func ring(t *testing.T, n int, directed bool) *graph.Graph {
	t.Helper()
	source, target := make([]int64, n), make([]int64, n)
	for i := range source {
		source[i], target[i] = int64(i), int64((i+1)%n)
	}
	g, err := graph.FromEdges(n, source, target, graph.Options{Directed: directed, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

func of(t *testing.T, measures string) Query {
	t.Helper()
	ms, err := measure.Parse(measures)
	if err != nil {
		t.Fatal(err)
	}
	convention, err := measure.Resolve(measure.Choices{Normalized: -1, Numbers: ByDefault()})
	if err != nil {
		t.Fatal(err)
	}
	return Query{Measures: ms, Convention: convention, Precision: sums.Double}
}

func ranks(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// pairs weigh sources and targets by these; nil: 1 each.
func pairs(source, target float64, cutoff float64) *sums.Pairs {
	p := &sums.Pairs{Cutoff: cutoff}
	if source != 0 {
		p.SourceWeight = []float64{source, 0, source, 0}
	}
	if target != 0 {
		p.TargetWeight = []float64{target, target, 0, 0}
	}
	return p
}

// Every rule: what is refused, with a part of what is said, and beside it what is not.
func TestConflicts(t *testing.T) {
	estimate := Estimate{Epsilon: 0.1, Delta: 0.1}
	for _, c := range []struct {
		measures string
		change   func(*Query)
		want     string // "": taken
	}{
		{"betweenness,stress,closeness,edge_stress", func(q *Query) {}, ""},
		{"betweenness", func(q *Query) { q.Pairs = pairs(1.5, 2, 3) }, ""},
		{"closeness", func(q *Query) { q.Pairs = pairs(0, 1, -1) },
			"targets is for betweenness, stress, edge_betweenness, edge_stress; closeness cannot use it"},
		{"harmonic", func(q *Query) { q.Pairs = pairs(1, 0, -1) }, "takes no weights of sources: leave the weights out"},
		{"closeness", func(q *Query) { q.Pairs = pairs(0, 0, 3) }, ""},
		{"eccentricity", func(q *Query) { q.Convention.Sampled = true },
			"k (sampled) is for betweenness, edge_betweenness; eccentricity cannot"},
		{"stress", func(q *Query) { q.Convention.Sampled = true }, "stress cannot use it"},
		{"betweenness", func(q *Query) { q.Convention.Sampled = true }, ""},
		{"edge_stress", func(q *Query) { q.Pairs = pairs(1.5, 0, -1) }, "must be whole numbers"},
		{"stress", func(q *Query) { q.Pairs = pairs(0, 2.5, -1) }, "must be whole numbers"},
		{"stress", func(q *Query) { q.Pairs = pairs(2, 3, -1) }, ""},
		{"betweenness", func(q *Query) { q.Convention.Endpoints, q.Pairs = true, pairs(0, 1, -1) },
			"endpoints cannot be used with targets"},
		{"betweenness", func(q *Query) { q.Convention.Sampled, q.Pairs = true, pairs(2, 0, -1) },
			"sources all have the same weight: leave k or the weights of sources out"},
		{"betweenness,stress", func(q *Query) { q.Pairs = pairs(1<<20, 1<<10, -1) },
			"stress counts paths, and the largest source weight"},
		{"edge_stress", func(q *Query) { q.Pairs = pairs(1<<20, 1<<10, -1) }, "beyond 2^31"},
		{"edge_stress", func(q *Query) { q.Pairs = pairs(1<<19, 1<<10, -1) }, ""},
		{"betweenness,edge_betweenness", func(q *Query) { q.Pairs = pairs(1<<31, 1<<31, -1) }, ""},
		{"edge_betweenness", func(q *Query) { q.Of = []int32{1} }, "edge_betweenness cannot use it"},
		{"betweenness", func(q *Query) { q.Of = []int32{1} }, ""},
		{"betweenness", func(q *Query) { q.Partial, q.Of = true, []int32{1} }, "table of all vertices"},
		{"betweenness", func(q *Query) { q.Partial, q.Estimate = true, estimate },
			"hold only when the call has finished: leave partial or the rule out"},
		{"betweenness,stress", func(q *Query) { q.Partial = true }, ""},
		{"harmonic,stress", func(q *Query) { q.Partial = true }, "in separate calls: harmonic; stress"},
		{"decay,closeness", func(q *Query) { q.Partial = true }, ""},
		{"closeness,harmonic,decay", func(q *Query) { q.Partial = true }, "in separate calls: closeness, harmonic; decay"},
		{"closeness,decay", func(q *Query) { q.Given = []string{"alpha"} }, ""},
		{"closeness,harmonic", func(q *Query) { q.Given = []string{"alpha"} }, "alpha is for decay; closeness cannot use it"},
		{"betweenness,harmonic,stress", func(q *Query) { q.Partial = true }, "calls: harmonic; betweenness, stress"},
		{"betweenness", func(q *Query) { q.Partial, q.Convention.Endpoints = true, true }, ""},
		{"betweenness", func(q *Query) { q.Partial, q.Convention.Endpoints, q.Pairs = true, true, pairs(0, 0, 2) },
			"a separate sweep"},
		{"betweenness", func(q *Query) { q.Estimate = estimate }, ""},
		{"betweenness,stress", func(q *Query) { q.Estimate = estimate }, "epsilon is for betweenness; stress cannot use it"},
		{"stress", func(q *Query) { q.Estimate = estimate }, "epsilon is for betweenness; stress cannot use it"},
		{"betweenness", func(q *Query) { q.Estimate, q.Convention.Sampled = estimate, true }, "leave sources out"},
		{"betweenness", func(q *Query) { q.Estimate, q.Pairs = estimate, pairs(1, 0, -1) }, "leave sources out"},
		{"betweenness", func(q *Query) { q.Estimate, q.Pairs = estimate, pairs(0, 1, -1) }, "leave targets out"},
		{"betweenness", func(q *Query) { q.Estimate, q.Convention.Endpoints = estimate, true },
			"cannot be used with endpoints: leave endpoints out"},
		{"betweenness", func(q *Query) { q.Estimate, q.Of = estimate, []int32{1} }, ""},
		{"betweenness", func(q *Query) {
			q.Estimate, q.Of, q.Tuning = Estimate{Adaptive: 2, Delta: 0.1}, []int32{1}, engine.Tuning{"sample": DrawnPairs}
		}, "leave tuning sample=pairs out"},
	} {
		q := of(t, c.measures)
		c.change(&q)
		err := q.Check(ring(t, 4, false), ranks(4))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.measures, err, c.want)
		}
	}
}

func TestPartialOfDirectedGraphs(t *testing.T) {
	q := of(t, "betweenness")
	q.Partial = true
	g := ring(t, 4, true)
	if err := q.Check(g, ranks(4)); err != nil {
		t.Error(err)
	}
	q.Convention.Endpoints = true
	if err := q.Check(g, ranks(4)); err == nil || !strings.Contains(err.Error(), "a separate sweep") {
		t.Error(err)
	}
	q = of(t, "closeness,eccentricity")
	q.Partial = true
	q.Convention, _ = measure.Resolve(measure.Choices{Preset: "igraph", Normalized: -1})
	one, two := q.Convention.DirectionOf(q.Measures[0]), q.Convention.DirectionOf(q.Measures[1])
	if err := q.Check(g, ranks(4)); (err == nil) != (one == two) {
		t.Errorf("%v and %v: %v", one, two, err)
	}
}

func TestEstimatesAreInRange(t *testing.T) {
	g, some := ring(t, 60, false), []int32{1, 2}
	type asked struct {
		Estimate
		of []int32
	}
	check := func(a asked, sources []int32) error {
		q := of(t, "betweenness")
		q.Estimate, q.Of = a.Estimate, a.of
		return q.Check(g, sources)
	}
	for _, good := range []asked{
		{Estimate{Epsilon: 0.1, Delta: 0.1}, nil}, {Estimate{Epsilon: 0.1, Delta: 0.1}, some},
		{Estimate{TopK: 3, Delta: 0.5}, nil},
		{Estimate{Adaptive: 2, Delta: 0.1}, some}, {Estimate{Adaptive: 1e9, TopK: 3, Delta: 0.1}, nil},
		{Estimate{Delta: 7}, nil},
	} {
		if err := check(good, ranks(60)); err != nil {
			t.Errorf("%+v: %v", good, err)
		}
		if err := check(good, ranks(59)); (Query{Estimate: good.Estimate}).Estimates() && err == nil {
			t.Errorf("%+v was taken from some sources", good)
		}
	}
	for _, bad := range []asked{
		{Estimate{Epsilon: -1, Delta: 0.1}, nil}, {Estimate{Epsilon: math.NaN(), Delta: 0.1}, nil},
		{Estimate{Epsilon: 1, Delta: 0.1}, nil},
		{Estimate{TopK: -1, Delta: 0.1}, nil}, {Estimate{Epsilon: 0.1}, nil}, {Estimate{Epsilon: 0.1, Delta: 1}, nil},
		{Estimate{Epsilon: 0.1, Delta: math.NaN()}, nil}, {Estimate{Adaptive: 1.99, Delta: 0.1}, some},
		{Estimate{Adaptive: -5, Delta: 0.1}, some}, {Estimate{Adaptive: math.NaN(), Delta: 0.1}, some},
		{Estimate{Adaptive: math.Inf(1), Delta: 0.1}, some}, {Estimate{Adaptive: 5, Delta: 0.1}, nil},
		{Estimate{Adaptive: 5, TopK: 2, Delta: 0.1}, some}, {Estimate{Adaptive: 5, Delta: 0.1}, []int32{}},
		{Estimate{Adaptive: 5, Epsilon: 0.1, Delta: 0.1}, some}, {Estimate{Adaptive: 5}, some},
	} {
		if check(bad, ranks(60)) == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}

func TestNumbersAreInRange(t *testing.T) {
	for _, good := range []float64{0.5, 1e-300, 5e-324, 1 - 0x1p-53} {
		if got, err := Numbers(map[string]float64{"alpha": good}); err != nil || got["alpha"] != good {
			t.Errorf("%g: %v, %v", good, got, err)
		}
	}
	for _, bad := range []float64{0, 1, -0.5, 2, math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got, err := Numbers(map[string]float64{"alpha": bad}); err == nil ||
			!strings.Contains(err.Error(), "give a number above 0 and below 1") {
			t.Errorf("%g: %v, %v", bad, got, err)
		}
	}
	if got := ByDefault()["alpha"]; got != 0.5 {
		t.Errorf("by default %g", got)
	}
}
