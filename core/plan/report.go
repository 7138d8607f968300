package plan

import (
	"fmt"
	"slices"
	"sync"

	"gobc/core/engine"
)

// Report records what happened in a run of a plan. Where there are several answers its own fields are those that jobs
// look at. A run writes it and leaves the plan unchanged.
type Report struct {
	engine.Report
	Sample  *Sample          // of an estimate
	Partial *Partial         // of a call that was stopped
	Answers []*engine.Report // of each; those of one call are the plan's
}

// Sample says what an estimate was computed from: random sources, or random pairs of vertices after a pilot of other
// pairs.
type Sample struct {
	Drawn     string  `json:"drawn"` // "sources" or "pairs"
	Sources   int     `json:"sources"`
	Pairs     int     `json:"pairs"`
	Pilot     int     `json:"pilot"`
	Rounds    int     `json:"rounds"`
	HalfWidth float64 `json:"half_width"` // the largest of any vertex, as a share of all ordered pairs of other vertices
	Separated bool    `json:"separated"`  // the wanted vertices are separated from the others

	*Adaptive
}

// Adaptive says how an adaptive sample ended: sources were drawn until the sums of dependencies of the wanted vertices
// reached the bound, or until none were left.
type Adaptive struct {
	Rule    string  `json:"rule"` // "adaptive"
	C       float64 `json:"c"`
	Bound   float64 `json:"bound"`   // c n
	By      string  `json:"by"`      // which vertices: "of" or "top_k"
	Wanted  int     `json:"wanted"`  // so many of them
	Reached int     `json:"reached"` // so many vertices reached the bound, by "of" among those
}

// Partial says how many of its sources a cancelled call had finished: the values are sums over those.
type Partial struct {
	Finished int `json:"finished"`
	Sources  int `json:"sources"`
}

// JSON writes the two counts.
func (p *Partial) JSON() string {
	return fmt.Sprintf(`{"finished": %d, "sources": %d}`, p.Finished, p.Sources)
}

// Page is the JSON object of a plan: what its answers have in common and, where there are several, each of them.
type Page struct {
	*Plan
	Device     string                 `json:"device"`
	Threads    int                    `json:"threads"`
	Order      string                 `json:"order"`
	Reductions []*Reduction           `json:"reductions,omitempty"`
	Path       *engine.PathPlan       `json:"path,omitempty"`
	Distances  []*engine.DistancePlan `json:"distances,omitempty"`
	Lengths    *engine.Lengths        `json:"lengths,omitempty"`
	GPU        *engine.GPUPlan        `json:"gpu,omitempty"`
	Strategy   any                    `json:"strategy,omitempty"`
	Reasons    []string               `json:"reasons"`
	Candidates []Tried                `json:"candidates,omitempty"`
	Several    []*Answer              `json:"answers,omitempty"`
}

// JSON writes the plan, and with a report what its run met.
func (p *Plan) JSON(report *Report) string {
	if report == nil || report.Sample != nil || report.Partial != nil {
		return p.write(report)
	}
	text := p.written.find(p, report)
	if text == "" {
		text = p.write(report)
		p.written.keep(p, report, text)
	}
	return text
}

func (p *Plan) write(report *Report) string {
	page := p.page(report)
	w := writers.Get().(*jsonWriter)
	defer writers.Put(w)
	w.bytes, w.failed = w.bytes[:0], false
	if w.writePage(&page); w.failed {
		return "{}"
	}
	return string(w.bytes)
}

var writers = sync.Pool{New: func() any { return new(jsonWriter) }}

func (p *Plan) page(report *Report) Page {
	if report == nil {
		return pageOf(p, p.Answers)
	}
	of := func(i int) *engine.Report {
		if len(report.Answers) > 0 {
			return report.Answers[i]
		}
		return &report.Report // shards of a job report on their own
	}
	plan := p.met(report)
	if len(p.Answers) == 1 {
		page := pageOf(plan, p.Answers)
		page.Path, page.GPU, page.Distances = met(page.Path, page.GPU, page.Distances, of(0))
		return page
	}
	answers := slices.Clone(p.Answers)
	for i, a := range answers {
		answers[i] = a.with(of(i))
	}
	return pageOf(plan, answers)
}

// met returns the plan with what a run met: the plan itself, or a copy.
func (p *Plan) met(report *Report) *Plan {
	if report.Sample == nil && report.Partial == nil {
		return p
	}
	met := *p
	met.Sample, met.Partial = report.Sample, report.Partial
	if report.Sample != nil {
		met.Sources = report.Sample.Sources
		met.Sampled = report.Sample.Pairs > 0 || report.Sample.Sources < p.vertices
	}
	return &met
}

// met returns copies of the plans of sweeps with the report of their run.
func met(path *engine.PathPlan, gpu *engine.GPUPlan, distances []*engine.DistancePlan,
	r *engine.Report) (*engine.PathPlan, *engine.GPUPlan, []*engine.DistancePlan) {
	distances = slices.Clone(distances)
	for i, d := range distances {
		distances[i] = d.With(r.Searches)
	}
	return path.With(r.Path), gpu.With(r.GPU), distances
}

func pageOf(p *Plan, answers []*Answer) Page {
	first := answers[0]
	all := Page{Plan: p, Device: devices(answers), Threads: p.Threads(), Order: first.Order, Strategy: first.Strategy,
		Reasons:    first.Reasons,
		Candidates: p.Candidates}
	for _, a := range answers {
		if all.Path == nil && (a.Path != nil || len(answers) == 1) {
			all.Path, all.Reductions = a.Path, a.Reductions
		}
		if all.GPU == nil {
			all.GPU = a.GPU
		}
		if all.Lengths == nil {
			all.Lengths = a.Lengths
		}
		all.Distances = append(all.Distances, a.Distances...)
	}
	if len(answers) > 1 {
		all.Several = answers
	}
	return all
}

// with returns a copy of the answer with the report of its run.
func (a *Answer) with(r *engine.Report) *Answer {
	copied := *a
	copied.Path, copied.GPU, copied.Distances = met(a.Path, a.GPU, a.Distances, r)
	return &copied
}
