package plan

import (
	"strings"
	"testing"

	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/sums"
)

// Where a GPU runs the sweep, blocks have to save what it costs to find them; the figures are those of core/reduce/BENCHMARKS.md.
func TestGainThatPaysOnGPUs(t *testing.T) {
	for _, c := range []struct {
		spec     string
		share    int64 // of its vertices are sources
		weighted bool
		chains   bool
		kinds    sums.Kinds
		least    [2]float64 // between
		why      string
	}{
		{"delaunay:n=5000", 1, false, false, sums.Delta, [2]float64{}, "the CPU 0.0022 s to find the blocks"},
		{"delaunay:n=32768", 1, false, false, sums.Delta, [2]float64{}, "has few leaves"},
		{"delaunay:n=32768", 1, false, true, sums.Delta, [2]float64{1.3, 1.4}, ""},
		{"delaunay:n=262144", 1, false, false, sums.Delta, [2]float64{1.1, 1.1}, ""},
		{"erdos_renyi:n=40000,m=60000", 1, false, false, sums.Delta, [2]float64{1.2, 1.3}, ""},
		{"barabasi_albert:n=60000,m=1", 1, false, false, sums.Stress, [2]float64{1.1, 1.2}, ""},
		{"erdos_renyi:n=40000,m=60000", 1, true, false, sums.Stress, [2]float64{1.1, 1.1}, ""},
		{"erdos_renyi:n=40000,m=60000", 10, false, false, sums.Delta, [2]float64{}, "the CPU 0.015 s to find the blocks"},
		{"erdos_renyi:n=40000,m=60000", 1, true, false, sums.Delta, [2]float64{1.1, 1.1}, ""},
		{"erdos_renyi:n=40000,m=60000", 1, false, false, sums.Delta | sums.EdgeDelta, [2]float64{}, "has few leaves"},
		{"road_like:n=60000", 1, false, false, sums.EdgeDelta, [2]float64{2, 2}, ""},
		{"road_like:n=262144", 1, false, false, sums.EdgeDelta, [2]float64{2, 2}, ""},
		{"barabasi_albert:n=60000,m=1", 1, false, false, sums.EdgeDelta, [2]float64{2, 2}, ""},
	} {
		n, source, target, err := generate.Edges(c.spec, 1)
		if err != nil {
			t.Fatal(err)
		}
		g, err := graph.FromEdges(int(n), source, target, graph.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := Request{Graph: g, Sources: make([]int32, n/c.share)}
		r.Weighted = c.weighted
		least := r.leastGain(c.kinds)
		least, why := r.leastOnGPUs(g.Forest(graph.Deduplicated), least, c.chains)
		if !strings.Contains(why, c.why) || (why == "") != (c.why == "") || least < c.least[0] || least > c.least[1] {
			t.Errorf("%s, weighted %v: from %g on, %q; want %v, %q", c.spec, c.weighted, least, why, c.least, c.why)
		}
		g.Free()
	}
}
