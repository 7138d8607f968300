package plan

import (
	"math"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/query"
)

// MakePairs plans a sample of pairs.
func MakePairs(r Request) *Plan {
	p, c := r.empty(), r.call()
	a := &Answer{Measures: p.Measures, Device: c.Device, Order: c.Order, Threads: c.Threads, Reasons: c.Reasons, Asked: r,
		call: c}
	a.Path = engine.CPU().PairPlan(r.pathTask(c, r.kinds(r.Measures)))
	a.Path.CountParallel = c.CountParallel
	n := int64(r.Graph.Vertices)
	a.memory.results = r.Graph.Labels.TextBytes() + 24*n // with means and intervals
	a.Bytes = base + int64(a.Threads)*a.Path.BytesAThread + 40*n + a.memory.results
	p.Answers = []*Answer{a}
	p.Bytes, p.Fits = a.Bytes, a.Bytes <= p.Limit
	a.fail(r.look())
	work := r.sweeps(r.Measures, r.work)
	p.Seconds = min(r.pairsSeconds(a.Threads), r.seconds(candidate{cost: work}, false))
	return p
}

// Exactly is the request for exact values in place of an estimate.
func (r Request) Exactly() Request {
	r.Estimate = query.Estimate{}
	return r
}

// Unreduced is about how many seconds a sweep from all sources of the graph as it is takes on the machine that plans
// are compared on.
func (r Request) Unreduced() float64 {
	if r.look() != nil {
		return math.Inf(1) // whoever asked for the end gets it soon
	}
	return r.reference(r.sweeps(r.Measures, r.work), len(r.Devices.Ordinals) > 0)
}

// foretold is a prediction for all sources, or that of pairs or of exact values if those may be taken and are less.
func (r Request) foretold(seconds float64, p *Plan) float64 {
	if !r.Estimates() || r.Needs != 0 || r.Estimate.Adaptive != 0 || r.Tuning["sample"] == query.DrawnSources {
		return seconds
	}
	if exact, err := r.Exactly().choose(p.Limit); err == nil && r.Tuning["sample"] == "" {
		seconds = min(seconds, exact.seconds)
	}
	return min(seconds, r.pairsSeconds(p.Answers[0].Threads))
}

// pairsSeconds is about the longest that drawing pairs takes: as many as a vertex needs that is on every second
// shortest path, each with a search of its whole component. Where distances are short it takes far less. It is infinite
// where no pairs are drawn.
func (r Request) pairsSeconds(threads int) float64 {
	e := r.Estimate
	if e.Epsilon == 0 || !r.DrawsPairs(r.Graph.Vertices) {
		return math.Inf(1)
	}
	pairs := math.Log(8/e.Delta) / (2 * e.Epsilon * e.Epsilon)
	each := (r.work.Vertices + r.work.Arcs) / max(r.work.Searches, 1)
	return cost.PairVisits(pairs*each) / float64(max(threads, 1))
}
