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
	a.memory.results = r.Graph.Labels.TextBytes() + 24*n // includes means and intervals
	a.Bytes = base + int64(a.Threads)*a.Path.BytesAThread + 40*n + a.memory.results
	p.Answers = []*Answer{a}
	p.Bytes, p.Fits = a.Bytes, a.Bytes <= p.Limit
	a.fail(r.look())
	work := r.sweeps(r.Measures, r.work)
	p.Seconds = min(r.pairsSeconds(a.Threads), r.seconds(candidate{cost: work}, false))
	return p
}

// Exactly returns the request for exact values instead of an estimate.
func (r Request) Exactly() Request {
	r.Estimate = query.Estimate{}
	return r
}

// Unreduced returns the predicted seconds of a sweep from all sources without reductions, on the reference machine.
func (r Request) Unreduced() float64 {
	if r.look() != nil {
		return math.Inf(1) // the call is cancelled and ends soon
	}
	return r.reference(r.sweeps(r.Measures, r.work), len(r.Devices.Ordinals) > 0)
}

// foretold returns the given prediction for all sources, or the prediction for pairs or for exact values if these are
// allowed and faster.
func (r *Request) foretold(seconds float64, p *Plan) float64 {
	if !r.Estimates() || r.Needs != 0 || r.Estimate.Adaptive != 0 || r.Tuning["sample"] == query.DrawnSources {
		return seconds
	}
	exactly := r.Exactly()
	if exact, err := exactly.choose(p.Limit); err == nil && r.Tuning["sample"] == "" {
		seconds = min(seconds, exact.seconds)
	}
	return min(seconds, r.pairsSeconds(p.Answers[0].Threads))
}

// pairsSeconds returns about the longest time that drawing pairs takes. It assumes a vertex that lies on every second
// shortest path, and a search of the whole component for each pair. If distances are short, the time is far less. It
// is infinite if no pairs are drawn.
func (r *Request) pairsSeconds(threads int) float64 {
	e := r.Estimate
	if e.Epsilon == 0 || !r.DrawsPairs(r.Graph.Vertices) {
		return math.Inf(1)
	}
	pairs := math.Log(8/e.Delta) / (2 * e.Epsilon * e.Epsilon)
	each := (r.work.Vertices + r.work.Arcs) / max(r.work.Searches, 1)
	return cost.PairVisits(pairs*each) / float64(max(threads, 1))
}
