// Package run carries out a plan: package engine runs the sweeps, and package measure turns their sums into values.
package run

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/plan"
	"gobc/core/sums"
)

// Result is one column a measure and cutoff, by vertex number or by row of the edge table, in memory of package memory.
// The columns of a measure stand side by side, ascending by cutoff.
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

// Warn adds those warnings that are not there yet.
func (r *Result) Warn(warnings []string) {
	for _, warning := range warnings {
		if !slices.Contains(r.Warnings, warning) {
			r.Warnings = append(r.Warnings, warning)
		}
	}
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
	number(ranks, 0)
	return ranks
}

// number writes numbers from the first on.
func number(ranks []int32, first int) {
	for i := range ranks {
		ranks[i] = int32(first + i)
	}
}

// All returns the ranks of so many vertices. Threads write them, as the system provides memory page by page.
func All(vertices, threads int) ([]int32, error) {
	ranks := make([]int32, vertices)
	if threads == 1 || vertices>>16 == 0 {
		number(ranks, 0)
		return ranks, nil
	}
	never := func() error { return nil }
	err := guard.Chunks(vertices, threads, never, func(lo, hi int) error { number(ranks[lo:hi], lo); return nil })
	return ranks, err
}

// Compute answers a request by its plan. If the request is content with a partial result, a cancel ends the sweep, and
// the answer is that of the sources finished by then.
func Compute(r plan.Request, p *plan.Plan, control *engine.Control) (*Result, error) {
	var report plan.Report
	totals, finished, err := Sum(p, r.Sources, control, &report)
	defer totals.Free()
	if err != nil && !(r.Partial && errors.Is(err, graph.ErrCancelled) && len(finished) > 0) {
		return nil, err
	}
	if err == nil || len(finished) == len(r.Sources) { // or the cancel came too late
		finished = nil
	}
	result, err := Finish(r, p, totals, finished, control)
	if err != nil {
		return nil, err
	}
	result.Report.Report, result.Report.Answers = report.Report, report.Answers
	return result, nil
}

// Totals are the sums of the sweeps of each answer of a plan.
type Totals []*Swept

// Swept are the sums of the sweeps of an answer.
type Swept struct {
	Path      *sums.Sums   // nil: no sweep of paths
	Distances []*sums.Sums // of each of the answer's; one may be Path
}

// Split separates the sums, answer by answer: those of paths, then those of each distance. It drops the sums that only
// a check of lengths needed.
func (t Totals) Split(p *plan.Plan) (split []*sums.Sums) {
	for i, s := range t {
		split = append(split, s.split(p.Answers[i])...)
	}
	return split
}

func (t *Swept) split(a *plan.Answer) (split []*sums.Sums) {
	if t.Path != nil {
		split = append(split, t.Path.OfPaths())
	}
	for i, s := range t.Distances {
		split = append(split, s.Distances(a.Distances[i].Task.Distances))
	}
	if t.Path != nil && !slices.Contains(t.Distances, t.Path) {
		t.Path.Distances(0)
	}
	return split
}

// TotalsOf undoes Split.
func TotalsOf(split []*sums.Sums, p *plan.Plan) (t Totals) {
	for _, a := range p.Answers {
		n := len(a.SumShapes())
		of := split[:n]
		split = split[n:]
		s := &Swept{}
		if a.Path != nil {
			s.Path, of = of[0], of[1:]
		}
		s.Distances = of
		t = append(t, s)
	}
	return t
}

// Free releases the sums.
func (t Totals) Free() {
	for _, s := range t {
		s.free()
	}
}

func (t *Swept) free() {
	t.Path.Free()
	for _, s := range t.Distances {
		if s != t.Path {
			s.Free()
		}
	}
}

// Sum runs the sweeps of a plan from some of its sources: of each answer that of paths, which may serve some distances
// too, and one for each of the other distances. Beside a cancel, where the plan is for partial results, there are the
// sums of the sources that had finished. A kernel adds a batch whole or not at all, and path sums of a source out of
// its range not at all: so the sums are those of the finished sources at any time. On devices that holds whenever no
// kernel was stopped within a batch.
func Sum(p *plan.Plan, sources []int32, control *engine.Control,
	report *plan.Report) (t Totals, finished []int32, err error) {
	if err := p.Check(); err != nil {
		return nil, nil, err
	}
	if err := control.Check(); err != nil {
		return nil, nil, err
	}
	atomic.StoreInt64(control.Total, atomic.LoadInt64(control.Done)+int64(p.Searches(sources)))
	control.Predict(p.Seconds)
	control.Enter(engine.Sweeping)
	for _, a := range p.Answers {
		met := new(engine.Report)
		swept, ended, err := sweep(a, sources, control, met)
		if swept != nil {
			t = append(t, swept)
		}
		report.Answers = append(report.Answers, met)
		if err != nil {
			if len(ended) == 0 {
				t.Free()
				t = nil
			}
			report.Report = joined(p, report.Answers)
			return t, ended, err
		}
		finished = ended // callers use it only where there is one answer
	}
	report.Report = joined(p, report.Answers)
	return t, finished, nil
}

// joined is the report that jobs look at: that of the first sweep of paths, and of a device that failed.
func joined(p *plan.Plan, answers []*engine.Report) (all engine.Report) {
	all = *answers[0]
	paths := false
	for i, met := range answers {
		if p.Answers[i].Path != nil && !paths {
			all.Path, paths = met.Path, true
		}
		if met.GPU.Why != "" {
			all.GPU = met.GPU
		}
	}
	return all
}

func sweep(a *plan.Answer, sources []int32, control *engine.Control,
	report *engine.Report) (t *Swept, finished []int32, err error) {
	t = &Swept{Distances: make([]*sums.Sums, len(a.Distances))}
	swept := a.Swept(sources)
	rounds := a.Rounds(sources)
	length := 0
	for _, round := range rounds {
		length += len(round)
	}
	run := func(task *engine.Task, sources []int32) (total *sums.Sums) {
		if err == nil {
			total, finished, err = engine.Run(task, sources, a.Stage(task), control, report)
		}
		return total
	}
	shared := a.Shared()
	if a.Path != nil {
		control.Add(a.Spared(len(sources), len(swept)))
		t.Path = run(a.Path.Task, swept)
		if shared >= 0 {
			t.Distances[shared] = t.Path
		}
	}
	for i, d := range a.Distances {
		if i != shared {
			control.Add(max(0, len(sources)-length))
			t.Distances[i] = inRounds(rounds, func(round []int32) *sums.Sums { return run(d.Task, round) })
		}
	}
	if err != nil && len(finished) == 0 {
		t.free()
		return nil, nil, err
	}
	slices.Sort(finished)
	return t, finished, err
}

// inRounds adds up the sums of distances of all rounds, where round i counts 2^i times. It returns nil if one has
// failed.
func inRounds(rounds [][]int32, sweep func(round []int32) *sums.Sums) (total *sums.Sums) {
	for i, round := range rounds {
		if i > 0 && len(round) == 0 {
			continue
		}
		s := sweep(round)
		switch {
		case s == nil:
			return total
		case total == nil:
			total = s
		default:
			total.AddTimes(uint(i), s)
			s.Free()
		}
	}
	if len(rounds) == 0 {
		return sweep(nil)
	}
	return total
}

// Finish makes the measures from sums over the sources of a request, or over those that have finished.
func Finish(r plan.Request, p *plan.Plan, totals Totals, finished []int32, control *engine.Control) (*Result, error) {
	cutoffs := r.Pairs.Cutoffs()
	control.Enter(engine.Finishing)
	if len(p.Answers) == 1 {
		return finish(p.Answers[0], totals[0], r.Sources, finished, control)
	}
	result := &Result{Columns: make([][]float64, len(r.Measures)*cutoffs)}
	for i, a := range p.Answers {
		one, err := finish(a, totals[i], r.Sources, finished, control)
		if err != nil {
			result.Free()
			return nil, err
		}
		for j, m := range a.Asked.Measures {
			at := slices.IndexFunc(r.Measures, func(x measure.Measure) bool { return x.Name == m.Name })
			copy(result.Columns[at*cutoffs:], one.Columns[j*cutoffs:(j+1)*cutoffs])
		}
		result.Warnings = append(result.Warnings, one.Warnings...)
		result.Finished, result.Report.Partial = one.Finished, one.Report.Partial
	}
	return result, nil
}

func finish(a *plan.Answer, totals *Swept, sources, finished []int32, control *engine.Control) (*Result, error) {
	j := &job{r: &a.Asked, a: a, g: a.Asked.Graph, sources: sources}
	if finished != nil {
		j.only(finished)
	}
	whole, err := expand(a, totals, control.Check)
	if whole != totals {
		defer whole.free()
	}
	if err == nil {
		j.path, j.sums = whole.Path, whole.Distances
		err = j.finish(control)
	}
	if err == nil {
		err = j.stopped(control)
	}
	if err != nil {
		j.result.Free()
		return nil, err
	}
	return &j.result, nil
}

// expand turns sums into those of the graph. It returns the same sums where the graph was not reduced.
func expand(a *plan.Answer, t *Swept, stop func() error) (whole *Swept, err error) {
	if !a.Reduced() {
		return t, nil
	}
	whole = &Swept{Distances: make([]*sums.Sums, len(t.Distances))}
	if a.Path != nil {
		whole.Path, err = a.Expand(a.Path.Task, t.Path, stop)
	}
	for i, d := range a.Distances {
		if err == nil {
			whole.Distances[i], err = a.Expand(d.Task, t.Distances[i], stop)
		}
	}
	return whole, err
}

// job is one request while its measures are computed from sums.
type job struct {
	r       *plan.Request
	a       *plan.Answer
	g       *graph.Graph
	sources []int32 // that the sums are over
	path    *sums.Sums
	sums    []*sums.Sums // of each of the plan's distances; one may be path
	result  Result
}

// only restricts the answer to the finished sources.
func (j *job) only(finished []int32) {
	asked := len(j.sources)
	j.sources, j.result.Finished = finished, finished
	j.result.Report.Partial = &plan.Partial{Finished: len(finished), Sources: asked}
	j.result.Warnings = append(j.result.Warnings, fmt.Sprintf(
		"partial: %d of %d sources had finished; the values are those of these sources alone",
		len(finished), asked))
}

// input collects what the measures of a cutoff are computed from.
func (j *job) input(cutoff int) *measure.Input {
	in := &measure.Input{Vertices: j.g.Vertices, Directed: j.g.Directed, Sources: len(j.sources),
		PerUnit: j.a.Lengths.Units()}
	if j.path != nil {
		in.Path = j.path.At(cutoff).Paths
	}
	if len(j.sources) != j.g.Vertices {
		in.IsSource = graph.Marks(j.g.Vertices, j.sources)
	}
	if j.path != nil && j.r.Convention.Endpoints {
		in.ReachedBy, in.Reaches = reach(j.g, j.a, j.sums, cutoff, j.sources)
	}
	in.Arcs = func(first int, out, in []int64, shared []int32) {
		j.g.ArcsOfRows(first, j.r.Convention.CountParallel, j.r.Weighted, out, in, shared)
	}
	return in
}

// stopped returns an error once the call was cancelled, unless its partial result is wanted.
func (j *job) stopped(control *engine.Control) error {
	if j.r.Partial {
		return nil
	}
	return control.Check()
}

func (j *job) finish(control *engine.Control) error {
	byRank, err := memory.Make[float64](j.g.Vertices)
	if err != nil {
		return err
	}
	defer memory.Free(byRank)
	var failed error
	each := func(n int, f func(lo, hi int)) {
		stop := func() error { return j.stopped(control) }
		failed = guard.Chunks(n, max(1, plan.Threads(j.r.Threads)), stop, func(lo, hi int) error { f(lo, hi); return nil })
	}
	inputs := make([]*measure.Input, j.r.Pairs.Cutoffs())
	for cutoff := range inputs {
		inputs[cutoff] = j.input(cutoff)
		inputs[cutoff].Each = each
	}
	sweeps := j.r.Convention.Sweeps(j.r.Measures, j.g.Directed)
	for _, m := range j.r.Measures {
		for cutoff, in := range inputs {
			in.Distances, in.Lengths = nil, nil
			if i := measure.SweepOf(m, sweeps); i >= 0 { // they are the first of the plan's
				in.Distances, in.Lengths = j.sums[i].At(cutoff).Hops, j.sums[i].At(cutoff).Lengths
			}
			if err := j.column(m, in, byRank); err != nil {
				return err
			}
			if failed != nil {
				return failed
			}
		}
	}
	for _, in := range inputs {
		j.result.Warn(in.Warnings)
	}
	return nil
}

// column appends the values of a measure. byRank is scratch memory.
func (j *job) column(m measure.Measure, in *measure.Input, byRank []float64) error {
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
		m.Finish(in, j.r.Convention, column)
		return nil
	}
	clear(byRank)
	m.Finish(in, j.r.Convention, byRank)
	for r, x := range byRank {
		column[j.g.Vertex[r]] = x
	}
	return nil
}

// reach returns, by rank, how many sources reach a vertex within a cutoff and how many vertices it reaches, itself
// included. In an undirected graph without cutoffs both follow from the sizes of components.
func reach(g *graph.Graph, a *plan.Answer, total []*sums.Sums, cutoff int,
	sources []int32) (reachedBy, reaches []int64) {
	if i := slices.IndexFunc(a.Distances, func(d *engine.DistancePlan) bool { return d.Task.Reaches }); i >= 0 {
		return total[i].At(cutoff).Reached(), total[i].At(cutoff).Reaches
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
