package definition_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/reduce"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/reference"
)

// stressOf is stress and edge stress of a graph by its blocks, by lengths if it has any, over ordered pairs, by vertex
// and by edge; nil where numbers are too large.
func stressOf(t testing.TB, g *graph.Graph, count bool) (vertices, edges []*big.Int) {
	t.Helper()
	forest := forestOf(g, count)
	w := weigh(t, unionOf(t, forest), nil, nil)
	hops := g.Weighting == nil
	s, err := w.Stress(hops, never)
	if err != nil {
		t.Fatal(err)
	}
	if s == nil {
		return nil, nil
	}
	defer s.Release()
	task := &engine.Task{Forest: s.Graph.Forest(graph.Deduplicated), Paths: reduce.StressKinds | sums.PathsOnward,
		Pairs: &s.Pairs, Sources: s.Sources, Threads: 1}
	if !hops {
		task.Lengths = lengthsOf(t, s.Weighed)
	}
	total, _, err := engine.Run(task, task.Sources, reference.Stage(task), engine.NewControl(), &engine.Report{})
	if err != nil {
		t.Fatal(err)
	}
	defer total.Free()
	into, err := sums.NewPaths((&engine.Task{Forest: forest}).Shape(), reduce.StressKinds)
	if err != nil {
		t.Fatal(err)
	}
	defer into.Free()
	if err := s.Expand(total.Paths, into, never); err != nil {
		t.Fatal(err)
	}
	vertices, edges = make([]*big.Int, g.Vertices), make([]*big.Int, g.Edges)
	for rank, v := range g.Vertex {
		vertices[v] = into.Stress.Exact(rank)
	}
	for row := range edges {
		edges[row] = new(big.Int)
		if a, ok := g.ArcsOf(row, count, !hops); ok {
			edges[row].Add(into.EdgeStress[0].Exact(int(a.Out)), into.EdgeStress[1].Exact(int(a.In)))
		}
	}
	return vertices, edges
}

// within compares with the definition, up to a share of each value.
func within(t *testing.T, what string, got, want []*big.Int, share float64) {
	t.Helper()
	for i, exact := range want {
		if got[i].Cmp(exact) == 0 {
			continue
		}
		off, _ := new(big.Float).SetInt(new(big.Int).Sub(got[i], exact)).Float64()
		of, _ := new(big.Float).SetInt(exact).Float64()
		if !(math.Abs(off) <= share*of) {
			t.Errorf("%s %d: %v, want %v", what, i, got[i], exact)
		}
	}
}

func TestStressByBlocksIsTheDefinition(t *testing.T) {
	rounds := randomGraphs()
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 17))
		og := oracle.Hard(r, 14)
		if seed%2 == 0 {
			og.Weights = nil
		}
		o := oracle.Options{Edges: true, Count: r.IntN(2) == 0}
		exact := oracle.Compute(og, o)
		vertices, edges := stressOf(t, build(t, og), o.Count)
		within(t, "vertex", vertices, exact.Stress, 0)
		within(t, "edge", edges, exact.EdgeStress, 0)
		if t.Failed() {
			t.Fatalf("seed %d: count %v\n%+v", seed, o.Count, og)
		}
	}
}

// Beyond 2^53 numbers are rounded, and small ones beside them are not lost. No search is too deep for recursion.
func TestStressOfManyPaths(t *testing.T) {
	og := oracle.Diamonds(30, 8) // 2^90 paths from end to end
	for _, v := range []int{0, 9, 135, 270} {
		og.Edges = append(og.Edges, [2]int{v, og.Vertices}, [2]int{og.Vertices, og.Vertices + 1}, [2]int{og.Vertices + 1, v},
			[2]int{og.Vertices + 1, og.Vertices + 2})
		og.Vertices += 3
	}
	exact := oracle.Compute(og, oracle.Options{Edges: true})
	vertices, edges := stressOf(t, build(t, og), false)
	within(t, "vertex", vertices, exact.Stress, 1e-14)
	within(t, "edge", edges, exact.EdgeStress, 1e-14)
	if vertices, _ := stressOf(t, build(t, oracle.Diamonds(210, 2)), false); vertices != nil {
		t.Error("a sweep is weighed with numbers above 2^200")
	}
	n := int64(300_000)
	if testing.Short() {
		n = 30_000
	}
	vertices, edges = stressOf(t, build(t, oracle.Path(int(n))), false)
	for v := range n {
		if vertices[v].Int64() != 2*v*(n-1-v) || v < n-1 && edges[v].Int64() != 2*(v+1)*(n-1-v) {
			t.Fatalf("vertex %d of a path is %v, its edge %v", v, vertices[v], edges[v])
		}
	}
}
