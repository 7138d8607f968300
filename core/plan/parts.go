package plan

import (
	"slices"

	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// Part is some of the measures of a request, with sweeps of their own.
type Part struct {
	*Plan
	Asked Request `json:"-"`
}

// A question whose measures are not reduced together is answered in parts, one after the other, where that is predicted to take
// less. Costs are relative to a sweep for betweenness of the graph as it is, on one core, of networks and roads: stress takes 1.3
// to 1.5, both 1.5 to 1.6, distances 0.03 to 0.35 either way, by lengths 0.7 alone and 0.2 beside paths.
const (
	costStress, costBoth                 = 1.4, 1.5
	costHops, costLengths, costAlongside = 0.03, 0.7, 0.2
	leastGainParts                       = 1.2
)

// inParts makes the plan one of its parts, if that pays, or if the plan that it is like has them.
func (p *Plan) inParts(r Request) {
	groups := r.groups()
	like := r.Like != nil && len(r.Like.Parts) > 0
	if len(groups) < 2 || !like && !r.divides() || p.failed != nil {
		return
	}
	parts := make([]*Part, len(groups))
	bytes, keeps := int64(0), true
	for i, measures := range groups {
		one := r
		one.Measures = measures
		if like {
			one.Like = r.Like.Parts[i].Plan
		}
		part := one.whole()
		defer part.releaseUnless(&p.Parts)
		parts[i] = &Part{part, one}
		if part.failed != nil || !like && part.kinds != 0 && (part.GPU == nil) != (p.GPU == nil) {
			if like {
				p.failed = part.failed
			}
			return
		}
		bytes += part.Bytes
		keeps = keeps && part.keeps
		least := costOf(parts[:i+1])
		if i == 0 && p.kinds&reduce.StressKinds != 0 { // stress has the same blocks
			least += costStress * least
		}
		if !like && (bytes > p.Limit || least*leastGainParts > p.cost(r.Weighted)) {
			return
		}
	}
	p.Release()
	p.weighed, p.stress, p.smaller = nil, nil, nil
	p.Parts, p.Bytes, p.Fits, p.keeps = parts, bytes, bytes <= p.Limit, keeps
	p.Reasons = []string{"in parts, one after the other: reductions save more than common sweeps"}
	p.join()
}

// releaseUnless releases the plan where it did not become one of the parts.
func (p *Plan) releaseUnless(parts *[]*Part) {
	if *parts == nil {
		p.Release()
	}
}

// groups are the measures by what reductions are for: shares of paths, numbers of paths, distances.
func (r Request) groups() (groups [][]measure.Measure) {
	for _, of := range []func(kinds sums.Kinds) bool{
		func(k sums.Kinds) bool { return k&reduce.Kinds != 0 },
		func(k sums.Kinds) bool { return k&reduce.StressKinds != 0 },
		func(k sums.Kinds) bool { return k == 0 },
	} {
		if some := slices.DeleteFunc(slices.Clone(r.Measures), func(m measure.Measure) bool { return !of(m.Path) }); len(some) > 0 {
			groups = append(groups, some)
		}
	}
	return groups
}

// divides reports whether the request may be answered in parts, and is large enough.
func (r Request) divides() bool {
	arcs := float64(r.Graph.View(r.Convention.CountParallel).Out.Offsets[r.Graph.Vertices])
	return !r.Sharded && !r.Partial && r.Needs == 0 && r.Like == nil && !r.Graph.Directed && r.Reductions != query.NoReductions &&
		len(r.Tuning) == 0 && float64(len(r.Sources))*arcs >= leastWork
}

// costOf predicts what the sweeps of parts take.
func costOf(parts []*Part) (cost float64) {
	for _, part := range parts {
		cost += part.cost(part.Asked.Weighted)
	}
	return cost
}

// cost predicts what the sweeps of the plan take.
func (p *Plan) cost(weighted bool) (cost float64) {
	switch {
	case p.kinds&reduce.Kinds != 0 && p.kinds&reduce.StressKinds != 0:
		cost = costBoth
	case p.kinds&reduce.StressKinds != 0:
		cost = costStress
	case p.kinds != 0:
		cost = 1
	}
	if p.kinds != 0 {
		cost *= p.Left()
	}
	switch {
	case len(p.Distances) == 0:
	case !weighted:
		cost += costHops
	case p.kinds == 0:
		cost += costLengths
	default:
		cost += costAlongside
	}
	return cost
}

// join tells of the whole what its parts tell: of paths the first that has them.
func (p *Plan) join() {
	p.Path, p.Reductions, p.Distances, p.GPU, p.Lengths, p.Device = nil, nil, nil, nil, nil, p.Parts[0].Device
	for _, part := range p.Parts {
		if p.Path == nil {
			p.Path, p.Reductions = part.Path, part.Reductions
		}
		if p.GPU == nil {
			p.GPU = part.GPU
		}
		if p.Lengths == nil {
			p.Lengths = part.Lengths
		}
		p.Threads = max(p.Threads, part.Threads)
		p.Distances = append(p.Distances, part.Distances...)
	}
}
