package graph

import (
	"gobc/core/guard"
	"gobc/core/memory"
)

// settle derives the lists without repeats from the counted ones, in which so many entries repeat others in either
// direction.
func (g *Graph) settle(repeats int64, stop stopper) (err error) {
	if repeats == 0 {
		g.deduplicated, g.counted = g.counted, View{}
	} else if g.deduplicated.Out, err = deduplicate(g.counted.Out, repeats, stop); err != nil {
		return err
	}
	if !g.Directed {
		g.deduplicated.In = g.deduplicated.Out
		return nil
	}
	if repeats > 0 {
		if g.deduplicated.In, err = deduplicate(g.counted.In, repeats, stop); err != nil {
			return err
		}
	}
	return nil
}

// united has the lists of a directed graph that ignore directions. Few calls need them, and the first one makes them.
type united struct {
	once  guard.Once
	lists View // set by a run of once
}

// view returns the lists, or none before they are made.
func (u *united) view() View {
	if !u.once.Done() {
		return View{}
	}
	return u.lists
}

// Unite makes the lists of Forest(Union), unless the graph has them, and returns the memory that they take at most; an
// undirected graph needs none. The graph keeps them. limit is the memory that the call may take; 0: what the system
// leaves. Calls at the same time share the work; stop lets one of them leave. O(n + m) the first time.
func (g *Graph) Unite(limit int64, stop func() error) (bytes int64, err error) {
	if !g.Directed {
		return 0, nil
	}
	out, in := g.deduplicated.Out, g.deduplicated.In
	bytes = out.bytes() + in.bytes() - 8*int64(len(in.Offsets))
	return bytes, g.united.once.Do(stop, func(stop func() error) error {
		if err := memory.NewBudget(limit).Check(bytes, "merging the directions of all edges needs about"); err != nil {
			return err
		}
		lists, err := union(out, in, stop)
		g.united.lists = View{lists, lists}
		return err
	})
}

// deduplicate drops so many repeats from sorted lists.
func deduplicate(c *CSR, repeats int64, stop stopper) (*CSR, error) {
	n := len(c.Offsets) - 1
	made, err := newLists(n, len(c.Targets)-int(repeats), c.keys())
	if err != nil {
		return nil, err
	}
	begin, end := int64(0), int64(0)
	for v := range n {
		if err := stop.every(v); err != nil {
			made.free()
			return nil, err
		}
		if c.keys() == none {
			end = made.appendFirsts(c, v, end)
		} else {
			end = made.appendLightest(c, v, end)
		}
		made.Offsets[v+1] = end
		made.MaxDegree = max(made.MaxDegree, end-begin)
		begin = end
	}
	return made, nil
}

// appendFirsts appends the neighbors of a vertex without repeats at an entry, and returns where they end.
func (c *CSR) appendFirsts(from *CSR, v int, end int64) int64 {
	list := from.List(int32(v))
	for i, w := range list {
		if i == 0 || list[i-1] != w {
			c.Targets[end] = w
			end++
		}
	}
	return end
}

// appendLightest is appendFirsts with weights, which ascend among parallel edges.
func (c *CSR) appendLightest(from *CSR, v int, end int64) int64 {
	first, list := from.Offsets[v], from.List(int32(v))
	for i, w := range list {
		if i == 0 || list[i-1] != w {
			c.Targets[end] = w
			c.setKey(end, from.key(first+int64(i)))
			end++
		}
	}
	return end
}

// firstOfEach lists the first entry of each neighbor of a vertex.
func firstOfEach(c *CSR) func(v int32, into *filler) {
	return func(v int32, into *filler) {
		before := int32(-1)
		for i := c.Offsets[v]; i < c.Offsets[v+1]; i++ {
			if c.Targets[i] != before {
				before = c.Targets[i]
				into.add(c, i)
			}
		}
	}
}

// union joins two sorted lists for every vertex; where both have a neighbor, the smaller weight counts.
func union(a, b *CSR, stop stopper) (*CSR, error) {
	return rebuild(len(a.Targets)+len(b.Targets), a, stop, ofBoth(a, b))
}

// ofBoth lists the neighbors that a vertex has in either of two lists.
func ofBoth(a, b *CSR) func(v int32, into *filler) {
	return func(v int32, into *filler) {
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
	}
}

// filler appends entries to lists that are being made and have the capacity, or compares them with lists that are made.
type filler struct {
	c                 *CSR
	entries           int64
	compares, differs bool
}

func (f *filler) add(from *CSR, at int64) {
	if f.compares {
		f.differs = f.differs || f.entries == int64(len(f.c.Targets)) || f.c.Targets[f.entries] != from.Targets[at] ||
			f.c.key(f.entries) != from.key(at)
		if !f.differs {
			f.entries++
		}
		return
	}
	f.c.Targets[f.entries] = from.Targets[at]
	f.c.setKey(f.entries, from.key(at))
	f.entries++
}

// rebuild makes lists vertex by vertex, as many as those of like and weighted as they are; they never have more entries
// than most.
func rebuild(most int, like *CSR, stop stopper, list func(v int32, into *filler)) (c *CSR, err error) {
	n := len(like.Offsets) - 1
	c = &CSR{}
	defer func() {
		if err != nil {
			c.free()
			c = nil
		}
	}()
	if c.Offsets, err = memory.Make[int64](n + 1); err != nil {
		return c, err
	}
	if err = c.makeLists(most, like.keys()); err != nil {
		return c, err
	}
	into := &filler{c: c}
	for v := range int32(n) {
		if err = stop.every(int(v)); err != nil {
			return c, err
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
	c.Targets, c.Weights, c.Reals = memory.Fit(c.Targets), memory.Fit(c.Weights), memory.Fit(c.Reals)
	return c, nil
}
