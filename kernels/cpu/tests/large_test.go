//go:build cgo

package cpu_test

import (
	"math"
	"testing"

	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu"
)

// largeGraphs have path counts that leave int64, float32 (2^128) or float64 (2^1024).
var largeGraphs = []struct {
	source  string
	graph   oracle.Graph
	sources int
}{
	{"130 diamonds: 2^130 paths", oracle.Diamonds(130, 2), 48},
	{"1030 diamonds: 2^1030 paths", oracle.Diamonds(1030, 2), 8},
	{"2000 diamonds: 2^2000 paths", oracle.Diamonds(2000, 2), 5},
	{"1100 diamonds beside a path: 1 and 2^1100 paths on one level", oracle.DiamondsBesidePath(1100), 8},
	{"grid 35: 2^65 paths", oracle.Grid(35, 35), 48},
	{"grid 70: 2^134 paths", oracle.Grid(70, 70), 20},
	{"grid 200: 2^393 paths", oracle.Grid(200, 200), 4},
	{"40 layers of 20: 2^164 paths", oracle.Layered(40, 20), 40},
	{"50 uneven layers of 15: more than 2^150 paths", uneven(50, 15), 40},
}

// ladders are the kernels that a computation can start with.
func ladders(p cpu.Precision) []kernel {
	all := sweeps(p)
	return []kernel{all[0], all[len(all)-1]} // narrow and baseline, wide and best
}

func TestPathCountsOfAnySize(t *testing.T) {
	for _, c := range largeGraphs {
		t.Run(c.source, func(t *testing.T) {
			t.Parallel()
			if testing.Short() {
				c.sources = max(2, c.sources/4)
			}
			sources := spread(c.graph.Vertices, c.sources)
			exact := oracle.Exact(c.graph, oracle.Options{Sources: numbers(sources)})
			csr := adjacency(t, c.graph, false)
			for _, k := range append(ladders(cpu.Double), queue, exponents) {
				checkLarge(t, csr, exact, k, sources, 1e-12)
			}
			for _, k := range ladders(cpu.Single) {
				checkLarge(t, csr, exact, k, sources, 1e-5)
			}
		})
	}
}

// checkLarge compares dependencies and stress; stress beyond float64 must be said to be infinite.
func checkLarge(t *testing.T, csr *graph.Forest, exact oracle.ExactSums, k kernel, sources []int32, tolerance float64) {
	t.Helper()
	between, paths := exact.Float64()
	for _, name := range []string{"delta", "both"} {
		needs := allNeeds[name]
		got := k.ladder(t, csr, needs, sources)
		var offDelta, offStress float64
		for v := range between {
			if needs&sums.Delta != 0 {
				d, _ := delta(got, v).Float64()
				offDelta = worse(offDelta, d, between[v])
			}
			if needs&sums.Stress != 0 {
				s := oracle.Round(stress(got, v))
				if infinite(got, v) {
					s = math.Inf(1)
				}
				offStress = worse(offStress, s, paths[v])
			}
		}
		if !(offDelta <= tolerance) || !(offStress <= tolerance) {
			t.Errorf("%s, %s: dependencies are off by %g, stress by %g", k, name, offDelta, offStress)
		}
		got.Free()
	}
}

// worse is the larger of a relative error and that of got; NaN wins.
func worse(so, got, want float64) float64 {
	if got == want {
		return so
	}
	return max(so, math.Abs(got-want)/math.Abs(want))
}

// Which sources leave the safe range is part of the bits: it must not depend on the width.
func TestFlags(t *testing.T) {
	for _, c := range []struct {
		source string
		graph  oracle.Graph
		needs  sums.Kinds
		single bool // single precision flags some
		double bool
		queue  bool
	}{
		{"a small grid", oracle.Grid(6, 6), sums.Delta | sums.Stress, false, false, false},
		{"2^60 paths, dependencies", oracle.Diamonds(60, 2), sums.Delta, false, false, false},
		{"2^60 paths, stress: no count may be rescaled", oracle.Diamonds(60, 2), sums.Stress, true, false, false},
		{"2^1030 paths, dependencies: rescaled", oracle.Diamonds(1030, 2), sums.Delta, false, false, true},
		{"2^1030 paths, stress", oracle.Diamonds(1030, 2), sums.Stress, true, true, true},
		{"1 beside 2^100 paths: one scale a level holds both", oracle.DiamondsBesidePath(100), sums.Delta, true, false,
			false},
		{"1 beside 2^1100 paths", oracle.DiamondsBesidePath(1100), sums.Delta, true, true, true},
	} {
		csr := adjacency(t, c.graph, false)
		sources := spread(c.graph.Vertices, 9)
		for _, precision := range []cpu.Precision{cpu.Double, cpu.Single} {
			for _, k := range sweeps(precision) {
				_, outOfRange := k.totals(t, csr, c.needs, sources)
				if want := precision == cpu.Double && c.double || precision == cpu.Single &&
					c.single; want != (len(outOfRange) > 0) {
					t.Errorf("%s: %s out of range %v", c.source, k, outOfRange)
				}
			}
		}
		if _, outOfRange := queue.totals(t, csr, c.needs, sources); c.queue != (len(outOfRange) > 0) {
			t.Errorf("%s: the queue out of range %v", c.source, outOfRange)
		}
		if _, outOfRange := exponents.totals(t, csr, c.needs, sources); len(outOfRange) > 0 {
			t.Errorf("%s: the top rung out of range %v", c.source, outOfRange)
		}
	}
}

// Where float64 still holds a count, but no longer all bits of its reciprocal, the scores have the bits that exponents
// give.
func TestBitsNearTheEndOfFloat64(t *testing.T) {
	const middles = 300
	for _, length := range []int{560, 600, 640} { // 200 * 3^640 is 2^1022.01
		g := oracle.Diamonds(length, 3)
		end := g.Vertices - 1
		for i := range middles {
			g.Edges = append(g.Edges, [2]int{end, g.Vertices + i})
		}
		for counts := 200; counts <= middles; counts++ { // of the ways from the end to a leaf
			for i := range counts {
				g.Edges = append(g.Edges, [2]int{g.Vertices + i, g.Vertices + middles + counts - 200})
			}
		}
		g.Vertices += middles + middles - 199
		csr := adjacency(t, g, false)
		want, outOfRange := exponents.totals(t, csr, sums.Delta, []int32{0, 9})
		if len(outOfRange) > 0 {
			t.Fatalf("%d diamonds: the top rung out of range %v", length, outOfRange)
		}
		for _, k := range append(ladders(cpu.Double), queue) {
			if d := difference(k.ladder(t, csr, sums.Delta, []int32{0, 9}), want); d != "" {
				t.Errorf("%d diamonds, %s: %s", length, k, d)
			}
		}
	}
}

// A source out of range adds nothing; the others of its batch do.
func TestFlaggedLanesAddNothing(t *testing.T) {
	g := union(oracle.DiamondsBesidePath(1100), oracle.Grid(10, 10))
	csr := adjacency(t, g, false)
	first := int32(g.Vertices - 100)
	sources := []int32{0, first, 3, first + 55, 1, first + 99}
	for _, precision := range []cpu.Precision{cpu.Double, cpu.Single} {
		for _, k := range sweeps(precision) {
			mixed, outOfRange := k.totals(t, csr, sums.Delta|sums.Stress, sources)
			if len(outOfRange) != 3 {
				t.Fatalf("%s outOfRange %v", k, outOfRange)
			}
			alone, _ := k.totals(t, csr, sums.Delta|sums.Stress, []int32{first, first + 55, first + 99})
			if d := difference(mixed, alone); d != "" {
				t.Errorf("%s: %s", k, d)
			}
		}
	}
}
