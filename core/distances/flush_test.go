package distances

import (
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"

	_ "gobc/kernels/cpu/cpuengine"
)

// Counts that are near their range become differences within a batch too.
func TestSumsOfChainsAreFlushed(t *testing.T) {
	_, source, target, err := generate.Edges("road_like:n=2000", 58)
	if err != nil {
		t.Fatal(err)
	}
	vertices := int(max(slices.Max(source), slices.Max(target))) + 1
	g, err := graph.FromEdges(vertices, source, target, graph.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	all := make([]int32, g.Vertices)
	for v := range all {
		all[v] = int32(v)
	}
	q := Query{Graph: g, Sources: all, Forest: graph.Deduplicated, Cutoff: -1, Type: Auto, Threads: 1}
	var found [2]*Histogram
	for i, most := range []int{mostCounted, 5000} {
		mostCounted = most
		if found[i], err = Count(q, engine.NewControl()); err != nil {
			t.Fatal(err)
		}
	}
	mostCounted = 1<<32 - 1
	if !slices.Equal(found[0].Pairs, found[1].Pairs) || len(found[0].Pairs) < 50 {
		t.Errorf("%v, want %v", found[1].Pairs, found[0].Pairs)
	}
}
