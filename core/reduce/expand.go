package reduce

import (
	"cmp"

	"gobc/core/sums"
)

// Kinds are the sums that a sweep of the union is enough for.
const Kinds = sums.Delta | sums.EdgeDelta

// Expand turns the sums of a sweep over the union into those of the graph and adds them to `into`, whose Exponent is 0.
// All terms are whole numbers of units of 2^-64: nothing is rounded. O(n + m).
func (w *Weighed) Expand(of, into *sums.Paths, stop func() error) error {
	p := pace{stop: stop}
	err := w.addCopies(of, into, &p)
	if err == nil && into.Delta != nil {
		err = w.cuts(into.Delta, &p)
	}
	if err == nil && into.EdgeDelta[0] != nil {
		err = w.bridges(into.EdgeDelta[0], &p)
	}
	return err
}

// addCopies adds the sums of copies to those of their vertices, and those of their arcs.
func (u *Union) addCopies(of, into *sums.Paths, p *pace) error {
	for at, v := range u.origin {
		if err := cmp.Or(addVertex(into, int(v), of, at), p.walk(1)); err != nil {
			return err
		}
	}
	if into.EdgeDelta[0] == nil && into.EdgeStress[0].Words == nil {
		return nil
	}
	for at, arc := range u.arc {
		if err := cmp.Or(addArc(into, int(arc), of, at), p.walk(1)); err != nil {
			return err
		}
	}
	return nil
}

// cuts adds, for each vertex that cuts, the pairs whose ends hang at it in different blocks.
func (w *Weighed) cuts(delta []uint64, p *pace) error {
	b := w.Blocks
	var own []float64
	if w.weights != nil {
		own = w.weights.TargetWeight
	}
	for c := range b.components() {
		sources, targets := w.source.behind[c.first], w.target.behind[c.first]
		add := func(v int32, from, to int64) error {
			others := targets - int64(weightOf(own, v)) - to
			sums.Add(delta, int(v), sums.Product(uint64(from), uint64(others)).Shifted(64))
			return p.walk(1)
		}
		for v := c.first; v < c.last; v++ {
			if b.home[v] == none {
				continue
			}
			if err := add(v, sources-w.source.behind[v], targets-w.target.behind[v]); err != nil {
				return err
			}
		}
		for block := c.firstBlock; block < c.lastBlock; block++ {
			if err := add(b.top[block], w.source.below[block], w.target.below[block]); err != nil {
				return err
			}
		}
	}
	return nil
}

// bridges adds what passes along bridges, to the arc that it passes.
func (w *Weighed) bridges(edges []uint64, p *pace) error {
	b := w.Blocks
	for c := range b.components() {
		sources, targets := w.source.behind[c.first], w.target.behind[c.first]
		for block := c.firstBlock; block < c.lastBlock; block++ {
			if err := p.walk(1); err != nil {
				return err
			}
			if !b.bridge(block) {
				continue
			}
			from, to := w.source.below[block], w.target.below[block]
			top, end := b.top[block], b.membersOf(block)[0]
			out := b.of.Out
			sums.Add(edges, out.Arc(end, top), sums.Product(uint64(from), uint64(targets-to)).Shifted(64))
			sums.Add(edges, out.Arc(top, end), sums.Product(uint64(sources-from), uint64(to)).Shifted(64))
		}
	}
	return nil
}

// addVertex adds the dependencies and path counts of vertex `at` of other sums to those, whose Exponent is 0, that
// there are.
func addVertex(into *sums.Paths, v int, of *sums.Paths, at int) error {
	return addPaths(v, at, into.Delta, of.Delta, of.Exponent, &into.Stress, &of.Stress)
}

// addArc does the same for arcs of the out lists.
func addArc(into *sums.Paths, arc int, of *sums.Paths, at int) error {
	return addPaths(arc, at, into.EdgeDelta[0], of.EdgeDelta[0], of.Exponent, &into.EdgeStress[0], &of.EdgeStress[0])
}

func addPaths(i, at int, shares, others []uint64, exponent int, counts, otherCounts *sums.PathCounts) error {
	if shares != nil {
		sums.Add(shares, i, sums.At(others, at).Shifted(uint(exponent)))
	}
	if counts.Words == nil {
		return nil
	}
	return counts.AddSum(i, otherCounts, at)
}
