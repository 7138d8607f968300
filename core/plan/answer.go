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

// Answer says how some of the measures are computed: their sweeps, the engine, and the graph that is swept.
type Answer struct {
	Measures   []string               `json:"measures"`
	Device     string                 `json:"device"`
	Threads    int                    `json:"threads"`
	Order      string                 `json:"order"`
	Reductions []*Reduction           `json:"reductions,omitempty"` // of the graph, one after the other
	Path       *engine.PathPlan       `json:"path,omitempty"`
	Distances  []*engine.DistancePlan `json:"distances,omitempty"`
	Lengths    *engine.Lengths        `json:"lengths,omitempty"`
	GPU        *engine.GPUPlan        `json:"gpu,omitempty"`
	Strategy   any                    `json:"strategy,omitempty"`
	Bytes      int64                  `json:"bytes"`
	Reasons    []string               `json:"reasons"`

	Asked Request `json:"-"` // its measures alone

	call      *engine.Call
	elsewhere engine.Prepared // nil: the CPU runs all
	kinds     sums.Kinds      // that the path sweep has to compute
	steps     []reduce.Reduced
	unshared  []reduce.Reduced // those that no other plan uses
	memory    need
	keeps     bool // workspaces stay open for the next shard
	failed    error
}

// answer plans the sweeps of a way.
func (r Request) answer(way Way, p *Plan) *Answer {
	r.Measures = way.Measures
	a := &Answer{call: r.call(), Asked: r, kinds: r.kinds(way.Measures)}
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

// first chooses between an earlier error, or nil, and the error of an engine. A cancel comes first, then the engine:
// what no engine can do matters more than options that do not fit.
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

// Shared returns the index of the distance sweep whose sums the path sweep gives as well, or -1.
func (a *Answer) Shared() int {
	if a.Path == nil || !a.Path.WithLengths {
		return -1
	}
	return slices.Index(a.Distances, a.call.Incoming())
}

// sumOrder: see Plan.SumOrder.
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
		shapes = append(shapes, sums.SweepShape{Shape: w.Shape, Paths: w.Paths, Exponent: w.Exponent})
	}
	for _, d := range a.Distances {
		w := d.Task.SumShape()
		w.Shape, w.Distances = sums.Shape{Vertices: w.Vertices}, d.Task.Distances // without what a check of lengths needs
		shapes = append(shapes, w)
	}
	return shapes
}

// searches predicts how many searches the sweeps make for some of the sources: the path sweep one from each of its own
// sources, the others one from each source of each round.
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
