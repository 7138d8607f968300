package run_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/query"
	"gobc/core/run"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

// A partial question, and the graphs it is asked of.
type partialCase struct {
	name     string
	g        *graph.Graph
	measures string
	call     call
}

// withWeights is a random graph with weights that tie often.
func withWeights(t testing.TB, n, m int, directed bool, draw func(r *rand.Rand) float64) *graph.Graph {
	r := rand.New(rand.NewPCG(3, uint64(n)))
	og := oracle.Graph{Vertices: n, Directed: directed, Weights: []float64{}}
	for range m {
		og.Edges = append(og.Edges, [2]int{r.IntN(n), r.IntN(n)})
		og.Weights = append(og.Weights, draw(r))
	}
	return build(t, og)
}

// weighted gives every edge the same weight, so that there are as many shortest paths as without.
func weighted(og oracle.Graph, weight float64) oracle.Graph {
	og.Weights = make([]float64, len(og.Edges))
	for i := range og.Weights {
		og.Weights[i] = weight
	}
	return og
}

func partialCases(t *testing.T) (cases []partialCase) {
	add := func(name string, g *graph.Graph, c call, tunings []string, measures ...string) {
		for _, m := range measures {
			for i, tuning := range tunings {
				c.tuning, c.threads = tuning, 1+(i+len(cases))%2
				cases = append(cases, partialCase{fmt.Sprintf("%s, %s, %q, %d threads", name, m, tuning, c.threads), g, m, c})
			}
		}
	}
	plain := []string{"width=8", "width=64", "kernel=queue", "kernel=label_correcting", "kernel=exponents"}
	lengths := []string{"kernel=label_correcting", "kernel=serial", "kernel=exponents"}
	paths := []string{"betweenness,stress", "betweenness,edge_betweenness,edge_stress"}
	distances := []string{"closeness,harmonic", "eccentricity"}
	for _, directed := range []bool{false, true} {
		g := generated(t, "erdos_renyi:n=150,m=250", directed)
		name := fmt.Sprint("random, directed ", directed)
		add(name, g, call{}, plain, paths...)
		add(name, g, call{}, []string{"lanes=64"}, distances...)
		add(name+", large", generated(t, "erdos_renyi:n=1200,m=2000", directed), call{}, []string{""}, distances...)
		tenths := withWeights(t, 150, 400, directed, func(r *rand.Rand) float64 { return float64(1+r.IntN(9)) / 10 })
		add(name+", tenths", tenths, call{}, lengths, paths...)
		add(name+", tenths", tenths, call{}, []string{""}, distances...)
		reals := withWeights(t, 150, 400, directed, func(r *rand.Rand) float64 { return 1 / (1 + float64(r.IntN(9))) })
		add(name+", reals", reals, call{tolerance: 1e-10}, lengths, "betweenness")
		add(name+", reals", reals, call{tolerance: 1e-10}, []string{""}, distances...)
	}
	add("diamonds, single", build(t, oracle.Diamonds(130, 2)), call{precision: sums.Single}, plain[:2], paths...)
	some := eachOf(16, 3091)
	add("diamonds", build(t, oracle.Diamonds(1030, 2)), call{sources: some}, []string{"width=16", "kernel=queue"},
		"betweenness,stress")
	add("weighted diamonds", build(t, weighted(oracle.Diamonds(1030, 2), 1.5)), call{sources: some},
		[]string{"width=64", "kernel=serial"}, "betweenness")
	g := generated(t, "small_world:n=200,k=4,p=0.1", false)
	add("sampled", g, call{choices: measure.Choices{Sampled: true}, sources: eachOf(1, 180)}, plain[:1], "betweenness")
	add("endpoints", g, call{choices: measure.Choices{Endpoints: true}, sources: eachOf(2, 200)}, plain[:1], "betweenness")
	one := byRank(t, g, slices.Repeat([]float64{0, 1, 3, 0.5}, 50))
	add("pairs", g, call{pairs: &sums.Pairs{SourceWeight: one, TargetWeight: one, Cutoff: 5}}, plain,
		"betweenness,edge_betweenness")
	several := call{pairs: &sums.Pairs{Cutoff: 5, Inner: []float64{0, 1, 3}}}
	add("cutoffs", generated(t, "erdos_renyi:n=150,m=250", true), several, plain, paths...)
	add("cutoffs", generated(t, "erdos_renyi:n=1200,m=2000", false), several, []string{""}, distances...)
	whole := withWeights(t, 150, 400, false, func(r *rand.Rand) float64 { return float64(1 + r.IntN(3)) })
	add("cutoffs of lengths", whole, several, lengths, paths...)
	add("cutoffs of lengths", whole, several, []string{""}, distances...)
	return cases
}

func eachOf(step, n int32) (vertices []int32) {
	for v := int32(0); v < n; v += step {
		vertices = append(vertices, v)
	}
	return vertices
}

// check compares a partial result with the same call from its finished sources, and returns how many those are.
func (c partialCase) check(t *testing.T, columns [][]float64, result *run.Result) int {
	t.Helper()
	asked := run.Sources(c.g, c.call.sources)
	if result.Finished == nil {
		want, _ := compute(t, c.g, c.measures, c.call)
		if d := firstDifference(want, columns); d != "" {
			t.Fatalf("%s: of all sources: %s", c.name, d)
		}
		return len(asked)
	}
	finished := result.Finished
	if len(finished) == 0 || len(finished) >= len(asked) || !slices.IsSorted(finished) ||
		len(slices.Compact(slices.Clone(finished))) != len(finished) {
		t.Fatalf("%s: %d of %d sources finished: %v", c.name, len(finished), len(asked), finished)
	}
	again := c.call
	again.sources = []int32{}
	for _, rank := range finished {
		if _, ok := slices.BinarySearch(asked, rank); !ok {
			t.Fatalf("%s: %d was not asked for", c.name, rank)
		}
		again.sources = append(again.sources, c.g.Vertex[rank])
	}
	want, _ := compute(t, c.g, c.measures, again)
	if d := firstDifference(want, columns); d != "" {
		t.Fatalf("%s: of %d sources: %s", c.name, len(finished), d)
	}
	told := fmt.Sprintf("partial: %d of %d sources", len(finished), len(asked))
	if !slices.ContainsFunc(result.Warnings, func(w string) bool { return strings.HasPrefix(w, told) }) {
		t.Errorf("%s: no warning %q in %q", c.name, told, result.Warnings)
	}
	return len(finished)
}

// A cancel after the first, second, ... batch, also of a higher rung, while another thread is within one.
func TestPartialIsTheSumOfFinishedSources(t *testing.T) {
	for _, c := range partialCases(t) {
		asked := len(run.Sources(c.g, c.call.sources))
		c.call.reductions = query.NoReductions // what they make stays with the graph
		compute(t, c.g, c.measures, c.call)    // lengths of 1 stay with it too
		before, _ := memory.Live()
		partial := c.call
		partial.partial = true
		seen := map[int]bool{}
		next := func(after int64) int64 { return after*3/2 + 1 }
		if testing.Short() {
			next = func(after int64) int64 { return 4*after - 2 } // 1, 2, 6, 22, ...
		}
		for after := int64(1); after < 4000; after = next(after) {
			control := engine.NewControl()
			var batches atomic.Int64
			control.Passed(func() {
				if batches.Add(1) == after {
					atomic.StoreInt32(control.Cancel, 1)
				}
			})
			columns, result, err := tryCompute(c.g, c.measures, partial, control)
			switch {
			case err == nil:
				seen[c.check(t, columns, result)] = true
			case !errors.Is(err, graph.ErrCancelled):
				t.Fatalf("%s: after batch %d: %v", c.name, after, err)
			}
			if batches.Load() < after {
				break
			}
		}
		delete(seen, asked)
		if len(seen) == 0 {
			t.Errorf("%s: no partial result", c.name)
		}
		if blocks, _ := memory.Live(); blocks != before {
			t.Fatalf("%s: %d blocks are left", c.name, blocks-before)
		}
	}
}

// A cancel at any time, also within kernels.
func TestPartialAtAnyTime(t *testing.T) {
	rounds, spec, n := 25, "small_world:n=1500,k=8,p=0.1", 1000
	if testing.Short() {
		rounds, spec, n = 8, "small_world:n=900,k=8,p=0.1", 600
	}
	g, tenths := generated(t, spec, false),
		withWeights(t, n, 4*n, true, func(r *rand.Rand) float64 { return float64(1 + r.IntN(5)) })
	r := rand.New(rand.NewPCG(1, 9))
	for _, c := range []partialCase{
		{"sweep", g, "betweenness,edge_betweenness", call{threads: 2}},
		{"queue", g, "betweenness,stress", call{threads: 2, tuning: "kernel=queue"}},
		{"distances", g, "harmonic", call{threads: 2, tuning: "lanes=64"}},
		{"label correcting", tenths, "betweenness", call{threads: 2}},
		{"serial", tenths, "betweenness,stress", call{threads: 2, tuning: "kernel=serial"}},
		{"lengths", tenths, "closeness", call{threads: 1}},
	} {
		start := time.Now()
		compute(t, c.g, c.measures, c.call)
		whole := time.Since(start)
		partial := c.call
		partial.partial = true
		kept := 0
		for range rounds {
			control := engine.NewControl()
			var group guard.Group
			wait := time.Duration(r.Float64() * float64(whole))
			group.Go(func() error {
				time.Sleep(wait)
				atomic.StoreInt32(control.Cancel, 1)
				return nil
			})
			columns, result, err := tryCompute(c.g, c.measures, partial, control)
			if e := group.Wait(); e != nil {
				t.Fatal(e)
			}
			if err == nil {
				c.check(t, columns, result)
				kept++
			} else if !errors.Is(err, graph.ErrCancelled) {
				t.Fatalf("%s: %v", c.name, err)
			}
		}
		if kept == 0 {
			t.Errorf("%s: nothing was kept in %d rounds", c.name, rounds)
		}
	}
}

// Before the first batch has ended, and without the wish, a cancel leaves nothing.
func TestNothingFinished(t *testing.T) {
	g := generated(t, "small_world:n=1500,k=8,p=0.1", false)
	control := engine.NewControl()
	atomic.StoreInt32(control.Cancel, 1)
	if _, _, err := tryCompute(g, "betweenness", call{partial: true}, control); !errors.Is(err, graph.ErrCancelled) {
		t.Errorf("cancelled before: %v", err)
	}
	control = engine.NewControl()
	control.Passed(func() { atomic.StoreInt32(control.Cancel, 1) })
	if _, _, err := tryCompute(g, "betweenness", call{}, control); !errors.Is(err, graph.ErrCancelled) {
		t.Errorf("partial was not asked for: %v", err)
	}
}

// Nothing is told of a call that ends by itself, eccentricities are those of bounds, and the plan says why it has none.
func TestPartialThatIsWhole(t *testing.T) {
	g := generated(t, "grid:rows=100,cols=100", false)
	want, _ := compute(t, g, "eccentricity", call{threads: 2})
	got, result := compute(t, g, "eccentricity", call{threads: 2, partial: true})
	if d := firstDifference(want, got); d != "" || result.Finished != nil || len(result.Warnings) != 0 {
		t.Errorf("%s; %d finished; %q", d, len(result.Finished), result.Warnings)
	}
}

func TestPartialNeedsOneSweep(t *testing.T) {
	undirected, directed := generated(t, "grid:rows=4,cols=4", false), generated(t, "grid:rows=4,cols=4", true)
	lengths := withWeights(t, 20, 40, false, func(*rand.Rand) float64 { return 2 })
	endpoints := measure.Choices{Endpoints: true}
	for _, c := range []struct {
		g        *graph.Graph
		measures string
		choices  measure.Choices
		want     string // in the error; "" for none
	}{
		{undirected, "betweenness,stress,edge_betweenness", measure.Choices{}, ""},
		{undirected, "closeness,harmonic,eccentricity,eccentricity_centrality", measure.Choices{}, ""},
		{undirected, "betweenness", endpoints, ""},
		{directed, "closeness,harmonic", measure.Choices{}, ""},
		{undirected, "betweenness,closeness,stress", measure.Choices{}, "in separate calls: closeness; betweenness, stress"},
		{lengths, "betweenness,closeness", measure.Choices{}, "compute in separate calls: closeness; betweenness"},
		{directed, "closeness,eccentricity", measure.Choices{}, "compute in separate calls: closeness; eccentricity"},
		{directed, "betweenness", endpoints, "leave endpoints or partial out"},
	} {
		_, _, err := tryCompute(c.g, c.measures, call{choices: c.choices, partial: true}, engine.NewControl())
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.measures, err, c.want)
		}
	}
}

// Every allocation of a cancelled call fails once: nothing is left behind, and what is answered is right.
func TestPartialAllocationsFail(t *testing.T) {
	g := generated(t, "erdos_renyi:n=300,m=900", false)
	c := partialCase{"failing", g, "betweenness,stress", call{threads: 2, partial: true, tuning: "width=8"}}
	before, _ := memory.Live()
	for n, well := 0, 0; well < 5; n++ { // an allocation that fails at the time of the cancel may not show
		control := engine.NewControl()
		var batches atomic.Int64
		control.Passed(func() {
			if batches.Add(1) == 20 {
				atomic.StoreInt32(control.Cancel, 1)
			}
		})
		memory.FailAfter(n)
		columns, result, err := tryCompute(g, c.measures, c.call, control)
		memory.FailAfter(-1)
		switch {
		case err == nil:
			well++
			c.check(t, columns, result)
		case !errors.Is(err, memory.ErrNoMemory) && !errors.Is(err, graph.ErrCancelled):
			t.Fatalf("allocation %d failed as %v", n, err)
		}
		if blocks, _ := memory.Live(); blocks != before {
			t.Fatalf("%d blocks are left after allocation %d failed", blocks-before, n)
		}
		if n > 500 {
			t.Fatal("500 allocations were not enough")
		}
	}
}
