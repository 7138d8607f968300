//go:build !cgo || purego

package cpu

// Queue is a workspace for one source at a time, with or without exponents. Each rung is a runner of its own.
type Queue struct {
	needs  Needs
	shares shares
	run    interface {
		run(source int32, into *shares, cancel *int32) (flagged bool, err error)
		state() *search
	}
}

// NewQueue opens a workspace.
func NewQueue(g *CSR, exponents bool, needs Needs) (*Queue, error) {
	q := &Queue{needs: needs}
	var err error
	if exponents {
		q.run, err = newScaled(g, needs)
	} else {
		q.run, err = newPlain(g, needs)
	}
	if err != nil {
		return nil, err
	}
	return q, nil
}

// Run runs one source.
func (q *Queue) Run(source, first, last int32, t *Totals, cancel *int32) (flagged bool, err error) {
	q.shares.reset()
	flagged, err = q.run.run(source, &q.shares, cancel)
	if flagged || err != nil {
		return flagged, err
	}
	return false, q.shares.commit(t, q.needs, q.run.state().graph.Vertices)
}

// Counts tells what the sources met so far.
func (q *Queue) Counts() Counts {
	c := q.run.state().counts
	c.Batches = c.Lanes
	c.Bytes += sizeOf(q.shares.list)
	return c
}

// Close releases the workspace.
func (q *Queue) Close() {
	q.run.state().Close()
	q.shares.free()
}

// plain counts paths as float64, without rescaling: beyond its limit a source is flagged.
type plain struct {
	search
	limit         float64
	sigma, onward []float64 // as in lane
}

func newPlain(g *CSR, needs Needs) (*plain, error) {
	p := &plain{limit: 0x1p900}
	err := p.open(g)
	if err == nil {
		p.sigma, err = alloc[float64](&p.search, g.Vertices)
	}
	if err == nil && needs&Stress != 0 {
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

func (p *plain) run(source int32, into *shares, cancel *int32) (flagged bool, err error) {
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
	return false, p.backward(into, cancel)
}

func (p *plain) backward(into *shares, cancel *int32) error {
	for i := len(p.order) - 1; i >= 1; i-- {
		if stopped(cancel, i) {
			return ErrCancelled
		}
		v := p.order[i]
		sum, gamma := 0.0, 0.0
		for _, w := range p.graph.out(v) {
			if p.level[w] != p.level[v]+1 {
				continue
			}
			sum += p.sigma[w]
			if p.onward != nil {
				gamma += p.onward[w]
			}
		}
		delta, stress := float64(p.sigma[v]*sum), float64(p.sigma[v]*gamma)
		p.sigma[v] = float64(1+delta) / p.sigma[v]
		if p.onward != nil {
			p.onward[v] = 1 + gamma
		}
		if err := into.add(share{v, delta, stress}); err != nil {
			return err
		}
	}
	return nil
}
