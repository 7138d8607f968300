package plan

import (
	"slices"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/sums"
)

// call is the request as engines plan it.
func (r Request) call() *engine.Call {
	asked := Threads(r.Threads)
	return &engine.Call{Graph: r.Graph, Sources: r.Sources, Wanted: r.wanted(), Pairs: r.Pairs, Weighted: r.Weighted, Partial: r.Partial,
		Estimates: r.Needs != 0, CountParallel: r.Convention.CountParallel, Precision: r.Precision, Threads: asked, Asked: asked,
		Processors: func() int { return Threads(0) }, Devices: r.Devices, Tuning: r.Tuning, Cancel: r.Cancel, Device: "cpu", Order: "breadth-first",
		Reasons: []string{}}
}

// wanted are the vertices whose sums are needed; nil: all.
func (r Request) wanted() []int32 {
	if slices.ContainsFunc(r.Measures, func(m measure.Measure) bool { return m.Whole }) {
		return nil
	}
	return r.Wanted
}

// tasks makes the sweeps that the measures need.
func (r Request) tasks(c *engine.Call, kinds sums.Kinds) {
	for _, m := range r.Measures {
		if m.Distance != 0 {
			r.distance(c, r.Convention.DirectionOf(m), m.Distance)
		}
	}
	if r.SweepsForEndpoints(r.Graph.Directed) {
		r.distance(c, measure.In, sums.Reached).Task.Reaches = true
	}
	if kinds != 0 {
		c.Path = &engine.PathPlan{CountParallel: c.CountParallel, Task: r.pathTask(c, kinds)}
	}
}

func (r Request) pathTask(c *engine.Call, kinds sums.Kinds) *engine.Task {
	forest := graph.Deduplicated
	if c.CountParallel {
		forest = graph.Counted
	}
	t := r.task(c, forest)
	t.Paths = kinds
	return t
}

func (r Request) task(c *engine.Call, forest string) *engine.Task {
	return &engine.Task{Forest: r.Graph.Forest(forest), Lengths: c.Lengths, Pairs: c.Pairs, Sources: r.Sources, Wanted: r.wanted(),
		Partial: r.Partial, Threads: c.Threads}
}

// distance adds sums to the sweep of a direction.
func (r Request) distance(c *engine.Call, d measure.Direction, kinds sums.DistanceKinds) *engine.DistancePlan {
	d = d.Along(r.Graph.Directed)
	for _, x := range c.Distances {
		if x.Name == d.String() {
			x.Task.Distances |= kinds
			return x
		}
	}
	// Distances to a vertex follow the arcs, distances from it follow them backwards.
	forest := map[measure.Direction]string{measure.In: graph.Deduplicated, measure.Out: graph.Reversed, measure.All: graph.Union}[d]
	x := &engine.DistancePlan{Name: d.String(), Task: r.task(c, forest)}
	x.Task.Distances = kinds
	c.Distances = append(c.Distances, x)
	return x
}

// limitThreads takes no more threads than have sources.
func limitThreads(c *engine.Call) {
	if most := max(1, (len(c.Sources)+7)/8); c.Threads > most {
		c.Threads = most
		c.Reason("%d threads: no more than one for every 8 sources", most)
	}
}
