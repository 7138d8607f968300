package reduce

import (
	"math"
	"testing"

	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/sums"
)

// What a survey predicts is what the steps make: blocks and chains to the edge, twins but for tops of blocks that have
// one.
func TestSurveyIsWhatStepsMake(t *testing.T) {
	for _, spec := range []string{"road_like:n=1500", "erdos_renyi:n=1500,m=2000", "barabasi_albert:n=1200,m=1",
		"barabasi_albert:n=1200,m=2",
		"grid:rows=20,cols=30", "kronecker:scale=10,edge_factor=2", "random_geometric:n=1500"} {
		n, from, to, err := generate.Edges(spec, 2)
		if err != nil {
			t.Fatal(err)
		}
		g, err := graph.FromEdges(int(n), from, to, graph.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		q := &Question{Graph: g, View: graph.Deduplicated, Kinds: sums.Delta, Stop: func() error { return nil }}
		for v := range int32(n) {
			q.Sources = append(q.Sources, v)
		}
		survey, err := Look(q)
		if err != nil {
			t.Fatal(err)
		}
		made := map[string]Reduced{}
		for _, step := range Steps {
			on, why, err := step.Apply(q, made[step.On])
			if err != nil || on == nil {
				t.Fatalf("%s: %s: %q, %v", spec, step.Name, why, err)
			}
			made[step.Name] = on
			off := 1e-12
			if step.Name == ByTwins {
				off = 0.02
			}
			got, want := survey.Work(step), on.Work()
			if math.Abs(got.Arcs-want.Arcs) > off*want.Arcs || math.Abs(got.Pairs-want.Pairs) > off*want.Pairs {
				t.Errorf("%s: %s are predicted to take %+v, and take %+v", spec, step.Name, got, want)
			}
		}
		q.Sources = q.Sources[:100]
		if some, err := Look(q); err != nil || some.Blocks.Arcs > survey.Blocks.Arcs ||
			some.Blocks.Searches > survey.Blocks.Searches {
			t.Errorf("%s: %+v from 100 vertices, %+v from all, %v", spec, some.Blocks, survey.Blocks, err)
		}
		g.Free()
	}
}
