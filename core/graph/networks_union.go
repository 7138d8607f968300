package graph

import (
	"fmt"
	"math"
	"math/bits"

	"gobc/core/guard"
	"gobc/core/memory"
)

// sideBySide is the graph of all networks while it is made: of pieces, which are made at once.
type sideBySide struct {
	networks      *Networks
	countParallel bool
	g             *Graph
	pieces        []unionPiece
	lists         [2][]int32 // of all pieces, each where as many as it can have begin; of an undirected graph the first
}

// unionPiece is the graphs of a piece.
type unionPiece struct {
	piece
	sides      [2]unionSide
	components []int32
	selfLoops  int64
}

// unionSide is the lists of a piece in one direction: those of an undirected graph are the first.
type unionSide struct {
	targets   []int32
	maxDegree int64
}

func (u *sideBySide) free() {
	for i := range u.pieces {
		memory.Free(u.pieces[i].components)
	}
	for _, lists := range u.lists {
		memory.Free(lists)
	}
}

// UnionBytes bounds the memory at the peak of Union: the lists of pieces, and those that are made of them.
func (n *Networks) UnionBytes() int64 {
	vertices, rows := int64(len(n.Vertices)), int64(len(n.Tails))
	return 24*vertices + 28*rows
}

// Union makes the graph of all networks side by side, which have no weights, without labels and rows: network k has
// the vertices and the ranks Starts[k] to Starts[k+1], in the order in which the graph of the network alone has them.
// Parallel edges are one, or count each. Split comes first. O(n + m).
func (n *Networks) Union(countParallel bool, threads int, cancelled func() bool) (*Graph, error) {
	u := &sideBySide{networks: n, countParallel: countParallel}
	defer u.free()
	u.g = &Graph{Vertices: len(n.Vertices), Edges: int64(len(n.Tails)), Directed: n.options.Directed, Labels: newLabels()}
	err := u.allocate()
	if err == nil {
		for _, p := range n.cut(threads << 3) { // several for each thread, as their sizes differ
			u.pieces = append(u.pieces, unionPiece{piece: p})
		}
		err = guard.Pieces(len(u.pieces), threads, goOn, func(i int) error { return u.make(&u.pieces[i], cancelled) })
	}
	if err == nil {
		err = u.join(threads)
	}
	if err != nil {
		u.g.Free()
		return nil, err
	}
	return u.g, nil
}

// goOn ends nothing: makers ask for a cancel themselves.
func goOn() error { return nil }

func (u *sideBySide) allocate() (err error) {
	if u.g.Vertices > MaxVertices {
		return fmt.Errorf("the networks have more than %d vertices together, the most that this version supports for "+
			"a GPU: give some of them at a time", MaxVertices)
	}
	if u.g.Vertex, err = memory.Make[int32](u.g.Vertices); err != nil {
		return err
	}
	v := &u.g.deduplicated
	if v.Out, err = offsetsOf(u.g.Vertices); err != nil {
		return err
	}
	if v.In = v.Out; u.g.Directed {
		if v.In, err = offsetsOf(u.g.Vertices); err != nil {
			return err
		}
	}
	for i := range sides(*v) {
		if u.lists[i], err = memory.Make[int32](u.entries(0, u.networks.Len())); err != nil {
			return err
		}
	}
	return nil
}

// entries returns how many entries the lists of networks have at most, in one direction.
func (u *sideBySide) entries(first, last int) int {
	rows := int(u.networks.First[last] - u.networks.First[first])
	if u.g.Directed {
		return rows
	}
	return 2 * rows
}

func offsetsOf(vertices int) (c *CSR, err error) {
	c = new(CSR)
	c.Offsets, err = memory.Make[int64](vertices + 1)
	return c, err
}

// sides returns the lists of the graph: one of them if it is undirected.
func sides(v View) []*CSR {
	if v.In == v.Out {
		return []*CSR{v.Out}
	}
	return []*CSR{v.Out, v.In}
}

// make makes the graphs of a piece one after the other, and appends them. Offsets count from the first of the piece on.
func (u *sideBySide) make(p *unionPiece, cancelled func() bool) (err error) {
	if err := u.reserve(p); err != nil {
		return err
	}
	m := u.networks.NewMaker(cancelled)
	defer m.Close()
	var b bitRows
	defer b.free()
	for k := p.first; k < p.last; k++ {
		if cancelled() {
			return ErrCancelled
		}
		made, err := u.appendBits(p, k, &b)
		if err == nil && !made {
			err = u.appendMade(p, k, m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reserve makes room for what a piece has at most. Pages that stay empty cost nothing.
func (u *sideBySide) reserve(p *unionPiece) (err error) {
	from := u.entries(0, p.first)
	to := from + u.entries(p.first, p.last)
	for i := range sides(u.g.deduplicated) {
		p.sides[i].targets = u.lists[i][from:from:to]
	}
	n := u.networks
	p.components, err = memory.Make[int32](int(n.Starts[p.last] - n.Starts[p.first]))
	p.components = p.components[:0]
	return err
}

// appendMade appends the graph that a maker makes of a network.
func (u *sideBySide) appendMade(p *unionPiece, network int, m *Maker) error {
	g, err := u.networks.Make(network, m)
	if err != nil {
		return err
	}
	defer m.Release(g)
	return u.append(p, g, u.networks.Starts[network])
}

// bitRows are the neighbors of the vertices of a small network, a bit each: parallel edges are one, and nothing needs
// to be sorted.
type bitRows struct {
	words    int      // of a row
	out, in  []uint64 // by vertex; the same if undirected
	met      []uint64 // vertices that have their rank
	vertices []int32  // by rank
	next     []int32  // by vertex
}

func (b *bitRows) free() {
	if len(b.in) > 0 && &b.in[0] != &b.out[0] {
		memory.Free(b.in)
	}
	memory.Free(b.out)
	memory.Free(b.met)
	memory.Free(b.vertices)
	memory.Free(b.next)
}

// pays reports whether rows of bits stay in a processor's cache, and have few words for each edge.
func (b *bitRows) pays(vertices, rows int) bool {
	words := vertices * ((vertices + 63) / 64)
	return words <= rows<<3 && words <= 1<<17
}

// fit makes empty rows.
func (b *bitRows) fit(vertices int, directed bool) (err error) {
	b.words = (vertices + 63) / 64
	if b.out, err = memory.Grow(b.out, vertices*b.words); err != nil {
		return err
	}
	clear(b.out)
	if directed {
		if b.in, err = memory.Grow(b.in, vertices*b.words); err != nil {
			return err
		}
		clear(b.in)
	} else {
		b.in = b.out
	}
	if b.met, err = memory.Grow(b.met, b.words); err != nil {
		return err
	}
	clear(b.met)
	if b.vertices, err = memory.Grow(b.vertices, vertices); err != nil {
		return err
	}
	b.next, err = memory.Grow(b.next, vertices)
	return err
}

// add adds the arcs of rows. It returns how many rows are loops, and how many arcs were there before.
func (b *bitRows) add(tails, heads []int32) (loops, repeats int64) {
	words := int32(b.words)
	for row, u := range tails {
		w := heads[row]
		if u == w {
			loops++
			continue
		}
		to, bit := &b.out[u*words+w>>6], uint64(1)<<(w&63)
		repeats += int64(*to >> (w & 63) & 1)
		*to |= bit
		b.in[w*words+u>>6] |= 1 << (u & 63)
	}
	return loops, repeats
}

// row returns the neighbors of a vertex.
func (b *bitRows) row(of []uint64, v int32) []uint64 { return of[int(v)*b.words : (int(v)+1)*b.words] }

// order ranks the vertices as Graph.order does, and calls begin with the first rank of each component.
func (b *bitRows) order(begin func(rank int32)) {
	end := int32(0)
	for root := range int32(len(b.vertices)) {
		if b.met[root>>6]>>(root&63)&1 != 0 {
			continue
		}
		begin(end)
		b.met[root>>6] |= 1 << (root & 63)
		b.vertices[end] = root
		for last := end + 1; end < last; end++ {
			v := b.vertices[end]
			last = b.visit(b.row(b.out, v), last)
			if &b.in[0] != &b.out[0] {
				last = b.visit(b.row(b.in, v), last)
			}
		}
	}
}

// visit ranks the neighbors in a row that have no rank, from a rank on.
func (b *bitRows) visit(row []uint64, rank int32) int32 {
	for i, word := range row {
		for left := word &^ b.met[i]; left != 0; left &= left - 1 {
			b.vertices[rank] = int32(i<<6 + bits.TrailingZeros64(left))
			rank++
		}
		b.met[i] |= word
	}
	return rank
}

// list appends lists by rank to targets: of the neighbors in rows. opposite has the arcs of rows the other way around;
// what is written rank by rank ascends. ends gets the end of each list.
func (b *bitRows) list(targets []int32, rows, opposite []uint64, start int32, ends []int64) (_ []int32, longest int64) {
	end := len(targets)
	for rank, v := range b.vertices {
		size := 0
		for _, word := range b.row(rows, v) {
			size += bits.OnesCount64(word)
		}
		b.next[v] = int32(end)
		end += size
		ends[rank] = int64(end)
		longest = max(longest, int64(size))
	}
	targets = targets[:end]
	for rank, v := range b.vertices {
		for i, word := range b.row(opposite, v) {
			for ; word != 0; word &= word - 1 {
				into := &b.next[i<<6+bits.TrailingZeros64(word)]
				targets[*into] = start + int32(rank)
				*into++
			}
		}
	}
	return targets, longest
}

// appendBits appends the graph of a small network without repeats that count.
func (u *sideBySide) appendBits(p *unionPiece, network int, b *bitRows) (made bool, err error) {
	n := u.networks
	first, last, start := n.First[network], n.First[network+1], n.Starts[network]
	vertices := int(n.Starts[network+1] - start)
	if !b.pays(vertices, int(last-first)) || n.First[p.last]-n.First[p.first] > math.MaxInt32/2 {
		return false, nil
	}
	if err := b.fit(vertices, n.options.Directed); err != nil {
		return false, err
	}
	loops, repeats := b.add(n.Tails[first:last], n.Heads[first:last])
	if u.countParallel && repeats > 0 {
		return false, nil
	}
	b.order(func(rank int32) { p.components = append(p.components, int32(start)+rank) })
	p.selfLoops += loops
	for rank, v := range b.vertices {
		u.g.Vertex[start+int64(rank)] = int32(start) + v
	}
	rows := [2][]uint64{b.out, b.in}
	for i, c := range sides(u.g.deduplicated) {
		side, longest := &p.sides[i], int64(0)
		side.targets, longest = b.list(side.targets, rows[i], rows[1-i], int32(start),
			c.Offsets[start+1:start+int64(vertices)+1])
		side.maxDegree = max(side.maxDegree, longest)
	}
	return true, nil
}

// append appends a graph whose first vertex is `start` in the union.
func (u *sideBySide) append(p *unionPiece, g *Graph, start int64) (err error) {
	p.selfLoops += g.SelfLoops
	for r, v := range g.Vertex {
		u.g.Vertex[start+int64(r)] = int32(start) + v
	}
	before := len(p.components)
	if p.components, err = memory.Grow(p.components, before+len(g.Components)-1); err != nil {
		return err
	}
	for i, first := range g.Components[:len(g.Components)-1] {
		p.components[before+i] = int32(start) + first
	}
	into := sides(u.g.deduplicated)
	for i, c := range sides(g.View(u.countParallel)) {
		side, at := &p.sides[i], len(p.sides[i].targets)
		side.targets = side.targets[:at+len(c.Targets)]
		for j, w := range c.Targets {
			side.targets[at+j] = int32(start) + w
		}
		for r := range g.Vertices {
			into[i].Offsets[start+int64(r)+1] = int64(at) + c.Offsets[r+1]
		}
		side.maxDegree = max(side.maxDegree, c.MaxDegree)
	}
	return nil
}

// join moves the lists of all pieces to where they belong.
func (u *sideBySide) join(threads int) (err error) {
	components := 0
	for i := range u.pieces {
		u.g.SelfLoops += u.pieces[i].selfLoops
		components += len(u.pieces[i].components)
	}
	if u.g.Components, err = memory.Make[int32](components + 1); err != nil {
		return err
	}
	at := 0
	for i := range u.pieces {
		at += copy(u.g.Components[at:], u.pieces[i].components)
	}
	u.g.Components[at] = int32(u.g.Vertices)
	for side, c := range sides(u.g.deduplicated) {
		starts := make([]int64, len(u.pieces)+1)
		for i := range u.pieces {
			of := &u.pieces[i].sides[side]
			starts[i+1] = starts[i] + int64(len(of.targets))
			c.MaxDegree = max(c.MaxDegree, of.maxDegree)
		}
		full := int(starts[len(u.pieces)]) == len(u.lists[side]) // nothing need move
		if full {
			c.Targets, u.lists[side] = u.lists[side], nil
		} else if c.Targets, err = memory.Make[int32](int(starts[len(u.pieces)])); err != nil {
			return err
		}
		err = guard.Pieces(len(u.pieces), threads, goOn, func(i int) error {
			p := &u.pieces[i]
			if !full {
				copy(c.Targets[starts[i]:], p.sides[side].targets)
			}
			for v := u.networks.Starts[p.first]; v < u.networks.Starts[p.last]; v++ {
				c.Offsets[v+1] += starts[i]
			}
			return nil
		})
		if err != nil {
			return err
		}
		memory.Free(u.lists[side])
		u.lists[side] = nil
	}
	return nil
}
