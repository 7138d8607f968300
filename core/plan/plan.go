// Package plan decides how a question is answered: its sweeps, the engine that runs them, and how much memory they take.
// Engines decide about their kernels themselves, by the graph and by what is counted on it, never by the clock, except for
// the width of a batch, which changes no bit.
package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// Request is a question to plan for.
type Request struct {
	query.Query
	Graph   *graph.Graph
	Sources []int32    // ascending ranks
	Wanted  []int32    // ranks of the vertices of the query; nil: all
	Needs   sums.Kinds // of the path sweep, beside those of the measures
	Count   bool       // count the memory on sample batches, else only where it decides
	System  memory.System
	Cancel  *int32 // nil, or the word that stops the sample batches
	Sharded bool   // sums of some of the sources are wanted, with those of others to be added
	Like    *Plan  // nil, or an earlier plan of the same question, whose reduction is taken; it stays as long as this one
}

// Plan is the answer, also what gobc_plan prints. It does not change once it is made: a run tells its Report.
type Plan struct {
	Measures   []string               `json:"measures"`
	Preset     string                 `json:"preset"`
	Device     string                 `json:"device"`
	Threads    int                    `json:"threads"`
	Sources    int                    `json:"sources"`
	Chosen     *Chosen                `json:"chosen,omitempty"`  // nil: paths and distances between all vertices count
	Sampled    bool                   `json:"sampled,omitempty"` // scores come from a random sample, not from all that was asked for
	Order      string                 `json:"order"`
	Reductions []*Reduction           `json:"reductions,omitempty"` // of the graph, one after the other
	Path       *engine.PathPlan       `json:"path,omitempty"`
	Distances  []*engine.DistancePlan `json:"distances,omitempty"`
	Lengths    *engine.Lengths        `json:"lengths,omitempty"`
	Sample     *Sample                `json:"sample,omitempty"`  // nil but in what JSON writes
	Partial    *Partial               `json:"partial,omitempty"` // likewise
	GPU        *engine.GPUPlan        `json:"gpu,omitempty"`
	Strategy   any                    `json:"strategy,omitempty"`
	Seconds    float64                `json:"seconds"` // roughly, on an idle machine; of an estimate, at most
	Bytes      int64                  `json:"bytes"`
	Limit      int64                  `json:"limit"`
	LimitBy    string                 `json:"limit_source"`
	Fits       bool                   `json:"fits"`
	Reasons    []string               `json:"reasons"`
	Parts      []*Part                `json:"parts,omitempty"` // of the measures, where they are answered one after the other

	call      *engine.Call
	elsewhere engine.Prepared // nil: the CPU runs all
	sweptBy   sweptBy
	waits     bool            // a reduction may be taken, once it is known who sweeps
	kinds     sums.Kinds      // what the path sweep is to find
	weighed   *reduce.Weighed // what sweeps run on; nil: the graph
	stress    *reduce.Stress  // it with numbers of paths for weights, if stress is swept
	smaller   smaller         // what the path sweep runs on in place of it, or nil
	own       *reduce.Weighed // what the plan alone has of it
	memory    need
	keeps     bool // workspaces, for the next shard
	failed    error
}

// Chosen says how many vertices paths and distances start and end at, where the question leaves others out.
type Chosen struct {
	Sources int `json:"sources,omitempty"`
	Targets int `json:"targets,omitempty"`
}

// chosen returns nil for a question about all vertices, and for a sample of them.
func (r Request) chosen() *Chosen {
	if r.Estimates() || r.Needs != 0 {
		return nil // the sources are drawn
	}
	var c Chosen
	if len(r.Sources) < r.Graph.Vertices && !r.Convention.Sampled {
		c.Sources = len(r.Sources)
	}
	if r.Pairs != nil {
		for _, weight := range r.Pairs.TargetWeight {
			if weight > 0 {
				c.Targets++
			}
		}
	}
	if c == (Chosen{}) {
		return nil
	}
	return &c
}

// Make plans a request. The plan may not fit: see Check. It is released when nothing runs by it any more.
func Make(r Request) *Plan {
	if r.Cancel == nil {
		r.Cancel = new(int32)
	}
	p := r.whole()
	p.inParts(r)
	if p.failed == nil {
		p.Seconds = p.predictSeconds(r)
	}
	return p
}

// whole plans common sweeps for all measures.
func (r Request) whole() *Plan {
	by := anyEngine
	switch {
	case len(r.Devices.Ordinals) > 0:
		by = devices
	case !r.Devices.Auto:
		by = processors
	}
	p := r.plan(by)
	switch {
	case by != anyEngine || p.failed != nil || len(p.Reductions) == 0 || r.Like != nil:
	case p.GPU == nil && p.waits:
		p.Release()
		return r.plan(processors)
	case p.GPU != nil && (p.waits || p.weighed != nil && !r.named()):
		p.Release()
		return r.onDevices()
	}
	return p
}

// onDevices plans for GPUs, but where processors alone can make the graph smaller, and take no GPU for what is left.
func (r Request) onDevices() *Plan {
	p := r.plan(devices)
	if p.failed != nil || p.Reduced() {
		return p
	}
	q := r.plan(processors)
	if q.Reduced() && q.GPU == nil && q.failed == nil {
		p, q = q, p
	}
	q.Release()
	return p
}

// plan makes the plan of a request. Who will run the path sweep may be known, which decides about reductions.
func (r Request) plan(by sweptBy) *Plan {
	p := &Plan{Preset: r.Convention.Preset, Sources: len(r.Sources), Chosen: r.chosen(), call: r.call(), sweptBy: by}
	p.limit(r)
	p.Sampled = r.Convention.Sampled && p.Sources < r.Graph.Vertices
	c := p.call
	kinds := r.Needs
	for _, m := range r.Measures {
		p.Measures = append(p.Measures, m.Name)
		kinds |= m.Path
	}
	c.Measures, p.kinds = p.Measures, kinds
	p.reduce(r, kinds)
	for _, m := range engine.Methods() {
		m.Adapt(c)
	}
	limitThreads(c)
	p.fail(c.SettleLengths(r.Tolerance, kinds != 0))
	r.tasks(c, kinds)
	p.contracted()
	p.countsPaths()
	p.fail(engine.CPU().Begin(c))
	for _, m := range engine.Methods() {
		prepared, err := m.Prepare(c)
		if prepared == nil && err != nil {
			p.failed = first(p.failed, err)
		}
		p.fail(err)
		if p.elsewhere = prepared; prepared != nil {
			break
		}
	}
	engine.CPU().Finish(c, p.elsewhere != nil)
	if i := c.Incoming(); c.Path != nil && c.Path.WithLengths {
		c.Path.Task.Distances, c.Path.Task.Term, c.Path.Task.Reaches = i.Task.Distances, i.Task.Term, i.Task.Reaches
	}
	p.Device, p.Order, p.Threads, p.Reasons = c.Device, c.Order, c.Threads, c.Reasons
	p.Path, p.Distances, p.Lengths, p.GPU, p.Strategy = c.Path, c.Distances, c.Lengths, c.GPU, c.Strategy
	p.estimate(r)
	return p
}

// Check refuses a plan that does not fit, with both numbers and what would.
func (p *Plan) Check() error {
	if p.failed != nil {
		return p.failed
	}
	if p.Fits {
		return nil
	}
	would := "it does not fit with one thread either"
	for t := p.Threads - 1; t >= 1; t-- {
		if p.total(t) <= p.Limit {
			would = fmt.Sprintf("threads=%d would fit", t)
			break
		}
	}
	return fmt.Errorf("%w: this call needs about %s with threads=%d, but %s is left (%s); %s", memory.ErrNoMemory,
		memory.Human(p.Bytes), p.Threads, memory.Human(p.Limit), p.LimitBy, would)
}

// fail notes the first reason why the request cannot be granted.
func (p *Plan) fail(err error) {
	if p.failed == nil {
		p.failed = err
	}
}

// first is the error to report of an earlier one, or nil, and of an engine's: what no engine here can do comes before options
// that do not fit, and a cancel before all.
func first(before, err error) error {
	if errors.Is(before, graph.ErrCancelled) {
		return before
	}
	return err
}

// Failed is why the request cannot be granted, or nil.
func (p *Plan) Failed() error { return p.failed }

// Stage is what runs a task of the plan first.
func (p *Plan) Stage(t *engine.Task) engine.Stage {
	if p.elsewhere != nil {
		if stage := p.elsewhere.Stage(t); stage != nil {
			return stage
		}
	}
	return engine.CPU().Stage(p.call, t)
}

// Shared returns which of the distance sweeps falls out of the path sweep, or -1.
func (p *Plan) Shared() int {
	if p.Path == nil || !p.Path.WithLengths {
		return -1
	}
	return slices.Index(p.Distances, p.call.Incoming())
}

// SumOrder is the order in which the terms of one source are added: sums of different orders differ in their last bits.
// Those of distances are whole numbers, of which no order shows.
func (p *Plan) SumOrder() string {
	if len(p.Parts) > 0 {
		orders := make([]string, len(p.Parts))
		for i, part := range p.Parts {
			orders[i] = part.SumOrder()
		}
		return strings.Join(orders, "; ")
	}
	if p.Path == nil {
		return "any"
	}
	order := fmt.Sprintf("%s, %d bits", p.Path.Summation, p.Path.Precision)
	if p.weighed != nil {
		order += ", by blocks"
	}
	switch p.smaller.(type) {
	case *reduce.Chains:
		order += " and chains"
	case *reduce.Twins:
		order += " and twins"
	}
	return order
}

// SumShapes says what sums the plan gives, whatever sweeps they come from: those of paths, then those of each distance.
func (p *Plan) SumShapes() (shapes []sums.SweepShape) {
	for _, part := range p.Parts {
		shapes = append(shapes, part.SumShapes()...)
	}
	if len(p.Parts) > 0 {
		return shapes
	}
	if p.Path != nil {
		w := p.Path.Task.SumShape()
		shapes = append(shapes, sums.SweepShape{Shape: w.Shape, Paths: w.Paths, Exponent: w.Exponent})
	}
	for _, d := range p.Distances {
		w := d.Task.SumShape()
		w.Shape, w.Distances = sums.Shape{Vertices: w.Vertices}, d.Task.Distances // without what a check of lengths needs
		shapes = append(shapes, w)
	}
	return shapes
}

// Searches is how many searches the sweeps of the plan are predicted to make from so many of its sources: the path sweep from
// so many of its own, others in so many altogether.
func (p *Plan) Searches(sources, swept, rounds int) (total int) {
	switch {
	case p.Path == nil:
	case p.inBatches():
		total += swept
	default:
		total += max(sources, swept)
	}
	for i, d := range p.Distances {
		switch {
		case i == p.Shared():
		case d.FromWanted:
			total += d.Searches
		default:
			total += max(sources, rounds)
		}
	}
	return total
}
