//go:build cgo

package run_test

import (
	"slices"
	"testing"

	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/query"
)

// The memory of kernels waits for the next call, a bounded part of it, which finds it zeroed; it counts as released.
func TestWorkspacesWaitForTheNextCall(t *testing.T) {
	n, source, target, err := generate.Edges("erdos_renyi:n=3000,m=12000", 7)
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.FromEdges(int(n), source, target, graph.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	memory.Trim()
	_, before := memory.Live()
	var first [][]float64
	for range 3 {
		columns, result := compute(t, g, "betweenness,stress,closeness", call{threads: 3, reductions: query.NoReductions})
		if first == nil {
			for _, c := range columns {
				first = append(first, slices.Clone(c))
			}
		}
		for i := range columns {
			if !slices.Equal(columns[i], first[i]) {
				t.Error("a later call gives other values")
			}
		}
		result.Free()
		if _, now := memory.Live(); now != before {
			t.Errorf("%d bytes count as held", now-before)
		}
	}
	if waited := memory.Trim(); waited == 0 || waited > 64<<20 {
		t.Errorf("%d bytes waited", waited)
	}
	if memory.Trim() != 0 {
		t.Error("some were left")
	}
}
