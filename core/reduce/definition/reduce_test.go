package definition_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/reduce"
	"gobc/core/sums"
	"gobc/internal/oracle"
	_ "gobc/kernels/cpu/cpuengine" // settles lengths
	"gobc/kernels/reference"
)

func never() error { return nil }

// randomGraphs is how many a test takes.
func randomGraphs() uint64 {
	if testing.Short() {
		return 500
	}
	return 20_000
}

func build(t testing.TB, og oracle.Graph) *graph.Graph {
	t.Helper()
	source, target := make([]int64, len(og.Edges)), make([]int64, len(og.Edges))
	for i, e := range og.Edges {
		source[i], target[i] = int64(e[0]), int64(e[1])
	}
	g, err := graph.FromWeightedEdges(og.Vertices, source, target, og.Weights, graph.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

func unionOf(t testing.TB, f *graph.Forest) *reduce.Union {
	t.Helper()
	b, err := reduce.Find(f, never)
	if err != nil {
		t.Fatal(err)
	}
	u, err := b.Union(never)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(u.Release)
	return u
}

func ranks(g *graph.Graph, vertices []int) []int32 {
	numbers := make([]int32, len(vertices))
	for i, v := range vertices {
		numbers[i] = int32(v)
	}
	return g.Ranks(numbers)
}

func byRank(t testing.TB, g *graph.Graph, weights []float64) []float64 {
	t.Helper()
	if weights == nil {
		return nil
	}
	ranks, err := memory.Make[float64](g.Vertices)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { memory.Free(ranks) })
	for rank, v := range g.Vertex {
		ranks[rank] = weights[v]
	}
	return ranks
}

// forestOf is the view of a graph that counts parallel edges as paths of their own, or as one.
func forestOf(g *graph.Graph, count bool) *graph.Forest {
	if count {
		return g.Forest(graph.Counted)
	}
	return g.Forest(graph.Deduplicated)
}

// weigh gives a union the weights of pairs; nil where they do not fit.
func weigh(t testing.TB, u *reduce.Union, sources []int32, pairs *sums.Pairs) *reduce.Weighed {
	t.Helper()
	masses, err := u.Blocks.Weigh(sources, pairs, never)
	if err != nil {
		t.Fatal(err)
	}
	if masses == nil {
		return nil
	}
	w, err := u.Weigh(masses, never)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Release)
	return w
}

// sweep adds up what a task of a reduced graph comes to, with the readable reference.
func sweep(t testing.TB, w *reduce.Weighed, weighted bool) *sums.Sums {
	t.Helper()
	task := &engine.Task{Forest: w.Graph.Forest(graph.Deduplicated), Paths: reduce.Kinds, Pairs: &w.Pairs,
		Sources: w.Sources, Threads: 1}
	if weighted {
		task.Lengths = lengthsOf(t, w)
	}
	total, _, err := engine.Run(task, task.Sources, reference.Stage(task), engine.NewControl(), &engine.Report{})
	if err != nil {
		t.Fatal(err)
	}
	for at := range task.Forest.Vertices {
		if x := sums.At(total.Paths.Delta, at).Fixed(); x > w.Pairs.Total {
			t.Fatalf("%g pass through copy %d, and at most %g were to", x, at, w.Pairs.Total)
		}
	}
	return total
}

// lengthsOf is how distances of a union add up.
func lengthsOf(t testing.TB, w *reduce.Weighed) *engine.Lengths {
	t.Helper()
	c := &engine.Call{Graph: w.Graph, Sources: w.Sources, Pairs: &w.Pairs, Weighted: true, Cancel: new(int32)}
	if err := c.SettleLengths(0, true); err != nil {
		t.Fatal(err)
	}
	return c.Lengths
}

// shares are betweenness and edge betweenness of a graph by its blocks, over ordered pairs, by vertex and by edge, and
// what rounding to units of sums may add up to: half a unit for each source, and for an edge one each way.
func shares(t testing.TB, g *graph.Graph, count bool, sources []int32,
	pairs *sums.Pairs) (vertices, edges []float64, rounding float64) {
	t.Helper()
	forest := forestOf(g, count)
	w := weigh(t, unionOf(t, forest), sources, pairs)
	if w == nil {
		t.Fatal("the weights do not fit")
	}
	of := sweep(t, w, g.Weighting != nil)
	defer of.Free()
	task := engine.Task{Forest: forest}
	into, err := sums.NewPaths(task.Shape(), reduce.Kinds)
	if err != nil {
		t.Fatal(err)
	}
	defer into.Free()
	w.Expand(of.Paths, into, never)
	vertices, edges = values(g, into, count)
	return vertices, edges, math.Ldexp(float64(len(w.Sources)), w.Pairs.Exponent-64)
}

// values are betweenness and edge betweenness, over ordered pairs, by vertex and by edge.
func values(g *graph.Graph, of *sums.Paths, count bool) (vertices, edges []float64) {
	vertices, edges = make([]float64, g.Vertices), make([]float64, g.Edges)
	for rank, v := range g.Vertex {
		vertices[v] = sums.At(of.Delta, rank).Fixed()
	}
	for row := range edges {
		if a, ok := g.ArcsOf(row, count, g.Weighting != nil); ok {
			both := sums.At(of.EdgeDelta[0], int(a.Out)).Plus(sums.At(of.EdgeDelta[1], int(a.In)))
			edges[row] = both.Fixed() / float64(a.Shared)
		}
	}
	return vertices, edges
}

// far are sums of the distances to each vertex by the blocks of a graph, and how many sources reach it.
func far(t testing.TB, g *graph.Graph, sources []int32) (distances []float64, reached []int64) {
	t.Helper()
	w := weigh(t, unionOf(t, g.Forest(graph.Deduplicated)), sources, nil)
	task := &engine.Task{Forest: w.Graph.Forest(graph.Deduplicated), Distances: sums.Distance, Threads: 1}
	whole := sums.SweepShape{Shape: sums.Shape{Vertices: g.Vertices}, Distances: reduce.DistanceKinds,
		Lengths: g.Weighting != nil}
	if g.Weighting != nil {
		c := &engine.Call{Graph: w.Graph, Sources: w.Sources, Weighted: true, Cancel: new(int32)}
		if err := c.SettleLengths(0, false); err != nil {
			t.Fatal(err)
		}
		task.Lengths = c.Lengths
	}
	total, err := task.NewSums(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer total.Free()
	of := sources
	if of == nil {
		of = g.Ranks(g.Vertex)
	}
	for i, round := range w.Rounds(of) {
		s, _, err := engine.Run(task, round, reference.Stage(task), engine.NewControl(), &engine.Report{})
		if err != nil {
			t.Fatal(err)
		}
		total.AddTimes(uint(i), s)
		s.Free()
	}
	into, err := whole.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer into.Free()
	if err := w.Distances(total, into, never); err != nil {
		t.Fatal(err)
	}
	distances, reached = make([]float64, g.Vertices), make([]int64, g.Vertices)
	for rank, v := range g.Vertex {
		reached[v] = into.Reached()[rank]
		if into.Lengths != nil {
			distances[v] = sums.At(into.Lengths.Distance, rank).Float()
		} else {
			distances[v] = float64(into.Hops.Distance[rank])
		}
	}
	return distances, reached
}

// near compares with the definition: each value with itself, as there is nothing to subtract.
func near(t *testing.T, what string, got []float64, want []*big.Rat) {
	t.Helper()
	rounded(t, what, got, want, 0)
}

// rounded is near where values are rounded to units of sums besides.
func rounded(t *testing.T, what string, got []float64, want []*big.Rat, rounding float64) {
	t.Helper()
	for i, exact := range want {
		x, _ := exact.Float64()
		if !(math.Abs(got[i]-x) <= 1e-13*x+rounding) {
			t.Errorf("%s %d: %.17g, want %.17g", what, i, got[i], x)
		}
	}
}

func TestBlocksAreTheDefinition(t *testing.T) {
	rounds := randomGraphs()
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 3))
		og := oracle.Hard(r, 14)
		g := build(t, og)
		o := oracle.Options{Edges: true, Count: r.IntN(2) == 0, SourceWeight: oracle.Masses(r, og.Vertices),
			TargetWeight: oracle.Masses(r, og.Vertices)}
		pairs := &sums.Pairs{SourceWeight: byRank(t, g, o.SourceWeight), TargetWeight: byRank(t, g, o.TargetWeight),
			Cutoff: -1}
		if seed%2 == 0 {
			o.SourceWeight, o.TargetWeight, pairs = nil, nil, nil
		}
		var sources []int32
		if seed%3 == 0 {
			o.Sources = r.Perm(og.Vertices)[:r.IntN(og.Vertices+1)]
			sources = ranks(g, o.Sources)
		}
		if seed%4 == 1 {
			if err := pairs.Lighten(og.Vertices); err != nil {
				t.Fatal(err)
			}
		}
		exact := oracle.Compute(og, o)
		vertices, edges, rounding := shares(t, g, o.Count, sources, pairs)
		rounded(t, "vertex", vertices, exact.Betweenness, rounding)
		rounded(t, "edge", edges, exact.EdgeBetweenness, rounding)
		if t.Failed() {
			t.Fatalf("seed %d: count %v, sources %v, weights %v and %v\n%+v", seed, o.Count, o.Sources, o.SourceWeight,
				o.TargetWeight, og)
		}
	}
}

// TestWorkOfRounds: a cycle with one vertex more has two rounds, and the second takes as long as one of 512 sources.
func TestWorkOfRounds(t *testing.T) {
	const n = 1000
	og := oracle.Graph{Vertices: n + 1, Edges: [][2]int{{0, n}}}
	for v := range n {
		og.Edges = append(og.Edges, [2]int{v, (v + 1) % n})
	}
	w := weigh(t, unionOf(t, forestOf(build(t, og), false)), nil, nil)
	if after, rounds := 2.0*n*n, 2.0*n*(n-1+512); w.After != after || w.AfterRounds != rounds {
		t.Errorf("%g and %g in rounds, want %g and %g", w.After, w.AfterRounds, after, rounds)
	}
}

func TestDistancesAreTheDefinition(t *testing.T) {
	rounds := randomGraphs()
	for seed := range rounds {
		r := rand.New(rand.NewPCG(seed, 5))
		og := oracle.Hard(r, 14)
		g := build(t, og)
		var o oracle.Options
		var sources []int32
		if seed%3 == 0 {
			o.Sources = r.Perm(og.Vertices)[:r.IntN(og.Vertices+1)]
			sources = ranks(g, o.Sources)
		}
		exact := oracle.Compute(og, o)
		distances, reached := far(t, g, sources)
		near(t, "vertex", distances, exact.In.Length)
		for _, s := range exact.Sources { // which is not among its own pairs
			reached[s]--
		}
		if !slices.Equal(reached, exact.In.Pairs) {
			t.Errorf("%v reach, want %v", reached, exact.In.Pairs)
		}
		if t.Failed() {
			t.Fatalf("seed %d: sources %v\n%+v", seed, o.Sources, og)
		}
	}
}

// Whatever parts the sources come in, each copy that is swept is so for one of them, and shares of the work are even.
func TestSharesOfSources(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		g := build(t, oracle.Hard(r, 14))
		sources := ranks(g, r.Perm(g.Vertices)[:1+r.IntN(g.Vertices)])
		given := sources
		if len(sources) == g.Vertices && seed%2 == 0 {
			given = nil
		}
		w := weigh(t, unionOf(t, g.Forest(graph.Deduplicated)), given, nil)
		var all []int32
		rounds := make([][]int32, 64)
		for i := range sources {
			all = append(all, w.Share(sources[i:i+1])...)
			for j, round := range w.Rounds(sources[i : i+1]) {
				rounds[j] = append(rounds[j], round...)
			}
		}
		if slices.Sort(all); !slices.Equal(all, w.Sources) {
			t.Fatalf("seed %d: %v are swept for %v, want %v", seed, all, sources, w.Sources)
		}
		for i, want := range append(w.Rounds(sources), make([][]int32, 64)...)[:64] {
			if slices.Sort(rounds[i]); !slices.Equal(rounds[i], want) {
				t.Fatalf("seed %d: round %d has %v for %v, want %v", seed, i, rounds[i], sources, want)
			}
		}
	}
	g := build(t, oracle.Cycle(1000))
	w := weigh(t, unionOf(t, g.Forest(graph.Deduplicated)), nil, nil)
	for first := int32(0); first < 1000; first += 100 {
		part := make([]int32, 100)
		for i := range part {
			part[i] = first + int32(i)
		}
		if got := w.Share(part); !slices.Equal(got, part) {
			t.Errorf("%v are swept for %v", got, part)
		}
	}
}

// Trees leave nothing to sweep, in linear time and without recursion.
func TestTreesTakeNoSweep(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 300_000
	}
	for name, og := range map[string]oracle.Graph{"path": oracle.Path(n), "star": oracle.Star(n - 1)} {
		g := build(t, og)
		blocks, err := reduce.Find(g.Forest(graph.Deduplicated), never)
		if err != nil {
			t.Fatal(err)
		}
		masses, err := blocks.Weigh(nil, nil, never)
		if err != nil {
			t.Fatal(err)
		}
		if masses.After != 0 || masses.Before != float64(n)*2*float64(n-1) {
			t.Errorf("%s: %g sources times arcs, %g before", name, masses.After, masses.Before)
		}
		masses.Release()
		blocks.Release()
		vertices, edges, _ := shares(t, g, false, nil, nil)
		for v := range n {
			before, after := float64(v), float64(n-1-v)
			want, edge := 2*before*after, 2*(before+1)*after
			if name == "star" {
				want, edge = 0, 2*float64(n-1)
				if v == 0 {
					want = float64(n-1) * float64(n-2)
				}
			}
			if vertices[v] != want || v < n-1 && edges[v] != edge {
				t.Fatalf("%s: vertex %d is %g, want %g; edge %g", name, v, vertices[v], want, edge)
			}
		}
	}
}

// One cycle and what hangs at it: blocks of all sizes are found, and are no smaller than they are.
func TestSizesOfBlocks(t *testing.T) {
	og := oracle.Cycle(5) // 5 vertices, 10 arcs
	og.Edges = append(og.Edges, [][2]int{{0, 5}, {5, 6}, {6, 7}, {7, 5}, {1, 8}, {9, 10}, {11, 11}, {9, 10}}...)
	og.Vertices = 12
	for count, want := range map[string][3]float64{graph.Deduplicated: {9*20 + 2*2, 5*10 + 3*6, 8},
		graph.Counted: {9*20 + 2*4, 5*10 + 3*6 + 2*4, 10}} {
		u := unionOf(t, build(t, og).Forest(count))
		if w := weigh(t, u, nil, nil); w.Before != want[0] || w.After != want[1] || float64(u.Graph.Vertices) != want[2] {
			t.Errorf("%s: %g, %g, %d vertices; want %v", count, w.Before, w.After, u.Graph.Vertices, want)
		}
		components := fmt.Sprint(u.Graph.Components)
		if components != "[0 5 8]" && components != "[0 5 8 10]" {
			t.Errorf("%s: components %s", count, components)
		}
	}
}

func TestWeightsThatDoNotFit(t *testing.T) {
	g := build(t, oracle.Cycle(4))
	u := unionOf(t, g.Forest(graph.Deduplicated))
	for _, c := range []struct {
		weights []float64
		fit     bool
	}{
		{[]float64{1, 0, 3, 7}, true}, {[]float64{1, 0.5, 3, 7}, false}, {[]float64{1 << 53, 0, 0, 0}, false},
		{[]float64{1 << 31, 0, 0, 0}, false}, {[]float64{1<<31 - 1, 0, 0, 0}, true},
		{[]float64{1 << 52, 1 << 52, 0, 0}, false},
	} {
		weights := byRank(t, g, c.weights)
		if w := weigh(t, u, nil, &sums.Pairs{SourceWeight: weights, TargetWeight: weights}); (w != nil) != c.fit {
			t.Errorf("%v: fit %v", c.weights, w != nil)
		}
	}
}

// reduced goes through all steps; it reports whether it came to the end.
func reduced(f *graph.Forest, stop func() error) bool {
	b, err := reduce.Find(f, stop)
	if err != nil {
		return false
	}
	u, err := b.Union(stop)
	if err != nil {
		return false
	}
	defer u.Release()
	m, err := u.Blocks.Weigh(make([]int32, 1), nil, stop)
	if err != nil {
		return false
	}
	w, err := u.Weigh(m, stop)
	if err != nil {
		return false
	}
	defer w.Release()
	c, err := w.Contract(w.Graph.Weighting == nil, stop)
	if err != nil {
		return false
	}
	err = c.Group(stop)
	c.Release()
	if err != nil {
		return false
	}
	stress, err := w.Stress(false, stop)
	if err != nil {
		return false
	}
	stress.Release()
	twins, err := w.Twins(stop)
	if err != nil {
		return false
	}
	defer twins.Release()
	return twins.Merge(nil) == nil
}

// Reductions free all their memory, whenever they are stopped and whichever allocation fails.
func TestNothingIsLeftBehind(t *testing.T) {
	og := oracle.Cycle(100_000)
	og.Weights = make([]float64, len(og.Edges))
	for i := range og.Weights {
		og.Weights[i] = float64(1 + i%3)
	}
	f := build(t, og).Forest(graph.Deduplicated)
	blocks, _ := memory.Live()
	looks := 0
	for at, done := 0, false; !done; at++ {
		looks = 0
		done = reduced(f, func() error {
			if looks++; looks > at {
				return graph.ErrCancelled
			}
			return nil
		})
	}
	if looks < 12 {
		t.Errorf("%d looks at the wish to stop", looks)
	}
	allocations := 0
	for done := false; !done; allocations++ {
		memory.FailAfter(allocations)
		done = reduced(f, never)
		memory.FailAfter(-1)
	}
	if allocations < 20 {
		t.Errorf("%d allocations", allocations)
	}
	if now, _ := memory.Live(); now != blocks {
		t.Errorf("%d arrays are left", now-blocks)
	}
}
