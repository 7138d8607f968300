package run

import (
	"errors"
	"fmt"
	"slices"

	"gobc/core/graph"
	"gobc/core/plan"
)

// What a cancelled call keeps. A kernel adds a batch whole or not at all, and path sums of a lane that it flags not at
// all: so the sums of a worker are those of the sources that it lists as finished, at any time. On devices that holds
// whenever no kernel was stopped within a batch.

// keeps reports whether the sums so far are the answer of a sweep that ended with an error.
func keeps(r plan.Request, err error) bool { return r.Partial && errors.Is(err, graph.ErrCancelled) }

// keep makes the sources finished by a cancelled sweep those of the job; false if it has none.
func (j *job) keep(err error) bool {
	if !keeps(j.r, err) || len(j.finished) == 0 {
		return false
	}
	if len(j.finished) == len(j.r.Sources) { // the cancel came too late
		return true
	}
	slices.Sort(j.finished)
	finished, asked := len(j.finished), len(j.r.Sources)
	j.r.Sources, j.result.Finished = j.finished, j.finished
	j.result.Report.Partial = &plan.Partial{Finished: finished, Sources: asked}
	j.result.Warnings = append(j.result.Warnings, fmt.Sprintf(
		"partial: %d of %d sources had finished when the call was stopped; the values are those of these sources alone",
		finished, asked))
	return true
}
