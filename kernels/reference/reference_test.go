package reference

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

// kinds of weights: none, whole numbers with many ties, and decimals that tie within the tolerance alone.
var kinds = map[string]func(r *rand.Rand) float64{
	"hops":     nil,
	"whole":    func(r *rand.Rand) float64 { return float64(1 + r.IntN(3)) },
	"decimals": func(r *rand.Rand) float64 { return []float64{0.1, 0.2, 0.15, 0.3, math.Sqrt2 / 10}[r.IntN(5)] },
}

const tolerance = 1e-10

// random draws a graph with loops and parallel edges.
func random(r *rand.Rand, draw func(*rand.Rand) float64) oracle.Graph {
	g := oracle.Graph{Vertices: 2 + r.IntN(12), Directed: r.IntN(2) == 1}
	for range r.IntN(3*g.Vertices + 1) {
		e := [2]int{r.IntN(g.Vertices), r.IntN(g.Vertices)}
		for again := true; again; again = r.IntN(5) == 0 {
			g.Edges = append(g.Edges, e)
			if draw != nil {
				g.Weights = append(g.Weights, draw(r))
			}
		}
	}
	return g
}

func build(t *testing.T, g oracle.Graph) *graph.Graph {
	t.Helper()
	var source, target []int64
	for _, e := range g.Edges {
		source, target = append(source, int64(e[0])), append(target, int64(e[1]))
	}
	built, err := graph.FromWeightedEdges(g.Vertices, source, target, g.Weights,
		graph.Options{Threads: 1, Directed: g.Directed})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(built.Free)
	return built
}

// task asks for everything about a view of a graph, from all vertices.
func task(g *graph.Graph, view string) *engine.Task {
	t := &engine.Task{Forest: g.Forest(view),
		Paths:     sums.Delta | sums.Stress | sums.EdgeDelta | sums.EdgeStress | sums.Squares,
		Distances: sums.Distance | sums.Reached | sums.Terms | sums.Eccentricity, Threads: 1,
		Term: sums.Term{Unit: sums.HopUnit}}
	for v := range int32(g.Vertices) {
		t.Sources = append(t.Sources, v)
	}
	if w := g.Weighting; w != nil {
		t.Lengths = &engine.Lengths{PerUnit: w.PerUnit, Tolerance: tolerance, DistanceUnit: -50}
		t.Term.Unit = -50
	}
	return t
}

// run runs a task from those of its sources that count.
func run(t *testing.T, task *engine.Task) *sums.Sums {
	t.Helper()
	into, err := task.NewSums(make([]int64, task.Forest.Vertices))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(into.Free)
	k := New(task)
	for _, s := range task.Sources {
		if err := k.Run(s, into, new(int32)); err != nil {
			t.Fatal(err)
		}
	}
	return into
}

func near(got, want float64) bool { return math.Abs(got-want) <= 1e-11*max(want, 1) }

func float(x *big.Rat) float64 {
	f, _ := x.Float64()
	return f
}

// Every sum equals its definition: all kinds of graphs, lengths and pairs.
func TestDefinitions(t *testing.T) {
	for kind, draw := range kinds {
		r := rand.New(rand.NewPCG(1, 2))
		for round := range 150 {
			g := random(r, draw)
			built := build(t, g)
			view := []string{graph.Deduplicated, graph.Counted}[round%2]
			task := task(built, view)
			o := oracle.Options{Count: view == graph.Counted, Edges: true, Tolerance: tolerance}
			task.Pairs = pairs(r, built, &o)
			if w := built.Weighting; w != nil {
				g.PerUnit = w.PerUnit
			}
			if err := compare(built, task, run(t, task), oracle.Compute(g, o)); err != nil {
				t.Fatalf("%s, round %d, %s, %+v of %+v: %v", kind, round, view, o, g, err)
			}
		}
	}
}

// pairs draws weights of sources and targets, and a cutoff.
func pairs(r *rand.Rand, g *graph.Graph, o *oracle.Options) *sums.Pairs {
	p := &sums.Pairs{Cutoff: -1}
	weights := func() (byVertex, byRank []float64) {
		if r.IntN(2) == 0 {
			return nil, nil
		}
		byVertex, byRank = make([]float64, g.Vertices), make([]float64, g.Vertices)
		for rank, v := range g.Vertex {
			byVertex[v] = float64(r.IntN(4))
			byRank[rank] = byVertex[v]
		}
		return byVertex, byRank
	}
	o.SourceWeight, p.SourceWeight = weights()
	o.TargetWeight, p.TargetWeight = weights()
	if r.IntN(3) == 0 {
		cutoff := float64(r.IntN(5))
		w := g.Weighting
		if w != nil {
			cutoff = w.Smallest * (cutoff + 0.53) // apart from sums of weights
		}
		o.Cutoff, p.Cutoff = &cutoff, cutoff
		if w != nil && w.PerUnit > 0 {
			p.Cutoff = w.Floor(cutoff)
		}
	}
	return p
}

func compare(g *graph.Graph, task *engine.Task, got *sums.Sums, want oracle.Result) error {
	for rank, v := range g.Vertex {
		if x := sums.At(got.Paths.Delta, rank).Fixed(); !near(x, float(want.Betweenness[v])) {
			return fmt.Errorf("vertex %d has dependencies %v, not %v", v, x, float(want.Betweenness[v]))
		}
		if x := got.Paths.Stress.Exact(rank); x.Cmp(want.Stress[v]) != 0 {
			return fmt.Errorf("vertex %d has stress %v, not %v", v, x, want.Stress[v])
		}
		if err := compareDistances(got, task, rank, want.In, v); err != nil {
			return err
		}
	}
	for row := range want.EdgeBetweenness {
		a, ok := g.ArcsOf(row, task.Forest.Name == graph.Counted, task.Lengths != nil)
		if !ok {
			continue
		}
		both := sums.At(got.Paths.EdgeDelta[0], int(a.Out)).Plus(sums.At(got.Paths.EdgeDelta[1], int(a.In)))
		delta := both.Fixed() / float64(a.Shared)
		if !near(delta, float(want.EdgeBetweenness[row])) {
			return fmt.Errorf("row %d has dependencies %v, not %v", row, delta, float(want.EdgeBetweenness[row]))
		}
		stress := got.Paths.EdgeStress[0].Exact(int(a.Out))
		if stress.Add(stress, got.Paths.EdgeStress[1].Exact(int(a.In))).Cmp(want.EdgeStress[row]) != 0 {
			return fmt.Errorf("row %d has stress %v, not %v", row, stress, want.EdgeStress[row])
		}
	}
	return nil
}

// compareDistances: sums count the vertex itself as reached.
func compareDistances(got *sums.Sums, task *engine.Task, rank int, want oracle.Distances, v int32) error {
	var distance, nearness, farthest float64
	var reached int64
	if h := got.Hops; h != nil {
		distance, reached, farthest = float64(h.Distance[rank]), h.Reached[rank], float64(h.Eccentricity[rank])
		nearness = task.Term.Value(sums.At(h.Terms, rank), 1)
	} else {
		l, units := got.Lengths, task.Lengths.Units()
		distance = math.Ldexp(sums.At(l.Distance, rank).Float(), l.DistanceUnit) / units
		nearness = task.Term.Value(sums.At(l.Terms, rank), units)
		reached, farthest = l.Reached[rank], l.Eccentricity[rank]/units
	}
	if !near(distance, float(want.Length[v])) || !near(nearness, float(want.Harmonic[v])) || reached != want.Pairs[v]+1 ||
		!near(farthest, want.Longest[v]) {
		return fmt.Errorf("vertex %d is reached by %d, at distances of %v, reciprocals %v, at most %v; not %d, %v, %v, %v", v,
			reached,
			distance, nearness, farthest, want.Pairs[v]+1, float(want.Length[v]), float(want.Harmonic[v]), want.Longest[v])
	}
	return nil
}

// The dependencies of all single pairs add up to betweenness.
func TestPairsAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		g := random(r, nil)
		built := build(t, g)
		want := oracle.Compute(g, oracle.Options{})
		var ends []int32
		for s := range int32(g.Vertices) {
			for e := range int32(g.Vertices) {
				if s != e {
					ends = append(ends, s, e)
				}
			}
		}
		total, err := sums.NewPairDependencies(g.Vertices)
		if err != nil {
			t.Fatal(err)
		}
		if err := Pairs(built.Forest(graph.Deduplicated)).Run(ends, total, new(int32)); err != nil {
			t.Fatal(err)
		}
		for rank, v := range built.Vertex {
			if got, _ := total.Of(int32(rank)); math.Abs(got-float(want.Betweenness[v])) > float64(len(ends))*sums.PairUnit {
				t.Fatalf("vertex %d of %+v: %v, not %v", v, g, got, float(want.Betweenness[v]))
			}
		}
		total.Free()
	}
}

// Numbers of paths beyond every float64: 2^1100 from end to end.
func TestManyPaths(t *testing.T) {
	built := build(t, oracle.Diamonds(1100, 2))
	ends := task(built, graph.Deduplicated)
	ends.Paths &^= sums.Squares
	ends.Sources = []int32{0}
	got := run(t, ends)
	for v := range built.Vertices {
		if x := sums.At(got.Paths.Delta, v).Fixed(); math.IsNaN(x) || v > 0 && x > float64(built.Vertices) {
			t.Fatalf("vertex %d has dependency %v", v, x)
		}
	}
	if !got.Paths.Stress.IsInfinite(built.Vertices / 2) {
		t.Error("a vertex in the middle has paths that float64 can count")
	}
}

// A cancelled source adds nothing.
func TestCancel(t *testing.T) {
	task := task(build(t, oracle.Path(50)), graph.Deduplicated)
	into, err := task.NewSums(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer into.Free()
	cancel := int32(1)
	if err := New(task).Run(0, into, &cancel); err != graph.ErrCancelled {
		t.Errorf("%v", err)
	}
	for v, x := range into.Hops.Reached {
		if x != 0 || sums.At(into.Paths.Delta, v) != (sums.Wide{}) {
			t.Errorf("vertex %d was added to", v)
		}
	}
}
