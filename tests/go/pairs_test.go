package gobc_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gobc"
	"gobc/core/engine"
	"gobc/internal/oracle"
)

// Weights of pairs have no limit: sums are scaled where they would leave the fixed point of the kernels.
func TestPairsOfLargeWeights(t *testing.T) {
	square := oracle.Graph{Vertices: 4, Edges: [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}}}
	hubs := []float64{70_001, 0, 70_001, 0}
	heavyPairs(t, "two hubs", square, oracle.Options{Edges: true, SourceWeight: hubs, TargetWeight: hubs})
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 11))
		og, options := random(r)
		options.Cutoff, options.Sources = nil, nil
		for range og.Vertices {
			if seed%3 != 0 {
				options.SourceWeight = append(options.SourceWeight, math.Ldexp(1+r.Float64(), r.IntN(31)))
			}
			if seed%3 != 1 {
				options.TargetWeight = append(options.TargetWeight, math.Ldexp(1+r.Float64(), 15+r.IntN(16)))
			}
		}
		heavyPairs(t, fmt.Sprint("seed ", seed), og, options)
	}
}

// heavyPairs compares all kernels of the CPU with the oracle.
func heavyPairs(t *testing.T, name string, og oracle.Graph, options oracle.Options) {
	t.Helper()
	labels := make([]int64, og.Vertices)
	for v := range labels {
		labels[v] = int64(v)
	}
	g := build(t, og, labels)
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness, gobc.EdgeBetweenness}, Preset: gobc.Raw, Device: "cpu",
		Sources: labels,
		Targets: labels, SourceWeights: options.SourceWeight, TargetWeights: options.TargetWeight}
	tunings := []string{"", "kernel=queue", "kernel=label_correcting", "kernel=exponents", "width=8"}
	if og.Weights != nil {
		tunings = []string{"", "kernel=serial", "kernel=exponents"}
	}
	if engine.CPU().InstructionSet() == "go" {
		tunings = []string{""}
	}
	exact := oracle.Compute(og, options)
	for _, q.Tuning = range tunings {
		result := compute(t, g, q)
		for _, m := range q.Measures {
			want := oracle.Scores(og, exact, string(m), oracle.Convention{Preset: "raw", Normalized: -1})
			near(t, fmt.Sprintf("%s, %q, %s", name, q.Tuning, m), result.Column(m), want)
		}
	}
}
