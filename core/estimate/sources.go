package estimate

import (
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/plan"
	"gobc/core/sums"
)

// firstHalfWidth sizes the first rounds if only the largest vertices are wanted, because the gap that separates them
// from the others is not known yet.
const firstHalfWidth = 0.05

// bySources draws rounds of sources until Epsilon or TopK is met, at the latest when every vertex is a source: then the
// values are exact.
func (e *estimator) bySources() error {
	order := Permutation(e.n, e.request.Estimate.Seed)
	wanted := e.request.Estimate.Epsilon * otherSources(e.n)
	epsilon := wanted
	if epsilon == 0 {
		epsilon = firstHalfWidth
	}
	e.log = logFailure(e.delta, e.n, mostLooks(epsilon, e.n))
	for round, have := 1, 0; ; round++ {
		next := firstLook(epsilon, e.log, e.n)
		switch {
		case e.exact:
			next = e.n
		case have > 0:
			next = nextLook(have, e.n, e.sample.HalfWidth, epsilon)
		}
		if e.takesExact(have, next) {
			if err := e.planned(order[have:next]).Failed(); err != nil { // of what makes no estimates
				return err
			}
			return e.exactly(round)
		}
		atomic.StoreInt64(e.control.Total, int64(e.before+next))
		if err := e.draw(order[have:next]); err != nil {
			return err
		}
		have = next
		e.sample = plan.Sample{Sources: have, Rounds: round}
		gap := e.look()
		if have == e.n || wanted > 0 && e.sample.HalfWidth <= wanted || e.sample.Separated {
			e.sample.HalfWidth /= otherSources(e.n)
			return nil
		}
		if wanted == 0 {
			epsilon = max(gap/2, e.sample.HalfWidth/4)
		}
	}
}

// otherSources is the fraction of the n sources that are not the vertex itself. A half-width of a mean over n sources
// divided by it is one as a fraction of the pairs of other vertices.
func otherSources(n int) float64 { return 1 - 1/float64(max(n, 2)) }

// Needs are the sums that an estimate from sources takes beside those of its measure.
const Needs = sums.Squares

// planned is the plan for the sums of some more sources.
func (e *estimator) planned(vertices []int32) *plan.Plan {
	r := e.request
	r.Sources, r.Needs = r.Graph.Ranks(vertices), Needs
	return plan.Make(r)
}

// draw adds the sums of some more sources.
func (e *estimator) draw(vertices []int32) error {
	if len(vertices) == 0 && e.totals != nil {
		return nil
	}
	p := e.planned(vertices)
	if e.plan == nil {
		e.plan = p
	}
	if err := p.Check(); err != nil {
		return err
	}
	e.control.Predict(p.Seconds)
	e.control.Enter(engine.Sweeping)
	t := p.Path().Task
	drawn, _, err := engine.Run(t, t.Sources, p.Answers[0].Stage(t), e.control, &e.report.Report)
	if err != nil {
		return err
	}
	if e.totals == nil {
		e.totals = drawn
		return nil
	}
	defer drawn.Free()
	return e.totals.Add(drawn)
}

// meanOfSources is mean over sources.
func (e *estimator) meanOfSources(v int) (float64, interval) {
	most := float64(e.n - 2)
	sum := e.sum(v) / most
	squares := sums.At(e.totals.Paths.Squares, v).Fixed() * 0x1p31 / (most * most)
	k := e.sample.Sources
	return sum / float64(k), intervalOf(sum, squares, k, e.n, e.log)
}

// sum is the sum of the dependencies of the sources so far on a vertex.
func (e *estimator) sum(v int) float64 {
	return sums.At(e.totals.Paths.Delta, v).Fixed()
}
