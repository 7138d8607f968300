//go:build cgo

package definition_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/reduce"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu/cpuengine"
)

// blocksOf is the union of the blocks as a graph of the oracle.
func blocksOf(w *reduce.Weighed) oracle.Graph {
	lists := w.Graph.View(false).Out
	og := oracle.Graph{Vertices: w.Graph.Vertices}
	if w.Graph.Weighting != nil {
		og.Weights, og.PerUnit = []float64{}, 1
	}
	for v := range int32(w.Graph.Vertices) {
		for arc := lists.Offsets[v]; arc < lists.Offsets[v+1]; arc++ {
			if to := lists.Targets[arc]; v < to {
				og.Edges = append(og.Edges, [2]int{int(v), int(to)})
				if og.Weights != nil {
					og.Weights = append(og.Weights, float64(lists.Weights[arc]))
				}
			}
		}
	}
	return og
}

// side names edges of one length between two vertices, which have one stress.
type side struct {
	from, to int
	weight   float64
}

// sides adds up stress by edges of one length, of the arcs of the union both ways and by definition.
func sides(w *reduce.Weighed, of *sums.PathCounts, og oracle.Graph, exact oracle.Result) (got, want map[side]float64) {
	lists := w.Graph.View(false).Out
	got, want = map[side]float64{}, map[side]float64{}
	for v := range w.Graph.Vertices {
		for arc := lists.Offsets[v]; arc < lists.Offsets[v+1]; arc++ {
			to, weight := int(lists.Targets[arc]), 1.0
			if og.Weights != nil {
				weight = float64(lists.Weights[arc])
			}
			got[side{min(v, to), max(v, to), weight}] += of.Float(int(arc))
		}
	}
	for i, e := range og.Edges {
		weight := 1.0
		if og.Weights != nil {
			weight = og.Weights[i]
		}
		stress, _ := exact.EdgeStress[i].Float64()
		want[side{e[0], e[1], weight}] += stress
	}
	return got, want
}

// counted sweeps chains of which paths are counted, and unfolds the sums.
func counted(t *testing.T, c *reduce.Chains, weight []float64, exponents bool) *sums.Paths {
	t.Helper()
	s, err := c.Count(weight, never)
	if err != nil || s == nil {
		t.Fatal(s, err)
	}
	t.Cleanup(s.Release)
	of := chainSweep(t, s, exponents)
	defer of.Free()
	into, err := sums.NewPaths((&engine.Task{Forest: c.Graph.Forest(graph.Deduplicated)}).Shape(), s.Kinds())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(into.Free)
	if err := s.Expand(of.Paths, into, never); err != nil {
		t.Fatal(err)
	}
	return into
}

// contracted are the chains of the blocks of a graph.
func contracted(t *testing.T, g *graph.Graph, count bool) *reduce.Chains {
	t.Helper()
	w := weigh(t, unionOf(t, forestOf(g, count)), nil, nil)
	c, err := w.Contract(w.Graph.Weighting == nil, never)
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	t.Cleanup(c.Release)
	if err := c.Group(never); err != nil {
		t.Fatal(err)
	}
	return c
}

// All are whole numbers below 2^53, so nothing may be rounded: neither stress, nor the paths from a vertex, which its
// stress and that of its edges tell.
func TestStressOfChainsIsTheDefinition(t *testing.T) {
	rounds := randomGraphs()
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 11))
		graphs := oracle.Roads(r)
		if seed%3 == 0 {
			graphs = oracle.Hard(r, 14)
		}
		c := contracted(t, build(t, graphs), r.IntN(2) == 0)
		og := blocksOf(c.Weighed)
		weight := make([]float64, og.Vertices)
		for v := range weight {
			weight[v] = float64(r.IntN(5))
		}
		exact := oracle.Compute(og, oracle.Options{Edges: true, Count: true, SourceWeight: weight, TargetWeight: weight})
		into := counted(t, c, weight, seed%4 == 3)
		got, want := sides(c.Weighed, &into.EdgeStress[0], og, exact)
		at := make([]float64, og.Vertices) // stress of the edges at a vertex
		for side, stress := range want {
			if got[side] != stress {
				t.Fatalf("seed %d: edge %v has %g, and should have %g", seed, side, got[side], stress)
			}
			at[side.from], at[side.to] = at[side.from]+stress, at[side.to]+stress
		}
		for v, stress := range exact.Stress {
			x, _ := stress.Float64()
			if into.Stress.Float(v) != x {
				t.Fatalf("seed %d: vertex %d has %g, and should have %g", seed, v, into.Stress.Float(v), x)
			}
			if paths := (at[v] - 2*x) / 2; into.PathsOnward[v]*weight[v] != paths {
				t.Fatalf("seed %d: paths from vertex %d weigh %g each, and should %g together", seed, v, into.PathsOnward[v], paths)
			}
		}
	}
}

// manyWays is a row of bundles of so many edges, and of a diamond behind every 8 of them, beside a path of the same
// length.
func manyWays(bundles, edges int) oracle.Graph {
	og := oracle.Graph{Vertices: 1}
	join := func(from, to int) { og.Edges = append(og.Edges, [2]int{from, to}) }
	at, length := 0, 0
	for i := range bundles {
		for range edges {
			join(at, og.Vertices)
		}
		at = og.Vertices
		og.Vertices, length = at+1, length+1
		if i%8 == 7 {
			for middle := at + 1; middle <= at+2; middle++ {
				join(at, middle)
				join(middle, at+3)
			}
			at += 3
			og.Vertices, length = at+1, length+2
		}
	}
	end := at
	at = 0
	for range length - 1 {
		join(at, og.Vertices)
		at = og.Vertices
		og.Vertices++
	}
	join(at, end)
	return og
}

// ofUnion sweeps the blocks with their chains.
func ofUnion(t *testing.T, w *reduce.Weighed, weight []float64) *sums.Paths {
	t.Helper()
	of, err := memory.Make[float64](len(weight))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { memory.Free(of) })
	copy(of, weight)
	task := &engine.Task{Forest: w.Graph.Forest(graph.Deduplicated), Paths: sums.Stress | sums.EdgeStress, Threads: 1,
		Pairs: &sums.Pairs{SourceWeight: of, TargetWeight: of, Cutoff: -1}, Sources: w.Sources}
	total, _, err := engine.Run(task, task.Sources, cpuengine.Queue(task, false), engine.NewControl(), &engine.Report{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(total.Free)
	return total.Paths
}

// Counts beyond 2^96 and beyond float64 are where they should be, in the sweep's windows and by its fallback.
func TestStressOfChainsOfManyPaths(t *testing.T) {
	infinite := false
	for _, bundles := range []int{16, 30, 72, 208} {
		c := contracted(t, build(t, manyWays(bundles, 32)), true)
		weight := make([]float64, c.Graph.Vertices)
		for v := range weight {
			weight[v] = float64(1 + v%3)
		}
		into := counted(t, c, weight, false)
		want := ofUnion(t, c.Weighed, weight)
		for v := range weight {
			closeTo(t, into.Stress.Float(v), want.Stress.Float(v))
			infinite = infinite || want.Stress.IsInfinite(v)
		}
		out := c.Graph.View(false).Out
		for v := range int32(len(weight)) {
			for _, w := range out.List(v) {
				if v < w {
					closeTo(t, between(out, &into.EdgeStress[0], v, w), between(out, &want.EdgeStress[0], v, w))
				}
			}
		}
	}
	if !infinite {
		t.Error("no stress passed float64")
	}
}

// between adds up what edges of two vertices have.
func between(out *graph.CSR, of *sums.PathCounts, v, w int32) (sum float64) {
	for _, ends := range [][2]int32{{v, w}, {w, v}} {
		for i, to := range out.List(ends[0]) {
			if to == ends[1] {
				sum += of.Float(int(out.Offsets[ends[0]]) + i)
			}
		}
	}
	return sum
}

// closeTo allows for what rounding a thousand times comes to.
func closeTo(t *testing.T, got, want float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= 1e-12*want) {
		t.Errorf("%g, should be %g", got, want)
	}
}

// It does not matter to which of the two arcs of an edge a kernel adds, where numbers are rounded either.
func TestStressOfEitherArc(t *testing.T) {
	c := contracted(t, build(t, manyWays(13, 31)), true)
	s, err := c.Count(slices.Repeat([]float64{3}, c.Graph.Vertices), never)
	if err != nil || s == nil {
		t.Fatal(s, err)
	}
	defer s.Release()
	total := chainSweep(t, s, false)
	defer total.Free()
	unfolded := func() []uint64 {
		into, err := sums.NewPaths((&engine.Task{Forest: c.Graph.Forest(graph.Deduplicated)}).Shape(), s.Kinds())
		if err != nil {
			t.Fatal(err)
		}
		defer into.Free()
		if err := s.Expand(total.Paths, into, never); err != nil {
			t.Fatal(err)
		}
		return append(slices.Clone(into.EdgeStress[0].Words), into.Stress.Words...)
	}
	want := unfolded()
	out, words := s.Contracted.View(false).Out, total.Paths.EdgeStress[0].Words
	for v := range int32(s.Contracted.Vertices) {
		seen := map[int32]int64{}
		for i, w := range out.List(v) {
			there, back := int(out.Offsets[v])+i, out.Arc(w, v)+int(seen[w])
			const moved = 12_345
			if seen[w]++; v < w && sums.At(words, back).Float() > moved {
				sums.Add(words, there, sums.Wide{Low: moved})
				sums.Add(words, back, sums.Wide{}.Minus(sums.Wide{Low: moved}))
			}
		}
	}
	if got := unfolded(); !slices.Equal(got, want) || !total.Paths.EdgeStress[0].Plain() || slices.Max(want) < 1<<60 {
		t.Error("sums of the other arcs have other bits, or are exact")
	}
}

func TestWeightsBeyondCounting(t *testing.T) {
	c := contracted(t, build(t, oracle.Cycle(9)), false)
	weight := make([]float64, c.Graph.Vertices)
	for v := range weight {
		weight[v] = 1 << 28
	}
	for _, fits := range []bool{false, true} {
		s, err := c.Count(weight, never)
		if err != nil || (s != nil) != fits {
			t.Fatal(s, err)
		}
		if s != nil {
			s.Release()
		}
		weight[8], weight[7] = 0, 0
	}
}

// Up to MostPaths between two nodes, pairs of a batch's sources and all targets may count 16 times before a sum passes
// 2^53.
func TestPathsThatSumExactly(t *testing.T) {
	c := contracted(t, build(t, oracle.Grid(9, 9)), false)
	weight := make([]float64, c.Graph.Vertices)
	for v := range weight {
		weight[v] = 1000
	}
	s, err := c.Count(weight, never)
	if err != nil || s == nil {
		t.Fatal(s, err)
	}
	defer s.Release()
	var most float64
	for _, b := range s.Batches {
		var sources float64
		for _, own := range b.Own {
			sources += own
		}
		for _, source := range b.Sources {
			first, last := s.First[source.Chain], s.First[source.Chain+1]
			sources += 1000 * float64(last-first)
		}
		most = max(most, sources)
	}
	if paths := s.MostPaths(); most < 20_000 || paths*most*81_000*16 != 1<<53 {
		t.Errorf("%g paths, %g from the sources of a batch", paths, most)
	}
}
