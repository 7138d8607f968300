package distances_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/distances"
	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/memory"
)

func count(t *testing.T, q distances.Query) *distances.Histogram {
	t.Helper()
	h, err := distances.Count(q, engine.NewControl())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// histogramOf is the histogram of the distances from some sources.
func histogramOf(rows [][]float64, sources []int32) (h distances.Histogram) {
	h.Pairs = make([]int64, len(rows)+1)
	longest := 0
	for _, s := range sources {
		for v, d := range rows[s] {
			switch {
			case int32(v) == s:
			case math.IsInf(d, 1):
				h.Unreached++
			default:
				h.Pairs[int(d)]++
				longest = max(longest, int(d))
			}
		}
	}
	h.Pairs = h.Pairs[:longest+1]
	return h
}

// stretched replaces edges by paths, so that most vertices have two neighbors, and adds cycles and trees.
func stretched(r *rand.Rand, e example) example {
	long := example{name: e.name + ", stretched", n: e.n, units: 1}
	join := func(u, v int64, length int) {
		for ; length > 1; length-- {
			long.from, long.to = append(long.from, u), append(long.to, int64(long.n))
			u = int64(long.n)
			long.n++
		}
		long.from, long.to = append(long.from, u), append(long.to, v)
	}
	for i := range e.from {
		join(e.from[i], e.to[i], 1+r.IntN(9))
	}
	for range r.IntN(3) {
		join(int64(long.n), int64(long.n), 3+r.IntN(5)) // a cycle on its own: its first vertex is new
		long.n++
	}
	return long
}

func TestHistogramCountsPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 5))
	for i, e := range examples(r, 300) {
		e.length, e.units = nil, 1
		if i%2 == 0 {
			e.directed = false
			e = stretched(r, e)
		}
		q := queryOf(e.build(t))
		q.Forest = []string{graph.Deduplicated, graph.Reversed, graph.Union}[r.IntN(3)]
		if r.IntN(3) == 0 {
			q.Cutoff = float64(r.IntN(9))
		}
		if r.IntN(4) == 0 {
			r.Shuffle(e.n, func(i, j int) { q.Sources[i], q.Sources[j] = q.Sources[j], q.Sources[i] })
			q.Sources = q.Sources[:r.IntN(e.n+1)]
		}
		rows := e.expected(q.Forest, q.Cutoff)
		want := histogramOf(rows, q.Sources)
		for _, threads := range []int{1, 2} {
			q.Threads = threads
			if got := count(t, q); !slices.Equal(got.Pairs, want.Pairs) || got.Unreached != want.Unreached {
				t.Fatalf("%s, %s, cutoff %g, threads %d: %v, %d unreached; want %v, %d", e.name, q.Forest, q.Cutoff, threads,
					got.Pairs, got.Unreached, want.Pairs, want.Unreached)
			}
		}
	}
}

// Chains give what searches from all vertices do, which a part of the sources takes.
func TestChainsCountAsSearchesDo(t *testing.T) {
	for _, spec := range []string{"road_like:n=3000", "grid:rows=1,cols=900", "small_world:n=500,k=2,p=0.1"} {
		_, source, target, err := generate.Edges(spec, 58)
		if err != nil {
			t.Fatal(err)
		}
		e := example{n: int(max(slices.Max(source), slices.Max(target))) + 1, from: source, to: target, units: 1}
		q := queryOf(e.build(t))
		whole := count(t, q)
		total := make([]int64, len(whole.Pairs))
		for half := range 2 {
			part := q
			part.Sources = q.Sources[half*e.n/2 : (half+1)*e.n/2]
			for d, pairs := range count(t, part).Pairs {
				total[d] += pairs
			}
		}
		if !slices.Equal(whole.Pairs, total) {
			t.Errorf("%s: %v, want %v", spec, whole.Pairs, total)
		}
	}
}

func TestSumsAreThoseOfTheMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 6))
	for _, e := range examples(r, 200) {
		q := queryOf(e.build(t))
		if r.IntN(3) == 0 {
			q.Cutoff = 4
		}
		want := distances.Sums{Sources: e.n}
		for s, row := range e.expected(graph.Deduplicated, q.Cutoff) {
			for v, d := range row {
				if s != v && !math.IsInf(d, 1) {
					want.Reached++
					want.Total += d
					want.Inverse += 1 / d
					want.Longest = max(want.Longest, d)
				}
			}
		}
		var first *distances.Sums
		for _, threads := range []int{1, 2} {
			q.Threads = threads
			got, err := distances.Add(q, engine.NewControl())
			if err != nil {
				t.Fatal(err)
			}
			if got.Sources != want.Sources || got.Reached != want.Reached || got.Longest != want.Longest ||
				math.Abs(got.Total-want.Total) > 1e-12*want.Total || math.Abs(got.Inverse-want.Inverse) > 1e-12*want.Inverse {
				t.Fatalf("%s, cutoff %g: %+v, want %+v", e.name, q.Cutoff, got, want)
			}
			if first == nil {
				first = got
			} else if *first != *got {
				t.Fatalf("%s: two threads give %+v, one %+v", e.name, got, first)
			}
		}
	}
}

func TestCountingEndsWell(t *testing.T) {
	road := stretched(rand.New(rand.NewPCG(58, 7)), example{n: 4, from: []int64{0, 1, 2, 3}, to: []int64{1, 2, 3, 0}})
	for _, e := range []example{path(100), road, examples(rand.New(rand.NewPCG(58, 3)), 3)[1]} {
		q := queryOf(e.build(t))
		q.Threads = 2
		add := func() error {
			_, err := distances.Add(q, engine.NewControl())
			return err
		}
		blocks, _ := memory.Live()
		failed := 0
		for n := 0; ; n++ {
			memory.FailAfter(n)
			err := add()
			memory.FailAfter(-1)
			if now, _ := memory.Live(); now != blocks {
				t.Fatalf("%s, allocation %d fails: %d blocks are left", e.name, n, now-blocks)
			}
			if err == nil {
				break
			}
			if failed++; !errors.Is(err, memory.ErrNoMemory) {
				t.Fatalf("%s, allocation %d fails: %v", e.name, n, err)
			}
		}
		if failed == 0 {
			t.Errorf("%s: no allocation failed", e.name)
		}
		control := engine.NewControl()
		*control.Cancel = 1
		if _, err := distances.Add(q, control); !errors.Is(err, graph.ErrCancelled) {
			t.Errorf("%s: a call that is cancelled ends with %v", e.name, err)
		}
		control = engine.NewControl()
		if _, err := distances.Add(q, control); err != nil || *control.Done != int64(e.n) || *control.Total != int64(e.n) {
			t.Errorf("%s: %d of %d are done; %v", e.name, *control.Done, *control.Total, err)
		}
		q.Limit = 100
		if err := add(); !errors.Is(err, memory.ErrNoMemory) {
			t.Errorf("%s: with 100 bytes: %v", e.name, err)
		}
	}
}

func TestHistogramOfLengths(t *testing.T) {
	e := path(3)
	e.length = []float64{1, 2}
	if _, err := distances.Count(queryOf(e.build(t)), engine.NewControl()); err == nil {
		t.Error("lengths have a histogram")
	}
}
