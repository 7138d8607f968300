package plan

import (
	"fmt"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// Where a reduction is taken without being asked for, in vertices times arcs before and after; core/reduce/BENCHMARKS.md
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
	Work     *Change `json:"work,omitempty"` // vertices times edges, summed over components
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

// blocks is what is kept of the blocks of a graph, once they were found.
type blocks struct {
	Reduction
	weighed *reduce.Weighed // nil: the gain is too small
}

// Release is called with the graph's.
func (b *blocks) Release() {
	if b.weighed != nil {
		b.weighed.Release()
		b.weighed.Union.Release()
	}
}

type blocksKey struct {
	forest string
	least  float64
}

// reduce decides whether the path sweep runs on the blocks of the graph, and tells it.
func (p *Plan) reduce(r Request, kinds sums.Kinds) {
	if r.Reductions == query.NoReductions || kinds == 0 {
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
	case n*arcs < leastWork:
		p.Reduction.Why = "the sweep is short without it"
		return
	case 120*n+20*arcs > float64(p.Limit)/4:
		p.Reduction.Why = "the blocks may take more than a quarter of the memory that is left"
		return
	}
	b, err := blocksOf(r.Graph, p.call, least)
	if err != nil {
		p.fail(err)
		return
	}
	*p.Reduction = b.Reduction
	switch gain := b.Work.gain(); {
	case p.onGPU && !forced:
		p.Reduction.Why = "a GPU computes: it is taken by name alone there"
	case gain < least:
		p.Reduction.Why = fmt.Sprintf("it would save a factor of %.3g, and is taken from %g on", gain, least)
	case b.weighed == nil:
		p.Reduction.Why = "the sums do not hold so many pairs"
	default:
		p.Reduction.Taken, p.weighed = true, b.weighed
		c := p.call
		c.Graph, c.Sources, c.Pairs, c.Wanted = b.weighed.Graph, b.weighed.Sources, &b.weighed.Pairs, nil
	}
}

// unfitForBlocks is what of a question the blocks are not for, or "".
func (r Request) unfitForBlocks(kinds sums.Kinds) string {
	strategy := r.Tuning["strategy"]
	weights := r.Graph.Weighting
	switch {
	case r.Graph.Directed:
		return "it is for undirected graphs"
	case kinds&^reduce.Kinds != 0 && r.Needs != 0:
		return "estimates need sums that it has not"
	case kinds&^reduce.Kinds != 0:
		return "it is for betweenness of vertices and edges, without counts of paths"
	case len(r.Convention.Sweeps(r.Measures, false)) > 0:
		return "measures of distance are asked for together with those of paths"
	case r.Pairs.Limit() >= 0:
		return "there is a cutoff"
	case r.Pairs != nil || len(r.Sources) < r.Graph.Vertices:
		return "sources and targets are not all vertices, once each"
	case r.Partial:
		return "a partial result is of sources of the whole graph"
	case r.Precision == sums.Single:
		return "it is for double precision"
	case r.Weighted && (weights.PerUnit == 0 || weights.Wide):
		return "lengths are no whole numbers of units, so that they may tie differently"
	case strategy != "" && strategy != "reference":
		return "a published method is asked for"
	}
	return ""
}

// blocksOf finds the blocks of a graph, once, and makes their union if the gain is at least so much.
func blocksOf(g *graph.Graph, c *engine.Call, least float64) (*blocks, error) {
	name := graph.Deduplicated
	if c.CountParallel {
		name = graph.Counted
	}
	f := g.Forest(name)
	key := blocksKey{f.Name, least}
	if v, ok := g.Memo.Load(key); ok {
		return v.(*blocks), nil
	}
	b, err := findBlocks(f, least, c.Stop)
	if err != nil {
		return nil, err
	}
	v, loaded := g.Memo.LoadOrStore(key, b)
	if loaded { // another call was faster
		b.Release()
	}
	return v.(*blocks), nil
}

func findBlocks(f *graph.Forest, least float64, stop func() error) (*blocks, error) {
	found, err := reduce.Find(f, stop)
	if err != nil {
		return nil, err
	}
	b := &blocks{Reduction: Reduction{Name: query.Blocks, Work: &Change{found.Before / 2, found.After / 2}}}
	if b.Work.gain() < least {
		found.Release()
		return b, nil
	}
	union, err := found.Union(stop)
	if err != nil {
		return nil, err
	}
	if b.weighed, err = union.Weigh(nil); b.weighed == nil {
		union.Release()
		return b, err
	}
	b.Vertices = &Change{float64(f.Vertices), float64(union.Graph.Vertices)}
	b.Edges = &Change{float64(f.Arcs() / 2), float64(union.Graph.Edges)}
	return b, nil
}

// Swept are the sources of the path sweep for some sources of the plan: the vertices of the reduced graph that stand for them.
func (p *Plan) Swept(sources []int32) []int32 {
	if p.weighed == nil {
		return sources
	}
	if len(sources) == p.Sources {
		return p.weighed.Sources
	}
	return p.weighed.CopiesOf(sources)
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
