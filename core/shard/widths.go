package shard

import (
	"math"
	"slices"

	"gobc/core/cost"
	"gobc/core/engine"
)

// widths finds the width of batches that is the fastest, which a run of few sources has no time for: shards take one
// after the other. No bit depends on it.
type widths struct {
	all   []int       // to try, the plan's first; nil: not known yet
	times [][]float64 // seconds a source of the shards at each width that was tried; the last ones are still coming
	best  int         // 0: not known yet
}

// take is the width for the next shard; 0: that of the plan.
func (w *widths) take() int {
	if w.best > 0 || len(w.times) < 2 {
		return w.best
	}
	return w.all[len(w.times)-1]
}

// learn notes how long a source took a shard that ran by a plan with some widths. It reports whether take has changed.
func (w *widths) learn(planned []int, r engine.PathReport, seconds float64) bool {
	if w.best > 0 || r.Width == 0 {
		return false
	}
	before := w.take()
	if r.Timed {
		w.best = r.Width
		return w.best != before
	}
	if w.all == nil {
		if len(planned) < 2 {
			return false
		}
		w.all, w.times = planned, make([][]float64, 1)
	}
	last := len(w.times) - 1
	if r.Width != w.all[last] { // of a shard that began before
		return false
	}
	w.times[last] = append(w.times[last], seconds)
	wait := cost.ShardTrials
	if last == 0 {
		wait = cost.ShardsBefore(len(w.all))
	}
	switch {
	case len(w.times[last]) < wait:
		return false
	case len(w.times) < len(w.all):
		w.times = append(w.times, nil)
	default:
		w.best = w.fastest()
	}
	return w.take() != before
}

func (w *widths) fastest() int {
	least, best := math.Inf(1), 0
	for i, times := range w.times {
		times = slices.Sorted(slices.Values(times[len(times)-cost.ShardTrials+1:]))
		middle := times[len(times)/2]
		if i == 0 {
			middle = cost.TimedShards(middle)
		}
		if middle < least {
			least, best = middle, w.all[i]
		}
	}
	return best
}
