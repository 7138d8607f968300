package graph

import "gobc/core/memory"

// settle derives the merged lists from the counted ones, and for directed graphs the lists that ignore direction.
func (g *Graph) settle(stop stopper) error {
	out, changed, err := merge(g.counted.out, stop)
	if err != nil {
		return err
	}
	switch {
	case !changed:
		g.merged, g.counted = g.counted, views{}
	case !g.Directed:
		g.merged = views{out, out}
	default:
		g.merged.out = out
		in, _, err := merge(g.counted.in, stop)
		if err != nil {
			return err
		}
		g.merged.in = in
	}
	if !g.Directed {
		return nil
	}
	u, err := union(g.merged.out, g.merged.in, stop)
	g.union = views{u, u}
	return err
}

// merge drops repeats from sorted lists; changed is false, and nothing is made, where there are none.
func merge(c *CSR, stop stopper) (merged *CSR, changed bool, err error) {
	n := len(c.Offsets) - 1
	var repeats int
	for v := range int32(n) {
		if err := stop.every(int(v)); err != nil {
			return nil, false, err
		}
		l := c.List(v)
		for i := 1; i < len(l); i++ {
			if l[i] == l[i-1] {
				repeats++
			}
		}
	}
	if repeats == 0 {
		return nil, false, nil
	}
	return rebuild(n, len(c.Targets)-repeats, stop, func(v int32, into []int32) []int32 {
		at := len(into)
		for _, w := range c.List(v) {
			if len(into) == at || into[len(into)-1] != w {
				into = append(into, w)
			}
		}
		return into
	})
}

// union merges two sorted lists for every vertex.
func union(a, b *CSR, stop stopper) (*CSR, error) {
	n := len(a.Offsets) - 1
	c, _, err := rebuild(n, len(a.Targets)+len(b.Targets), stop, func(v int32, into []int32) []int32 {
		x, y := a.List(v), b.List(v)
		for len(x) > 0 || len(y) > 0 {
			switch {
			case len(y) == 0 || (len(x) > 0 && x[0] < y[0]):
				into, x = append(into, x[0]), x[1:]
			case len(x) == 0 || y[0] < x[0]:
				into, y = append(into, y[0]), y[1:]
			default:
				into, x, y = append(into, x[0]), x[1:], y[1:]
			}
		}
		return into
	})
	return c, err
}

// rebuild makes lists vertex by vertex; the targets never pass most.
func rebuild(n, most int, stop stopper, list func(v int32, into []int32) []int32) (*CSR, bool, error) {
	c := &CSR{}
	var err error
	if c.Offsets, err = memory.Make[int64](n + 1); err != nil {
		return c, true, err
	}
	targets, err := memory.Make[int32](most)
	if err != nil {
		memory.Free(c.Offsets)
		return nil, true, err
	}
	into := targets[:0]
	for v := range int32(n) {
		if err := stop.every(int(v)); err != nil {
			memory.Free(c.Offsets)
			memory.Free(targets)
			return nil, true, err
		}
		into = list(v, into)
		c.Offsets[v+1] = int64(len(into))
		c.MaxDegree = max(c.MaxDegree, c.Offsets[v+1]-c.Offsets[v])
	}
	c.Targets = into
	return c, true, nil
}
