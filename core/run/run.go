// Package run carries out a plan: package engine runs its sweeps, and measures finish from their sums.
package run

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/sums"
)

// Result is one column a measure, by vertex number or by row of the edge table, in memory of package memory.
type Result struct {
	Columns  [][]float64
	Warnings []string
	Report   plan.Report
	Finished []int32 // ascending ranks of the sources that the columns are of; nil: all that were asked for
}

// Free releases the columns.
func (r *Result) Free() {
	for _, c := range r.Columns {
		memory.Free(c)
	}
	r.Columns = nil
}

// Pick leaves the rows of these vertices, in their order, in columns of vertices; nil: all.
func (r *Result) Pick(vertices []int32) error {
	if vertices == nil {
		return nil
	}
	for i, all := range r.Columns {
		picked, err := memory.Make[float64](len(vertices))
		if err != nil {
			return err
		}
		for row, v := range vertices {
			picked[row] = all[v]
		}
		memory.Free(all)
		r.Columns[i] = picked
	}
	return nil
}

// Sources returns the ranks to start from: those given as vertex numbers, else the graph's marked ones, else all.
func Sources(g *graph.Graph, vertices []int32) []int32 {
	switch {
	case vertices != nil:
		return g.Ranks(vertices)
	case g.Marked != nil:
		return g.Marked
	}
	ranks := make([]int32, g.Vertices)
	for i := range ranks {
		ranks[i] = int32(i)
	}
	return ranks
}

// Compute answers a request by its plan. If the request is content with a partial result, a cancel ends the sweep, and
// the answer is that of the sources finished by then.
func Compute(r plan.Request, p *plan.Plan, control *engine.Control) (*Result, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if err := control.Check(); err != nil {
		return nil, err
	}
	r.Cancel = control.Cancel
	job := &job{r: r, p: p, g: r.Graph, control: control, sums: make([]*sums.Sums, len(p.Distances))}
	defer job.free()
	if err := job.sweeps(); err != nil && !job.keep(err) {
		return nil, err
	}
	control.Enter(engine.Finishing)
	if err := job.finish(); err != nil {
		job.result.Free()
		return nil, err
	}
	if r.Partial {
		return &job.result, nil
	}
	return &job.result, control.Check()
}

// job is one request on its way.
type job struct {
	r       plan.Request
	p       *plan.Plan
	g       *graph.Graph
	control *engine.Control
	path    *sums.Sums
	sums    []*sums.Sums // of each of the plan's distances; one may be path
	result  Result

	finished []int32 // sources all of whose sums are in; known only if a partial result may be wanted
}

func (j *job) free() {
	j.path.Free()
	for _, s := range j.sums {
		if s != j.path {
			s.Free()
		}
	}
}

// sweeps runs the path sweep, which may serve some distances too, and a sweep for each of the other distances.
func (j *job) sweeps() (err error) {
	p, shared := j.p, j.p.Shared()
	atomic.StoreInt64(j.control.Total, int64(p.Searches()))
	j.control.Enter(engine.Sweeping)
	if p.Path != nil {
		t := p.Path.Task
		j.path, j.finished, err = engine.Run(t, p.Stage(t), j.control, &j.result.Report.Report)
		if shared >= 0 {
			j.sums[shared] = j.path
		}
	}
	for i, d := range p.Distances {
		if i != shared && err == nil {
			j.sums[i], j.finished, err = engine.Run(d.Task, p.Stage(d.Task), j.control, &j.result.Report.Report)
		}
	}
	return err
}

// keep makes the sources finished by a cancelled sweep those of the job; false if it has none. A kernel adds a batch whole
// or not at all, and path sums of a source out of its range not at all: so the sums are those of the sources listed as
// finished, at any time. On devices that holds whenever no kernel was stopped within a batch.
func (j *job) keep(err error) bool {
	if !j.r.Partial || !errors.Is(err, graph.ErrCancelled) || len(j.finished) == 0 {
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

// input is what all measures finish from.
func (j *job) input() measure.Input {
	in := measure.Input{Vertices: j.g.Vertices, Directed: j.g.Directed, Sources: len(j.r.Sources), PerUnit: j.p.Lengths.Units()}
	if j.path != nil {
		in.Path = j.path.Paths
	}
	if len(j.r.Sources) != j.g.Vertices {
		in.IsSource = graph.Marks(j.g.Vertices, j.r.Sources)
	}
	if j.path != nil && j.r.Convention.Endpoints {
		in.ReachedBy, in.Reaches = reach(j.g, j.p, j.sums, j.r.Sources)
	}
	in.Arcs = func(row int) (int64, int64, int, bool) {
		a, ok := j.g.ArcsOf(row, j.r.Convention.CountParallel, j.r.Weighted)
		return a.Out, a.In, a.Shared, ok
	}
	return in
}

func (j *job) finish() error {
	byRank, err := memory.Make[float64](j.g.Vertices)
	if err != nil {
		return err
	}
	defer memory.Free(byRank)
	in := j.input()
	sweeps := j.r.Convention.Sweeps(j.r.Measures, j.g.Directed)
	for _, m := range j.r.Measures {
		size := j.g.Vertices
		if m.Edges {
			size = int(j.g.Edges)
		}
		column, err := memory.Make[float64](size)
		if err != nil {
			return err
		}
		j.result.Columns = append(j.result.Columns, column)
		if m.Edges {
			m.Finish(&in, j.r.Convention, column)
			continue
		}
		in.Distances, in.Lengths = nil, nil
		if i := measure.SweepOf(m, sweeps); i >= 0 { // they are the first of the plan's
			in.Distances, in.Lengths = j.sums[i].Hops, j.sums[i].Lengths
		}
		clear(byRank)
		m.Finish(&in, j.r.Convention, byRank)
		for r, x := range byRank {
			column[j.g.Vertex[r]] = x
		}
	}
	j.result.Warnings = append(j.result.Warnings, in.Warnings...)
	return nil
}

// reach returns, by rank, how many sources reach a vertex and how many vertices it reaches, itself included. In an
// undirected graph the components say it.
func reach(g *graph.Graph, p *plan.Plan, total []*sums.Sums, sources []int32) (reachedBy, reaches []int64) {
	if i := slices.IndexFunc(p.Distances, func(d *engine.DistancePlan) bool { return d.Task.Reaches }); i >= 0 {
		return total[i].Reached(), total[i].Reaches
	}
	reachedBy, reaches = make([]int64, g.Vertices), make([]int64, g.Vertices)
	at := 0
	for c := 1; c < len(g.Components); c++ {
		first, last := g.Components[c-1], g.Components[c]
		before := at
		for at < len(sources) && sources[at] < last {
			at++
		}
		for r := first; r < last; r++ {
			reachedBy[r], reaches[r] = int64(at-before), int64(last-first)
		}
	}
	return reachedBy, reaches
}
