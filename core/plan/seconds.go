package plan

import (
	"math"

	"gobc/core/graph"
)

// What a sweep for betweenness takes on one processor, in seconds for each source: vertexSeconds for a vertex that it may
// reach, arcSeconds for an arc. A search for one pair takes pairSeconds for each of both. The kernels take 4 to 14 ns for a
// vertex up to a mean degree of about 50, and 0.2 ns for an arc beyond (Sapphire Rapids); weighted sweeps three times as much
// for a vertex, and 3 ns for an arc. Other work beside them on the machine may double all of it.
const (
	vertexSeconds, arcSeconds                 = 9e-9, 2e-10
	vertexSecondsWeighted, arcSecondsWeighted = 3e-8, 3e-9
	pairSeconds                               = 5e-9
)

// predictSeconds predicts roughly how long the sweeps of a plan take, by the costs that its parts and reductions are chosen by;
// for an estimate, how long it takes at most. It is the only place that turns costs into seconds.
func (p *Plan) predictSeconds(r Request) float64 {
	f := r.Graph.Forest(graph.Deduplicated)
	if p.GPU != nil && p.Path != nil {
		return r.gpuSeconds(f) * p.Left()
	}
	cost := costOf(p.Parts)
	if len(p.Parts) == 0 {
		cost = p.cost(r.Weighted)
	}
	return min(cost*r.exactSeconds(f, p.Threads), r.pairsSeconds(f, p.Threads))
}

// exactSeconds predicts a sweep for betweenness from all sources of a request, on processors.
func (r Request) exactSeconds(f *graph.Forest, threads int) float64 {
	vertex, arc := vertexSeconds, arcSeconds
	if r.Weighted {
		vertex, arc = vertexSecondsWeighted, arcSecondsWeighted
	}
	return perSource(f, vertex, arc) * float64(len(r.Sources)) / float64(max(threads, 1))
}

// pairsSeconds is about the longest that drawing pairs takes: as many as a vertex needs that is on every second shortest path, each
// with a search of its whole component. Where distances are short it takes far less. It is infinite where no pairs are drawn.
func (r Request) pairsSeconds(f *graph.Forest, threads int) float64 {
	e := r.Estimate
	if e.Epsilon == 0 || !r.DrawsPairs(r.Graph.Vertices) {
		return math.Inf(1)
	}
	pairs := math.Log(8/e.Delta) / (2 * e.Epsilon * e.Epsilon)
	return pairs * perSource(f, pairSeconds, pairSeconds) / float64(max(threads, 1))
}

// perSource is a cost for each vertex and arc of the component of a source, on average over all vertices.
func perSource(f *graph.Forest, vertex, arc float64) (cost float64) {
	for c := 1; c < len(f.Components); c++ {
		first, last := f.Components[c-1], f.Components[c]
		n, arcs := float64(last-first), float64(f.Out.Offsets[last]-f.Out.Offsets[first])
		cost += n * (n*vertex + arcs*arc)
	}
	return cost / float64(max(f.Vertices, 1))
}
