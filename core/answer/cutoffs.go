package answer

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gobc/core/engine"
	"gobc/core/plan"
	"gobc/core/run"
	"gobc/core/sums"
)

// cutoffs returns a list of cutoffs in ascending order; nil: the question has none.
func (q Question) cutoffs() ([]float64, error) {
	const remedy = "give the longest lengths that count, from 0 on"
	switch {
	case q.Cutoffs == nil:
		return nil, nil
	case len(q.Cutoffs) == 0:
		return nil, errors.New("cutoff is an empty list: " + remedy + ", or leave it out")
	case len(q.Cutoffs) > sums.MostCutoffs:
		return nil, fmt.Errorf("cutoff is a list of %d lengths; give at most %d in one call", len(q.Cutoffs),
			sums.MostCutoffs)
	case q.Cutoff != nil && *q.Cutoff >= 0:
		return nil, errors.New("cutoff and cutoffs are both given: give one of them")
	}
	for i, c := range q.Cutoffs {
		if !(c >= 0) {
			return nil, fmt.Errorf("cutoff %d of the list is %g; %s", i+1, c, remedy)
		}
	}
	ascending := slices.Sorted(slices.Values(q.Cutoffs))
	for i, c := range ascending[1:] {
		if c == ascending[i] {
			return nil, fmt.Errorf("cutoff %s is in the list twice: give each length once", CutoffText(c))
		}
	}
	return ascending, nil
}

// CutoffText writes a cutoff as names of columns have it: the shortest decimal that is it, without an exponent.
func CutoffText(cutoff float64) string {
	if math.IsInf(cutoff, 1) {
		return "inf"
	}
	return strconv.FormatFloat(cutoff, 'f', -1, 64)
}

// columnNames returns the names of the columns of a measure: its own, or one for each of the cutoffs of a list.
func columnNames(name string, cutoffs []float64) []string {
	if cutoffs == nil {
		return []string{name}
	}
	names := make([]string, len(cutoffs))
	for i, c := range cutoffs {
		names[i] = name + "_" + CutoffText(c)
	}
	return names
}

// compute makes a plan and runs it. What has no common sweep for several cutoffs is computed for one after the other.
func compute(r plan.Request, control *engine.Control) (*run.Result, *plan.Plan, error) {
	p := plan.Make(r)
	var one *engine.OneCutoffError
	if errors.As(p.Failed(), &one) {
		p.Release()
		return oneByOne(r, one, control)
	}
	result, err := run.Compute(r, p, control)
	return result, p, err
}

// only returns the request for one of several cutoffs.
func only(r plan.Request, cutoff float64) plan.Request {
	pairs := *r.Pairs
	pairs.Cutoff, pairs.Inner = cutoff, nil
	r.Pairs = &pairs
	return r
}

// oneByOne computes a request for each of its cutoffs. The plan that it returns is that of the largest.
func oneByOne(r plan.Request, why *engine.OneCutoffError,
	control *engine.Control) (all *run.Result, p *plan.Plan, err error) {
	if r.Partial {
		return nil, nil, fmt.Errorf("partial needs one sweep, and %w", why)
	}
	all = &run.Result{Columns: make([][]float64, len(r.Measures)*len(r.Cutoffs))}
	for i, cutoff := range r.Cutoffs {
		if p != nil {
			p.Release()
		}
		p = plan.Make(only(r, cutoff))
		p.Answers[0].Reasons = append(p.Answers[0].Reasons, "a sweep for each cutoff: "+why.What+" has no common one")
		result, err := run.Compute(only(r, cutoff), p, control)
		if err != nil {
			all.Free()
			return nil, p, err
		}
		for m, values := range result.Columns {
			all.Columns[m*len(r.Cutoffs)+i] = values
		}
		all.Warn(result.Warnings)
		all.Report = result.Report
	}
	return all, p, nil
}
