package many

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
)

// drawn is random networks of many sizes with loops, parallel edges and several components, in order.
func drawn(count int) (of, from, to []int64) {
	random := rand.New(rand.NewPCG(uint64(count), 9))
	for k := range int64(count) {
		vertices := 1 + random.Int64N([]int64{5, 30, 70, 200}[random.IntN(4)])
		for range 1 + random.Int64N(3*vertices) {
			of, from, to = append(of, k), append(from, random.Int64N(vertices)), append(to, random.Int64N(vertices))
		}
	}
	return of, from, to
}

func added(t *testing.T, options graph.Options, of, from, to []int64) *graph.Networks {
	t.Helper()
	n := graph.NewNetworks(options, false)
	t.Cleanup(n.Free)
	if err := n.Add(graph.Integers(of), graph.Integers(from), graph.Integers(to), nil, 0); err != nil {
		t.Fatal(err)
	}
	return n
}

// Networks that are computed together have the bits of each alone, for any number of threads.
func TestGroupsHaveTheBitsOfSingleNetworks(t *testing.T) {
	const count = 300
	for _, directed := range []bool{false, true} {
		for _, preset := range []string{"", "igraph", "gpufan"} {
			for _, threads := range []int{1, 3} {
				t.Run(fmt.Sprint(directed, preset, threads), func(t *testing.T) {
					options := graph.Options{Directed: directed}
					of, from, to := drawn(count)
					q := question(t, threads)
					q.Choices = measure.Choices{Preset: preset, Normalized: -1}
					all, err := Compute(added(t, options, of, from, to), q, engine.NewControl())
					if err != nil {
						t.Fatal(err)
					}
					defer all.Free()
					for k := range int64(count) {
						first, _ := slices.BinarySearch(of, k)
						last, _ := slices.BinarySearch(of, k+1)
						one, err := Compute(added(t, options, of[first:last], from[first:last], to[first:last]), q,
							engine.NewControl())
						if err != nil {
							t.Fatal(err)
						}
						got := all.Columns[0].Values[all.Starts[k]:all.Starts[k+1]]
						if want := one.Columns[0].Values; !slices.Equal(got, want) {
							t.Errorf("network %d: %v, not %v", k, got, want)
						}
						one.Free()
					}
				})
			}
		}
	}
}

// Groups have small networks that follow each other; other questions and larger networks have none.
func TestGroups(t *testing.T) {
	groups := func(q string, weighted bool, sizes ...int64) []int32 {
		n := graph.NewNetworks(graph.Options{Weighted: weighted}, false)
		t.Cleanup(n.Free)
		var of, from, to []int64
		var weights []float64
		for k, size := range sizes {
			for v := range size {
				of, from, to, weights = append(of, int64(k)), append(from, v), append(to, (v+1)%size), append(weights, 1)
			}
		}
		column := graph.Reals(weights)
		weight := &column
		if !weighted {
			weight = nil
		}
		if err := n.Add(graph.Integers(of), graph.Integers(from), graph.Integers(to), weight, 0); err != nil {
			t.Fatal(err)
		}
		if err := n.Split(1, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		asked := question(t, 1)
		var err error
		if asked.Measures, err = measure.Parse(q); err != nil {
			t.Fatal(err)
		}
		c := &call{networks: table{n}}
		if c.question, err = asked.Repeat(); err != nil {
			t.Fatal(err)
		}
		c.makeGroups()
		return c.groups
	}
	if got := groups("betweenness", false, 50, 60, 70, 90, 200, 10, 3000, 10, 10); !slices.Equal(got,
		[]int32{0, 3, 4, 5, 6, 7, 9}) {
		t.Error(got)
	}
	if got := groups("betweenness", false, 10, 100, 10); !slices.Equal(got, []int32{0, 1, 2, 3}) {
		t.Errorf("beside a larger one: %v", got)
	}
	for _, q := range []string{"stress", "closeness", "edge_betweenness", "betweenness,stress"} {
		if got := groups(q, false, 10, 10); got != nil {
			t.Errorf("%s: %v", q, got)
		}
	}
	if got := groups("betweenness", true, 10, 10); got != nil {
		t.Errorf("weighted: %v", got)
	}
}
