//go:build !cgo || purego

// The readable twin of the serial kernel, and of the lanes of the merged sweep. With t for the weights of targets, and
// with predecessors and successors along tight arcs, in the order of the lists:
//
//	sigma(v) = sum of sigma(u) over predecessors u
//	delta(v) = sigma(v) * sum of share(w) over successors w,  share(v) = (t(v) + delta(v)) / sigma(v)
//	gamma(v) = sum of onward(w) over successors w,            onward(v) = t(v) + gamma(v)
//
// Its results equal those of the C kernels bit for bit.

package cpu

import (
	"gobc/core/memory"
	"gobc/core/sums"
)

// Serial is a workspace for one weighted source at a time, with or without exponents.
type Serial struct {
	routes interface {
		search(source int32, cancel *int32) error
		reached() []int32
		length(v int32) (whole uint64, real float64)
		before(v int32, f func(u int32))
		after(v int32, f func(entry int64, w int32))
		used() (bytes, visits int64)
		close()
	}
	paths interface {
		run(s *Serial, into *pending, cancel *int32) (outOfRange bool, err error)
		close()
	}
	pairs   Pairs
	needs   sums.Kinds
	whole   bool
	pending pending
	counts  Counts
}

// NewSerial opens a workspace. Real lengths tie within a relative tolerance, whole ones exactly.
func NewSerial(g *CSR, pairs *Pairs, tolerance float64, exponents bool, needs sums.Kinds) (*Serial, error) {
	s := &Serial{needs: needs, whole: g.OutReals == nil}
	if pairs == nil {
		pairs = NoPairs()
	}
	s.pairs = *pairs
	err := s.open(g, tolerance, exponents)
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Serial) open(g *CSR, tolerance float64, exponents bool) (err error) {
	if s.whole {
		s.routes, err = wholeRoutes(g, s.pairs.Cutoff)
	} else {
		s.routes, err = realRoutes(g, s.pairs.Cutoff, tolerance)
	}
	if err != nil {
		return err
	}
	if s.pending.batch, err = newBatch(g, s.needs); err != nil {
		return err
	}
	if exponents {
		p := &serialPaths[wideCount]{}
		s.paths, err = p, p.open(g.Vertices, s.needs)
	} else {
		p := &serialPaths[simpleCount]{}
		s.paths, err = p, p.open(g.Vertices, s.needs)
	}
	return err
}

// Run runs one source; totals and lengths may be nil, laneReached is nil or has one element. A source out of range added
// lengths alone.
func (s *Serial) Run(source, first, last int32, t *sums.Paths, l *sums.Lengths, laneReached []int64,
	cancel *int32) (outOfRange bool, err error) {
	outOfRange, err = s.lane(source, t != nil, &s.pending, cancel)
	if err == nil {
		err = s.pending.commit(t, l, s.whole)
	}
	if err != nil {
		s.pending.reset()
		return false, err
	}
	if laneReached != nil {
		laneReached[0] = int64(len(s.routes.reached()))
	}
	s.farthest(l, 0)
	s.counts.Batches++
	return outOfRange, nil
}

// lane gathers what one source adds.
func (s *Serial) lane(source int32, paths bool, into *pending, cancel *int32) (outOfRange bool, err error) {
	if err := s.routes.search(source, cancel); err != nil {
		return false, err
	}
	for _, v := range s.routes.reached() {
		whole, real := s.routes.length(v)
		if err := into.length(lengthTerm{v, whole, real}); err != nil {
			return false, err
		}
	}
	s.counts.Lanes++
	s.counts.Entries += int64(len(s.routes.reached()))
	if !paths || s.needs == 0 {
		return false, nil
	}
	return s.paths.run(s, into, cancel)
}

// farthest notes the longest distance of the last source.
func (s *Serial) farthest(l *sums.Lengths, lane int) {
	if l == nil || l.Farthest == nil {
		return
	}
	l.Farthest[lane] = 0
	for _, v := range s.routes.reached() {
		whole, real := s.routes.length(v)
		l.Farthest[lane] = max(l.Farthest[lane], float64(whole), real)
	}
}

// Counts tells what the sources met so far.
func (s *Serial) Counts() Counts {
	c := s.counts
	c.Bytes, c.Visits = s.routes.used()
	c.Bytes += s.pending.bytes()
	return c
}

// Close releases the workspace.
func (s *Serial) Close() {
	s.routes.close()
	if s.paths != nil {
		s.paths.close()
	}
	s.pending.free()
}

// weightOf is 1 where no weights were given.
func weightOf(weights []float64, v int32) float64 {
	if weights == nil {
		return 1
	}
	return weights[v]
}

// serialPaths has the path counts of one source, by vertex; only what the source reaches is valid.
type serialPaths[T count[T]] struct {
	memory.Scope
	limit                float64
	sigma, share, onward []T
}

func (p *serialPaths[T]) open(n int, needs sums.Kinds) (err error) {
	p.limit = 0x1p900
	if needs&(sums.Stress|sums.EdgeStress) != 0 {
		p.limit = 0x1p450
	}
	for _, array := range []*[]T{&p.sigma, &p.share, &p.onward} {
		if err == nil {
			*array, err = memory.In[T](&p.Scope, n)
		}
	}
	return err
}

func (p *serialPaths[T]) close() { p.Scope.Close() }

// run adds what the last search leads to, nothing if it flags the source.
func (p *serialPaths[T]) run(s *Serial, into *pending, cancel *int32) (outOfRange bool, err error) {
	order := s.routes.reached()
	var one T
	p.sigma[order[0]] = one.of(1)
	for i, v := range order[1:] {
		if stopped(cancel, i) {
			return false, ErrCancelled
		}
		sigma := one.of(0)
		s.routes.before(v, func(u int32) { sigma = sigma.plus(p.sigma[u]) })
		if sigma.nothing() {
			return false, ErrStalled
		}
		if sigma.beyond(p.limit) {
			return true, nil
		}
		p.sigma[v] = sigma
	}
	for i := len(order) - 1; i >= 0 && err == nil; i-- {
		if stopped(cancel, i) {
			return false, ErrCancelled
		}
		err = p.back(s, order[0], order[i], into)
	}
	return false, err
}

// back adds what v and the arcs from it add; its successors are done.
func (p *serialPaths[T]) back(s *Serial, source, v int32, into *pending) (err error) {
	target, weight := weightOf(s.pairs.TargetWeight, v), weightOf(s.pairs.SourceWeight, source)
	var one T
	sum, gamma := one.of(0), one.of(0)
	s.routes.after(v, func(entry int64, w int32) {
		sum, gamma = sum.plus(p.share[w]), gamma.plus(p.onward[w])
		if err == nil {
			err = into.edge(entry, weight, p.sigma[v].times(p.share[w]), p.sigma[v].times(p.onward[w]))
		}
		s.counts.Hits++
	})
	if v == source || err != nil {
		return err
	}
	delta := p.sigma[v].times(sum)
	p.share[v] = p.sigma[v].divides(target + delta)
	p.onward[v] = gamma.plus(one.of(target))
	return into.vertex(v, weight, delta, p.sigma[v].times(gamma))
}
