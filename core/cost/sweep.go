// Package cost predicts how long sweeps, reductions and searches take. It is the one place of such predictions: every
// one is in seconds, of the same reference machines, and every coefficient stands in coefficients.go.
//
// What moves a bit of an answer, a reduction, is chosen by the reference machines alone: on any machine, with any
// number of threads, the same question has the same one.
package cost

import "gobc/core/reduce"

// Sweep is what a sweep adds up over some work, and how.
type Sweep struct {
	reduce.Work
	Distances float64 // how many distances 16 sources that lie together have from a vertex, on average
	Distance  float64 // of two vertices, on average
	Paths     bool    // paths are swept; else distances alone
	Shares    bool    // of paths: betweenness
	Counts    bool    // of paths: stress
	Edges     bool    // sums by edge too
	Weighted  bool    // lengths
	Weighs    bool    // sources and targets have weights of their own
	Chains    bool    // edges stand for chains
	Single    bool    // paths are counted in single precision
}

// CPU is what the sweep takes on one core, in seconds.
func (s Sweep) CPU() float64 {
	vertex, arc := levelVertex*min(s.Distances, mostDistances), levelArc
	if s.Weighted || s.Chains {
		vertex, arc = min(labelNear+labelFarther/max(s.Distance, 1), labelFar), labelArc
	}
	switch {
	case s.Chains:
		return vertex*s.Vertices + arc*s.Arcs + chainPair*s.Pairs
	case !s.Paths && !s.Weighted:
		return s.rounds(roundsFactor) * ((hopVertex+hopFar*min(s.Distance, mostFar))*s.Vertices + hopArc*s.Arcs)
	case !s.Paths:
		return s.rounds(roundsFactor) * distancesOfLengths * (vertex*s.Vertices + arc*s.Arcs)
	case s.Edges:
		arc += edgeArc
	}
	return s.factor() * (vertex*s.Vertices + arc*s.Arcs)
}

// GPU is what the sweep takes on one GPU, in seconds.
func (s Sweep) GPU() float64 {
	vertex, arc, factor := gpuVertex, gpuArc, s.factor()
	switch {
	case s.Searches == 0:
		return 0
	case s.Chains:
		return gpuChainLaunch + gpuChainVertex*s.Vertices + gpuChainArc*s.Arcs + gpuChainPair*s.Pairs
	case s.Weighted:
		vertex, arc = gpuLengthVertex, gpuLengthArc
	}
	switch {
	case !s.Paths:
		factor = gpuDistances * s.rounds(gpuRoundsFactor)
	case s.Edges:
		arc += gpuEdgeArc
	}
	return gpuLaunch + factor*(vertex*s.Vertices+arc*s.Arcs)
}

// rounds is how much longer a sweep of distances takes where sources weigh.
func (s Sweep) rounds(factor float64) float64 {
	if s.Weighs {
		return factor
	}
	return 1
}

// factor is how much longer a sweep of paths takes for what it adds up beside shares by vertex.
func (s Sweep) factor() float64 {
	factor := 1.0
	if s.Single {
		factor = singleFactor
	}
	switch {
	case s.Shares && s.Counts:
		factor *= sharesAndCountsFactor
	case s.Counts:
		factor *= stressFactor
	}
	if s.Weighs {
		factor *= weighsFactor
	}
	return factor
}

// Survey is what looking at the blocks, chains and twins of a graph takes.
func Survey(vertices, arcs float64) float64 { return surveyVertex*vertices + surveyArc*arcs }

// BlocksBytes is about what finding the blocks of a graph takes.
func BlocksBytes(vertices, arcs float64) float64 { return 120*vertices + 20*arcs }

// Making is what a step takes on a graph of so many vertices and arcs, on one core.
func Making(step string, vertices, arcs float64) float64 {
	c := making[step]
	return c.vertex*vertices + c.arc*arcs
}

// PairVisits is what searches from both ends of pairs take that meet so many vertices and arcs.
func PairVisits(visits float64) float64 { return visits * pairStep }

// HopBatches is what a sweep of hops takes in batches of so many lanes, of what one batch of 64 takes: no less than one
// batch.
func HopBatches(lanes, sources, threads int) float64 {
	return hopBatch[lanes] * max(1, float64(sources)/float64(lanes*max(1, threads)))
}
