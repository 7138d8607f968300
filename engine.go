package gobc

import (
	"slices"

	"gobc/core/engine"
	"gobc/core/estimate"
	"gobc/core/graph"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/run"
	"gobc/internal/handoff"

	// Engines register themselves.
	_ "gobc/kernels/cpu/cpuengine"
	_ "gobc/kernels/cuda/cudaengine"
	_ "gobc/kernels/papers/papersengine"
)

// This file alone plans and runs.

// task is a query about a graph, with its lists of vertices.
type task = plan.Request

func newTask(g *graph.Graph, q query.Query, lists handoff.Lists) (task, error) {
	var sources []int32
	if lists.Sources != nil {
		sources = lists.Sources.Vertices
	}
	r := task{Query: q, Graph: g, Sources: run.Sources(g, sources)}
	if lists.Of != nil {
		r.Of = lists.Of.Vertices
		r.Wanted = slices.Compact(slices.Sorted(slices.Values(g.Ranks(r.Of))))
	}
	if err := r.Check(g, r.Sources); err != nil {
		return r, err
	}
	return r, r.Pairs.Lighten(g.Vertices)
}

// answer plans a task and computes. Rows of vertices are those that it asks for.
func answer(r task, control *engine.Control) (*handoff.Answer, error) {
	r.Cancel = control.Cancel
	control.Enter(engine.Planning)
	var p *plan.Plan
	var result *run.Result
	var err error
	if r.Estimates() {
		result, p, err = estimate.Compute(r, control)
	} else {
		p = plan.Make(r)
		result, err = run.Compute(r, p, control)
	}
	if p != nil {
		defer p.Release()
	}
	if err != nil {
		return nil, err
	}
	return newAnswer(r, p, result)
}

// newAnswer takes a result over.
func newAnswer(r task, p *plan.Plan, result *run.Result) (*handoff.Answer, error) {
	if err := result.Pick(r.Of); err != nil {
		result.Free()
		return nil, err
	}
	a := &handoff.Answer{Plan: p.JSON(&result.Report), Device: p.Device(), Warnings: result.Warnings, Of: r.Of}
	if result.Finished != nil {
		a.Finished, a.Partial = result.Finished, result.Report.Partial.JSON()
	}
	for _, m := range r.Measures {
		a.Columns = append(a.Columns, handoff.Column{Name: m.Name, Edges: m.Edges})
	}
	if r.Estimates() {
		a.Columns = append(a.Columns, handoff.Column{Name: string(BetweennessError)})
	}
	for i, values := range result.Columns {
		a.Columns[i].Values = values
	}
	return a, nil
}

// explain plans a task, counts its memory on sample batches and returns the plan as JSON.
func explain(r task, control *engine.Control) (string, error) {
	r.Cancel = control.Cancel
	r.Count = true
	p := plan.Make(r)
	defer p.Release()
	if err := p.Failed(); err != nil {
		return "", err
	}
	return p.JSON(nil), control.Check()
}

// isUnsupported reports whether an error says that this version or build cannot do what it was asked for.
func isUnsupported(err error) bool { return asError[*engine.UnsupportedError](err) }

// threads is how many a call takes: as asked, or all that this process may use.
func threads(asked int) int { return plan.Threads(asked) }
