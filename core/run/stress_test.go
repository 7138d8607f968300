package run_test

import (
	"math"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

const stresses = "stress,edge_stress"

// byBlocks is stress by blocks. Numbers below 2^53 are the same bit for bit with blocks and without, and others within
// their last bits; and all of them for any number of threads and each of the tunings.
func byBlocks(t *testing.T, what string, g *graph.Graph, c call, tunings ...string) (want [][]float64) {
	t.Helper()
	c.threads, c.reductions = 2, query.NoReductions
	whole, _ := compute(t, g, stresses, c)
	c.reductions = reduce.ByBlocks
	if r := reductionOf(t, g, stresses, c); !r.Taken {
		t.Errorf("%s: %s", what, r.Why)
	}
	want, _ = compute(t, g, stresses, c)
	alike(t, what, want, whole)
	if d := firstDifference(want, whole); d != "" && most(whole[0]) < 1<<53 {
		t.Errorf("%s: with blocks and without %s", what, d)
	}
	for threads, tuning := range tunings {
		c.threads, c.tuning = 1+threads%3, tuning
		got, _ := compute(t, g, stresses, c)
		if d := firstDifference(want, got); d != "" {
			t.Errorf("%s, %d threads, %q: %s", what, c.threads, tuning, d)
		}
	}
	return want
}

func TestStressByBlocks(t *testing.T) {
	specs := families
	if testing.Short() {
		specs = smallFamilies
	}
	for i, spec := range specs {
		g := fringed(t, spec, i%2 == 0)
		c := call{unweighted: true}
		if i%3 == 0 {
			c.choices = measure.Choices{Preset: "igraph", Normalized: -1} // parallel edges count
		}
		tunings := []string{"", "strategy=reference"}
		if engine.CPU().InstructionSet() != "go" {
			tunings = append(tunings, "width=8", "width=64", "kernel=queue", "kernel=label_correcting", "kernel=exponents")
		}
		want := byBlocks(t, spec, g, c, tunings...)
		c.threads, c.reductions = 1, reduce.ByBlocks
		for at, name := range []string{"stress", "edge_stress"} {
			alone, _ := compute(t, g, name, c)
			if d := firstDifference(want[at:at+1], alone); d != "" {
				t.Errorf("%s, %s alone: %s", spec, name, d)
			}
		}
	}
}

func most(values []float64) (most float64) {
	for _, x := range values {
		most = max(most, x)
	}
	return most
}

// alike compares answers where numbers may pass float64.
func alike(t *testing.T, what string, got, want [][]float64) {
	t.Helper()
	for i := range want {
		for at, x := range want[i] {
			if far(got[i][at], x, 1e-12) {
				t.Fatalf("%s: column %d, row %d is %.17g, want %.17g", what, i, at, got[i][at], x)
			}
		}
	}
}

// Chains of diamonds have 2^300 paths and 2^170 in weights, and a ring of them more than float64 can hold.
func TestStressOfManyPathsByBlocks(t *testing.T) {
	ring := oracle.Diamonds(650, 3)
	last := 0
	for range 1299 {
		ring.Edges = append(ring.Edges, [2]int{last, ring.Vertices})
		last = ring.Vertices
		ring.Vertices++
	}
	ring.Edges = append(ring.Edges, [2]int{last, 4 * 650})
	for v := range 20 {
		ring.Edges = append(ring.Edges, [2]int{150 * v, ring.Vertices}, [2]int{ring.Vertices, ring.Vertices + 1})
		ring.Vertices += 2
	}
	for name, og := range map[string]oracle.Graph{"chain": oracle.Diamonds(170, 2), "ring": ring} {
		g := build(t, og)
		whole, _ := compute(t, g, stresses, call{threads: 2, reductions: query.NoReductions})
		c := call{threads: 2, reductions: reduce.ByBlocks}
		if r := reductionOf(t, g, stresses, c); !r.Taken {
			t.Errorf("%s: %s", name, r.Why)
		}
		got, result := compute(t, g, stresses, c)
		alike(t, name, got, whole)
		infinite, over := math.IsInf(most(whole[0]), 1), result.Report.Path.OutOfRange > 0
		if infinite != (name == "ring") || over != infinite && engine.CPU().InstructionSet() != "go" {
			// nothing is out of its range
			t.Errorf("%s: up to %g, %d sources out of range", name, most(whole[0]), result.Report.Path.OutOfRange)
		}
	}
}

// By lengths, blocks are swept by other kernels.
func TestStressByBlocksAndLengths(t *testing.T) {
	many := oracle.Diamonds(120, 2) // 2^120 paths, those of blocks in weights
	many.PerUnit = 1
	for range many.Edges {
		many.Weights = append(many.Weights, 3)
	}
	graphs := map[string]*graph.Graph{"diamonds": build(t, many)}
	specs := families[len(families)-2:]
	if testing.Short() {
		specs = smallFamilies
	}
	for _, spec := range specs {
		graphs[spec] = fringed(t, spec, true)
	}
	tunings := []string{"strategy=reference"}
	if engine.CPU().InstructionSet() != "go" {
		tunings = append(tunings, "kernel=serial", "kernel=exponents", "kernel=label_correcting")
	}
	for name, g := range graphs {
		byBlocks(t, name, g, call{}, tunings...)
	}
}

// What is kept with a graph of paths by hops is not used by lengths.
func TestStressOfOneGraphByHopsAndLengths(t *testing.T) {
	g := fringed(t, "erdos_renyi:n=300,m=420", true)
	for _, hops := range []bool{true, false} {
		c := call{threads: 1, unweighted: hops, reductions: reduce.ByBlocks}
		got, _ := compute(t, g, stresses, c)
		c.reductions = query.NoReductions
		whole, _ := compute(t, g, stresses, c)
		if d := firstDifference(got, whole); d != "" {
			t.Errorf("by hops %v: %s", hops, d)
		}
	}
}

// By default blocks are used for stress, as for betweenness, unless the sweep is short anyway.
func TestWhereStressIsTakenByBlocks(t *testing.T) {
	for _, c := range []struct{ spec, measures, why string }{
		{"barabasi_albert:n=8000,m=1", "stress", ""}, {"erdos_renyi:n=8000,m=13000", "stress", ""},
		{"erdos_renyi:n=8000,m=13000", "edge_stress", ""},
		{"road_like:n=12000", "stress", ""}, {"barabasi_albert:n=80,m=1", "stress", "the sweep is short anyway"},
	} {
		g := generated(t, c.spec, false)
		stages := planOf(t, g, c.measures, call{}).Answers[0].Reductions
		if r := stages[0]; r.Taken != (c.why == "") || r.Why != c.why {
			t.Errorf("%s, %s: %+v", c.spec, c.measures, *r)
		}
		for _, r := range stages[1:] {
			if chains := r.Name == reduce.ByChains && c.spec == "road_like:n=12000" &&
				engine.CPU().InstructionSet() != "go"; r.Taken != chains || r.Taken == (r.Why != "") {
				t.Errorf("%s, %s: %+v", c.spec, c.measures, *r)
			}
		}
	}
	g := build(t, oracle.Star(20_000))
	control := engine.NewControl()
	columns, _, err := tryCompute(g, "stress", call{choices: measure.Choices{Preset: "raw", Normalized: -1}}, control)
	if err != nil || columns[0][0] != 20_000*19_999 || *control.Done != 20_001 || *control.Total != 20_001 {
		t.Errorf("%v, %d of %d", err, *control.Done, *control.Total)
	}
	p := planOf(t, generated(t, "erdos_renyi:n=8000,m=13000", false), "stress", call{})
	if p.Path().Task.Paths != sums.Stress|sums.PathsOnward || !p.Reduced() {
		t.Errorf("the sweep adds up %b", p.Path().Task.Paths)
	}
	// One block, of short chains that are not worth it.
	p = planOf(t, generated(t, "barabasi_albert:n=5000,m=2", false), "stress", call{})
	last := p.Answers[0].Reductions[len(p.Answers[0].Reductions)-1]
	if p.Path().Task.Paths != sums.Stress || p.Reduced() || !strings.Contains(last.Why, "it would save") {
		t.Errorf("the sweep adds up %b: %+v", p.Path().Task.Paths, *last)
	}
}
