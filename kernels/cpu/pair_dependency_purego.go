//go:build !cgo || purego

package cpu

import (
	"math"

	"gobc/core/memory"
	"gobc/core/sums"
)

// paths is a path count, mantissa * 2^exponent with the mantissa in [1, 2), or 0: no graph overflows it, and every
// operation rounds as float64 does where float64 keeps the value.
type paths struct {
	mantissa float64
	exponent int64
}

func normal(mantissa float64, exponent int64) paths {
	if mantissa >= 2 {
		return paths{mantissa / 2, exponent + 1}
	}
	return paths{mantissa, exponent}
}

func (a paths) plus(b paths) paths {
	switch {
	case a.mantissa == 0:
		return b
	case b.mantissa == 0:
		return a
	case a.exponent < b.exponent:
		a, b = b, a
	}
	if a.exponent-b.exponent > 120 {
		return a
	}
	return normal(a.mantissa+math.Ldexp(b.mantissa, int(b.exponent-a.exponent)), a.exponent)
}

func (a paths) times(b paths) paths { return normal(a.mantissa*b.mantissa, a.exponent+b.exponent) }

func (a paths) over(b paths) paths {
	if m := a.mantissa / b.mantissa; m < 1 {
		return paths{2 * m, a.exponent - b.exponent - 1}
	} else {
		return paths{m, a.exponent - b.exponent}
	}
}

// float is the value of a share, at most about 1; far below the unit of the sums it is 0.
func (a paths) float() float64 {
	if a.exponent < -1000 {
		return 0
	}
	return math.Ldexp(a.mantissa, int(a.exponent))
}

// side is one end's search; level k is order[starts[k]:starts[k+1]], and arcs[k] entries of the lists lead on from it.
type side struct {
	ahead, behind             []int32
	aheadOffsets, backOffsets []int64
	order, starts             []int32
	arcs                      []int64
	sign                      int32 // of the marks
}

func (s *side) level() int { return len(s.arcs) - 1 }

func (s *side) at(k int) []int32 { return s.order[s.starts[k]:s.starts[k+1]] }

func (s *side) on(v int32) []int32 { return s.ahead[s.aheadOffsets[v]:s.aheadOffsets[v+1]] }

func (s *side) back(v int32) []int32 { return s.behind[s.backOffsets[v]:s.backOffsets[v+1]] }

// PairDependency is a workspace that finds the shares of single pairs' shortest paths: the twin of pair_dependency.c, whose comments say
// what mark, paths and onward are. Sums over paths run in the same order.
type PairDependency struct {
	memory.Scope
	sides  [2]side
	mark   []int32
	paths  []paths
	onward []paths
	counts Counts
}

// NewPairDependency opens a workspace for an unweighted graph; path counts always carry an exponent here.
func NewPairDependency(g *CSR, _ bool) (*PairDependency, error) {
	s := &PairDependency{paths: make([]paths, g.Vertices), onward: make([]paths, g.Vertices)}
	s.sides[0] = side{ahead: g.OutTargets, aheadOffsets: g.OutOffsets, behind: g.InTargets, backOffsets: g.InOffsets, sign: 1}
	s.sides[1] = side{ahead: g.InTargets, aheadOffsets: g.InOffsets, behind: g.OutTargets, backOffsets: g.OutOffsets, sign: -1}
	var err error
	s.mark, err = memory.In[int32](&s.Scope, g.Vertices)
	return s, err
}

// Run adds the pairs ends[2i], ends[2i+1], which are distinct, to the sums; see gobc_pair_dependency_run. After an error the
// workspace can only be closed.
func (s *PairDependency) Run(ends []int32, into sums.PairDependencies, cancel *int32) error {
	for i := 0; i+1 < len(ends); i += 2 {
		if err := s.pair(ends[i], ends[i+1], into, cancel); err != nil {
			return err
		}
		s.counts.Lanes++
	}
	return nil
}

func (s *PairDependency) pair(from, to int32, into sums.PairDependencies, cancel *int32) error {
	for i, end := range []int32{from, to} {
		d := &s.sides[i]
		d.order, d.starts = append(d.order[:0], end), append(d.starts[:0], 0, 1)
		d.arcs = append(d.arcs[:0], int64(len(d.on(end))))
		s.mark[end], s.paths[end] = d.sign, paths{1, 0}
	}
	var all paths
	for all.mantissa == 0 {
		a, b := &s.sides[0], &s.sides[1]
		if b.arcs[b.level()] < a.arcs[a.level()] {
			a, b = b, a
		}
		if a.arcs[a.level()] == 0 {
			break // not reached
		}
		if stopped(cancel, 0) {
			return ErrCancelled
		}
		all = s.expand(a, b)
	}
	for i := range s.sides {
		if all.mantissa != 0 {
			s.addSide(&s.sides[i], all, into)
		}
		for _, v := range s.sides[i].order {
			s.mark[v] = 0
		}
		s.counts.Entries += int64(len(s.sides[i].order))
	}
	return nil
}

// expand finds the next level of a side, or, where arcs join the sides, the number of all shortest paths.
func (s *PairDependency) expand(a, b *side) (all paths) {
	next, joins := a.sign*int32(a.level()+2), b.sign*int32(b.level()+1)
	arcs := int64(0)
	for _, u := range a.at(a.level()) {
		s.counts.Visits += int64(len(a.on(u)))
		for _, w := range a.on(u) {
			switch {
			case s.mark[w] == 0 && all.mantissa == 0:
				s.mark[w], s.paths[w] = next, s.paths[u]
				a.order = append(a.order, w)
				arcs += int64(len(a.on(w)))
			case s.mark[w] == next:
				s.paths[w] = s.paths[w].plus(s.paths[u])
			case s.mark[w] == joins:
				s.onward[u] = s.onward[u].plus(s.paths[w])
				s.onward[w] = s.onward[w].plus(s.paths[u])
				all = all.plus(s.paths[u].times(s.paths[w]))
			}
		}
	}
	if all.mantissa == 0 {
		a.starts = append(a.starts, int32(len(a.order)))
		a.arcs = append(a.arcs, arcs)
	}
	return all
}

// addSide adds the shares of one side. At the top of the loop onward is 0 on every level but this one, where it is final.
func (s *PairDependency) addSide(d *side, all paths, into sums.PairDependencies) {
	for _, v := range d.at(d.level()) {
		if s.onward[v].mantissa != 0 {
			s.onward[v] = s.onward[v].over(all)
		}
	}
	for level := d.level(); level >= 1; level-- {
		behind := int64(0)
		for _, v := range d.at(level) {
			if s.onward[v].mantissa == 0 {
				continue
			}
			x := s.paths[v].times(s.onward[v]).float()
			into[2*v] += uint64(x/sums.PairUnit + 0.5)
			into[2*v+1] += uint64(float64(x*x)/sums.PairUnit + 0.5)
			behind += int64(len(d.back(v)))
		}
		if level > 1 {
			s.pass(d, level, behind)
		}
		for _, v := range d.at(level) {
			s.onward[v] = paths{}
		}
	}
	s.onward[d.order[0]] = paths{}
}

// pass finds onward of the level before: by the lists that are shorter together, those on to it or those back from it.
func (s *PairDependency) pass(d *side, level int, behind int64) {
	here, before := d.sign*int32(level+1), d.sign*int32(level)
	if behind <= d.arcs[level-1] {
		for _, w := range d.at(level) {
			if s.onward[w].mantissa == 0 {
				continue
			}
			s.counts.Visits += int64(len(d.back(w)))
			for _, u := range d.back(w) {
				if s.mark[u] == before {
					s.onward[u] = s.onward[u].plus(s.onward[w])
				}
			}
		}
		return
	}
	for _, u := range d.at(level - 1) {
		s.counts.Visits += int64(len(d.on(u)))
		for _, w := range d.on(u) {
			if s.mark[w] == here {
				s.onward[u] = s.onward[u].plus(s.onward[w])
			}
		}
	}
}

// Counts tells what the pairs met so far: Lanes are pairs.
func (s *PairDependency) Counts() Counts { return s.counts }
