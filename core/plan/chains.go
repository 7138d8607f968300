package plan

import (
	"fmt"
	"sync"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/query"
	"gobc/core/reduce"
)

// Chains are contracted where that leaves at most so many times less work than the blocks have. Their sweep is a weighted one,
// which takes longer for a unit of it where lengths are hops (core/reduce/BENCHMARKS.md).
const (
	leastGainChains        = 4.0 // on processors
	leastGainChainsGPU     = 8.0
	leastGainChainsLengths = 1.2 // on GPUs, by lengths
)

// leastCounted is the number of paths that a GPU has to count between nodes: roads have some hundred to some ten thousand.
const leastCounted = 1 << 12

func (p *Plan) leastGainChains(r Request) float64 {
	switch {
	case p.sweptBy == processors:
		return leastGainChains
	case r.Weighted:
		return leastGainChainsLengths
	case p.sweptBy == devices:
		return leastGainChainsGPU
	}
	return leastGainChains // of who may sweep, the least
}

// contraction is what is kept of the chains of a graph's blocks.
type contraction struct {
	Reduction
	chains *reduce.Chains // nil: lengths do not fit

	counted  *reduce.Chains // its paths are counted; nil: numbers of paths between blocks are too large, or not known yet
	grouping sync.Mutex
	grouped  bool
	weighed  bool // counted is settled
}

// group groups the nodes into batches, once.
func (c *contraction) group(stop func() error) error {
	c.grouping.Lock()
	defer c.grouping.Unlock()
	if c.grouped {
		return nil
	}
	err := c.chains.Group(stop)
	c.grouped = err == nil
	return err
}

// count gives the chains, which are grouped, the weights that blocks have for stress, once; nil where those are too large.
func (c *contraction) count(s *reduce.Stress, stop func() error) (*reduce.Chains, error) {
	c.grouping.Lock()
	defer c.grouping.Unlock()
	if !c.weighed {
		counted, err := c.chains.Count(s.Pairs.TargetWeight, stop)
		if err != nil {
			return nil, err
		}
		c.counted, c.weighed = counted, true
	}
	return c.counted, nil
}

// Release is called with the graph's.
func (c *contraction) Release() {
	if c.counted != nil {
		c.counted.Release()
	}
	if c.chains != nil {
		c.chains.Release()
	}
}

// contractionKey is what chains were contracted of.
type contractionKey struct {
	view string
	hops bool
}

// promising reports whether chains are asked for or may save so much: nodes are among the vertices of three and more edges.
func (r Request) promising(least float64) bool {
	if r.Reductions == query.Chains {
		return true
	}
	out := r.Graph.View(r.Convention.CountParallel).Out
	var nodes, arcs float64
	for v := range int32(r.Graph.Vertices) {
		if degree := len(out.List(v)); degree > 2 {
			nodes++
			arcs += float64(degree)
		}
	}
	return nodes*arcs*least < float64(r.Graph.Vertices)*float64(len(out.Targets))
}

// unfitForChains is what of a question that blocks are fit for chains are not, or "".
func (p *Plan) unfitForChains(r Request) string {
	switch {
	case r.Reductions == query.Blocks || r.Reductions == query.Twins:
		return "it was not requested"
	case engine.CPU().InstructionSet() == "go":
		return "it needs the kernels in C"
	case p.kinds == 0 || len(r.Convention.Sweeps(r.Measures, false)) > 0:
		return "it supports betweenness alone or stress alone"
	case !r.all():
		return "it needs all vertices as sources and targets, each once"
	}
	for _, key := range []string{"kernel", "width", "strategy", "gpu_kernel", "gpu_width", "gpu_lanes"} {
		if r.Tuning[key] != "" {
			return fmt.Sprintf("tuning %s was requested", key)
		}
	}
	switch {
	case !r.promising(p.leastGainChains(r)):
		return "few vertices have exactly two edges"
	case p.sweptBy == anyEngine:
		return engineIsOpen
	}
	return ""
}

// engineIsOpen is all that is against chains or twins: a plan for processors, or for GPUs, may take them.
const engineIsOpen = "it is not known yet whether a GPU computes"

// contract decides whether chains of the blocks are contracted, and tells it. why is what a question is not fit for, or "".
func (p *Plan) contract(r Request, w *reduce.Weighed, why string) bool {
	if r.Reductions == query.Blocks || r.Reductions == query.Twins {
		return false
	}
	stage := &Reduction{Name: query.Chains, Why: why}
	p.Reductions = append(p.Reductions, stage)
	if why != "" {
		return false
	}
	found, err := chainsOf(r.Graph, w, !r.Weighted, p.call)
	if err != nil {
		p.fail(err)
		return false
	}
	*stage = found.Reduction
	if found.chains == nil {
		stage.Why = "a chain is longer than 2^31 units"
		return false
	}
	switch gain, least := stage.Work.gain(), p.leastGainChains(r); {
	case gain < least && r.Reductions != query.Chains:
		stage.Why = fmt.Sprintf("it would save a factor of %.3g; at least %g is needed", gain, least)
	default:
		if err := found.group(p.call.Stop); err != nil {
			p.fail(err)
			return false
		}
		stage.Taken, p.smaller = true, found.chains
	}
	if stage.Taken && p.stress != nil {
		p.count(found, stage)
	}
	return stage.Taken
}

// count makes chains that were taken those of which paths are counted.
func (p *Plan) count(found *contraction, stage *Reduction) {
	counted, err := found.count(p.stress, p.call.Stop)
	switch {
	case err != nil:
		p.fail(err)
	case counted == nil:
		stage.Why = "there are too many shortest paths between blocks"
	case p.sweptBy == devices && counted.MostPaths() < leastCounted:
		stage.Why = "there are too many shortest paths between blocks for a GPU"
	default:
		p.smaller = counted
		return
	}
	stage.Taken, p.smaller = false, nil
}

// contracted gives the path sweep what it needs of chains.
func (p *Plan) contracted() {
	if chains, ok := p.smaller.(*reduce.Chains); ok {
		t := p.call.Path.Task
		t.Chains, t.Paths = chains, chains.Kinds()
	}
}

// chainsOf contracts the chains of the blocks of a graph, once.
func chainsOf(g *graph.Graph, w *reduce.Weighed, hops bool, c *engine.Call) (*contraction, error) {
	key := contractionKey{w.Blocks.Forest().Name, hops}
	if v, ok := g.Memo.Load(key); ok {
		return v.(*contraction), nil
	}
	chains, err := w.Contract(hops, c.Stop)
	if err != nil {
		return nil, err
	}
	found := &contraction{Reduction: Reduction{Name: query.Chains}, chains: chains}
	if chains != nil {
		found.Vertices = &Change{float64(w.Graph.Vertices), float64(chains.Contracted.Vertices)}
		found.Edges = &Change{float64(w.Graph.Edges), float64(chains.Contracted.Edges)}
		found.Work = &Change{w.Masses.After / 2, chains.Work()}
	}
	return kept(g, key, found), nil
}
