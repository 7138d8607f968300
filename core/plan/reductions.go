package plan

import (
	"cmp"
	"slices"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// Reduction says how the graph was made smaller, or why it was not.
type Reduction struct {
	Name     string  `json:"name"`
	Taken    bool    `json:"taken"`
	Why      string  `json:"why,omitempty"` // it was not taken
	Vertices *Change `json:"vertices,omitempty"`
	Edges    *Change `json:"edges,omitempty"`
	Work     *Change `json:"work,omitempty"` // sources times edges, summed over components
}

// Change is a figure of a graph before and after a reduction.
type Change struct {
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// reduce applies the steps of a way, each to the graph that the previous step made, and records each in Reductions. It
// stops at the first step that cannot be applied.
func (a *Answer) reduce(r *Request, way Way) {
	if len(way.Steps) == 0 {
		a.Reductions = inOrder(slices.Clone(way.refused), false)
		return
	}
	q := r.question(way.Measures, way.GPU)
	q.Settled = r.Settled != nil
	on := reduce.Swept{Graph: r.Graph, Sources: r.Sources, Pairs: r.Pairs}
	before := reduce.Reduced(nil)
	defer func() { a.Reductions = inOrder(append(a.Reductions, way.refused...), before != nil) }()
	for _, step := range way.Steps {
		stage := &Reduction{Name: step.Name}
		a.Reductions = append(a.Reductions, stage)
		made, why, err := step.Apply(q, before)
		if a.fail(err); made == nil {
			stage.Why = why
			break
		}
		if !q.All() { // else it stays with the graph
			a.unshared = append(a.unshared, made)
		}
		swept := made.Swept()
		stage.Taken = true
		stage.Vertices = &Change{float64(on.Graph.Vertices), float64(swept.Graph.Vertices)}
		stage.Edges = &Change{float64(on.Graph.Edges), float64(swept.Graph.Edges)}
		stage.Work = &Change{cost.Edges(made.WorkBefore()), cost.Edges(made.Work())}
		if rounds, ok := made.(reduce.OfDistances); ok && a.kinds == 0 {
			stage.Work.After = cost.Edges(rounds.RoundsWork())
		}
		a.steps = append(a.steps, made)
		on, before = swept, made
	}
	if before != nil {
		a.sweepOn(on)
	}
}

// inOrder sorts reports of steps in the order of reduce.Steps. Where no step was taken it keeps the first report alone.
func inOrder(stages []*Reduction, taken bool) []*Reduction {
	at := func(s *Reduction) int {
		return slices.IndexFunc(reduce.Steps, func(x reduce.Step) bool { return x.Name == s.Name })
	}
	slices.SortStableFunc(stages, func(a, b *Reduction) int { return cmp.Compare(at(a), at(b)) })
	stages = slices.CompactFunc(stages, func(a, b *Reduction) bool { return a.Name == b.Name })
	if !taken && len(stages) > 1 {
		stages = stages[:1]
	}
	return stages
}

// sweepOn makes the answer sweep a reduced graph.
func (a *Answer) sweepOn(s reduce.Swept) {
	c := a.call
	if c.Precision == sums.Single && a.kinds != 0 {
		c.Precision = sums.Double
		c.Reason("double precision: reduced graphs are swept in no other")
	}
	c.Graph, c.Sources, c.Pairs, c.Wanted, c.SeparateDistances = s.Graph, s.Sources, s.Pairs, nil, true
	c.Weighted, c.Chains = c.Weighted || s.Weighted, s.Chains
}

// Reduced reports whether sweeps run on a reduced graph. The sums over some of its sources are not the sums over some
// sources of the question.
func (a *Answer) Reduced() bool { return len(a.steps) > 0 }

// last returns the reduced graph that sweeps run on. There must be one.
func (a *Answer) last() reduce.Reduced { return a.steps[len(a.steps)-1] }

// pathKinds returns the sums that the path sweep computes: those of the measures, and those that Expand needs.
func (a *Answer) pathKinds() sums.Kinds {
	kinds := a.kinds
	for _, step := range a.steps {
		kinds = step.Needs(kinds)
	}
	return kinds
}

// Swept returns the sources of the path sweep for some sources of the question: after a reduction, the sources of the
// reduced graph that stand for them.
func (a *Answer) Swept(sources []int32) []int32 {
	switch {
	case !a.Reduced():
		return sources
	case len(sources) == len(a.Asked.Sources):
		return a.call.Sources
	}
	return a.last().Share(sources)
}

// Spared returns how many searches the path sweep saves: the sources of the question beyond those that it sweeps.
func (a *Answer) Spared(sources, swept int) int {
	if a.call.Chains != nil { // whose sources are batches
		return 0
	}
	return max(0, sources-swept)
}

// Rounds returns the sources of each sweep of distances for some sources of the question. The sums of round i count 2^i
// times, and a round may be empty.
func (a *Answer) Rounds(sources []int32) [][]int32 {
	if rounds, ok := a.ofDistances(); ok && len(a.Distances) > 0 {
		return rounds.Rounds(sources)
	}
	return [][]int32{sources}
}

// ofDistances returns the reduced graph that sweeps of distances run on.
func (a *Answer) ofDistances() (reduce.OfDistances, bool) {
	if !a.Reduced() {
		return nil, false
	}
	of, ok := a.last().(reduce.OfDistances)
	return of, ok
}

// Expand returns new sums, those of the graph, from the sums of a sweep over the reduced graph.
func (a *Answer) Expand(t *engine.Task, of *sums.Sums, stop func() error) (*sums.Sums, error) {
	if t.Paths == 0 {
		return a.expandDistances(t, of, stop)
	}
	into, err := a.expandPaths(len(a.steps)-1, of.Paths, stop)
	if err != nil {
		return nil, err
	}
	return &sums.Sums{Paths: into}, nil
}

func (a *Answer) expandDistances(t *engine.Task, of *sums.Sums, stop func() error) (*sums.Sums, error) {
	into, err := a.unreducedShape(t).New(nil)
	if err != nil {
		return nil, err
	}
	made, _ := a.ofDistances()
	if err := made.Distances(of, into, stop); err != nil {
		into.Free()
		return nil, err
	}
	return into, nil
}

// expandPaths turns sums over what a step made into those of the graph.
func (a *Answer) expandPaths(step int, of *sums.Paths, stop func() error) (*sums.Paths, error) {
	kinds := a.kinds
	for _, before := range a.steps[:step] {
		kinds = before.Needs(kinds)
	}
	into, err := sums.NewPaths(a.steps[step].ShapeBefore(), kinds)
	if err != nil {
		return nil, err
	}
	if err := a.steps[step].Expand(of, into, stop); err != nil {
		into.Free()
		return nil, err
	}
	if step == 0 {
		return into, nil
	}
	defer into.Free()
	return a.expandPaths(step-1, into, stop)
}

// unreducedShape returns the shape of the sums of a sweep of distances of the graph as it was.
func (a *Answer) unreducedShape(t *engine.Task) sums.SweepShape {
	w := t.SumShape()
	w.Shape, w.Exponent, w.Distances = a.steps[0].ShapeBefore(), 0, reduce.DistanceKinds
	return w
}

// reducedBytes returns the bytes of the reduced graphs, which stay until the end, and of the sums that Expand makes.
func (a *Answer) reducedBytes() (graphs, expanded int64) {
	kinds := a.kinds
	for _, step := range a.steps {
		graphs += step.Bytes()
		if a.Path != nil {
			expanded += kinds.Bytes(step.ShapeBefore())
		}
		kinds = step.Needs(kinds)
	}
	if a.Reduced() {
		for _, d := range a.Distances {
			expanded += d.Task.DistanceBytes() + 24*int64(a.steps[0].ShapeBefore().Vertices)
		}
	}
	return graphs, expanded
}
