package plan

import (
	"slices"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// What is kept with a graph, by the name of its view.
type (
	workKey struct {
		view  string
		paths bool
	} // *Change, of a sweep from all vertices
	unionKey   string // *reduce.Union
	weighedKey string // *reduce.Weighed, by all vertices
)

// kept is a value that stays with a graph under a key: this one, or that of another call that was faster.
func kept[T interface{ Release() }](g *graph.Graph, key any, made T) T {
	v, loaded := g.Memo.LoadOrStore(key, made)
	if loaded {
		made.Release()
	}
	return v.(T)
}

// finder finds the blocks of a graph for a plan.
type finder struct {
	*Reduction
	forest *graph.Forest
	call   *engine.Call
	all    bool // vertices count, once each: what is found stays with the graph
	paths  bool // are swept, perhaps beside distances
}

// finder looks for the blocks of the graph of a request.
func (p *Plan) finder(r Request, stage *Reduction) *finder {
	paths := p.kinds != 0
	name := graph.Deduplicated
	if r.Convention.CountParallel && paths {
		name = graph.Counted
	}
	return &finder{stage, r.Graph.Forest(name), p.call, r.all(), paths}
}

// all reports whether all vertices are sources and targets, once each.
func (r Request) all() bool { return len(r.Sources) == r.Graph.Vertices && !r.Pairs.Weighs() }

// find tells what the blocks save, and gives them the weights of the sources and targets if that is at least so much.
func (f *finder) find(least float64) (*reduce.Weighed, error) {
	memo := &f.call.Graph.Memo
	if work, known := memo.Load(workKey{f.forest.Name, f.paths}); known && f.all {
		f.Work = work.(*Change)
		w, known := memo.Load(weighedKey(f.forest.Name))
		if f.Work.gain() < least {
			return nil, nil
		}
		if known {
			return f.weighed(w.(*reduce.Weighed)), nil
		}
	}
	if union, known := memo.Load(unionKey(f.forest.Name)); known {
		union := union.(*reduce.Union)
		masses, err := f.weigh(union.Blocks, least)
		if masses == nil {
			return nil, err
		}
		return f.copies(union, masses)
	}
	blocks, err := reduce.Find(f.forest, f.call.Stop)
	if err != nil {
		return nil, err
	}
	masses, err := f.weigh(blocks, least)
	if masses == nil {
		blocks.Release()
		return nil, err
	}
	union, err := blocks.Union(f.call.Stop)
	if err != nil {
		masses.Release()
		return nil, err
	}
	return f.copies(kept(f.call.Graph, unionKey(f.forest.Name), union), masses)
}

// weigh adds up the weights of sources and targets, and keeps them if the blocks save enough.
func (f *finder) weigh(blocks *reduce.Blocks, least float64) (*reduce.Masses, error) {
	sources := f.call.Sources
	if len(sources) == f.forest.Vertices {
		sources = nil
	}
	masses, err := blocks.Weigh(sources, f.call.Pairs, f.call.Stop)
	if masses == nil {
		return nil, err
	}
	f.Work = &Change{masses.Before / 2, masses.After / 2}
	if !f.paths {
		f.Work.After = masses.AfterRounds / 2
	}
	if f.all {
		f.call.Graph.Memo.Store(workKey{f.forest.Name, f.paths}, f.Work)
	}
	if f.Work.gain() < least {
		masses.Release()
		return nil, nil
	}
	return masses, nil
}

// copies gives the copies of the union their weights.
func (f *finder) copies(union *reduce.Union, masses *reduce.Masses) (*reduce.Weighed, error) {
	w, err := union.Weigh(masses, f.call.Stop)
	if err != nil {
		return nil, err
	}
	if f.all {
		w = kept(f.call.Graph, weighedKey(f.forest.Name), w)
	}
	return f.weighed(w), nil
}

// weighed tells what graph is swept.
func (f *finder) weighed(w *reduce.Weighed) *reduce.Weighed {
	f.Vertices = &Change{float64(f.forest.Vertices), float64(w.Graph.Vertices)}
	f.Edges = &Change{float64(f.forest.Arcs() / 2), float64(w.Graph.Edges)}
	return w
}

// sweep makes the path sweep one of the blocks, weighed by vertices or by paths, or of the nodes of their chains, or of their
// classes of twins.
func (p *Plan) sweep(w *reduce.Weighed) {
	p.weighed = w
	c := p.call
	if c.Precision == sums.Single && p.kinds != 0 {
		c.Precision = sums.Double
		c.Reason("double precision: what reductions leave of the graph is swept in no other")
	}
	c.Graph, c.Sources, c.Pairs, c.Wanted, c.Apart = w.Graph, w.Sources, &w.Pairs, nil, true
	if p.stress != nil {
		c.Sources, c.Pairs = p.stress.Sources, &p.stress.Pairs
	}
	switch on := p.smaller.(type) {
	case *reduce.Twins:
		c.Graph, c.Sources, c.Pairs = on.Contracted, on.Sources, &on.Pairs
	case *reduce.Chains:
		c.Graph, c.Pairs, c.Weighted, c.Contracted = on.Contracted, &on.Pairs, true, true
		c.Sources = make([]int32, len(on.Batches))
		for i := range c.Sources {
			c.Sources[i] = int32(i)
		}
	}
}

// unfitForBlocks is what of a question the blocks are not for, or "".
func (p *Plan) unfitForBlocks(r Request) string {
	strategy := r.Tuning["strategy"]
	weights := r.Graph.Weighting
	kinds := p.kinds
	switch {
	case r.Graph.Directed:
		return "it needs an undirected graph"
	case kinds&^(reduce.Kinds|reduce.StressKinds) != 0:
		return "it cannot give the sums that estimates need"
	case slices.ContainsFunc(r.Convention.Sweeps(r.Measures, false), func(s measure.Sweep) bool { return s.Distances&^reduce.DistanceKinds != 0 }):
		return "of the measures of distance it supports only closeness and lin"
	case r.Pairs.Limit() >= 0:
		return "it does not support a cutoff"
	case r.Partial:
		return "a partial result needs sweeps from sources of the whole graph"
	case r.Weighted && (weights.PerUnit == 0 || weights.Wide):
		return "the lengths are not whole numbers of a unit, so ties could change"
	case strategy != "" && strategy != "reference":
		return "a published method was requested"
	case kinds&reduce.StressKinds != 0:
		return p.unfitForStress(r)
	}
	return ""
}

// Swept are the sources of the path sweep for some sources of the plan: the vertices of the reduced graph that stand for them,
// or the batches of its nodes.
func (p *Plan) Swept(sources []int32) []int32 {
	switch {
	case p.weighed == nil:
		return sources
	case len(sources) == p.Sources:
		return p.call.Sources
	case p.smaller != nil:
		return p.smaller.Share(sources)
	}
	return p.blocks().Share(sources)
}

// Spared is how many sources the path sweep needs no search from, where it has so many of its own.
func (p *Plan) Spared(sources, swept int) int {
	if p.inBatches() {
		return 0
	}
	return max(0, sources-swept)
}

// Rounds are the sources of each sweep of distances for some sources of the plan, round by round: sums of round i count 2^i
// times. Rounds may be empty.
func (p *Plan) Rounds(sources []int32) [][]int32 {
	if p.weighed == nil || p.smaller != nil || len(p.Distances) == 0 {
		return [][]int32{sources}
	}
	return p.weighed.Rounds(sources)
}

// Release frees what is the plan's alone. Nothing may run by it afterwards.
func (p *Plan) Release() {
	if p.own != nil {
		p.own.Release()
		p.own = nil
	}
	for _, part := range p.Parts {
		part.Release()
	}
}
