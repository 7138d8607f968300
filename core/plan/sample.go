package plan

import (
	"gobc/core/engine"
	"gobc/core/sums"
)

// MakePairs plans a sample of pairs.
func MakePairs(r Request) *Plan {
	p, c := r.empty(), r.call()
	a := &Answer{Measures: p.Measures, Device: c.Device, Order: c.Order, Threads: c.Threads, Reasons: c.Reasons, Asked: r, call: c}
	a.Path = engine.CPU().PairPlan(r.pathTask(c, sums.Delta))
	a.Path.CountParallel = c.CountParallel
	n := int64(r.Graph.Vertices)
	a.memory.results = r.Graph.Labels.TextBytes() + 24*n // with means and intervals
	a.Bytes = base + int64(a.Threads)*a.Path.BytesAThread + 40*n + a.memory.results
	p.Answers = []*Answer{a}
	p.Bytes, p.Fits = a.Bytes, a.Bytes <= p.Limit
	a.fail(r.look())
	work := r.sweeps(r.Measures, r.work)
	p.Seconds = r.withinPairs(work.CPU()/float64(a.Threads), a.Threads)
	return p
}
