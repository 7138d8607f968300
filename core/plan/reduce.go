package plan

import (
	"fmt"

	"gobc/core/query"
	"gobc/core/sums"
)

// Where a reduction is taken without being asked for, in sources times arcs before and after; core/reduce/BENCHMARKS.md
// has the measurements. Kernels that weigh sources and targets are slower for edges. On GPUs that is not measured, and blocks
// are taken by name alone.
const (
	leastWork      = 1e8 // a sweep of less ends in a tenth of a second
	leastGain      = 1.1
	leastGainEdges = 2
)

// Reduction tells how the graph of the path sweep was made smaller, or why it was not.
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

// reduce decides whether the path sweep runs on the blocks of the graph, and tells it.
func (p *Plan) reduce(r Request, kinds sums.Kinds) {
	if r.Reductions == query.NoReductions || kinds == 0 {
		return
	}
	if r.Like != nil {
		if r.Like.weighed != nil {
			p.Reduction = r.Like.Reduction
			p.sweep(r.Like.weighed)
		}
		return
	}
	forced := r.Reductions == query.Blocks
	p.Reduction = &Reduction{Name: query.Blocks}
	if p.Reduction.Why = r.unfitForBlocks(kinds); p.Reduction.Why != "" {
		return
	}
	n, arcs := float64(r.Graph.Vertices), float64(r.Graph.View(r.Convention.CountParallel).Out.Offsets[r.Graph.Vertices])
	least := leastGain
	if kinds&sums.EdgeDelta != 0 {
		least = leastGainEdges
	}
	switch {
	case forced:
		least = 0
	case float64(len(r.Sources))*arcs < leastWork:
		p.Reduction.Why = "the sweep is short without it"
		return
	case 120*n+20*arcs > float64(p.Limit)/4:
		p.Reduction.Why = "the blocks may take more than a quarter of the memory that is left"
		return
	}
	f := p.finder(r)
	w, err := f.find(least)
	if err != nil {
		p.fail(err)
		return
	}
	if !f.all {
		p.own = w
	}
	switch {
	case f.Work == nil:
		f.Why = "weights of sources or targets are no whole numbers, or there are more pairs than the sums hold"
	case w == nil:
		f.Why = fmt.Sprintf("it would save a factor of %.3g, and is taken from %g on", f.Work.gain(), least)
	case p.onGPU && !forced:
		f.Why = "a GPU computes: it is taken by name alone there"
	default:
		p.sweep(w)
	}
}

// Reduced reports whether the path sweep runs on a reduced graph: sums over some of its sources are not those of some sources.
func (p *Plan) Reduced() bool { return p.weighed != nil }

// Expand makes the sums of the path sweep those of the graph: new ones, or the same where the graph was not reduced.
func (p *Plan) Expand(of *sums.Sums) (*sums.Sums, error) {
	if p.weighed == nil || of == nil {
		return of, nil
	}
	into, err := sums.NewPaths(p.shape(), p.Path.Task.Paths)
	if err != nil {
		return nil, err
	}
	p.weighed.Expand(of.Paths, into)
	return &sums.Sums{Paths: into}, nil
}

// shape is that of the sums of the graph as it was.
func (p *Plan) shape() sums.Shape {
	f := p.weighed.Blocks.Forest()
	return sums.Shape{Vertices: f.Vertices, OutArcs: int(f.Arcs()), InArcs: int(f.Arcs()), Undirected: true}
}

// reducedBytes is what a reduction takes: its graph, which stays, and the sums that those of its sweep become.
func (p *Plan) reducedBytes() int64 {
	if p.weighed == nil {
		return 0
	}
	return p.weighed.Bytes() + p.Path.Task.Paths.Bytes(p.shape())
}
