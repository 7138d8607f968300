package run_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/internal/oracle"
)

// Graphs of millions of vertices, whose answers are known in closed form or, of few sources, without reductions. They
// take gigabytes, so make test-reductions alone runs them.

var raw = measure.Choices{Preset: "raw", Normalized: -1}

const treeMeasures = "betweenness,edge_betweenness,closeness"

// joined builds a graph of one edge from each of the other vertices to an earlier one: of the i-th to that of vertex i
// + 1.
func joined(t *testing.T, earlier []int64) *graph.Graph {
	t.Helper()
	if graphsAsked(t) == 0 {
		t.Skip("make test-reductions runs it: it takes gigabytes")
	}
	source := make([]int64, len(earlier))
	for i := range source {
		source[i] = int64(i + 1)
	}
	g, err := graph.FromWeightedEdges(len(earlier)+1, source, earlier, nil, graph.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

// isTree compares with what sizes of subtrees tell: each value is a whole number, or one divided by it.
func isTree(t *testing.T, g *graph.Graph, earlier []int64) {
	t.Helper()
	if r := reductionOf(t, g, treeMeasures, call{}); !r.Taken || r.Work.After != 0 {
		t.Fatalf("%+v", r)
	}
	start := time.Now()
	got, _ := compute(t, g, treeMeasures, call{choices: raw, threads: 2})
	t.Logf("%d vertices: %.2f s", g.Vertices, time.Since(start).Seconds())
	n := g.Vertices
	size, between, far := make([]float64, n), make([]float64, n), make([]float64, n)
	for v := n - 1; v >= 0; v-- {
		size[v]++
		rest := float64(n) - size[v]
		between[v] += float64(n-1)*float64(n-1) - rest*rest
		if v > 0 {
			up := earlier[v-1]
			size[up] += size[v]
			between[up] -= size[v] * size[v]
			far[0] += size[v]
		}
	}
	for v := range n {
		if v > 0 {
			far[v] = far[earlier[v-1]] + float64(n) - 2*size[v]
			if edge := 2 * size[v] * (float64(n) - size[v]); got[1][v-1] != edge {
				t.Fatalf("edge %d is %g, want %g", v-1, got[1][v-1], edge)
			}
		}
		if got[0][v] != between[v] || got[2][v] != 1/far[v] {
			t.Fatalf("vertex %d is %g and %g, want %g and %g", v, got[0][v], got[2][v], between[v], 1/far[v])
		}
	}
}

func TestTreeOfAMillion(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 12))
	for name, draw := range map[string]func(v int64) int64{
		"random":     r.Int64N,
		"path":       func(v int64) int64 { return v - 1 },
		"bush":       func(v int64) int64 { return max(0, v-1-r.Int64N(3)) },
		"path, star": func(v int64) int64 { return min(v-1, 500_000) },
	} {
		t.Run(name, func(t *testing.T) {
			earlier := make([]int64, 999_999)
			for i := range earlier {
				earlier[i] = draw(int64(i + 1))
			}
			isTree(t, joined(t, earlier), earlier)
		})
	}
}

func TestStarOfTenMillion(t *testing.T) {
	earlier := make([]int64, 10_000_000)
	isTree(t, joined(t, earlier), earlier)
}

// One block: from a few sources, as every vertex is swept from each.
func TestCycleOfAMillion(t *testing.T) {
	const n = 1_000_000
	if graphsAsked(t) == 0 {
		t.Skip("make test-reductions runs it: it takes gigabytes")
	}
	g := build(t, oracle.Cycle(n))
	var sources []int32
	for i := range int32(64) {
		sources = append(sources, i*i*200)
	}
	for _, reductions := range []string{query.Auto, reduce.ByBlocks} {
		got, _ := compute(t, g, "betweenness,closeness",
			call{choices: raw, threads: 2, sources: sources, reductions: reductions})
		for v := range int32(n) {
			var between, far float64
			for _, s := range sources {
				d := min((v-s+n)%n, (s-v+n)%n)
				far += float64(d)
				if d > 0 && d < n/2 {
					between += n/2 - float64(d) - 0.5
				}
			}
			if got[0][v] != between || got[1][v] != 1/far {
				t.Fatalf("%s: vertex %d is %g and %g, want %g and %g", reductions, v, got[0][v], got[1][v], between, 1/far)
			}
		}
	}
}

// From all vertices: the cycle is one chain.
func TestWholeCycleOfAMillion(t *testing.T) {
	const n = 1_000_000
	if graphsAsked(t) == 0 {
		t.Skip("make test-reductions runs it: it takes gigabytes")
	}
	g := build(t, oracle.Cycle(n))
	start := time.Now()
	got, _ := compute(t, g, shares, call{choices: raw, threads: 2})
	t.Logf("%.2f s", time.Since(start).Seconds())
	for v := range n {
		if vertex, edge := got[0][v], got[1][v]; vertex != (n/2-1)*(n/2-1) || edge != n/2*n/2 {
			t.Fatalf("vertex %d is %g, edge %g", v, vertex, edge)
		}
	}
}

// gridOfChains is a grid whose edges are chains, with trees and cycles at them.
func gridOfChains(side int) oracle.Graph {
	grid := oracle.Grid(side, side)
	og := oracle.Graph{Vertices: grid.Vertices}
	join := func(u, v int) { og.Edges = append(og.Edges, [2]int{u, v}) }
	next := func() int { og.Vertices++; return og.Vertices - 1 }
	for _, e := range grid.Edges {
		at := e[0]
		for i := range 20 {
			v, leaf, last := next(), next(), next()
			join(at, v)
			join(v, leaf)
			join(leaf, last)
			if i%3 == 0 {
				join(last, v)
			}
			at = v
		}
		join(at, e[1])
	}
	return og
}

// From all vertices, with chains and without, and from some of them with blocks and without.
func TestGridOfChains(t *testing.T) {
	if graphsAsked(t) == 0 {
		t.Skip("make test-reductions runs it: it takes long without blocks")
	}
	weigh := func(og *oracle.Graph) {
		r := rand.New(rand.NewPCG(2, 12))
		for range og.Edges {
			og.Weights = append(og.Weights, float64(1+r.IntN(9)))
		}
	}
	for _, weighted := range []bool{false, true} {
		og, small := gridOfChains(30), gridOfChains(10)
		if weighted {
			weigh(&og)
			weigh(&small)
		}
		whole := build(t, small)
		contracted, _ := compute(t, whole, shares, call{threads: 2})
		none, _ := compute(t, whole, shares, call{threads: 2, reductions: query.NoReductions})
		near(t, "a smaller grid", contracted, none)
		g := build(t, og)
		var sources []int32
		for v := 0; v < g.Vertices; v += 97 {
			sources = append(sources, int32(v))
		}
		c := call{threads: 2, sources: sources}
		start := time.Now()
		got, _ := compute(t, g, treeMeasures, c)
		middle := time.Now()
		c.reductions = query.NoReductions
		want, _ := compute(t, g, treeMeasures, c)
		t.Logf("%d vertices, weighted %v: %.2f s, without %.2f s", g.Vertices, weighted, middle.Sub(start).Seconds(),
			time.Since(middle).Seconds())
		if d := differ(got, want, 1e-12); d != "" {
			t.Errorf("weighted %v: %s", weighted, d)
		}
		if d := firstDifference(got[2:], want[2:]); d != "" {
			t.Errorf("weighted %v: closeness: %s", weighted, d)
		}
	}
}
