package plan

import (
	"fmt"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// sweptBy is what is known of who will run the path sweep.
type sweptBy int

const (
	anyEngine sweptBy = iota
	processors
	devices
)

// Where a reduction is taken without being asked for, in sources times arcs before and after; core/reduce/BENCHMARKS.md
// has the measurements. Kernels that weigh sources and targets are slower for edges, and on GPUs sums of edges are copied once
// more.
const (
	leastWork          = 1e8 // a sweep of less ends in a tenth of a second
	leastSearches      = 75  // of one source each, as which a sweep of distances takes as long: finding the blocks takes one or two
	leastGain          = 1.1
	leastGainEdges     = 2
	leastGainSingle    = 2 // where single precision is asked for, which takes half of the time of double, or more
	leastGainApart     = 2 // of paths with distances, where a weighted sweep of the graph has both
	leastGainDistances = 1.5
)

// Reduction tells how the graph was made smaller, or why it was not.
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

func (c *Change) gain() float64 {
	if c.After == 0 {
		return c.Before
	}
	return c.Before / c.After
}

// reduce decides whether sweeps run on the blocks of the graph, and tells it. kinds are those of the path sweep.
func (p *Plan) reduce(r Request, kinds sums.Kinds) {
	if r.Reductions == query.NoReductions {
		return
	}
	if r.Like != nil {
		if r.Like.weighed != nil {
			p.Reductions, p.stress, p.smaller = r.Like.Reductions, r.Like.stress, r.Like.smaller
			p.sweep(r.Like.weighed)
		}
		return
	}
	forced := r.named()
	stage := &Reduction{Name: query.Blocks}
	p.Reductions = []*Reduction{stage}
	if stage.Why = p.unfitForBlocks(r); stage.Why != "" {
		return
	}
	n, arcs := float64(r.Graph.Vertices), float64(r.Graph.View(r.Convention.CountParallel).Out.Offsets[r.Graph.Vertices])
	f := p.finder(r, stage)
	switch {
	case forced:
	case kinds == 0 && p.call.FewWanted():
		stage.Why = "a search from each requested vertex is faster"
		return
	case float64(len(r.Sources))*arcs < leastWork, kinds == 0 && p.call.InSearches() < leastSearches:
		stage.Why = "the sweep is short anyway"
		return
	case 120*n+20*arcs > float64(p.Limit)/4:
		stage.Why = "the blocks could need more than a quarter of the available memory"
		return
	}
	least, chains := r.leastGain(kinds), p.unfitForChains(r)
	switch {
	case forced:
		least = 0
	case p.sweptBy == devices:
		if least, stage.Why = r.leastOnGPUs(f.forest, least, chains == ""); stage.Why != "" {
			return
		}
	}
	twins := p.unfitForTwins(r)
	alone := least <= leastGain // twins may be worth blocks that save less
	p.waits = chains == engineIsOpen || twins == engineIsOpen
	from := least
	if chains == "" {
		from = 0 // blocks may be worth it for their chains alone
	}
	w, err := f.find(from)
	if err == nil && w == nil && f.Work != nil && twins == "" && alone && p.twinsMaySave(f) {
		w, err = f.find(0)
	}
	if err != nil {
		p.fail(err)
		return
	}
	if !f.all {
		p.own = w
	}
	if w != nil && kinds&reduce.StressKinds != 0 {
		if p.stress, err = stressOf(r.Graph, w, !r.Weighted, p.call.Stop); err != nil {
			p.fail(err)
			return
		}
		if p.stress == nil {
			stage.Why = "there are too many shortest paths to weight a sweep"
			return
		}
	}
	contracted := w != nil && p.contract(r, w, chains)
	pay := f.Work != nil && f.Work.gain() >= least
	merged := w != nil && (alone || pay) && p.merge(r, w, pay, twins)
	switch {
	case f.Work == nil:
		f.Why = "source or target weights are not whole numbers, or there are more pairs than the sums can hold"
	case f.Work.gain() < least && !contracted && !merged:
		p.stress = nil
		f.Why = fmt.Sprintf("it would save a factor of %.3g; at least %.3g is needed", f.Work.gain(), least)
	default:
		stage.Taken = true
		p.sweep(w)
	}
}

// named reports whether a reduction is asked for by name.
func (r Request) named() bool {
	return r.Reductions == query.Blocks || r.Reductions == query.Chains || r.Reductions == query.Twins
}

// leastGain is that from which on blocks are taken.
func (r Request) leastGain(kinds sums.Kinds) float64 {
	switch {
	case kinds == 0:
		return leastGainDistances
	case kinds&(sums.EdgeDelta|sums.EdgeStress) != 0:
		return leastGainEdges
	case r.Weighted && len(r.Convention.Sweeps(r.Measures, false)) > 0:
		return leastGainApart
	case r.Precision == sums.Single && !r.Weighted:
		return leastGainSingle
	}
	return leastGain
}

// Left is the part of the work that reductions leave.
func (p *Plan) Left() float64 {
	if len(p.Parts) > 0 {
		return costOf(p.Parts)
	}
	left := 1.0
	for _, stage := range p.Reductions {
		if stage.Taken {
			left /= max(stage.Work.gain(), 1)
		}
	}
	return left
}

// weighting is the union of the blocks with the weights of its sources and targets: *reduce.Weighed or *reduce.Stress.
type weighting interface {
	Share(of []int32) []int32
	Expand(of, into *sums.Paths, stop func() error) error
	Bytes() int64
}

// smaller is what stands for the union in a sweep: *reduce.Chains or *reduce.Twins.
type smaller interface {
	Share(of []int32) []int32
	Unfold(of, into *sums.Paths, stop func() error) error // into the sums of the union
	Bytes() int64
}

// blocks is what path sweeps run on, or what stands for it.
func (p *Plan) blocks() weighting {
	if p.stress != nil {
		return p.stress
	}
	return p.weighed
}

// inBatches reports whether sources of the path sweep are batches of the nodes of chains.
func (p *Plan) inBatches() bool { return p.call.Contracted }

// Reduced reports whether sweeps run on a reduced graph: sums over some of its sources are not those of some sources.
func (p *Plan) Reduced() bool { return p.weighed != nil || len(p.Parts) > 0 }

// Expand makes new sums, those of the graph, from the ones of a sweep over the graph that it was reduced to.
func (p *Plan) Expand(t *engine.Task, of *sums.Sums, stop func() error) (*sums.Sums, error) {
	into, err := p.whole(t).New(nil)
	switch {
	case err != nil:
		return nil, err
	case t.Paths == 0:
		err = p.weighed.Distances(of, into, stop)
	case p.smaller == nil:
		err = p.blocks().Expand(of.Paths, into.Paths, stop)
	default:
		err = p.unfold(of.Paths, into.Paths, stop)
	}
	if err != nil {
		into.Free()
		return nil, err
	}
	return into, nil
}

// unfold makes sums over the nodes of chains, or over classes of twins, those of the graph.
func (p *Plan) unfold(of, into *sums.Paths, stop func() error) error {
	union, err := sums.NewPaths(p.unionShape(), p.unionKinds())
	if err != nil {
		return err
	}
	defer union.Free()
	if err := p.smaller.Unfold(of, union, stop); err != nil {
		return err
	}
	return p.blocks().Expand(union, into, stop)
}

// unionKinds are what sums of the union have to be.
func (p *Plan) unionKinds() sums.Kinds {
	if p.stress != nil {
		return p.kinds | sums.Onward
	}
	return p.kinds
}

// unionShape is that of the sums of the union of the blocks.
func (p *Plan) unionShape() sums.Shape { return shapeOf(p.weighed.Graph.Forest(graph.Deduplicated)) }

// whole is the shape of the sums of the graph as it was.
func (p *Plan) whole(t *engine.Task) sums.SweepShape {
	w := t.SumShape()
	w.Shape, w.Exponent = shapeOf(p.weighed.Blocks.Forest()), 0
	if w.Paths == 0 {
		w.Distances = reduce.DistanceKinds
	} else {
		w.Paths = p.kinds
	}
	return w
}

func shapeOf(f *graph.Forest) sums.Shape {
	return sums.Shape{Vertices: f.Vertices, OutArcs: int(f.Arcs()), InArcs: int(f.Arcs()), Undirected: true}
}

// reducedBytes is what a reduction takes: the graphs that it made, which stay, and what sums become after the sweeps.
func (p *Plan) reducedBytes() (graphs, expanded int64) {
	if p.weighed == nil {
		return 0, 0
	}
	graphs = p.blocks().Bytes()
	if p.Path != nil {
		expanded += p.kinds.Bytes(p.whole(p.Path.Task).Shape)
	}
	if p.smaller != nil {
		graphs += p.smaller.Bytes()
		expanded += p.unionKinds().Bytes(p.unionShape())
	}
	for _, d := range p.Distances {
		expanded += d.Task.DistanceBytes() + 24*int64(p.weighed.Blocks.Forest().Vertices)
	}
	return graphs, expanded
}
