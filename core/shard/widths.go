package shard

import (
	"slices"

	"gobc/core/engine"
)

// widths finds the width of batches that is the fastest, which a run of few sources has no time for: shards take one after the
// other. No bit depends on it.
type widths struct {
	all   []int     // to try; nil: not known yet
	times []float64 // seconds a source, by the widths that were tried; the last may not be known yet
	cold  bool      // the next shard fills the memory of its width, and is not timed
	best  int       // 0: not known yet
}

// take is the width for the next shard; 0: that of the plan.
func (w *widths) take() int {
	if w.best > 0 || len(w.times) == 0 {
		return w.best
	}
	return w.all[len(w.times)-1]
}

// learn notes how long a source took a shard that ran by a plan with some widths. It reports whether take has changed.
func (w *widths) learn(planned []int, r engine.PathReport, seconds float64) bool {
	before := w.take()
	switch {
	case w.best > 0 || r.Width == 0:
	case r.Timed:
		w.best = r.Width
	case len(w.times) == 0 && len(planned) > 1:
		w.all, w.times = planned, []float64{0} // this shard has filled its memory
	case len(w.times) == 0 || r.Width != w.all[len(w.times)-1]: // of a shard that began before
	case w.cold:
		w.cold = false
	default:
		w.times[len(w.times)-1] = seconds
		if len(w.times) < len(w.all) {
			w.times, w.cold = append(w.times, 0), true
			break
		}
		w.best = w.all[slices.Index(w.times, slices.Min(w.times))]
	}
	return w.take() != before
}
