// Package estimate estimates betweenness from sources or pairs of vertices that are drawn at random, with an interval
// for every vertex. Each rule is a file: sources.go and pairs.go draw until every interval is short enough or the
// largest vertices are separated from the others; adaptive.go draws until sums of dependencies reach a bound.
// intervals.go has the statistics of sources, pilot.go those of pairs, and draws.go the random draws. With
// probability 1 - delta, all intervals of all rounds contain the exact value.
package estimate

import (
	"cmp"
	"math"
	"slices"

	"gobc/core/engine"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/run"
	"gobc/core/sums"
)

// Compute plans and answers a request for an estimate. The columns are the estimate and the half-width of its interval.
// The caller releases the plan.
func Compute(r plan.Request, control *engine.Control) (*run.Result, *plan.Plan, error) {
	r.Cancel = control.Cancel
	e := &estimator{request: r, control: control, n: r.Graph.Vertices, delta: r.Estimate.Delta}
	defer e.free()
	if err := e.run(); err != nil {
		return nil, nil, err
	}
	result, err := e.finish()
	if err != nil {
		return nil, nil, err
	}
	if e.plan == e.forExact {
		e.forExact = nil // it is the caller's
	}
	return result, e.plan, nil
}

// Finish estimates from sums over sources that were drawn at random, as by a Permutation: so many of them and in so
// many rounds as the sample says. A caller may look at so many samples, each with more sources, and stop at any: with
// probability 1 - delta the intervals of all of them hold the exact values.
func Finish(r plan.Request, of *sums.Sums, drawn plan.Sample, looks int, control *engine.Control) (*run.Result, error) {
	e := &estimator{request: r, control: control, n: r.Graph.Vertices, totals: of, sample: drawn}
	e.log = logFailure(r.Estimate.Delta, e.n, looks)
	e.look()
	e.sample.HalfWidth /= otherSources(e.n)
	return e.finish()
}

// estimator is one request in progress.
type estimator struct {
	request plan.Request
	control *engine.Control
	plan    *plan.Plan
	n       int
	totals  *sums.Sums  // over the sources
	sample  plan.Sample // what the report says of the sample so far
	report  plan.Report
	delta   float64 // left for sources
	log     float64 // of the intervals of sources
	exact   bool    // no delta is left
	before  int     // pairs drawn before the first source: progress continues from there

	// Of exact values: the plan, once it was looked for, and what came out; nil where there are none.
	looked   bool
	forExact *plan.Plan
	values   *run.Result

	// Of pairs; split is nil where sources are drawn.
	split        *split
	dependencies sums.PairDependencies
}

func (e *estimator) free() {
	e.totals.Free()
	e.dependencies.Free()
	if e.values != nil {
		e.values.Free()
	}
	if e.forExact != nil {
		e.forExact.Release()
	}
}

// run follows the rule that the request names.
func (e *estimator) run() error {
	if e.request.Estimate.Adaptive != 0 {
		return e.adaptive()
	}
	if e.request.DrawsPairs(e.n) {
		if done, err := e.byPairs(); done || err != nil {
			return err
		}
	}
	return e.bySources()
}

// mean is the mean fraction of shortest paths through a vertex, over the sources or pairs so far, and its interval.
// Exact values are scaled otherwise, which does not matter where they are compared.
func (e *estimator) mean(v int) (float64, interval) {
	if e.values != nil {
		value := e.values.Columns[0][e.request.Graph.Vertex[v]]
		return value, interval{value, value}
	}
	if e.split != nil {
		return e.meanOfPairs(v)
	}
	return e.meanOfSources(v)
}

// look sets the largest half-width and whether the TopK largest vertices are separated from the others. It returns the
// gap between the smallest mean of those and the largest of the others.
func (e *estimator) look() (gap float64) {
	top := e.request.Estimate.TopK
	if e.n < 3 {
		e.sample.Separated = top > 0
		return 0
	}
	means := make([]float64, e.n)
	intervals := make([]interval, e.n)
	for v := range means {
		means[v], intervals[v] = e.mean(v)
		e.sample.HalfWidth = max(e.sample.HalfWidth, intervals[v].halfWidth(means[v]))
	}
	if top == 0 || top >= e.n {
		e.sample.Separated = top > 0
		return 0
	}
	ranks := descending(means)
	lowest, highest := math.Inf(1), math.Inf(-1)
	for i, v := range ranks {
		if i < top {
			lowest = min(lowest, intervals[v].low)
		} else {
			highest = max(highest, intervals[v].high)
		}
	}
	e.sample.Separated = lowest > highest
	return means[ranks[top-1]] - means[ranks[top]]
}

// descending is the ranks by their means, the largest first.
func descending(means []float64) []int32 {
	ranks := make([]int32, len(means))
	for v := range ranks {
		ranks[v] = int32(v)
	}
	slices.SortFunc(ranks, func(a, b int32) int {
		return cmp.Or(cmp.Compare(means[b], means[a]), cmp.Compare(a, b))
	})
	return ranks
}

// finish makes the result, and tells of the sample.
func (e *estimator) finish() (*run.Result, error) {
	e.control.Enter(engine.Finishing)
	e.sample.Drawn = query.DrawnSources
	if e.split != nil {
		e.sample.Drawn = query.DrawnPairs
	}
	result, err := e.result()
	if err == nil {
		e.report.Sample = &e.sample
		result.Report = e.report
	}
	return result, err
}

// result scales estimates and half-widths as the convention scales exact sums.
func (e *estimator) result() (*run.Result, error) {
	g := e.request.Graph
	result := &run.Result{}
	exact := e.values != nil
	if exact {
		result, e.values = e.values, nil
	}
	for len(result.Columns) < 2 {
		column, err := memory.Make[float64](e.n)
		if err != nil {
			result.Free()
			return nil, err
		}
		result.Columns = append(result.Columns, column)
	}
	if exact {
		return result, e.control.Check()
	}
	scale := e.request.Convention.PathScale(&measure.Input{Vertices: e.n, Directed: g.Directed, Sources: e.n})
	for r, v := range g.Vertex {
		if e.n < 3 {
			continue
		}
		mean, bounds := e.mean(r)
		pairs := float64(e.n) * float64(e.n-2)
		sum := mean * pairs
		if e.split == nil { // with all sources these are the bits of the exact sum
			sum = e.sum(r) * (float64(e.n) / float64(e.sample.Sources))
		}
		result.Columns[0][v] = scale(sum)
		if e.split != nil || e.sample.Sources < e.n {
			result.Columns[1][v] = scale(bounds.halfWidth(mean) * pairs)
		}
	}
	return result, e.control.Check()
}
