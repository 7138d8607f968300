package plan

import (
	"slices"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// call is the request as engines plan it.
func (r *Request) call() *engine.Call {
	asked := Threads(r.Threads)
	return &engine.Call{Graph: r.Graph, Sources: r.Sources, Wanted: r.wanted(), Pairs: r.Pairs, Weighted: r.Weighted,
		Partial: r.Partial,
		Sharded: r.Sharded, Estimates: r.Needs != 0, CountParallel: r.Convention.CountParallel, Precision: r.Precision,
		Threads: asked, Asked: asked,
		Processors: func() int { return Threads(0) }, Devices: r.Devices, Tuning: r.Tuning, Cancel: r.Cancel, Device: "cpu",
		Order:   "breadth-first",
		Reasons: []string{}}
}

// wanted are the vertices whose sums are needed; nil: all.
func (r *Request) wanted() []int32 {
	if slices.ContainsFunc(r.Measures, func(m measure.Measure) bool { return m.Whole }) {
		return nil
	}
	return r.Wanted
}

// tasks makes the sweeps that the measures need.
func (a *Answer) tasks(r *Request) {
	c, kinds := a.call, a.pathKinds()
	for _, s := range r.Convention.Sweeps(r.Measures, r.Graph.Directed) {
		a.distance(r, s)
	}
	if r.SweepsForEndpoints(r.Graph.Directed) {
		t := a.incoming(r)
		t.Distances |= measure.OfEndpoints
		t.Reaches = true
	}
	if kinds != 0 {
		c.Path = &engine.PathPlan{CountParallel: c.CountParallel, Task: r.pathTask(c, kinds)}
	}
}

func (r *Request) pathTask(c *engine.Call, kinds sums.Kinds) *engine.Task {
	forest := graph.Deduplicated
	if c.CountParallel {
		forest = graph.Counted
	}
	t := r.task(c, forest)
	t.Paths, t.Chains = kinds, c.Chains
	return t
}

func (r *Request) task(c *engine.Call, forest string) *engine.Task {
	return &engine.Task{Forest: c.Graph.Forest(forest), Lengths: c.Lengths, Pairs: c.Pairs, Sources: c.Sources,
		Wanted:  c.Wanted,
		Partial: r.Partial, Threads: c.Threads}
}

// distance makes the task of a sweep of distances.
func (a *Answer) distance(r *Request, s measure.Sweep) *engine.Task {
	c := a.call
	// Distances to a vertex follow the arcs, distances from it follow them backwards.
	forest := map[measure.Direction]string{measure.In: graph.Deduplicated, measure.Out: graph.Reversed,
		measure.All: graph.Union}[s.Direction]
	if forest == graph.Union {
		united, err := c.Graph.Unite(r.MemoryLimit, r.stop())
		if a.memory.united = united; err != nil {
			a.fail(err)
			forest = graph.Deduplicated // which nobody sweeps
		}
	}
	t := r.task(c, forest)
	t.Distances = s.Distances
	if c.SeparateDistances { // the blocks tell what is reached
		t.Distances &^= reduce.KnownDistances
	}
	if s.HasTerms() {
		t.SetTerm(s.Base)
	}
	c.Distances = append(c.Distances, &engine.DistancePlan{Name: s.Direction.String(), Task: t})
	return t
}

// incoming is a task that follows the arcs.
func (a *Answer) incoming(r *Request) *engine.Task {
	for _, x := range a.call.Distances {
		if x.Name == measure.In.String() {
			return x.Task
		}
	}
	return a.distance(r, measure.Sweep{Direction: measure.In})
}

// limitBySources takes no more threads than have sources.
func limitBySources(c *engine.Call) {
	if c.Chains != nil { // sources are batches
		c.Threads = max(1, min(c.Threads, len(c.Sources)))
		return
	}
	const each = cost.SourcesAThread
	if most := max(1, (len(c.Sources)+each-1)/each); c.Threads > most {
		c.Threads = most
		c.Reason("%d threads: at most one for every %d sources", most, each)
	}
}

// limitThreads takes no more threads than are worth starting for work of `core` seconds on one core, unless the call
// names their number.
func (r *Request) limitThreads(c *engine.Call, core float64) {
	if most := cost.WorthThreads(core); r.AnyThreads && c.Threads > most {
		c.Threads = most
		c.Reason("threads %d: the work is too short for more", most)
	}
}
