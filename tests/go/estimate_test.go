package gobc_test

import (
	"math"
	"testing"

	"gobc"
	"gobc/core/generate"
)

// synthetic is a graph of core/generate.
func synthetic(t testing.TB, spec string) *gobc.Graph {
	t.Helper()
	_, from, to, err := generate.Edges(spec, 1)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gobc.NewGraph(ctx, gobc.Edges{From: from, To: to}, gobc.GraphOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

func TestEstimatesHold(t *testing.T) {
	g := synthetic(t, "barabasi_albert:n=600,m=3")
	exact := compute(t, g, gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}})
	top := exact.Top(gobc.Betweenness, 3)
	for name, q := range map[string]gobc.Query{
		"epsilon":           {Estimate: gobc.Estimate{Epsilon: 0.02}},
		"epsilon, sources":  {Estimate: gobc.Estimate{Epsilon: 0.05, Seed: 3}, Tuning: "sample=sources"},
		"top_k":             {Estimate: gobc.Estimate{TopK: 3, Delta: 0.05}},
		"adaptive, top_k":   {Estimate: gobc.Estimate{Adaptive: 5, TopK: 3}},
		"adaptive, of":      {Estimate: gobc.Estimate{Adaptive: 5}, Of: top},
		"epsilon, directly": {Estimate: gobc.Estimate{Epsilon: 0.02, Seed: 1 << 60}, Preset: gobc.Raw},
	} {
		q.Measures = []gobc.Measure{gobc.Betweenness}
		compare := exact
		if q.Preset != "" {
			compare = compute(t, g, gobc.Query{Measures: q.Measures, Preset: q.Preset})
		}
		result := compute(t, g, q)
		for id, x := range result.All(gobc.Betweenness) {
			width, ok := result.Value(gobc.BetweennessError, id)
			want, _ := compare.Value(gobc.Betweenness, id)
			if !ok || !(math.Abs(x-want) <= width+1e-9*want) {
				t.Errorf("%s: vertex %d: %g within %g, want %g", name, id, x, width, want)
			}
		}
		s := result.Sample()
		if s == nil || s.Sources+s.Pairs == 0 || s.Rounds == 0 || !(s.HalfWidth > 0) && s.Sources < 600 {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if exact.Sample() != nil {
		t.Error("an exact result has a sample")
	}
}

func TestEstimatesAreReproducible(t *testing.T) {
	g := synthetic(t, "barabasi_albert:n=300,m=3")
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Estimate: gobc.Estimate{Epsilon: 0.05}}
	first := compute(t, g, q)
	q.Threads, q.Estimate.Delta = 1, 0.1
	second := compute(t, g, q)
	for i, x := range first.Column(gobc.Betweenness) {
		if second.Column(gobc.Betweenness)[i] != x {
			t.Fatalf("row %d: %g, then %g", i, x, second.Column(gobc.Betweenness)[i])
		}
	}
}
