package plan

import (
	"errors"
	"fmt"
	"slices"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// Answer says how some of the measures are computed: by which sweeps, on which engine, and on which graph.
type Answer struct {
	Measures   []string               `json:"measures"`
	Device     string                 `json:"device"`
	Threads    int                    `json:"threads"`
	Order      string                 `json:"order"`
	Reductions []*Reduction           `json:"reductions,omitempty"` // in the order in which they are applied
	Path       *engine.PathPlan       `json:"path,omitempty"`
	Distances  []*engine.DistancePlan `json:"distances,omitempty"`
	Lengths    *engine.Lengths        `json:"lengths,omitempty"`
	GPU        *engine.GPUPlan        `json:"gpu,omitempty"`
	Strategy   any                    `json:"strategy,omitempty"`
	Bytes      int64                  `json:"bytes"`
	Reasons    []string               `json:"reasons"`

	Asked Request `json:"-"` // the request for the measures of this answer only

	call      *engine.Call
	elsewhere engine.Prepared // nil: the CPU runs all sweeps
	kinds     sums.Kinds      // the sums that the path sweep computes
	steps     []reduce.Reduced
	unshared  []reduce.Reduced // the reduced graphs that no other plan uses
	memory    need
	keeps     bool // workspaces stay open for the next shard
	failed    error
}

// answer plans the sweeps for a way.
func (r *Request) answer(way Way, p *Plan) *Answer {
	a := &Answer{Asked: *r, kinds: r.kinds(way.Measures)}
	a.Asked.Measures = way.Measures
	r = &a.Asked
	a.call = r.call()
	c := a.call
	c.UseGPU, c.Labels, c.Limit = way.GPU, way.Labels, p.Limit
	if way.reason != "" {
		c.Reason("%s", way.reason)
	}
	for _, m := range r.Measures {
		a.Measures = append(a.Measures, m.Name)
	}
	c.Measures = a.Measures
	a.reduce(r, way)
	for _, e := range engine.OtherEngines() {
		e.Adapt(c)
	}
	limitBySources(c)
	r.limitThreads(c, way.core)
	a.fail(c.SettleLengths(r.Tolerance, a.kinds != 0))
	a.tasks(r)
	a.fail(engine.CPU().Begin(c))
	for _, e := range engine.OtherEngines() {
		prepared, err := e.Prepare(c)
		if prepared == nil && err != nil {
			a.failed = first(a.failed, err)
		}
		a.fail(err)
		if a.elsewhere = prepared; prepared != nil {
			break
		}
	}
	engine.CPU().Finish(c, a.elsewhere != nil)
	if i := c.Incoming(); c.Path != nil && c.Path.WithLengths {
		c.Path.Task.Distances, c.Path.Task.Term, c.Path.Task.Reaches = i.Task.Distances, i.Task.Term, i.Task.Reaches
	}
	a.Device, a.Order, a.Threads, a.Reasons = c.Device, c.Order, c.Threads, c.Reasons
	a.Path, a.Distances, a.Lengths, a.GPU, a.Strategy = c.Path, c.Distances, c.Lengths, c.GPU, c.Strategy
	a.measure(r, p.Limit)
	return a
}

// fail records the first error that keeps the request from running.
func (a *Answer) fail(err error) {
	if a.failed == nil {
		a.failed = err
	}
}

// first returns one of two errors: an earlier one, which may be nil, or the error of an engine. A cancel has
// priority, then the engine's error, because it matters more than options that cannot be combined.
func first(before, err error) error {
	if errors.Is(before, graph.ErrCancelled) {
		return before
	}
	return err
}

// Stage returns the first stage of a task of the answer.
func (a *Answer) Stage(t *engine.Task) engine.Stage {
	if a.elsewhere != nil {
		if stage := a.elsewhere.Stage(t); stage != nil {
			return stage
		}
	}
	return engine.CPU().Stage(a.call, t)
}

// Shared returns the index of the distance sweep whose sums the path sweep also computes, or -1.
func (a *Answer) Shared() int {
	if a.Path == nil || !a.Path.WithLengths {
		return -1
	}
	return slices.Index(a.Distances, a.call.Incoming())
}

// sumOrder returns the order of summation; see Plan.SumOrder.
func (a *Answer) sumOrder() string {
	if a.Path == nil {
		return "any"
	}
	order := fmt.Sprintf("%s, %d bits", a.Path.Summation, a.Path.Precision)
	join := ", by "
	for _, stage := range a.Reductions {
		if stage.Taken {
			order += join + stage.Name
			join = " and "
		}
	}
	return order
}

// SumShapes returns the shape of each of the answer's sums.
func (a *Answer) SumShapes() (shapes []sums.SweepShape) {
	if a.Path != nil {
		w := a.Path.Task.SumShape()
		shapes = append(shapes, sums.SweepShape{Shape: w.Shape, Paths: w.Paths, Exponent: w.Exponent, Inner: w.Inner})
	}
	for _, d := range a.Distances {
		w := d.Task.SumShape()
		w.Shape, w.Distances = sums.Shape{Vertices: w.Vertices}, d.Task.Distances // without what a check of lengths needs
		shapes = append(shapes, w)
	}
	return shapes
}

// searches predicts the number of searches for some of the sources. The path sweep makes one search from each of its
// own sources, the other sweeps one from each source in each round.
func (a *Answer) searches(sources []int32) (total int) {
	if a.Path != nil {
		swept := len(a.Swept(sources))
		total = swept + a.Spared(len(sources), swept)
	}
	rounds := 0
	for _, round := range a.Rounds(sources) {
		rounds += len(round)
	}
	for i, d := range a.Distances {
		switch {
		case i == a.Shared():
		case d.FromWanted:
			total += d.Searches
		default:
			total += max(len(sources), rounds)
		}
	}
	return total
}

// release frees the reduced graphs that only this answer uses.
func (a *Answer) release() {
	for _, made := range a.unshared {
		made.Release()
	}
	a.unshared = nil
}
