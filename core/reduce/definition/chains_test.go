//go:build cgo

package definition_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/reduce"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu/cpuengine"
)

// unfolded is shares with the chains of the blocks contracted.
func unfolded(t testing.TB, g *graph.Graph, count, exponents bool) (vertices, edges []float64) {
	t.Helper()
	forest := forestOf(g, count)
	w := weigh(t, unionOf(t, forest), nil, nil)
	chains, err := w.Contract(w.Graph.Weighting == nil, never)
	if err != nil || chains == nil {
		t.Fatal(chains, err)
	}
	defer chains.Release()
	if err := chains.Group(never); err != nil {
		t.Fatal(err)
	}
	of := chainSweep(t, chains, exponents)
	defer of.Free()
	inUnion, err := sums.NewPaths((&engine.Task{Forest: w.Graph.Forest(graph.Deduplicated)}).Shape(), reduce.Kinds)
	if err != nil {
		t.Fatal(err)
	}
	defer inUnion.Free()
	chains.Expand(of.Paths, inUnion, never)
	into, err := sums.NewPaths((&engine.Task{Forest: forest}).Shape(), reduce.Kinds)
	if err != nil {
		t.Fatal(err)
	}
	defer into.Free()
	w.Expand(inUnion, into, never)
	return values(g, into, count)
}

// chainSweep adds up what the nodes come to, or with exponents what their fallback does.
func chainSweep(t testing.TB, c *reduce.Chains, exponents bool) *sums.Sums {
	t.Helper()
	call := &engine.Call{Graph: c.Contracted, Weighted: true, Cancel: new(int32)}
	if err := call.SettleLengths(0, true); err != nil {
		t.Fatal(err)
	}
	batches := make([]int32, len(c.Batches))
	for i := range batches {
		batches[i] = int32(i)
	}
	task := &engine.Task{Forest: c.Forest(), Paths: c.Kinds(), Pairs: &c.Pairs, Chains: c, Lengths: call.Lengths,
		Sources: batches, Threads: 1}
	stage := cpuengine.Chains(task, "")
	if exponents {
		stage = stage.After(engine.ErrOutOfRange)
	}
	total, _, err := engine.Run(task, batches, stage, engine.NewControl(), &engine.Report{})
	if err != nil {
		t.Fatal(err)
	}
	return total
}

// longChains is three junctions with chains of up to 80 edges of lengths 1 to 3 between them.
func longChains(r *rand.Rand) oracle.Graph {
	g := oracle.Graph{Vertices: 3, PerUnit: 1}
	for chain := range 3 + r.IntN(3) {
		at := chain % 3
		for range r.IntN(80) {
			g.Edges = append(g.Edges, [2]int{at, g.Vertices})
			at = g.Vertices
			g.Vertices++
		}
		g.Edges = append(g.Edges, [2]int{at, (chain + 1) % 3})
	}
	for range g.Edges {
		g.Weights = append(g.Weights, float64(1+r.IntN(3)))
	}
	return g
}

func TestChainsAreTheDefinition(t *testing.T) {
	rounds := randomGraphs()
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 5))
		og := oracle.Roads(r)
		switch {
		case seed%3 == 0:
			og = oracle.Hard(r, 14)
		case seed%50 == 1:
			og = longChains(r)
		case seed%5 == 1:
			all := 0.0
			for _, w := range og.Weights {
				all += w
			}
			for i := range og.Weights { // chains are just short enough, and doubled places pass 2^31
				og.Weights[i] *= math.Floor((1<<31 - 1) / all)
			}
		}
		g := build(t, og)
		o := oracle.Options{Edges: true, Count: r.IntN(2) == 0}
		exact := oracle.Compute(og, o)
		vertices, edges := unfolded(t, g, o.Count, seed%4 == 3)
		near(t, "vertex", vertices, exact.Betweenness)
		near(t, "edge", edges, exact.EdgeBetweenness)
		if t.Failed() {
			t.Fatalf("seed %d: count %v, exponents %v\n%+v", seed, o.Count, seed%4 == 3, og)
		}
	}
}
