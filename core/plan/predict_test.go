package plan

import (
	"math"
	"testing"

	"gobc/core/cost"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/reduce"
)

func path(n int64) (edges [][2]int64) {
	for v := range n - 1 {
		edges = append(edges, [2]int64{v, v + 1})
	}
	return edges
}

// What is predicted grows with the sources, the graph and the measures, and falls with the threads.
func TestSecondsGrowWithTheWork(t *testing.T) {
	predictOf := func(edges [][2]int64, measures string, change func(*Request)) float64 {
		r := request(t, len(edges)+1, edges, false, measures, measure.Choices{Normalized: -1})
		r.Devices.Auto, r.Reductions, r.Threads = false, query.NoReductions, 1
		if change != nil {
			change(&r)
		}
		return Make(r).Seconds
	}
	predict := func(n int64, measures string, change func(*Request)) float64 {
		return predictOf(path(n), measures, change)
	}
	one := predict(1000, "betweenness", nil)
	large := predict(10_000, "betweenness", nil)
	for name, c := range map[string]struct{ got, want float64 }{
		"twice the vertices": {predict(20_000, "betweenness", nil), 4 * large},
		"half of the sources": {predict(10_000, "betweenness", func(r *Request) { r.Sources = r.Sources[:5000] }),
			large / 2},
		"four threads": {predict(10_000, "betweenness", func(r *Request) { r.Threads = 4 }),
			large / (1 + 3*cost.Reference.Share)},
	} {
		if !(math.Abs(c.got-c.want) <= 0.05*c.want) {
			t.Errorf("%s: %g s, not %g", name, c.got, c.want)
		}
	}
	if stress := predict(1000, "stress", nil); !(one < stress && stress < 2*one) {
		t.Errorf("stress %g s, betweenness %g", stress, one)
	}
	var near [][2]int64 // on a path distances take longer than paths, whose sources settle together
	for v := range int64(2000) {
		near = append(near, [2]int64{v, (7*v + 3) % 1000})
	}
	if paths, hops := predictOf(near, "betweenness", nil), predictOf(near, "closeness", nil); !(hops < paths) {
		t.Errorf("near each other: betweenness %g s, hops %g", paths, hops)
	}
	if reduced := predict(100_000, "betweenness",
		func(r *Request) { r.Reductions = reduce.ByChains }); !(reduced < predict(100_000, "betweenness", nil)/10) {
		t.Errorf("a path in chains takes %g s", reduced)
	}
}

// Estimates take no longer than exact values are predicted to, and longer for a smaller error.
func TestSecondsOfEstimates(t *testing.T) {
	predict := func(e query.Estimate) float64 {
		r := request(t, 20_000, path(20_000), false, "betweenness", measure.Choices{Normalized: -1})
		r.Devices.Auto, r.Reductions, r.Threads, r.Estimate = false, query.NoReductions, 1, e
		return Make(r).Seconds
	}
	exact := predict(query.Estimate{})
	wide, narrow := predict(query.Estimate{Epsilon: 0.1, Delta: 0.1}), predict(query.Estimate{Epsilon: 0.05, Delta: 0.1})
	if !(0 < wide && math.Abs(narrow-4*wide) <= 1e-9*narrow && narrow < exact) {
		t.Errorf("%g s within 0.1, %g within 0.05, %g exact", wide, narrow, exact)
	}
	for _, e := range []query.Estimate{{Epsilon: 1e-4, Delta: 0.1}, {TopK: 3, Delta: 0.1}} {
		if got := predict(e); got != exact {
			t.Errorf("%+v: %g s, not at most the %g of all sources", e, got, exact)
		}
	}
}
