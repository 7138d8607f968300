//go:build cgo

package definition_test

import (
	"math/rand/v2"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu/cpuengine"
)

// merged is betweenness with the twins of the blocks merged, over ordered pairs, by vertex, and how many vertices are
// left.
func merged(t testing.TB, g *graph.Graph, count bool,
	stage func(*engine.Task) engine.Stage) (scores []float64, vertices int) {
	t.Helper()
	forest := forestOf(g, count)
	w := weigh(t, unionOf(t, forest), nil, nil)
	twins, err := w.Twins(never)
	if err != nil {
		t.Fatal(err)
	}
	defer twins.Release()
	if err := twins.Merge(nil); err != nil {
		t.Fatal(err)
	}
	task := &engine.Task{Forest: twins.Forest(), Paths: sums.Delta, Pairs: &twins.Pairs, Sources: twins.Sources,
		Threads: 1}
	of, _, err := engine.Run(task, task.Sources, stage(task), engine.NewControl(), &engine.Report{})
	if err != nil {
		t.Fatal(err)
	}
	defer of.Free()
	into := make([]*sums.Paths, 2)
	for i, f := range []*graph.Forest{w.Graph.Forest(graph.Deduplicated), forest} {
		if into[i], err = sums.NewPaths((&engine.Task{Forest: f}).Shape(), sums.Delta); err != nil {
			t.Fatal(err)
		}
		defer into[i].Free()
	}
	if err := twins.Expand(of.Paths, into[0], never); err != nil {
		t.Fatal(err)
	}
	w.Expand(into[0], into[1], never)
	scores = make([]float64, g.Vertices)
	for rank, v := range g.Vertex {
		scores[v] = sums.At(into[1].Delta, rank).Fixed()
	}
	return scores, twins.Contracted.Vertices
}

func byLevels(task *engine.Task) engine.Stage {
	return cpuengine.Sweep(task, []int{8}, sums.Double, "")
}
func oneByOne(task *engine.Task) engine.Stage  { return cpuengine.Queue(task, false) }
func exponents(task *engine.Task) engine.Stage { return cpuengine.Queue(task, true) }

func TestTwinsAreTheDefinition(t *testing.T) {
	rounds := randomGraphs()
	fewer := 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 6))
		og := oracle.Twinned(r, 14)
		og.Weights = nil
		g := build(t, og)
		o := oracle.Options{Count: r.IntN(2) == 0}
		want := oracle.Compute(og, o).Betweenness
		var first []float64
		for name, stage := range map[string]func(*engine.Task) engine.Stage{"sweep": byLevels, "queue": oneByOne,
			"exponents": exponents} {
			got, vertices := merged(t, g, o.Count, stage)
			near(t, name, got, want)
			if vertices < g.Vertices {
				fewer++
			}
			if first == nil {
				first = got
			}
			for v := range got {
				if got[v] != first[v] {
					t.Errorf("%s: vertex %d is %v, and %v by another kernel", name, v, got[v], first[v])
				}
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
func TestTwinsOfWholeGraphs(t *testing.T) {
	for vertices, og := range map[int]oracle.Graph{1: oracle.Complete(40), 2: oracle.Bipartite(7, 11)} {
		scores, left := merged(t, build(t, og), false, byLevels)
		near(t, "vertex", scores, oracle.Compute(og, oracle.Options{}).Betweenness)
		if left != vertices {
			t.Errorf("%d vertices are left, want %d", left, vertices)
		}
	}
}
