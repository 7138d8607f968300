package run_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

// families are ten kinds of graphs that drive the kernels differently: hubs, meshes, roads, lattices, trees of cliques.
var families = []string{
	"kronecker:scale=10,edge_factor=8", "rmat:scale=10,edge_factor=4", "random_geometric:n=1500,degree=9",
	"delaunay:n=1500", "small_world:n=1500,k=8,p=0.1", "barabasi_albert:n=1500,m=4", "erdos_renyi:n=1500,m=6000",
	"grid:rows=40,cols=40", "road_like:n=2500", "erdos_renyi:n=1500,m=900",
}

// smallFamilies are two that reductions change much, for -short: a sweep of each takes a tenth of the time.
var smallFamilies = []string{"road_like:n=700", "erdos_renyi:n=450,m=270"}

func generated(t testing.TB, spec string, directed bool) *graph.Graph {
	t.Helper()
	n, source, target, err := generate.Edges(spec, 7)
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.FromEdges(int(n), source, target, graph.Options{Directed: directed, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

// firstDifference compares bits.
func firstDifference(a, b [][]float64) string {
	for i := range a {
		for v := range a[i] {
			if math.Float64bits(a[i][v]) != math.Float64bits(b[i][v]) {
				return fmt.Sprintf("column %d, vertex %d: %v and %v", i, v, a[i][v], b[i][v])
			}
		}
	}
	return ""
}

func TestSameBitsForThreadsAndWidths(t *testing.T) {
	for i, spec := range families {
		if testing.Short() && i%4 > 0 {
			continue // every kernel and width is tried on three families too: hubs, a small world, roads
		}
		g := generated(t, spec, i%3 == 2)
		for _, precision := range []sums.Precision{sums.Double, sums.Single} {
			want, _ := compute(t, g, allMeasures, call{precision: precision, threads: 1, tuning: "width=16"})
			try := func(c call) {
				c.precision = precision
				got, _ := compute(t, g, allMeasures, c)
				if d := firstDifference(want, got); d != "" {
					t.Errorf("%s, %d bits, %d threads, %q: %s", spec, precision, c.threads, c.tuning, d)
				}
			}
			for _, threads := range []int{1, 2, 3, 8} {
				try(call{threads: threads})
			}
			if engine.CPU().InstructionSet() == "go" {
				continue // widths, lanes and kernels are of the C kernels
			}
			for _, width := range []int{8, 16, 32, 64} {
				try(call{threads: 2, tuning: fmt.Sprint("width=", width)})
			}
			for _, lanes := range []int{64, 256, 512} {
				try(call{threads: 3, tuning: fmt.Sprint("lanes=", lanes)})
			}
			built, here := engine.CPU().InstructionSets()
			for _, isa := range built {
				if slices.Contains(here, isa) {
					try(call{threads: 2, tuning: "isa=" + isa})
				}
			}
			if precision == sums.Double {
				try(call{threads: 2, tuning: "kernel=queue"})
				try(call{threads: 2, tuning: "kernel=label_correcting"})
			}
		}
	}
}

// worst is the largest relative error; NaN and infinity count as infinitely far.
func worst(got, want []float64) float64 {
	w := 0.0
	for v := range want {
		if got[v] == want[v] {
			continue
		}
		e := math.Abs(got[v]-want[v]) / math.Abs(want[v])
		if !(e <= w) {
			w = e
			if math.IsNaN(e) {
				return math.Inf(1)
			}
		}
	}
	return w
}

// Path counts far beyond int64, float32 and float64. The reference counts with integers of any size.
func TestPathCountsOfAnySize(t *testing.T) {
	cases := []struct {
		name         string
		graph        oracle.Graph
		sources, few int // 0: all; few: with -short, of the widest sweep two batches and a bit, one and a bit, and a part
	}{
		{"130 diamonds", oracle.Diamonds(130, 2), 0, 130},
		{"1030 diamonds", oracle.Diamonds(1030, 2), 12, 12},
		{"2000 diamonds", oracle.Diamonds(2000, 2), 8, 4},
		{"1100 diamonds beside a path", oracle.DiamondsBesidePath(1100), 8, 8},
		{"grid 35", oracle.Grid(35, 35), 60, 20},
		{"grid 70", oracle.Grid(70, 70), 40, 12},
		{"grid 200", oracle.Grid(200, 200), 6, 0}, // kernels/cpu has it too
		{"40 layers of 20", oracle.Layered(40, 20), 0, 66},
	}
	for _, c := range cases {
		if testing.Short() {
			if c.sources = c.few; c.few == 0 {
				continue
			}
		}
		t.Run(c.name, func(t *testing.T) {
			options := oracle.Options{}
			var sources []int32
			if c.sources > 0 {
				sources = []int32{}
				for i := range c.sources {
					s := i * (c.graph.Vertices - 1) / (c.sources - 1) // both corners among them
					sources = append(sources, int32(s))
					options.Sources = append(options.Sources, s)
				}
			}
			exact := oracle.Exact(c.graph, options)
			between, stress := exact.Float64()
			g := build(t, c.graph)
			raw := measure.Choices{Preset: "raw", Normalized: -1}
			check := func(name string, g *graph.Graph, tunings ...string) {
				for _, tuning := range tunings {
					got, _ := compute(t, g, "betweenness,stress", call{choices: raw, tuning: tuning, sources: sources, threads: 2})
					if e := worst(got[0], between); !(e <= 1e-12) {
						t.Errorf("%s, %q: betweenness is off by %g", name, tuning, e)
					}
					if e := worst(got[1], stress); !(e <= 1e-12) {
						t.Errorf("%s, %q: stress is off by %g", name, tuning, e)
					}
				}
			}
			check("by hops", g, "width=8", "width=64", "kernel=queue", "kernel=label_correcting", "kernel=exponents")
			equal := c.graph
			equal.Weights = slices.Repeat([]float64{3}, len(equal.Edges))
			check("by lengths", build(t, equal), "", "kernel=serial", "kernel=exponents")
			got, _ := compute(t, g, "betweenness,stress",
				call{choices: raw, precision: sums.Single, sources: sources, threads: 2})
			if e := worst(got[0], between); !(e <= 1e-5) {
				t.Errorf("single precision: betweenness is off by %g", e)
			}
			if e := worst(got[1], stress); !(e <= 1e-5) {
				t.Errorf("single precision: stress is off by %g", e)
			}
			// Betweenness alone may take another rung than with stress: the same numbers to rounding.
			got, _ = compute(t, g, "betweenness", call{choices: raw, sources: sources, threads: 2})
			if e := worst(got[0], between); !(e <= 1e-12) {
				t.Errorf("betweenness alone is off by %g", e)
			}
		})
	}
}

// Sources that leave single precision run again in batches, whatever order threads left them in: here from all of
// several components, whose path counts grow to 8^18. A batch cleared the room of its first and its last source's
// components alone.
func TestSourcesThatRunAgainInBatches(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("no path count is out of the reference's range")
	}
	const components = 5
	var all oracle.Graph
	for range components {
		layered := oracle.Layered(20, 8)
		for _, e := range layered.Edges {
			all.Edges = append(all.Edges, [2]int{all.Vertices + e[0], all.Vertices + e[1]})
		}
		all.Vertices += layered.Vertices
	}
	g, raw := build(t, all), measure.Choices{Preset: "raw", Normalized: -1}
	want, _ := compute(t, g, "betweenness,stress", call{choices: raw, threads: 1})
	var first [][]float64
	for round := range 40 {
		got, result := compute(t, g, "betweenness,stress",
			call{choices: raw, threads: 2 + round%7, precision: sums.Single, tuning: "width=64"})
		if result.Report.Path.OutOfRange == 0 {
			t.Fatal("no source ran again")
		}
		for i := range want {
			if e := worst(got[i], want[i]); !(e <= 1e-5) {
				t.Fatalf("round %d, column %d: off by %g", round, i, e)
			}
		}
		if first == nil {
			first = got
		} else if d := firstDifference(first, got); d != "" {
			t.Fatalf("round %d: %s", round, d)
		}
	}
}
