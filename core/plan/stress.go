package plan

import (
	"gobc/core/graph"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// unfitForStress is what of a question of stress blocks are not for, or "".
func (p *Plan) unfitForStress(r Request) string {
	switch {
	case p.kinds&reduce.Kinds != 0:
		return "betweenness is in the same call, and weights blocks by vertices where stress weights them by paths"
	case !r.all():
		return "for stress it needs all vertices as sources and targets, each once"
	}
	return ""
}

// countsPaths gives the path sweep what blocks need for stress.
func (p *Plan) countsPaths() {
	if p.stress != nil {
		p.call.Path.Task.Paths |= sums.Onward
	}
}

// weighing is what is kept of numbers of paths between a graph's blocks.
type weighing struct{ stress *reduce.Stress } // nil: they are too large

// Release is called with the graph's.
func (w weighing) Release() {
	if w.stress != nil {
		w.stress.Release()
	}
}

// weighingKey is what paths were counted by.
type weighingKey struct {
	view string
	hops bool
}

// stressOf weighs the blocks of a graph by numbers of paths, once; nil where they are too large.
func stressOf(g *graph.Graph, w *reduce.Weighed, hops bool, stop func() error) (*reduce.Stress, error) {
	key := weighingKey{w.Blocks.Forest().Name, hops}
	if v, ok := g.Memo.Load(key); ok {
		return v.(weighing).stress, nil
	}
	stress, err := w.Stress(hops, stop)
	if err != nil {
		return nil, err
	}
	return kept(g, key, weighing{stress}).stress, nil
}
