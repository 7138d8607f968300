// Package plan decides how a question is answered: which measures share a sweep, which reductions and which engine
// are used, and how much memory the call takes. Each way is a candidate (candidates.go) whose cost core/cost
// predicts; the cheapest becomes the plan. Engines choose their kernels themselves, by the graph and by what is
// counted. No choice depends on the clock, except the width of a batch, which changes no bits.
package plan

import (
	"fmt"
	"slices"
	"strings"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/memory"
	"gobc/core/order"
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
	Cancel  *int32     // nil, or the word that stops the sample batches
	Sharded bool       // the sums of some of the sources will be added to those of others
	Settled []Way      // how an earlier plan of the same question answers it, whoever computes; nil: not settled
	Guessed bool       // predictions need no look at the graph, as nothing is chosen by them
	Once    bool       // nobody will ask this graph again: no plan is kept

	near     order.Near  // how near vertices are to each other
	work     reduce.Work // of a sweep of paths of the graph as it is
	searched reduce.Work // of a sweep of distances
}

// Plan says how a question is answered; gobc_plan prints it. It does not change once it is made: a run writes what
// happened to its Report.
type Plan struct {
	Measures   []string  `json:"measures"`
	Preset     string    `json:"preset"`
	Sources    int       `json:"sources"`
	Chosen     *Chosen   `json:"chosen,omitempty"`  // nil: paths and distances between all vertices, of all
	Sampled    bool      `json:"sampled,omitempty"` // scores come from a random sample, not from all that was asked for
	Sample     *Sample   `json:"sample,omitempty"`  // nil but in what JSON writes
	Partial    *Partial  `json:"partial,omitempty"` // likewise
	Seconds    float64   `json:"seconds"`           // roughly, on an idle machine; of an estimate, at most
	Bytes      int64     `json:"bytes"`
	Limit      int64     `json:"limit"`
	LimitBy    string    `json:"limit_source"`
	Fits       bool      `json:"fits"`
	Candidates []Tried   `json:"-"` // how it could be answered, and at which cost
	Answers    []*Answer `json:"-"` // of all measures, one after the other: at least one

	vertices  int
	ways      []Way
	reference float64
	core      float64
	written   *written // where the graph keeps the plan; else nil
}

// Chosen says how many vertices paths and distances start and end at, and how many are asked for, where the question
// leaves others out.
type Chosen struct {
	Sources int `json:"sources,omitempty"`
	Targets int `json:"targets,omitempty"`
	Demand  int `json:"demand,omitempty"` // pairs with a flow
	Rows    int `json:"rows,omitempty"`

	Decay string `json:"decay,omitempty"` // function and number by which pairs count less with their distance

	Cutoffs []float64 `json:"cutoffs,omitempty"` // ascending
}

// chosen returns nil for a question about all vertices, and for a sample of them.
func (r *Request) chosen() *Chosen {
	if r.Estimates() || r.Needs != 0 {
		return nil // the sources are drawn
	}
	var c Chosen
	if len(r.Sources) < r.Graph.Vertices && !r.Convention.Sampled {
		c.Sources = len(r.Sources)
	}
	c.Targets, c.Rows = r.Pairs.Targets(), len(r.Wanted)
	if r.Pairs.HasDemand() {
		c.Demand = r.Pairs.Demand.Pairs()
	}
	if r.Pairs.HasDecay() {
		c.Decay = r.Pairs.DistanceDecay.String()
	}
	if r.Cut() {
		c.Cutoffs = append(slices.Clone(r.Pairs.Smaller()), r.Pairs.Cutoff)
	}
	if c.Sources+c.Targets+c.Rows+c.Demand+len(c.Decay)+len(c.Cutoffs) == 0 {
		return nil
	}
	found := c
	return &found
}

// Make plans a request, or returns the plan of an earlier one that asked the same. The plan may not fit: see Check.
// Release it once nothing runs by it.
func Make(r Request) *Plan {
	if p := r.kept(); p != nil {
		return p
	}
	if r.Cancel == nil {
		r.Cancel = new(int32)
	}
	p := r.empty()
	var chosen choice
	err := r.look()
	if err != nil {
		chosen.ways = []Way{{Measures: r.Measures}}
	} else {
		chosen, err = r.choose(p.Limit)
	}
	p.ways, p.Candidates, p.reference, p.core = chosen.ways, chosen.tried, chosen.reference, chosen.core
	for _, way := range p.ways {
		p.Answers = append(p.Answers, r.answer(way, p))
	}
	p.Answers[0].fail(err)
	p.Seconds = r.foretold(chosen.seconds, p)
	p.estimate(&r)
	if len(p.Answers) > 1 {
		p.Answers[0].Reasons = append(p.Answers[0].Reasons,
			"several answers, one after the other: separate reductions save more than common sweeps")
	}
	r.keep(p)
	return p
}

// empty is a plan without an answer.
func (r *Request) empty() *Plan {
	p := &Plan{Measures: measure.NamesOf(r.Measures), Preset: r.Convention.Preset, Sources: len(r.Sources),
		Chosen:   r.chosen(),
		vertices: r.Graph.Vertices}
	p.limit(r, memory.Recent())
	p.Sampled = r.Convention.Sampled && p.Sources < r.Graph.Vertices
	return p
}

// Check returns an error for a plan that does not fit, with both numbers and what would fit.
func (p *Plan) Check() error {
	if err := p.Failed(); err != nil {
		return err
	}
	if p.Fits {
		return nil
	}
	would := "it does not fit with one thread either"
	for t := p.Threads() - 1; t >= 1; t-- {
		if p.total(t) <= p.Limit {
			would = fmt.Sprintf("threads=%d would fit", t)
			break
		}
	}
	return fmt.Errorf("%w: this call needs about %s with threads=%d, but %s is left (%s); %s", memory.ErrNoMemory,
		memory.Human(p.Bytes), p.Threads(), memory.Human(p.Limit), p.LimitBy, would)
}

// Failed returns why the request cannot be answered, or nil.
func (p *Plan) Failed() error {
	for _, a := range p.Answers {
		if a.failed != nil {
			return a.failed
		}
	}
	return nil
}

// Ways returns how the plan answers, for Request.Settled of other plans of the same question.
func (p *Plan) Ways() []Way { return p.ways }

// Threads returns the largest number of threads of any answer.
func (p *Plan) Threads() (most int) {
	for _, a := range p.Answers {
		most = max(most, a.Threads)
	}
	return most
}

// Device names the devices of the answers, such as "cpu" or "cpu,cuda:0".
func (p *Plan) Device() string { return devices(p.Answers) }

func devices(answers []*Answer) string {
	var names []string
	for _, a := range answers {
		if !slices.Contains(names, a.Device) {
			names = append(names, a.Device)
		}
	}
	return strings.Join(names, ",")
}

// Path returns the plan of the first sweep of paths, or nil.
func (p *Plan) Path() *engine.PathPlan {
	for _, a := range p.Answers {
		if a.Path != nil {
			return a.Path
		}
	}
	return nil
}

// Distances returns the plans of all sweeps of distances.
func (p *Plan) Distances() (all []*engine.DistancePlan) {
	for _, a := range p.Answers {
		all = append(all, a.Distances...)
	}
	return all
}

// Reduced reports whether sweeps run on reduced graphs, or there are several answers. The sums over some sources of a
// reduced graph are not the sums over some sources of the question.
func (p *Plan) Reduced() bool {
	for _, a := range p.Answers {
		if a.Reduced() {
			return true
		}
	}
	return len(p.Answers) > 1
}

// Reference predicts the seconds of the plan on the reference machine. It depends only on the question and the engine.
func (p *Plan) Reference() float64 { return p.reference }

// Core predicts the seconds of the sweeps on one core of that machine.
func (p *Plan) Core() float64 { return p.core }

// KeepsWorkspaces reports whether workers keep their memory for the next shard, which they do where the memory of all
// sweeps fits.
func (p *Plan) KeepsWorkspaces() bool {
	for _, a := range p.Answers {
		if !a.keeps {
			return false
		}
	}
	return true
}

// SumOrder names the order in which the terms of one source are added: sums of different orders differ in their last
// bits. Sums of distances are whole numbers, the same in any order.
func (p *Plan) SumOrder() string {
	orders := make([]string, len(p.Answers))
	for i, a := range p.Answers {
		orders[i] = a.sumOrder()
	}
	return strings.Join(orders, "; ")
}

// SumShapes returns the shapes of the plan's sums: for each answer those of paths, then those of each distance.
func (p *Plan) SumShapes() (shapes []sums.SweepShape) {
	for _, a := range p.Answers {
		shapes = append(shapes, a.SumShapes()...)
	}
	return shapes
}

// Searches predicts how many searches the sweeps make for some of the sources.
func (p *Plan) Searches(sources []int32) (total int) {
	for _, a := range p.Answers {
		total += a.searches(sources)
	}
	return total
}

// Release frees the reduced graphs that only this plan uses. Nothing may run by it afterwards.
func (p *Plan) Release() {
	for _, a := range p.Answers {
		a.release()
	}
}
