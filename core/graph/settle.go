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
	return rebuild(n, len(c.Targets)-repeats, c, stop, func(v int32, into *filler) {
		before := int32(-1)
		for i := c.Offsets[v]; i < c.Offsets[v+1]; i++ {
			if c.Targets[i] != before {
				before = c.Targets[i]
				into.add(c, i)
			}
		}
	})
}

// union merges two sorted lists for every vertex; where both have a neighbour, the smaller weight counts.
func union(a, b *CSR, stop stopper) (*CSR, error) {
	n := len(a.Offsets) - 1
	c, _, err := rebuild(n, len(a.Targets)+len(b.Targets), a, stop, func(v int32, into *filler) {
		x, y := a.Offsets[v], b.Offsets[v]
		for x < a.Offsets[v+1] || y < b.Offsets[v+1] {
			switch {
			case y == b.Offsets[v+1] || x < a.Offsets[v+1] && a.Targets[x] < b.Targets[y]:
				into.add(a, x)
				x++
			case x == a.Offsets[v+1] || b.Targets[y] < a.Targets[x]:
				into.add(b, y)
				y++
			default:
				if b.key(y) < a.key(x) {
					into.add(b, y)
				} else {
					into.add(a, x)
				}
				x, y = x+1, y+1
			}
		}
	})
	return c, err
}

// filler appends entries to lists that are being made; there is room.
type filler struct {
	c       *CSR
	entries int64
}

func (f *filler) add(from *CSR, at int64) {
	f.c.Targets[f.entries] = from.Targets[at]
	f.c.setKey(f.entries, from.key(at))
	f.entries++
}

// rebuild makes lists vertex by vertex, weighted as like is; they never have more entries than most.
func rebuild(n, most int, like *CSR, stop stopper, list func(v int32, into *filler)) (c *CSR, changed bool, err error) {
	c = &CSR{}
	defer func() {
		if err != nil {
			c.free()
			c = nil
		}
	}()
	if c.Offsets, err = memory.Make[int64](n + 1); err != nil {
		return c, true, err
	}
	if err = c.roomLike(like, most); err != nil {
		return c, true, err
	}
	into := &filler{c: c}
	for v := range int32(n) {
		if err = stop.every(int(v)); err != nil {
			return c, true, err
		}
		list(v, into)
		c.Offsets[v+1] = into.entries
		c.MaxDegree = max(c.MaxDegree, c.Offsets[v+1]-c.Offsets[v])
	}
	c.Targets = c.Targets[:into.entries]
	if c.Weights != nil {
		c.Weights = c.Weights[:into.entries]
	}
	if c.Reals != nil {
		c.Reals = c.Reals[:into.entries]
	}
	return c, true, nil
}
