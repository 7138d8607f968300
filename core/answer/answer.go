// Package answer computes the answer to a question about a graph: it checks the question, makes a plan, runs it, and
// collects the columns. Package gobc and the C interface are its two clients. The kinds of errors and the lifetime of
// a graph are defined here, too.
package answer

import (
	"errors"

	"gobc/core/engine"
	"gobc/core/estimate"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/run"

	// Engines register themselves.
	_ "gobc/kernels/cpu/cpuengine"
	_ "gobc/kernels/cuda/cudaengine"
	_ "gobc/kernels/papers/papersengine"
)

// Answer is a result whose arrays are allocated by package memory.
type Answer struct {
	Columns  []Column
	Plan     string // JSON
	Device   string
	Warnings []string
	Of       []int32 // vertices of the rows; nil: all vertices
	Finished []int32 // ascending ranks of the sources in a partial result; nil: the result is complete
	Partial  string  // JSON, of a partial result
	Threads  int     // that the call may use
}

// Column has a value for each vertex number, for each vertex of a given list, or for each row of the edges.
type Column struct {
	Name   string
	Edges  bool
	Values []float64
}

// ErrorColumn is the name of the column with the half-widths of the intervals of an estimate.
const ErrorColumn = "betweenness_error"

// Free releases the columns that the answer still owns. Columns that a caller has taken over are nil.
func (a *Answer) Free() {
	for i := range a.Columns {
		memory.Free(a.Columns[i].Values)
		a.Columns[i].Values = nil
	}
}

// Compute answers a question. The caller frees the answer.
func Compute(g *graph.Graph, q Question, control *engine.Control) (*Answer, error) {
	r, err := q.request(g, control.Check)
	if err != nil {
		return nil, err
	}
	defer r.Pairs.Free()
	r.Cancel, r.Once = control.Cancel, q.Once
	control.Enter(engine.Planning)
	var p *plan.Plan
	var result *run.Result
	if r.Estimates() {
		result, p, err = estimate.Compute(r, control)
	} else {
		result, p, err = compute(r, control)
	}
	if p != nil {
		defer p.Release()
	}
	if err != nil {
		return nil, err
	}
	return newAnswer(r, p, result)
}

// newAnswer takes a result over. Rows of vertices are those that the request asks for.
func newAnswer(r plan.Request, p *plan.Plan, result *run.Result) (*Answer, error) {
	if err := result.Pick(r.Of); err != nil {
		result.Free()
		return nil, err
	}
	a := &Answer{Plan: p.JSON(&result.Report), Device: p.Device(), Warnings: result.Warnings, Of: r.Of,
		Threads: plan.Threads(r.Threads)}
	if alike := r.Graph.Labels.Alike; alike != "" {
		a.Warnings = append(a.Warnings, alike)
	}
	if result.Finished != nil {
		a.Finished, a.Partial = result.Finished, result.Report.Partial.JSON()
	}
	for _, m := range r.Measures {
		for _, name := range columnNames(m.Name, r.Cutoffs) {
			a.Columns = append(a.Columns, Column{Name: name, Edges: m.Edges})
		}
	}
	if r.Estimates() {
		a.Columns = append(a.Columns, Column{Name: ErrorColumn})
	}
	for i, values := range result.Columns {
		a.Columns[i].Values = values
	}
	return a, nil
}

// Explain plans a question, counts its memory on sample batches, and returns the plan as JSON.
func Explain(g *graph.Graph, q Question, control *engine.Control) (string, error) {
	r, err := q.request(g, control.Check)
	if err != nil {
		return "", err
	}
	defer r.Pairs.Free()
	r.Cancel, r.Count = control.Cancel, true
	p := plan.Make(r)
	var one *engine.OneCutoffError
	if errors.As(p.Failed(), &one) {
		p.Release()
		p = plan.Make(only(r, r.Pairs.Cutoff))
	}
	defer p.Release()
	if err := p.Failed(); err != nil {
		return "", err
	}
	return p.JSON(nil), control.Check()
}
