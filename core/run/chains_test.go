//go:build cgo

package run_test

import (
	"slices"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/internal/oracle"
)

// One cycle, two cycles that share a path, and roads: with chains contracted or not, on any number of threads.
func TestSameBitsOfContractedGraphs(t *testing.T) {
	for i, spec := range []string{"road_like:n=1500", "erdos_renyi:n=700,m=800", "grid:rows=12,cols=11"} {
		for _, weighted := range []bool{false, true} {
			g := fringed(t, spec, weighted)
			c := call{threads: 1, reductions: reduce.ByChains}
			want, result := compute(t, g, shares, c)
			stages := planOf(t, g, shares, c).Answers[0].Reductions
			if len(stages) != 2 || !stages[1].Taken || stages[1].Vertices.After >= stages[1].Vertices.Before {
				t.Fatalf("%s: %+v", spec, stages)
			}
			if result.Report.Path.Width != reduce.Lanes {
				t.Errorf("%s: width %d", spec, result.Report.Path.Width)
			}
			whole, _ := compute(t, g, shares, call{threads: 2, reductions: query.NoReductions})
			near(t, spec, want, whole)
			got, _ := compute(t, g, shares, call{threads: 3, reductions: reduce.ByChains})
			if d := firstDifference(want, got); d != "" {
				t.Errorf("%s, weighted %v: %s", spec, weighted, d)
			}
			alone, _ := compute(t, g, strings.Split(shares, ",")[i%2], call{threads: 2, reductions: reduce.ByChains})
			if d := firstDifference(want[i%2:i%2+1], alone); d != "" {
				t.Errorf("%s: one measure alone: %s", spec, d)
			}
		}
	}
}

// Stress through chains has the same bits on any number of threads, with any instruction set and alone, and where
// numbers are below 2^53 those of the whole graph.
func TestSameBitsOfStressThroughChains(t *testing.T) {
	for i, spec := range []string{"road_like:n=1500", "erdos_renyi:n=700,m=800", "grid:rows=12,cols=11"} {
		g := fringed(t, spec, i == 2)
		c := call{threads: 1, reductions: reduce.ByChains}
		if i == 1 {
			c.choices = measure.Choices{Preset: "igraph", Normalized: -1} // parallel edges count
		}
		want, _ := compute(t, g, stresses, c)
		if stages := planOf(t, g, stresses, c).Answers[0].Reductions; len(stages) != 2 || !stages[1].Taken {
			t.Fatalf("%s: %+v", spec, stages)
		}
		other := c
		other.reductions = query.NoReductions
		whole, _ := compute(t, g, stresses, other)
		near(t, spec, want, whole)
		if d := firstDifference(want, whole); d != "" && most(whole[0]) < 1<<53 {
			t.Errorf("%s: with chains and without %s", spec, d)
		}
		tunings := []string{""}
		built, here := engine.CPU().InstructionSets()
		for _, isa := range built {
			if slices.Contains(here, isa) {
				tunings = append(tunings, "isa="+isa)
			}
		}
		for threads, tuning := range tunings {
			other = c
			other.threads, other.tuning = 2+threads, tuning
			got, _ := compute(t, g, stresses, other)
			if d := firstDifference(want, got); d != "" {
				t.Errorf("%s, %q: %s", spec, tuning, d)
			}
		}
		alone, _ := compute(t, g, strings.Split(stresses, ",")[i%2], c)
		if d := firstDifference(want[i%2:i%2+1], alone); d != "" {
			t.Errorf("%s: one measure alone: %s", spec, d)
		}
	}
}

// Every batch leaves the range of float64: the sweep gives it to the fallback.
func TestChainsOfManyPaths(t *testing.T) {
	g := build(t, oracle.DiamondsBesidePath(1000))
	got, result := compute(t, g, shares, call{reductions: reduce.ByChains, threads: 2})
	whole, _ := compute(t, g, shares, call{reductions: query.NoReductions, threads: 2})
	near(t, "diamonds", got, whole)
	if result.Report.Path.OutOfRange == 0 {
		t.Error("no batch was out of range")
	}
}

// There are more paths than the sweep's range has; core/reduce has some that float64 cannot hold.
func TestStressThroughChainsOfManyPaths(t *testing.T) {
	g := build(t, oracle.DiamondsBesidePath(480))
	got, result := compute(t, g, stresses, call{reductions: reduce.ByChains, threads: 2})
	whole, _ := compute(t, g, stresses, call{reductions: query.NoReductions, threads: 2})
	alike(t, "diamonds", got, whole)
	if result.Report.Path.OutOfRange == 0 {
		t.Error("no batch was out of range")
	}
}

// A chain of diamonds that hangs at a cycle ends in 2^40 paths: blocks weigh them, and chains do not.
func TestWhereBlocksWeighTooMuchForChains(t *testing.T) {
	og := oracle.Diamonds(40, 2)
	for v := range 12 {
		og.Edges = append(og.Edges, [2]int{og.Vertices + v - 1, og.Vertices + v})
	}
	og.Edges = append(og.Edges, [2]int{og.Vertices + 11, og.Vertices - 1})
	og.Vertices += 12
	g := build(t, og)
	c := call{threads: 2, reductions: reduce.ByChains}
	stages := planOf(t, g, stresses, c).Answers[0].Reductions
	if !stages[0].Taken || stages[1].Taken || stages[1].Why != "there are too many shortest paths between blocks" {
		t.Errorf("%+v, %+v", stages[0], stages[1])
	}
	got, _ := compute(t, g, stresses, c)
	c.reductions = query.NoReductions
	whole, _ := compute(t, g, stresses, c)
	alike(t, "diamonds and a cycle", got, whole)
}

func TestWhyChainsAreNotTaken(t *testing.T) {
	long := oracle.Cycle(5)
	long.Weights = []float64{1 << 31, 1 << 31, 1 << 31, 1 << 31, 1 << 31}
	stages := planOf(t, build(t, long), "betweenness", call{reductions: reduce.ByChains}).Answers[0].Reductions
	if len(stages) < 2 || !stages[0].Taken || stages[1].Taken || stages[1].Why != "a chain is longer than 2^31 units" {
		t.Errorf("%+v", stages)
	}
	g := generated(t, "road_like:n=12000", false)
	for _, c := range []struct {
		why      string
		measures string
		call     call
	}{
		{"", "betweenness", call{}}, {"", shares, call{}}, {"", "stress", call{}}, {"", stresses, call{}},
		// which leaves them together
		{"stress alone", "stress,closeness", call{reductions: reduce.ByChains, tuning: "lanes=512"}},
		{"betweenness alone", "betweenness,closeness", call{reductions: reduce.ByChains, tuning: "lanes=512"}},
		{"needs all vertices", "betweenness", call{sources: []int32{1, 2, 3}, reductions: reduce.ByChains}},
		{"tuning width", "betweenness", call{tuning: "width=8"}},
	} {
		chains := stageOf(t, planOf(t, g, c.measures, c.call), reduce.ByChains)
		if chains.Taken != (c.why == "") || !strings.Contains(chains.Why, c.why) {
			t.Errorf("%q: %+v", c.why, *chains)
		}
	}
	p := planOf(t, generated(t, "erdos_renyi:n=9000,m=13000", false), "betweenness", call{})
	if !stageOf(t, p, reduce.ByBlocks).Taken || stageOf(t, p, reduce.ByChains).Taken ||
		len(p.Answers[0].Reductions) != len(reduce.Steps) {
		t.Errorf("%+v", p.Answers[0].Reductions)
	}
}
