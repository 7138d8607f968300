//go:build cgo

package definition_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

// stressOfTwins is stress with the twins of the blocks merged, over ordered pairs, by vertex, and how many vertices are
// left; nil where numbers are too large.
func stressOfTwins(t testing.TB, g *graph.Graph, count bool,
	stage func(*engine.Task) engine.Stage) (scores []*big.Int, vertices int) {
	t.Helper()
	forest := forestOf(g, count)
	w := weigh(t, unionOf(t, forest), nil, nil)
	s, err := w.Stress(true, never)
	if err != nil {
		t.Fatal(err)
	}
	if s == nil {
		return nil, 0
	}
	defer s.Release()
	twins, err := w.Twins(never)
	if err != nil {
		t.Fatal(err)
	}
	defer twins.Release()
	if err := twins.Merge(s); err != nil {
		t.Fatal(err)
	}
	const kinds = sums.Stress | sums.PathsOnward
	task := &engine.Task{Forest: twins.Forest(), Paths: kinds, Pairs: &twins.Pairs, Sources: twins.Sources, Threads: 1}
	of, _, err := engine.Run(task, task.Sources, stage(task), engine.NewControl(), &engine.Report{})
	if err != nil {
		t.Fatal(err)
	}
	defer of.Free()
	union, err := sums.NewPaths((&engine.Task{Forest: w.Graph.Forest(graph.Deduplicated)}).Shape(), kinds)
	if err != nil {
		t.Fatal(err)
	}
	defer union.Free()
	into, err := sums.NewPaths((&engine.Task{Forest: forest}).Shape(), sums.Stress)
	if err != nil {
		t.Fatal(err)
	}
	defer into.Free()
	if err := twins.Expand(of.Paths, union, never); err != nil {
		t.Fatal(err)
	}
	if err := s.Expand(union, into, never); err != nil {
		t.Fatal(err)
	}
	scores = make([]*big.Int, g.Vertices)
	for rank, v := range g.Vertex {
		scores[v] = into.Stress.Exact(rank)
	}
	return scores, twins.Contracted.Vertices
}

func TestStressOfTwinsIsTheDefinition(t *testing.T) {
	rounds := randomGraphs()
	fewer := 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 18))
		og := oracle.Twinned(r, 14)
		og.Weights = nil
		g := build(t, og)
		o := oracle.Options{Count: r.IntN(2) == 0}
		want := oracle.Compute(og, o).Stress
		for name, stage := range map[string]func(*engine.Task) engine.Stage{"sweep": byLevels, "queue": oneByOne,
			"exponents": exponents} {
			got, vertices := stressOfTwins(t, g, o.Count, stage)
			within(t, name, got, want, 0)
			if vertices < g.Vertices {
				fewer++
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: count %v\n%+v", seed, o.Count, og)
		}
	}
	if fewer < int(rounds) {
		t.Errorf("vertices were merged %d times", fewer)
	}
}

// Complete graphs are one class, complete bipartite ones two.
func TestStressOfTwinsOfWholeGraphs(t *testing.T) {
	for vertices, og := range map[int]oracle.Graph{1: oracle.Complete(40), 2: oracle.Bipartite(7, 11)} {
		scores, left := stressOfTwins(t, build(t, og), false, byLevels)
		within(t, "vertex", scores, oracle.Compute(og, oracle.Options{}).Stress, 0)
		if left != vertices {
			t.Errorf("%d vertices are left, want %d", left, vertices)
		}
	}
}

// Twins of which one has 2^90 paths behind it, and the others a few: these are not lost beside it. It may be the top of
// its block or not.
func TestStressOfTwinsOfManyPaths(t *testing.T) {
	for name, block := range map[string]oracle.Graph{"open": oracle.Bipartite(3, 4), "closed": oracle.Complete(6)} {
		for large := range 3 {
			if testing.Short() && name == "closed" && large != 1 {
				continue // all vertices of a complete graph are alike
			}
			og, at := block, block.Vertices
			tail := oracle.Diamonds(45, 4)
			og.Edges = slices.Clone(og.Edges)
			for _, e := range tail.Edges {
				og.Edges = append(og.Edges, [2]int{e[0] + at, e[1] + at})
			}
			og.Vertices += tail.Vertices + 1
			og.Edges = append(og.Edges, [2]int{large, at}, [2]int{(large + 1) % 3, og.Vertices - 1})
			want := oracle.Compute(og, oracle.Options{}).Stress
			for _, stage := range []func(*engine.Task) engine.Stage{byLevels, oneByOne, exponents} {
				got, _ := stressOfTwins(t, build(t, og), false, stage)
				within(t, name, got, want, 1e-14)
			}
		}
	}
	if scores, _ := stressOfTwins(t, build(t, oracle.Diamonds(210, 2)), false, byLevels); scores != nil {
		t.Error("a sweep is weighed with numbers above 2^200")
	}
}
