package reference

import (
	"gobc/core/graph"
	"gobc/core/sums"
)

// pairKernel adds up the dependencies of single pairs of an unweighted graph: the share of the shortest paths from s to
// t that pass v. It searches from s, and goes back from t.
type pairKernel struct{ *paths[uint64] }

// Pairs opens a workspace for the dependencies of single pairs.
func Pairs(f *graph.Forest) pairKernel { return pairKernel{newPaths(byHops(f, -1), nil)} }

// Run adds the pairs ends[2i], ends[2i+1], which are distinct.
func (p pairKernel) Run(ends []int32, into sums.PairDependencies, cancel *int32) error {
	for i := 0; i+1 < len(ends); i += 2 {
		if err := p.run(ends[i], cancel); err != nil {
			return err
		}
		if err := p.forward(cancel); err != nil {
			return err
		}
		p.back(ends[i+1], into)
	}
	return nil
}

// back adds the shares of the pair of the last source and a target. share(v) is the number of paths from v on to the
// target, divided by the number of all paths.
func (p pairKernel) back(target int32, into sums.PairDependencies) {
	if p.distance[target] == p.far {
		return
	}
	for i := len(p.order) - 1; i > 0; i-- {
		v := p.order[i]
		p.share[v] = none
		if v == target {
			p.share[v] = p.sigma[v].divides(1)
			continue
		}
		for _, w := range p.after(v) {
			p.share[v] = p.share[v].plus(p.share[w])
		}
		x := p.sigma[v].times(p.share[v])
		into[2*v] += uint64(x/sums.PairUnit + 0.5)
		into[2*v+1] += uint64(float64(x*x)/sums.PairUnit + 0.5)
	}
}

// Visits counts the arcs and vertices that the pairs met so far.
func (p pairKernel) Visits() int64 { return p.visits }

// Close does nothing: the garbage collector releases the workspace.
func (p pairKernel) Close() {}
