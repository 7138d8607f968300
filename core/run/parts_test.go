package run_test

import (
	"fmt"
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
)

// Parts of a graph have the bits of graphs of their own, scaled by their own numbers of vertices, for any number of
// threads.
func TestPartsAreGraphsOfTheirOwn(t *testing.T) {
	for _, directed := range []bool{false, true} {
		for _, normalized := range []int{0, 1} {
			for _, threads := range []int{1, 3} {
				t.Run(fmt.Sprint(directed, normalized, threads), func(t *testing.T) {
					compareParts(t, directed, normalized, threads)
				})
			}
		}
	}
}

func compareParts(t *testing.T, directed bool, normalized, threads int) {
	t.Helper()
	n := graph.NewNetworks(graph.Options{Directed: directed}, false)
	defer n.Free()
	random := rand.New(rand.NewPCG(5, 6))
	var network, from, to []int64
	for k := range int64(40) {
		for range 1 + random.IntN(60) {
			network, from, to = append(network, k), append(from, random.Int64N(20)), append(to, random.Int64N(20))
		}
	}
	goOn := func() bool { return false }
	if err := n.Add(graph.Integers(network), graph.Integers(from), graph.Integers(to), nil, 0); err != nil {
		t.Fatal(err)
	}
	if err := n.Split(3, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	all, err := n.Union(false, threads, goOn)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Free()
	r := partsRequest(t, all, normalized, threads)
	p := plan.Make(r)
	defer p.Release()
	parts, err := run.ComputeParts(r, p, n.Starts, engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	defer parts.Free()
	m := n.NewMaker(goOn)
	defer m.Close()
	for k := range n.Len() {
		g, err := n.Make(k, m)
		if err != nil {
			t.Fatal(err)
		}
		r := partsRequest(t, g, normalized, 1)
		p := plan.Make(r)
		alone, err := run.Compute(r, p, engine.NewControl())
		if err != nil {
			t.Fatal(err)
		}
		if got := parts.Columns[0][n.Starts[k]:n.Starts[k+1]]; !slices.Equal(got, alone.Columns[0]) {
			t.Errorf("network %d: %v, not %v", k, got, alone.Columns[0])
		}
		alone.Free()
		p.Release()
		m.Release(g)
	}
}

func partsRequest(t *testing.T, g *graph.Graph, normalized, threads int) plan.Request {
	t.Helper()
	measures, err := measure.Parse("betweenness")
	if err != nil {
		t.Fatal(err)
	}
	convention, err := measure.Resolve(measure.Choices{Normalized: normalized})
	if err != nil {
		t.Fatal(err)
	}
	return plan.Request{Graph: g, Sources: run.Sources(g, nil), Query: query.Query{Measures: measures,
		Convention: convention, Precision: sums.Double, Reductions: query.NoReductions, Threads: threads}}
}

// A call that is cancelled gives no values.
func TestPartsEndWithACancel(t *testing.T) {
	g := generated(t, "erdos_renyi:n=100,m=200", false)
	r := partsRequest(t, g, 0, 1)
	p := plan.Make(r)
	defer p.Release()
	control := engine.NewControl()
	*control.Cancel = 1
	if _, err := run.ComputeParts(r, p, []int64{0, 100}, control); err != graph.ErrCancelled {
		t.Error(err)
	}
}
