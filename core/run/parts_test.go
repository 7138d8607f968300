package run_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/cost"
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

// Networks that are computed in groups are so small that nobody looks for reductions of one alone, whatever its shape.
func TestGroupedNetworksAreNotReduced(t *testing.T) {
	for shape, edges := range map[string]func(n int64) (from, to []int64){
		"path": func(n int64) (from, to []int64) {
			for v := range n - 1 {
				from, to = append(from, v), append(to, v+1)
			}
			return from, to
		},
		"star": func(n int64) (from, to []int64) {
			for v := range n - 1 {
				from, to = append(from, 0), append(to, v+1)
			}
			return from, to
		},
		"clique": func(n int64) (from, to []int64) {
			for v := range n {
				for w := range v {
					from, to = append(from, v), append(to, w)
				}
			}
			return from, to
		},
		"pairs": func(n int64) (from, to []int64) {
			for v := range n / 2 {
				from, to = append(from, 2*v), append(to, 2*v+1)
			}
			return from, to
		},
	} {
		for _, directed := range []bool{false, true} {
			largest := int64(0)
			for n := int64(2); n < 300; n++ {
				from, to := edges(n)
				if !cost.Grouped(n, int64(len(from))) {
					break
				}
				g, err := graph.FromEdges(int(n), from, to, graph.Options{Directed: directed})
				if err != nil {
					t.Fatal(err)
				}
				r := partsRequest(t, g, 1, 1)
				r.Reductions = query.Auto
				p := plan.Make(r)
				few := func() int { return int(n) }
				if p.Reduced() || cost.SurveyPays(1.5*p.Reference(), float64(n), float64(g.Arcs()), true, few) {
					t.Errorf("%s of %d vertices: reduced %v, %g s", shape, n, p.Reduced(), p.Reference())
				}
				p.Release()
				g.Free()
				largest = n
			}
			if largest < 25 {
				t.Errorf("no %s is computed in a group", shape)
			}
		}
	}
}
