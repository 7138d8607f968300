package estimate

import (
	"gobc/core/cost"
	"gobc/core/plan"
	"gobc/core/run"
)

// exactPlan is the plan for exact values, made once; nil where their memory does not fit.
func (e *estimator) exactPlan() *plan.Plan {
	if !e.looked {
		e.looked = true
		e.forExact = plan.Make(e.request.Exactly())
		if e.forExact.Check() != nil {
			e.forExact.Release()
			e.forExact = nil
		}
	}
	return e.forExact
}

// exactBy reports whether exact values are predicted to take at most some seconds on the reference machine. The answer
// depends only on the question and the engine. No plan is made where looking at the graph would take too much of that
// time.
func (e *estimator) exactBy(seconds float64) bool {
	g := e.request.Graph
	if !cost.PlanningPays(seconds, float64(g.Vertices), float64(g.Arcs())) && seconds < e.request.Unreduced() {
		return false
	}
	p := e.exactPlan()
	return p != nil && p.Reference() <= seconds
}

// takesExact reports whether all values are made exact, in place of drawing more than the sources that we have. What
// was drawn counts too, so that an estimate takes about twice as long as exact values at most; before all that are left
// it does not.
func (e *estimator) takesExact(have, next int) bool {
	if e.exact {
		return e.exactPlan() != nil
	}
	if next == e.n {
		next -= have
	}
	return e.request.Tuning["sample"] == "" && e.exactBy(e.request.Unreduced()*float64(next)/float64(e.n))
}

// exactly makes all values exact, at the end of some rounds.
func (e *estimator) exactly(rounds int) error {
	e.totals.Free()
	e.totals, e.plan = nil, e.forExact
	values, err := run.Compute(e.request.Exactly(), e.plan, e.control)
	if err != nil {
		return err
	}
	e.values, e.report = values, values.Report
	e.sample = plan.Sample{Sources: e.n, Rounds: rounds}
	e.look()
	return nil
}
