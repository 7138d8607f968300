package plan

import (
	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/measure"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// stop returns the function that ends long planning once the caller cancels.
func (r *Request) stop() func() error {
	cancel := r.Cancel
	return func() error { return engine.Stopped(cancel) }
}

// kinds returns the sums that a path sweep for some measures computes; 0: no path sweep.
func (r *Request) kinds(measures []measure.Measure) sums.Kinds {
	kinds := r.Needs
	for _, m := range measures {
		kinds |= m.Path
	}
	return kinds
}

// sweeps are those that measures take: one of paths, and those of distances.
type sweeps struct {
	cost.Sweep            // of paths, if Paths; else nothing
	distances  cost.Sweep // each of them
	count      int
	reduced    bool
	merges     bool    // vertices stand for several
	making     float64 // seconds on one core to make the reductions
}

// sweepList has place for the sweeps of a request: one of paths, and one of distances in each direction. A list in it
// needs no allocation.
type sweepList [4]cost.Sweep

// each appends the sweeps to a list, one after the other.
func (s *sweeps) each(all []cost.Sweep) []cost.Sweep {
	if s.Paths {
		all = append(all, s.Sweep)
	}
	for range s.count {
		all = append(all, s.distances)
	}
	return all
}

// costCall describes a call of the sweeps, whose list is appended to sweeps.
func (r *Request) costCall(s sweeps, sweeps []cost.Sweep) cost.Call {
	return cost.Call{Sweeps: s.each(sweeps), Vertices: float64(r.Graph.Vertices), Arcs: float64(r.Graph.Arcs()),
		Reduced: s.reduced}
}

// reference returns what sweeps take on the machine that reductions are chosen for.
func (r *Request) reference(s sweeps, gpu bool) float64 {
	var list sweepList
	call := r.costCall(r.on(&cost.Reference, s, cost.ReferenceThreads), list[:0])
	return cost.Reference.Work(call, cost.ReferenceThreads, gpu)
}

// core returns what the sweeps take on one core of the reference machine, or on its GPU.
func (r *Request) core(s sweeps, gpu bool) float64 {
	var list sweepList
	s = r.on(&cost.Reference, s, 1)
	return cost.Reference.Work(cost.Call{Sweeps: s.each(list[:0])}, 1, gpu)
}

// unreduced is the work of a sweep of the graph as it is from some vertices, of ascending ranks.
func (r *Request) unreduced(sources []int32) (work reduce.Work) {
	offsets := r.Graph.View(r.Convention.CountParallel).Out.Offsets
	at := 0
	for c := 1; c < len(r.Graph.Components); c++ {
		first, last := r.Graph.Components[c-1], r.Graph.Components[c]
		begin := at
		if end := at + int(last-first); end <= len(sources) && sources[at] == first && sources[end-1] == last-1 {
			at = end // all of them are sources
		}
		for at < len(sources) && sources[at] < last {
			at++
		}
		from, n, arcs := float64(at-begin), float64(last-first), float64(offsets[last]-offsets[first])
		work = work.Plus(reduce.Work{Searches: from, Arcs: from * arcs, Vertices: from * n})
	}
	return work
}

// sweeps predicts what some measures take over some work.
func (r *Request) sweeps(measures []measure.Measure, work reduce.Work) sweeps {
	kinds := r.kinds(measures)
	s := sweeps{Sweep: cost.Sweep{Work: work, Distances: max(r.near.Distances, 1), Distance: r.near.Distance,
		Spread: r.near.Spread, Steps: r.near.Distance, Paths: kinds != 0, Shares: kinds&sums.Shares != 0,
		Counts: kinds&sums.Counts != 0, Edges: kinds&sums.OfArcs != 0, Weighted: r.Weighted, Weighs: r.Pairs.HasWeights(),
		Single: r.Precision == sums.Single && !r.Weighted}}
	s.distances = cost.Sweep{Work: r.searched, FromAll: r.work, Weighted: r.Weighted, Distance: r.near.Distance,
		Steps: r.near.Distance}
	s.count = len(r.Convention.Sweeps(measures, r.Graph.Directed))
	if s.count > 0 && s.Paths && r.Weighted {
		s.count-- // falls out of the path sweep
	}
	return s
}

// reduced predicts what measures take after some steps.
func (r *Request) reduced(measures []measure.Measure, steps []reduce.Step, survey *reduce.Survey) sweeps {
	n, arcs := float64(r.Graph.Vertices), float64(r.Graph.Arcs())
	s := r.sweeps(measures, survey.Blocks)
	s.count = len(r.Convention.Sweeps(measures, r.Graph.Directed))
	s.distances.Work, s.distances.FromAll = survey.Rounds, reduce.Work{}
	s.Weighs, s.Single, s.distances.Weighs = true, false, true
	s.reduced = len(steps) > 0
	for _, step := range steps {
		before := s.Reach()
		s.Work, s.Chains, s.merges = survey.Work(step), step.Contracts, step.Merges
		if s.Chains && before > 0 {
			s.Steps *= s.Reach() / before
		}
		s.making += cost.Making(step.Name, n, arcs)
	}
	return s
}

// on returns the sweeps with the kernel of processors that is predicted to be the fastest on a machine.
func (r *Request) on(m *cost.Machine, s sweeps, threads int) sweeps {
	if !s.merges && r.considersLabels() {
		s.Sweep = m.Faster(s.Sweep, threads)
	}
	return s
}

// considersLabels reports whether labels may be swept though edges have no lengths.
func (r *Request) considersLabels() bool {
	return !r.Weighted && r.kinds(r.Measures) != 0 && cost.LieTogether(len(r.Sources), r.Graph.Vertices) && !r.Estimates()
}
