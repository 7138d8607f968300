package plan

import (
	"fmt"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// From what factor on twins of the blocks are merged, in vertices times edges (core/reduce/BENCHMARKS.md): where blocks pay, and
// where they do not, as kernels that weigh sources and targets take up to 8 % longer, and those that multiply paths more.
const (
	leastGainTwins      = 1.15
	leastGainTwinsAlone = 1.3
)

// merging is what is kept of the twins of a graph's blocks.
type merging struct {
	Reduction
	twins *reduce.Twins // nil: merging them would save too little
}

// Release is called with the graph's.
func (m *merging) Release() {
	if m.twins != nil {
		m.twins.Release()
	}
}

// mergingKey is what twins were merged of, and whatever it saves.
type mergingKey struct {
	view  string
	paths bool // weigh them
	least float64
}

// unfitForTwins is what of a question that blocks are fit for twins are not, or "".
func (p *Plan) unfitForTwins(r Request) string {
	switch {
	case r.Reductions == query.Blocks || r.Reductions == query.Chains:
		return "it was not requested"
	case engine.CPU().InstructionSet() == "go":
		return "it needs the kernels in C"
	case p.kinds != sums.Delta && p.kinds != sums.Stress || len(r.Convention.Sweeps(r.Measures, false)) > 0:
		return "it supports vertex betweenness alone or vertex stress alone"
	case r.Weighted:
		return "it needs an unweighted call"
	case !r.all():
		return "it needs all vertices as sources and targets, each once"
	case p.sweptBy == devices:
		return "it needs a CPU"
	}
	if r.Tuning["strategy"] != "" {
		return "tuning strategy was requested"
	}
	if p.sweptBy == anyEngine {
		return engineIsOpen
	}
	return ""
}

// twinsKey is of what graph it is known what merging its twins may save.
type twinsKey struct{ view string }

// twinsMaySave predicts whether merging twins pays in a graph whose blocks save nothing.
func (p *Plan) twinsMaySave(f *finder) bool {
	key := twinsKey{f.forest.Name}
	if gain, known := p.call.Graph.Memo.Load(key); known {
		return gain.(float64) >= leastGainTwinsAlone
	}
	gain, err := reduce.TwinsSave(f.forest, p.call.Stop)
	if err != nil {
		p.fail(err)
		return false
	}
	p.call.Graph.Memo.Store(key, gain)
	return gain >= leastGainTwinsAlone
}

// merge decides whether twins of the blocks, which pay or not, are merged, and tells it. why is what a question is not fit for,
// or "".
func (p *Plan) merge(r Request, w *reduce.Weighed, pay bool, why string) bool {
	if r.Reductions == query.Blocks || r.Reductions == query.Chains {
		return false
	}
	stage := &Reduction{Name: query.Twins, Why: why}
	p.Reductions = append(p.Reductions, stage)
	if why == "" && p.smaller != nil {
		stage.Why = "chains are contracted already"
	}
	if stage.Why != "" {
		return false
	}
	least := leastGainTwins
	switch {
	case r.Reductions == query.Twins:
		least = 0
	case !pay:
		least = leastGainTwinsAlone
	}
	found, err := twinsOf(r.Graph, w, p.stress, least, p.call)
	if err != nil {
		p.fail(err)
		return false
	}
	*stage = found.Reduction
	if found.twins == nil {
		stage.Why = fmt.Sprintf("it would save a factor of %.3g; at least %g is needed", stage.Work.gain(), least)
		return false
	}
	stage.Taken, p.smaller = true, found.twins
	return true
}

// twinsOf merges the twins of the blocks of a graph, once, if that saves at least so much. With paths, they weigh them.
func twinsOf(g *graph.Graph, w *reduce.Weighed, paths *reduce.Stress, least float64, c *engine.Call) (*merging, error) {
	key := mergingKey{w.Blocks.Forest().Name, paths != nil, least}
	if v, ok := g.Memo.Load(key); ok {
		return v.(*merging), nil
	}
	twins, err := w.Twins(c.Stop)
	if err != nil {
		return nil, err
	}
	found := &merging{Reduction: Reduction{Name: query.Twins, Work: &Change{w.Masses.After / 2, twins.Work() / 2}}}
	if found.Work.gain() < least {
		twins.Release()
		return kept(g, key, found), nil
	}
	if err := twins.Merge(paths); err != nil {
		twins.Release()
		return nil, err
	}
	found.twins = twins
	found.Vertices = &Change{float64(w.Graph.Vertices), float64(twins.Contracted.Vertices)}
	found.Edges = &Change{float64(w.Graph.Edges), float64(twins.Contracted.Edges)}
	return kept(g, key, found), nil
}
