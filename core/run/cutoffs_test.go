package run_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/sums"
	"gobc/internal/oracle"
)

// withCutoffs is a call with several cutoffs, ascending.
func withCutoffs(c call, cutoffs ...float64) call {
	pairs := sums.Pairs{Cutoff: -1}
	if c.pairs != nil {
		pairs = *c.pairs
	}
	last := len(cutoffs) - 1
	pairs.Cutoff, pairs.Inner = cutoffs[last], cutoffs[:last]
	c.pairs = &pairs
	return c
}

// sameAsAlone compares the columns of several cutoffs with those of a call for each, to the bit.
func sameAsAlone(t *testing.T, name string, g *graph.Graph, measures string, c call, cutoffs ...float64) [][]float64 {
	t.Helper()
	all, _ := compute(t, g, measures, withCutoffs(c, cutoffs...))
	for i, cutoff := range cutoffs {
		want, _ := compute(t, g, measures, withCutoffs(c, cutoff))
		got := make([][]float64, len(want))
		for m := range want {
			got[m] = all[m*len(cutoffs)+i]
		}
		if d := firstDifference(got, want); d != "" {
			t.Fatalf("%s, %+v: %s within %g of %g: %s", name, c, measures, cutoff, cutoffs, d)
		}
	}
	return all
}

// drawCutoffs draws ascending lengths, some of them beyond all paths.
func drawCutoffs(r *rand.Rand, g oracle.Graph) []float64 {
	cutoffs := make([]float64, 2+r.IntN(4))
	for i := range cutoffs {
		cutoffs[i] = float64(r.IntN(7))
		if len(g.Weights) > 0 {
			cutoffs[i] *= g.Weights[r.IntN(len(g.Weights))] / float64(1+r.IntN(2))
		}
	}
	slices.Sort(cutoffs)
	return slices.Compact(cutoffs)
}

func TestSeveralCutoffsHaveTheBitsOfEach(t *testing.T) {
	paths := "betweenness,stress,edge_betweenness,edge_stress"
	distances := "closeness,harmonic,eccentricity,eccentricity_centrality,lin,radiality,decay,reach"
	rounds := 4000
	if testing.Short() {
		rounds = 600
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 17))
		e := randomEvery(r)
		if seed%10 == 0 && (e.g.Weights == nil || len(e.g.Weights) > 0) { // several batches
			for range 150 {
				e.g.Edges = append(e.g.Edges, [2]int{r.IntN(90), r.IntN(90)})
				if e.g.Weights != nil {
					e.g.Weights = append(e.g.Weights, e.g.Weights[r.IntN(len(e.g.Weights))])
				}
			}
			e.g.Vertices = 90
		}
		measures := []string{distances, paths, paths + "," + distances, "betweenness", "edge_betweenness", "stress"}[seed%6]
		if measures == distances {
			e.call.choices.Direction = []string{"", "in", "out", "all"}[r.IntN(4)]
		}
		e.call.choices.Endpoints = e.call.choices.Endpoints && strings.HasPrefix(measures, "betweenness")
		g := built(t, e.g)
		if seed%6 == 1 {
			e.subset(r)
			e.call.pairs = &sums.Pairs{SourceWeight: byRank(t, g, e.options.SourceWeight),
				TargetWeight: byRank(t, g, e.options.TargetWeight), Cutoff: -1}
		}
		if r.IntN(8) == 0 {
			e.call.tuning = "strategy=reference"
		}
		for _, s := range e.options.Sources {
			e.call.sources = append(e.call.sources, int32(s))
		}
		sameAsAlone(t, fmt.Sprint("seed ", seed), g, measures, e.call, drawCutoffs(r, e.g)...)
		g.Free()
	}
}

// Every family of graphs, with many batches, more levels than cutoffs, and on several threads.
func TestSeveralCutoffsOfEveryFamily(t *testing.T) {
	cutoffs := []float64{0, 1, 2.5, 4, 5, 7, 8, 16, 1000}
	for i, spec := range smallFamilies {
		for _, directed := range []bool{false, true} {
			g := generated(t, spec, directed)
			for _, measures := range []string{"betweenness,edge_stress", "betweenness", "closeness,decay,eccentricity"} {
				var first [][]float64
				for _, threads := range []int{1, 3} {
					c := call{threads: threads}
					if threads == 3 {
						c.tuning = []string{"kernel=label_correcting", "width=8"}[i]
					}
					if measures[0] == 'c' {
						c.tuning = ""
					}
					all := sameAsAlone(t, spec, g, measures, c, cutoffs...)
					if first == nil {
						first = all
					} else if d := firstDifference(first, all); d != "" {
						t.Errorf("%s, %d threads: %s", spec, threads, d)
					}
				}
			}
		}
	}
}

// Path counts leave the range of float64 within the larger cutoffs alone.
func TestSeveralCutoffsOfManyPaths(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("no path count is out of the reference's range")
	}
	og := oracle.DiamondsBesidePath(1100)
	sources := []int32{0, 1, 2, int32(og.Vertices - 1)}
	c := call{choices: measure.Choices{Preset: "raw", Normalized: -1}, sources: sources, threads: 2}
	for _, tuning := range []string{"", "width=16", "kernel=queue", "kernel=label_correcting"} {
		c.tuning = tuning
		sameAsAlone(t, tuning, build(t, og), "betweenness,stress", c, 100, 1000, 2000, 4000)
	}
	c.tuning = ""
	sameAsAlone(t, "more than one way back", build(t, og), "betweenness", c, 100, 500, 1000, 1500, 2000, 2500, 4000)
	og.Weights = slices.Repeat([]float64{3}, len(og.Edges))
	c.tuning = ""
	sameAsAlone(t, "by lengths", build(t, og), "betweenness,closeness", c, 300, 3000, 6000, 12000)
}

// The sums of a smaller cutoff are a part of those of a larger one.
func TestCutoffsAscend(t *testing.T) {
	g := generated(t, "road_like:n=700", false)
	c := call{choices: measure.Choices{Preset: "raw", Normalized: -1}}
	all := sameAsAlone(t, "roads", g, "betweenness", c, 2, 5, 9)
	more := 0
	for v := range all[0] {
		if !(all[0][v] <= all[1][v] && all[1][v] <= all[2][v]) {
			t.Fatalf("vertex %d: %g, %g, %g", v, all[0][v], all[1][v], all[2][v])
		}
		if all[0][v] < all[2][v] {
			more++
		}
	}
	if more == 0 {
		t.Error("the cutoffs change nothing")
	}
}
