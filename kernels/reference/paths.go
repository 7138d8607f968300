package reference

import (
	"gobc/core/graph"
	"gobc/core/sums"
)

// paths counts the shortest paths of one source after the other, and what depends on its vertices (Brandes 2001, 2008).
// With t for the weights of targets, and sums over predecessors u and successors w in the order of the lists:
//
//	sigma(v)  = sum of sigma(u)                       paths from the source to v
//	delta(v)  = sigma(v) * sum of share(w)            dependency of the source on v
//	share(v)  = (t(v) + delta(v)) / sigma(v)          so an arc from v to w has the dependency sigma(v) * share(w)
//	stress(v) = sigma(v) * sum of onward(w)           paths through v
//	onward(v) = t(v) + sum of onward(w)               paths from v on; through the arc go sigma(v) * onward(w)
//
// Arrays go by vertex, and are valid where the last source reaches.
type paths[D number] struct {
	search[D]
	pairs                     *sums.Pairs
	targets                   []float64 // their weights, for the source that runs; nil: 1 each
	sigma, share, pathsOnward []count
	delta, stress             []float64
	fromSource                count // paths from the source, each times the weight of its target
}

func newPaths[D number](s search[D], pairs *sums.Pairs) *paths[D] {
	n := s.forest.Vertices
	p := &paths[D]{search: s, pairs: pairs, sigma: make([]count, n), share: make([]count, n),
		pathsOnward: make([]count, n), delta: make([]float64, n), stress: make([]float64, n)}
	switch {
	case pairs == nil:
	case pairs.WeighsByPair():
		p.targets = make([]float64, n)
	default:
		p.targets = pairs.TargetWeight
	}
	return p
}

// setTargets writes what each target weighs for the source of the last search, if that depends on the source.
func (p *paths[D]) setTargets() {
	switch {
	case !p.pairs.WeighsByPair():
		return
	case p.pairs.HasDemand():
		targets, flow := p.pairs.Demand.Of(p.order[0])
		for i, t := range targets {
			p.targets[t] = flow[i]
		}
	default:
		for _, v := range p.order {
			p.targets[v] = 1
			if p.pairs.TargetWeight != nil {
				p.targets[v] = p.pairs.TargetWeight[v]
			}
		}
	}
	if decay := p.pairs.DistanceDecay; decay != nil {
		for _, v := range p.order[1:] {
			p.targets[v] = float64(p.targets[v] * decay.At(float64(p.distance[v])))
		}
	}
}

// clearTargets writes zeros over what setTargets wrote.
func (p *paths[D]) clearTargets() {
	if p.pairs.HasDemand() {
		targets, _ := p.pairs.Demand.Of(p.order[0])
		for _, t := range targets {
			p.targets[t] = 0
		}
	}
}

// forward counts the paths from the source of the last search.
func (p *paths[D]) forward(cancel *int32) error {
	p.sigma[p.order[0]] = countOf(1)
	for i, v := range p.order[1:] {
		if stopped(cancel, i) {
			return graph.ErrCancelled
		}
		p.sigma[v] = none
		for u := range p.before(v) {
			p.sigma[v] = p.sigma[v].plus(p.sigma[u])
		}
		if p.sigma[v] == none {
			return sums.ErrStalled
		}
	}
	return nil
}

// backward finds the dependencies, from the farthest vertex to those next to the source, which itself has none.
func (p *paths[D]) backward(cancel *int32) error {
	for i := len(p.order) - 1; i > 0; i-- {
		if stopped(cancel, i) {
			return graph.ErrCancelled
		}
		v := p.order[i]
		shares, onward := none, none
		for _, w := range p.after(v) {
			shares, onward = shares.plus(p.share[w]), onward.plus(p.pathsOnward[w])
		}
		target := p.targetWeight(v)
		p.delta[v], p.stress[v] = p.sigma[v].times(shares), p.sigma[v].times(onward)
		p.share[v] = p.sigma[v].divides(target + p.delta[v])
		p.pathsOnward[v] = onward.plus(countOf(target))
	}
	p.fromSource = none
	for _, w := range p.after(p.order[0]) {
		p.fromSource = p.fromSource.plus(p.pathsOnward[w])
	}
	return nil
}

// add adds all of it to those sums that are there. Only a lack of memory can stop it.
func (p *paths[D]) add(into *sums.Paths) error {
	weight := p.sourceWeight(p.order[0])
	for _, v := range p.order[1:] {
		delta := float64(p.delta[v] * weight)
		if into.Delta != nil {
			sums.Add(into.Delta, int(v), sums.FixedPoint(delta))
		}
		if into.Squares != nil {
			sums.Add(into.Squares, int(v), sums.FixedPoint(float64(float64(delta*delta)*0x1p-31)))
		}
		if into.Stress.Words != nil {
			if err := into.Stress.AddTerm(int(v), times(p.stress[v], weight)); err != nil {
				return err
			}
		}
	}
	if p.pairs != nil && p.pairs.Ends && into.Delta != nil {
		p.addEnds(into)
	}
	if into.PathsOnward != nil {
		into.PathsOnward[p.order[0]] += p.fromSource.times(countOf(1))
	}
	if into.EdgeDelta[0] == nil && into.EdgeStress[0].Words == nil {
		return nil
	}
	return p.addArcs(into, weight)
}

// addEnds adds what a vertex that is reached weighs as a target to both ends of its paths.
func (p *paths[D]) addEnds(into *sums.Paths) {
	for _, v := range p.order[1:] {
		flow := sums.FixedPoint(p.targetWeight(v))
		sums.Add(into.Delta, int(v), flow)
		sums.Add(into.Delta, int(p.order[0]), flow)
	}
}

func (p *paths[D]) addArcs(into *sums.Paths, weight float64) error {
	for _, v := range p.order {
		for arc, w := range p.after(v) {
			if into.EdgeDelta[0] != nil {
				delta := p.sigma[v].by(weight).times(p.share[w])
				sums.Add(into.EdgeDelta[0], int(arc), sums.FixedPoint(delta))
			}
			if into.EdgeStress[0].Words != nil {
				stress := p.sigma[v].times(p.pathsOnward[w])
				if err := into.EdgeStress[0].AddTerm(int(arc), times(stress, weight)); err != nil {
					return err
				}
			}
		}
	}
	into.ShareLists()
	return nil
}

// times is 0 where an infinite term has the weight 0.
func times(term, weight float64) float64 {
	if weight == 0 {
		return 0
	}
	return float64(term * weight)
}

func (p *paths[D]) sourceWeight(v int32) float64 {
	if p.pairs == nil || p.pairs.SourceWeight == nil {
		return 1
	}
	return p.pairs.SourceWeight[v]
}

func (p *paths[D]) targetWeight(v int32) float64 {
	if p.targets == nil {
		return 1
	}
	return p.targets[v]
}
