package cost

import (
	"math"
	"slices"
)

// Machine holds the seconds that a machine takes for what kernels do.
type Machine struct {
	Processor
	GPU GPU
}

// Processor is how long one core takes with the kernels in C, in double precision.
type Processor struct {
	// A call, and each of its threads; the part of another core's speed that a further thread adds.
	Start, Wake, Share float64

	// Sources that a thread takes at least.
	PathsBatch, ChainsBatch, HopsBatch float64

	// On one core: scores of a vertex, and of an arc; what the sums of a reduced graph are of each of the whole one.
	FinishVertex, FinishArc, ExpandVertex, ExpandArc float64

	// The level sweep: a vertex, for each distance that a batch of sources has from it, and an arc. Beyond
	// MostDistances batches are narrower.
	LevelVertex, LevelArc, MostDistances float64

	// The label-correcting sweep, of lengths or of chains, settles vertices together that lie together: a vertex takes
	// near, and farther where distances are short, as of networks with hubs, far at most; and an arc, and a pair of a
	// chain as source.
	LabelNear, LabelFarther, LabelFar, LabelArc, ChainPair float64

	// A sweep of distances alone, in hops: a vertex, more of it the farther others are, up to MostFar, and an arc.
	HopVertex, HopFar, HopArc, MostFar float64

	Factors
	LengthsAlone float64 // a factor: distances without paths, of lengths

	// The label-correcting sweep of edges without lengths looks once at a vertex and its arcs where sources that lie
	// together have like distances from it, and else about as often as they have different ones.
	UnitVertex, UnitArc, UnitLooks float64
}

// GPU is how long a GPU takes.
type GPU struct {
	Start float64 // a call
	Wave  float64 // sources at once

	Launch, Step, Vertex, Arc                                float64 // by levels
	LengthStep, LengthVertex, LengthArc                      float64 // of lengths
	ChainLaunch, ChainStep, ChainVertex, ChainArc, ChainPair float64 // of chains
	Factors
	DistancesAlone float64 // a factor: distances without paths
}

// Factors are how many times as long sweeps take for sums other than shares by vertex.
type Factors struct {
	EdgeArc         float64 // no factor: seconds of an arc, for sums by edge
	Stress          float64 // counts in place of shares
	SharesAndCounts float64
	Single          float64 // single precision
	Weighs          float64 // sources and targets have weights of their own
	Rounds          float64 // distances are swept in rounds, as sources weigh
}

// Core predicts the seconds of a sweep on one core.
func (p *Processor) Core(s Sweep) float64 {
	vertex, arc := p.LevelVertex*min(s.Distances, p.MostDistances), p.LevelArc
	if s.Weighted || s.Chains {
		vertex, arc = min(p.LabelNear+p.LabelFarther/max(s.Distance, 1), p.LabelFar), p.LabelArc
	}
	if s.Labels {
		looks := 1 + p.UnitLooks*s.mixed()*s.Spread
		vertex, arc = p.UnitVertex*looks, p.UnitArc*looks
	}
	switch {
	case s.Chains:
		return p.factor(s) * (vertex*s.Vertices + arc*s.Arcs + p.ChainPair*s.Pairs)
	case !s.Paths && !s.Weighted:
		return p.rounds(s) * ((p.HopVertex+p.HopFar*min(s.Distance, p.MostFar))*s.Vertices + p.HopArc*s.Arcs)
	case !s.Paths:
		return p.rounds(s) * p.LengthsAlone * (vertex*s.Vertices + arc*s.Arcs)
	case s.Edges:
		arc += p.EdgeArc
	}
	return p.factor(s) * (vertex*s.Vertices + arc*s.Arcs)
}

// mixed is 0 where distances from sources that lie together are alike, as in meshes, and 1 where they are as different
// as all distances, as in random graphs.
func (s Sweep) mixed() float64 {
	return min(max((s.Spread/max(s.Distance, 1)-alike)/(different-alike), 0), 1)
}

// Their number, of the mean distance: measured on 16 graphs, 0.14 to 0.48 on meshes and roads, where labels are 1.4 to
// 5 times as fast as levels, 0.58 on a small world with few shortcuts (2.5 times), 0.81 to 1.1 on small worlds with
// more and on random graphs (0.4 to 0.75 times).
const alike, different = 0.5, 0.85

// mostMixed is up to where labels are considered: beyond, what they take is known badly, and twice as long as levels on
// sparse random graphs.
const mostMixed = 0.3

// Faster returns a sweep of paths with the CPU kernel that is predicted to be the fastest on this many threads.
func (p *Processor) Faster(s Sweep, threads int) Sweep {
	levels, labels := s, s
	levels.Labels, labels.Labels = false, true
	if s.Weighted || s.Chains || s.Single || !s.Paths || s.Searches < lanesOfLabels || s.mixed() > mostMixed ||
		!Saves(p.on(labels, threads), p.on(levels, threads)) {
		return levels
	}
	return labels
}

// on predicts the seconds of a sweep on this many threads.
func (p *Processor) on(s Sweep, threads int) float64 { return p.Core(s) / p.cores(s, threads) }

// Call describes a call: its sweeps, and the graph that it is about.
type Call struct {
	Sweeps         []Sweep
	Vertices, Arcs float64
	Reduced        bool // sweeps are of a smaller graph
}

// Seconds predicts how long a call takes on some threads or on the GPU, once its reductions are made.
func (m *Machine) Seconds(c Call, threads int, gpu bool) float64 {
	seconds := m.Start + m.Wake*float64(threads)
	if gpu {
		seconds = m.GPU.Start
	}
	seconds += m.FinishVertex * c.Vertices
	if slices.ContainsFunc(c.Sweeps, func(s Sweep) bool { return s.Edges }) {
		seconds += m.FinishArc * c.Arcs
	}
	return seconds + m.Work(c, threads, gpu)
}

// Work predicts the seconds of the sweeps of a call and of expanding their sums.
func (m *Machine) Work(c Call, threads int, gpu bool) (seconds float64) {
	if c.Reduced {
		seconds = m.ExpandVertex*c.Vertices + m.ExpandArc*c.Arcs
	}
	for _, s := range c.Sweeps {
		if gpu {
			seconds += m.GPU.Sweep(s)
		} else {
			seconds += m.on(s, threads)
		}
	}
	return seconds
}

// lanesOfLabels is how many sources the label-correcting sweep takes at once.
const lanesOfLabels = 64

// cores returns by what factor some threads are faster than one core: each takes at least a batch of sources, and those
// of labels wait for the last batches.
func (p *Processor) cores(s Sweep, threads int) float64 {
	batch := p.PathsBatch
	switch {
	case s.Labels:
		batches := math.Ceil(max(s.Searches, 1) / lanesOfLabels)
		return 1 + p.Share*(batches/math.Ceil(batches/float64(threads))-1)
	case s.Chains:
		batch = p.ChainsBatch
	case !s.Paths && !s.Weighted:
		batch = p.HopsBatch
	}
	return 1 + p.Share*(max(1, min(float64(threads), s.Searches/batch))-1)
}

// Sweep predicts the seconds of a sweep on the GPU. Launches, and steps from one distance to the next, follow each
// other, however little they do.
func (g *GPU) Sweep(s Sweep) float64 {
	if s.FromAll.Searches > 0 {
		s.Work = s.FromAll
	}
	launch, step, vertex, arc, factor := g.Launch, g.Step, g.Vertex, g.Arc, g.factor(s)
	switch {
	case s.Searches == 0:
		return 0
	case s.Chains:
		launch, step, vertex, arc = g.ChainLaunch, g.ChainStep, g.ChainVertex, g.ChainArc
	case s.Weighted:
		step, vertex, arc = g.LengthStep, g.LengthVertex, g.LengthArc
	}
	switch {
	case !s.Paths:
		factor = g.DistancesAlone * g.rounds(s)
	case s.Edges:
		arc += g.EdgeArc
	}
	waves := 1 + s.Searches/g.Wave
	return launch + factor*(step*s.Steps*waves+vertex*s.Vertices+arc*s.Arcs+g.ChainPair*s.Pairs)
}

func (f *Factors) rounds(s Sweep) float64 {
	if s.Weighs {
		return f.Rounds
	}
	return 1
}

func (f *Factors) factor(s Sweep) float64 {
	factor := 1.0
	if s.Single {
		factor = f.Single
	}
	switch {
	case s.Shares && s.Counts:
		factor *= f.SharesAndCounts
	case s.Counts:
		factor *= f.Stress
	}
	if s.Weighs {
		factor *= f.Weighs
	}
	return factor
}
