package plan

import (
	"gobc/core/engine"
	"gobc/core/measure"
	"gobc/core/sums"
)

// MakePairs plans a sample of pairs.
func MakePairs(r Request) *Plan {
	c := r.call()
	p := &Plan{Preset: r.Convention.Preset, Device: c.Device, Order: c.Order, Threads: c.Threads, Reasons: c.Reasons, call: c}
	p.Measures = measure.NamesOf(r.Measures)
	p.Path = engine.CPU().PairPlan(r.pathTask(c, sums.Delta))
	p.Path.CountParallel = c.CountParallel
	n := int64(r.Graph.Vertices)
	p.memory.results = r.Graph.Labels.TextBytes() + 24*n // with means and intervals
	p.Bytes = base + int64(p.Threads)*p.Path.BytesAThread + 40*n + p.memory.results
	p.limit(r)
	p.Fits = p.Bytes <= p.Limit
	f := p.Path.Task.Forest
	p.Seconds = min(r.pairsSeconds(f, p.Threads), r.exactSeconds(f, p.Threads))
	return p
}
