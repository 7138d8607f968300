package plan

import (
	"fmt"
	"math"

	"gobc/core/graph"
)

// On GPUs a sweep is so short that finding blocks may take longer. What is predicted, in seconds: of a sweep from all vertices,
// for each and an arc or another vertex; of finding blocks and making their union, once a graph. core/reduce/BENCHMARKS.md has
// the measurements.
const (
	gpuArc, gpuVertex                 = 2.2e-12, 4e-11
	gpuArcWeighted, gpuVertexWeighted = 1.5e-11, 1e-10
	blocksArc, blocksVertex           = 2.5e-8, 3e-7
	searchShare                       = 1. / 4  // of the latter: to find blocks, after which it is known what they save
	mostSearch                        = 1. / 25 // of a sweep that may not become shorter
)

// leastOnGPUs is the gain from which a GPU sweeps blocks without being asked for them, at least `least`; or why they are not
// looked for. chains: those in them may save much more.
func (r Request) leastOnGPUs(f *graph.Forest, least float64, chains bool) (gain float64, why string) {
	if len(r.Convention.Sweeps(r.Measures, false)) > 0 {
		return 0, "a GPU computes distances: it is taken by name alone there"
	}
	sweep, blocks := r.gpuSeconds(f), float64(f.Arcs())*blocksArc+float64(f.Vertices)*blocksVertex
	if blocks >= sweep {
		return 0, fmt.Sprintf("a GPU is predicted to take %.2g s, and the CPU %.2g s to find the blocks", sweep, blocks)
	}
	gain = max(least, sweep/(sweep-blocks))
	if blocks*searchShare > sweep*mostSearch && leafGain(f) < gain && !chains {
		return 0, fmt.Sprintf("a GPU is predicted to take %.2g s: blocks are not worth a search, as the graph has few leaves", sweep)
	}
	return gain, ""
}

// gpuSeconds is how long a GPU is predicted to take for the path sweep of a graph.
func (r Request) gpuSeconds(f *graph.Forest) (seconds float64) {
	arc, vertex := gpuArc, gpuVertex
	if r.Weighted {
		arc, vertex = gpuArcWeighted, gpuVertexWeighted
	}
	for c := 1; c < len(f.Components); c++ {
		first, last := f.Components[c-1], f.Components[c]
		n, arcs := float64(last-first), float64(f.Out.Offsets[last]-f.Out.Offsets[first])
		seconds += n * (arcs*arc + n*vertex)
	}
	return seconds * float64(len(r.Sources)) / float64(max(f.Vertices, 1))
}

// leafGain is what blocks save by vertices with one neighbor alone.
func leafGain(f *graph.Forest) float64 {
	leaves := 0.0
	for v := range int32(f.Vertices) {
		if len(f.Out.List(v)) == 1 {
			leaves++
		}
	}
	left := (1 - leaves/float64(f.Vertices)) * (1 - 2*leaves/float64(f.Arcs()))
	if left <= 0 {
		return math.Inf(1)
	}
	return 1 / left
}
