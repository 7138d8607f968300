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

// Answer is how some of the measures are answered: their sweeps, what runs them, and what they run on.
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
	kinds     sums.Kinds      // what the path sweep is to find
	steps     []reduce.Reduced
	own       []reduce.Reduced // what no other plan has
	memory    need
	keeps     bool // workspaces, for the next shard
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

// fail notes the first reason why the request cannot be granted.
func (a *Answer) fail(err error) {
	if a.failed == nil {
		a.failed = err
	}
}

// first is the error to report of an earlier one, or nil, and of an engine's: what no engine here can do comes before
// options that do not fit, and a cancel before all.
func first(before, err error) error {
	if errors.Is(before, graph.ErrCancelled) {
		return before
	}
	return err
}

// Stage is what runs a task of the answer first.
func (a *Answer) Stage(t *engine.Task) engine.Stage {
	if a.elsewhere != nil {
		if stage := a.elsewhere.Stage(t); stage != nil {
			return stage
		}
	}
	return engine.CPU().Stage(a.call, t)
}

// Shared returns which of the distance sweeps falls out of the path sweep, or -1.
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

// SumShapes says what sums the answer gives.
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

// searches is how many searches the sweeps are predicted to make from some of the sources: the path sweep from so many
// of its own, others in so many rounds altogether.
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

// release frees what is the answer's alone.
func (a *Answer) release() {
	for _, made := range a.own {
		made.Release()
	}
	a.own = nil
}
