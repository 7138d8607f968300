package graph

import (
	"math"

	"gobc/core/memory"
)

// Maker makes the graphs of small networks one after the other, with one thread and in memory that it keeps: lists are
// filled in the order that they are to have, so that nothing is sorted. Each has the arrays that a Builder makes of the
// same vertices and rows. One graph exists at a time: Release ends it.
type Maker struct {
	// Once says that parallel edges count as one, and that rows are asked for nothing: no graph has lists with repeats.
	Once    bool
	options Options
	stop    stopper

	rows      Rows // of the network that is made, by vertex number and then by rank
	weighting Weighting
	keys      []uint64 // of the rows

	unsorted, out, in lists // by vertex; in is out if undirected
	seen              []uint64
	position          []int32 // of a vertex: its rank
	next              []int64
	vertex, starts    []int32
	sorted            [2]CSR // by rank
	lent              [2]*CSR
	bits              bitRows
	labels            *Labels
}

// lists are the neighbors of each vertex, and of which row each one is. Self-loops and rows of infinite weight are in
// none.
type lists struct {
	offsets []int64
	targets []int32
	rows    []int32
}

func (l *lists) free() {
	memory.Free(l.offsets)
	memory.Free(l.targets)
	memory.Free(l.rows)
	*l = lists{}
}

// fit gives lists their sizes. What is in them is undefined.
func (l *lists) fit(n, entries int) (err error) {
	if l.offsets, err = memory.Grow(l.offsets, n+1); err != nil {
		return err
	}
	if l.targets, err = memory.Grow(l.targets, entries); err != nil {
		return err
	}
	l.rows, err = memory.Grow(l.rows, entries)
	return err
}

// NewMaker returns a maker of graphs. Only Directed and Weighted of the options count.
func NewMaker(options Options, cancelled func() bool) *Maker {
	m := &Maker{options: options, labels: newLabels()}
	m.stop = func() error {
		if cancelled() {
			return ErrCancelled
		}
		return nil
	}
	return m
}

// Close releases the memory.
func (m *Maker) Close() {
	m.rows.free()
	for _, l := range []*lists{&m.unsorted, &m.out, &m.in} {
		l.free()
	}
	for _, a := range []*[]int32{&m.position, &m.vertex, &m.starts} {
		memory.Free(*a)
		*a = nil
	}
	for _, a := range []*[]uint64{&m.seen, &m.keys} {
		memory.Free(*a)
		*a = nil
	}
	memory.Free(m.next)
	m.next = nil
	for i := range m.sorted {
		m.sorted[i].free()
	}
	m.labels.free()
	m.bits.free()
}

// Release ends a graph of the maker, whose memory is used again.
func (m *Maker) Release(g *Graph) {
	for _, c := range m.lent {
		if c != nil {
			*c = CSR{}
		}
	}
	m.lent = [2]*CSR{}
	g.Vertex, g.Components, g.Rows, g.Labels = nil, nil, Rows{}, nil
	g.Free()
}

// fitRows gives the rows their number. What is in them is undefined.
func (m *Maker) fitRows(rows int) (err error) {
	if m.rows.Tails, err = memory.Grow(m.rows.Tails, rows); err != nil {
		return err
	}
	if m.rows.Heads, err = memory.Grow(m.rows.Heads, rows); err != nil {
		return err
	}
	if m.options.Weighted {
		m.rows.Weights, err = memory.Grow(m.rows.Weights, rows)
	}
	return err
}

// ofRows makes the graph of n vertices and of rows, which it copies. Errors about data are RowErrors.
func (m *Maker) ofRows(n int, tails, heads []int32, weights []float64) (*Graph, error) {
	if err := m.fitRows(len(tails)); err != nil {
		return nil, err
	}
	if !m.options.Weighted && m.bits.pays(n, len(tails)) {
		if g, err := m.ofBits(n, tails, heads); g != nil || err != nil {
			return g, err
		}
	}
	copy(m.rows.Tails, tails)
	copy(m.rows.Heads, heads)
	copy(m.rows.Weights, weights)
	if err := m.settle(n); err != nil {
		return nil, err
	}
	if err := m.listRows(n); err != nil {
		return nil, err
	}
	return m.finish(n)
}

// ofBits makes the graph of a small network without weights, or none if it has repeats that may count.
func (m *Maker) ofBits(n int, tails, heads []int32) (g *Graph, err error) {
	if err := m.stop(); err != nil {
		return nil, err
	}
	if err := m.bits.fit(n, m.options.Directed); err != nil {
		return nil, err
	}
	loops, repeats := m.bits.add(tails, heads)
	if repeats > 0 && !m.Once {
		return nil, nil
	}
	g = &Graph{Vertices: n, Edges: int64(len(tails)), SelfLoops: loops, ParallelEdges: repeats,
		Directed: m.options.Directed, Labels: m.labels}
	if err = m.orderBits(g); err == nil {
		err = m.bits.rank(tails, heads)
	}
	if err == nil {
		err = m.listBits(g)
	}
	if err != nil {
		m.Release(g)
		return nil, err
	}
	position := m.bits.position
	for row, u := range tails {
		m.rows.Tails[row], m.rows.Heads[row] = position[u], position[heads[row]]
	}
	g.Rows = m.rows
	return g, nil
}

// orderBits numbers the ranks.
func (m *Maker) orderBits(g *Graph) (err error) {
	if m.starts, err = memory.Grow(m.starts, g.Vertices+1); err != nil {
		return err
	}
	components := 0
	m.bits.order(func(rank int32) {
		m.starts[components] = rank
		components++
	})
	m.starts[components] = int32(g.Vertices)
	g.Vertex, g.Components = m.bits.vertices, m.starts[:components+1]
	return nil
}

// listBits makes the lists by rank.
func (m *Maker) listBits(g *Graph) error {
	entries := len(m.rows.Tails)
	if !g.Directed {
		entries *= 2
	}
	sides := 1
	if g.Directed {
		sides = 2
	}
	for i := range sides {
		c := &m.sorted[i]
		if err := c.fit(g.Vertices, entries+listedAhead, none); err != nil {
			return err
		}
		c.Offsets[0] = 0
		lent := &CSR{Offsets: c.Offsets}
		lent.Targets, lent.MaxDegree = m.bits.list(c.Targets[:0], i, 0, c.Offsets[1:])
		m.lent[i] = lent
	}
	g.counted = View{m.lent[0], m.lent[sides-1]}
	return g.settle(0, m.stop)
}

// settle finds how the weights can be held.
func (m *Maker) settle(n int) error {
	if !m.options.Weighted {
		return nil
	}
	b := Builder{options: m.options, rows: m.rows, weighting: Weighting{SmallestRow: -1, LargestRow: -1}}
	for row, w := range m.rows.Weights {
		if err := m.stop.every(row); err != nil {
			return err
		}
		if err := CheckWeight(w); err != nil {
			return &RowError{int64(row), err}
		}
		if !math.IsInf(w, 1) {
			b.weighting.see(w, int64(row))
		}
	}
	g := Graph{Vertices: n}
	if err := b.settleWeights(&g); err != nil {
		return err
	}
	m.weighting = *g.Weighting
	var err error
	if m.keys, err = memory.Grow(m.keys, len(m.rows.Weights)); err != nil {
		return err
	}
	for row, w := range m.rows.Weights {
		if !math.IsInf(w, 1) {
			m.keys[row] = m.weighting.key(w)
		}
	}
	return nil
}

// listRows makes the lists of the rows by vertex, with ascending neighbors: those of the lists of another order, taken
// in the order of their vertices, ascend.
func (m *Maker) listRows(n int) error {
	if err := m.listUnsorted(n); err != nil {
		return err
	}
	entries := len(m.unsorted.targets)
	if err := m.out.fit(n, entries); err != nil {
		return err
	}
	if !m.options.Directed {
		return m.turn(n, &m.unsorted, &m.out)
	}
	if err := m.in.fit(n, entries); err != nil {
		return err
	}
	if err := m.turn(n, &m.unsorted, &m.in); err != nil {
		return err
	}
	return m.turn(n, &m.in, &m.out)
}

// listUnsorted makes the lists of the tails, of an undirected graph those of either end.
func (m *Maker) listUnsorted(n int) (err error) {
	if m.next, err = memory.Grow(m.next, n); err != nil {
		return err
	}
	next := m.next
	clear(next)
	tails, heads := m.rows.Tails, m.rows.Heads
	entries := 0
	for row, u := range tails {
		if err := m.stop.every(row); err != nil {
			return err
		}
		if u == heads[row] || !m.rows.joins(row) {
			continue
		}
		entries++
		next[u]++
		if !m.options.Directed {
			entries++
			next[heads[row]]++
		}
	}
	l := &m.unsorted
	if err := l.fit(n, entries); err != nil {
		return err
	}
	at := int64(0)
	for v, count := range next {
		l.offsets[v], next[v] = at, at
		at += count
	}
	l.offsets[n] = at
	put := func(v, neighbor int32, row int) {
		l.targets[next[v]], l.rows[next[v]] = neighbor, int32(row)
		next[v]++
	}
	for row, u := range tails {
		if err := m.stop.every(row); err != nil {
			return err
		}
		if u == heads[row] || !m.rows.joins(row) {
			continue
		}
		put(u, heads[row], row)
		if !m.options.Directed {
			put(heads[row], u, row)
		}
	}
	return nil
}

// turn makes the lists of the other ends of all entries, in ascending order.
func (m *Maker) turn(n int, from, into *lists) error {
	next := m.next
	clear(next)
	for _, w := range from.targets {
		next[w]++
	}
	at := int64(0)
	for v, count := range next {
		into.offsets[v], next[v] = at, at
		at += count
	}
	into.offsets[n] = at
	for v := range n {
		if err := m.stop.every(v); err != nil {
			return err
		}
		for i := from.offsets[v]; i < from.offsets[v+1]; i++ {
			w := from.targets[i]
			into.targets[next[w]], into.rows[next[w]] = int32(v), from.rows[i]
			next[w]++
		}
	}
	return nil
}

// finish makes the graph of the lists by vertex.
func (m *Maker) finish(n int) (g *Graph, err error) {
	g = &Graph{Vertices: n, Edges: int64(len(m.rows.Tails)), Directed: m.options.Directed, Labels: m.labels}
	defer func() {
		if err != nil {
			m.Release(g)
			g = nil
		}
	}()
	if m.options.Weighted {
		weighting := m.weighting
		g.Weighting = &weighting
	}
	if err := m.order(g); err != nil {
		return g, err
	}
	for row, u := range m.rows.Tails {
		if err := m.stop.every(row); err != nil {
			return g, err
		}
		w := m.rows.Heads[row]
		if u == w {
			g.SelfLoops++
		}
		m.rows.Tails[row], m.rows.Heads[row] = m.position[u], m.position[w]
	}
	g.Rows = m.rows
	in := &m.out
	if m.options.Directed {
		in = &m.in
	}
	if g.counted.Out, err = m.sort(g, 0, in, &m.out); err != nil {
		return g, err
	}
	g.counted.In = g.counted.Out
	if m.options.Directed {
		if g.counted.In, err = m.sort(g, 1, &m.out, in); err != nil {
			return g, err
		}
	}
	repeats := int64(0)
	for v := range int32(n) {
		if err := m.stop.every(int(v)); err != nil {
			return g, err
		}
		repeats += repeatsIn(g.counted.Out.List(v))
	}
	if err = g.settle(repeats, m.stop); err == nil {
		g.ParallelEdges = g.parallelEdges()
	}
	return g, err
}

// order numbers the ranks, as Graph.order does.
func (m *Maker) order(g *Graph) (err error) {
	n := g.Vertices
	if m.vertex, err = memory.Grow(m.vertex, n); err != nil {
		return err
	}
	if m.position, err = memory.Grow(m.position, n); err != nil {
		return err
	}
	if m.starts, err = memory.Grow(m.starts, n+1); err != nil {
		return err
	}
	position := m.position
	for v := range position {
		position[v] = -1
	}
	end, components := int32(0), 0
	visit := func(list []int32) {
		for _, w := range list {
			if position[w] < 0 {
				position[w], m.vertex[end] = end, w
				end++
			}
		}
	}
	for root := range int32(n) {
		if position[root] >= 0 {
			continue
		}
		m.starts[components] = end
		components++
		at := end
		visit([]int32{root})
		for ; at < end; at++ {
			if err := m.stop.every(int(at)); err != nil {
				return err
			}
			u := m.vertex[at]
			visit(m.out.targets[m.out.offsets[u]:m.out.offsets[u+1]])
			if m.options.Directed {
				visit(m.in.targets[m.in.offsets[u]:m.in.offsets[u+1]])
			}
		}
	}
	m.starts[components] = int32(n)
	g.Vertex, g.Components = m.vertex, m.starts[:components+1]
	return nil
}

// sort makes lists by rank of those by vertex, whose sizes they have, from the lists of the other ends. What comes from
// ascending ranks ascends; parallel edges are put in order of their weights.
func (m *Maker) sort(g *Graph, at int, from, sizes *lists) (_ *CSR, err error) {
	c, n, kind := &m.sorted[at], g.Vertices, g.Weighting.keys()
	if err := c.fit(n, len(from.targets), kind); err != nil {
		return nil, err
	}
	next, end := m.next, int64(0)
	longest := int64(0)
	for r, v := range g.Vertex {
		size := sizes.offsets[v+1] - sizes.offsets[v]
		c.Offsets[r], next[r] = end, end
		end += size
		longest = max(longest, size)
	}
	c.Offsets[n] = end
	lent := &CSR{Offsets: c.Offsets, Targets: c.Targets, MaxDegree: longest}
	switch kind {
	case units:
		lent.Weights = c.Weights
	case reals:
		lent.Reals = c.Reals
	}
	for r, v := range g.Vertex {
		if err := m.stop.every(r); err != nil {
			return nil, err
		}
		for i := from.offsets[v]; i < from.offsets[v+1]; i++ {
			u := m.position[from.targets[i]]
			place := next[u]
			lent.Targets[place] = int32(r)
			if kind != none {
				lent.insertKey(place, lent.Offsets[u], m.keys[from.rows[i]])
			}
			next[u] = place + 1
		}
	}
	m.lent[at] = lent
	return lent, nil
}

// fit gives the arrays of lists their sizes. What is in them is undefined.
func (c *CSR) fit(n, entries int, kind keys) (err error) {
	if c.Offsets, err = memory.Grow(c.Offsets, n+1); err != nil {
		return err
	}
	if c.Targets, err = memory.Grow(c.Targets, entries); err != nil {
		return err
	}
	switch kind {
	case units:
		c.Weights, err = memory.Grow(c.Weights, entries)
	case reals:
		c.Reals, err = memory.Grow(c.Reals, entries)
	}
	return err
}

// insertKey puts the weight of an entry among those of the entries before it that have the same target, which ascend.
func (c *CSR) insertKey(at, first int64, key uint64) {
	for ; at > first && c.Targets[at-1] == c.Targets[at] && c.key(at-1) > key; at-- {
		c.setKey(at, c.key(at-1))
	}
	c.setKey(at, key)
}

// parallelEdges counts the entries that lists without repeats lack.
func (g *Graph) parallelEdges() int64 {
	if g.counted.Out == nil {
		return 0
	}
	extra := int64(len(g.counted.Out.Targets) - len(g.deduplicated.Out.Targets))
	if !g.Directed {
		extra /= 2
	}
	return extra
}
