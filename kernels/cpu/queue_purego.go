//go:build !cgo || purego

package cpu

import "gobc/core/sums"

// Queue is a workspace for one source at a time, with or without exponents. Each rung is a runner of its own.
type Queue struct {
	batch batch
	run   interface {
		run(source int32, into *batch, cancel *int32) (outOfRange bool, err error)
		state() *search
	}
}

// NewQueue opens a workspace.
func NewQueue(g *CSR, pairs *Pairs, exponents bool, needs sums.Kinds) (*Queue, error) {
	q := &Queue{}
	var err error
	if exponents {
		q.run, err = newScaled(g, pairs, needs)
	} else {
		q.run, err = newPlain(g, pairs, needs)
	}
	if err != nil {
		return nil, err
	}
	if q.batch, err = newBatch(g, needs); err != nil {
		q.Close()
		return nil, err
	}
	return q, nil
}

// Run runs one source.
func (q *Queue) Run(source, first, last int32, t *sums.Paths, cancel *int32) (outOfRange bool, err error) {
	outOfRange, err = q.run.run(source, &q.batch, cancel)
	if outOfRange || err != nil {
		q.batch.reset()
		return outOfRange, err
	}
	return false, q.batch.commit(t)
}

// Counts tells what the sources met so far.
func (q *Queue) Counts() Counts {
	c := q.run.state().counts
	c.Batches = c.Lanes
	c.Bytes += q.batch.bytes()
	return c
}

// Close releases the workspace.
func (q *Queue) Close() {
	q.run.state().Close()
	q.batch.free()
}

// plain counts paths as float64, without rescaling: beyond its limit a source is out of range.
type plain struct {
	search
	limit         float64
	sigma, onward []float64 // as in lane
}

func newPlain(g *CSR, pairs *Pairs, needs sums.Kinds) (*plain, error) {
	p := &plain{limit: 0x1p900}
	err := p.open(g, pairs)
	if err == nil {
		p.sigma, err = alloc[float64](&p.search, g.Vertices)
	}
	if err == nil && needs&(sums.Stress|sums.EdgeStress) != 0 {
		p.limit = 0x1p450
		p.onward, err = alloc[float64](&p.search, g.Vertices)
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func (p *plain) state() *search { return &p.search }

func (p *plain) run(source int32, into *batch, cancel *int32) (outOfRange bool, err error) {
	if err := p.search.run(source, cancel); err != nil {
		return false, err
	}
	for _, v := range p.order {
		p.sigma[v] = 0
	}
	p.sigma[source] = 1
	for i, u := range p.order {
		if stopped(cancel, i) {
			return false, ErrCancelled
		}
		if !(p.sigma[u] <= p.limit) {
			return true, nil
		}
		for _, w := range p.graph.out(u) {
			if p.level[w] == p.level[u]+1 {
				p.sigma[w] += p.sigma[u]
				p.counts.Hits++
			}
		}
	}
	return false, p.backward(source, into, cancel)
}

// backward is lane's, without factors.
func (p *plain) backward(source int32, into *batch, cancel *int32) (err error) {
	weight := p.source(source)
	for i := len(p.order) - 1; i >= 0; i-- {
		if stopped(cancel, i) {
			return ErrCancelled
		}
		v := p.order[i]
		sigma := p.sigma[v]
		sum, gamma := 0.0, 0.0
		p.successors(v, func(w int32, entry int64) {
			paths := 0.0
			sum += p.sigma[w]
			if p.onward != nil {
				gamma += p.onward[w]
				paths = float64(sigma * p.onward[w])
			}
			if err == nil && into.needs&(sums.EdgeDelta|sums.EdgeStress) != 0 {
				err = into.edge(entry, weight, float64(sigma*p.sigma[w]), paths)
			}
		})
		if i > 0 && err == nil {
			delta, target := float64(sigma*sum), p.target(v)
			p.sigma[v] = float64(delta+target) / sigma
			if p.onward != nil {
				p.onward[v] = gamma + target
			}
			err = into.vertex(v, weight, delta, float64(sigma*gamma))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
