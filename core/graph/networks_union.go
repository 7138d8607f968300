package graph

import (
	"fmt"
	"math/bits"
	"sync"

	"gobc/core/guard"
	"gobc/core/memory"
)

// sideBySide is the graph of all networks while it is made: of pieces, which are made at once.
type sideBySide struct {
	networks      *Networks
	of            piece
	base          int64 // where the vertices of its first network begin
	countParallel bool
	g             *Graph
	pieces        []unionPiece
	workers       []unionWorker

	mu      sync.Mutex
	turn    *sync.Cond // of mu: a piece has its place, or has failed
	placed  int        // pieces that have their place
	ends    [2]int64   // of the lists of these, by side
	failed  bool
	longest [2]int64 // lists of all pieces that have their place
}

// unionPiece is the graphs of a piece. Its lists are the worker's.
type unionPiece struct {
	piece
	components []int32
	selfLoops  int64
}

// unionWorker is what a thread keeps from piece to piece.
type unionWorker struct {
	bits    bitRows
	maker   *Maker
	lists   [2][]int32 // of a piece, by side: those of an undirected graph are the first
	longest [2]int64
}

func (u *sideBySide) free() {
	for i := range u.pieces {
		memory.Free(u.pieces[i].components)
	}
}

func (w *unionWorker) free() {
	w.bits.free()
	if w.maker != nil {
		w.maker.Close()
	}
	for _, lists := range w.lists {
		memory.Free(lists)
	}
}

// UnionBytes bounds the memory at the peak of Union: the lists of pieces, and those that are made of them.
func (n *Networks) UnionBytes() int64 {
	vertices, rows := int64(n.Vertices()), int64(len(n.Tails))
	return 24*vertices + 28*rows
}

// Union makes the graph of all networks side by side, which have no weights, without labels and rows: network k has
// the vertices and the ranks Starts[k] to Starts[k+1], in the order in which the graph of the network alone has them.
// Parallel edges are one, or count each. Split comes first. O(n + m).
func (n *Networks) Union(countParallel bool, threads int, cancelled func() bool) (*Graph, error) {
	workers := make([]unionWorker, max(1, threads))
	defer func() {
		for i := range workers {
			workers[i].free()
		}
	}()
	return n.union(piece{0, n.Len()}, countParallel, workers, cancelled)
}

// GroupMaker makes the graphs of groups of networks side by side, one group after the other, in memory that it keeps.
type GroupMaker struct {
	networks      *Networks
	countParallel bool
	cancelled     func() bool
	workers       [1]unionWorker
	starts        []int64
}

// NewGroupMaker returns a maker of groups; see Union.
func (n *Networks) NewGroupMaker(countParallel bool, cancelled func() bool) *GroupMaker {
	return &GroupMaker{networks: n, countParallel: countParallel, cancelled: cancelled}
}

// Make makes the graph of the networks from first to last. starts has where the vertices of each begin, and then their
// number, until the next group is made. The caller frees the graph.
func (m *GroupMaker) Make(first, last int) (g *Graph, starts []int64, err error) {
	m.starts = m.starts[:0]
	for _, start := range m.networks.Starts[first : last+1] {
		m.starts = append(m.starts, start-m.networks.Starts[first])
	}
	g, err = m.networks.union(piece{first, last}, m.countParallel, m.workers[:], m.cancelled)
	return g, m.starts, err
}

// Close releases the memory.
func (m *GroupMaker) Close() { m.workers[0].free() }

// union is Union of some networks, whose vertices begin at 0. Workers stay the caller's.
func (n *Networks) union(of piece, countParallel bool, workers []unionWorker, cancelled func() bool) (*Graph, error) {
	u := &sideBySide{networks: n, of: of, base: n.Starts[of.first], countParallel: countParallel, workers: workers}
	u.turn = sync.NewCond(&u.mu)
	defer u.free()
	rows := n.First[of.last] - n.First[of.first]
	u.g = &Graph{Vertices: int(n.Starts[of.last] - u.base), Edges: rows, Directed: n.options.Directed, Labels: newLabels()}
	err := u.allocate()
	if err == nil {
		// Several for each thread, as their sizes differ, and such that lists stay in its cache until they have their place.
		count := max(len(workers)<<3, int(rows>>unionBits))
		if len(workers) == 1 {
			count = int(rows>>unionBits) + 1
		}
		for _, p := range n.cut(of, count) {
			u.pieces = append(u.pieces, unionPiece{piece: p})
		}
		err = guard.PiecesBy(len(u.pieces), len(u.workers), goOn, func(worker, i int) error {
			return u.make(i, &u.workers[worker], cancelled)
		})
	}
	if err == nil {
		err = u.join()
	}
	if err != nil {
		u.g.Free()
		return nil, err
	}
	return u.g, nil
}

// unionBits are the bits of the number of rows of a piece.
const unionBits = 16

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
	for _, c := range sides(*v) { // pages that stay empty cost nothing
		if c.Targets, err = memory.Make[int32](u.entries(u.of.first, u.of.last)); err != nil {
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

// make makes the graphs of a piece one after the other, and then puts them where they belong.
func (u *sideBySide) make(number int, w *unionWorker, cancelled func() bool) (err error) {
	p, done := &u.pieces[number], false
	defer func() {
		if !done { // others wait for the place of this one
			u.mu.Lock()
			u.failed = true
			u.mu.Unlock()
			u.turn.Broadcast()
		}
	}()
	if err := u.reserve(p, w); err != nil {
		return err
	}
	for k := p.first; k < p.last; k++ {
		if cancelled() {
			return ErrCancelled
		}
		made, err := u.appendBits(p, k, w)
		if err == nil && !made {
			err = u.appendMade(p, k, w, cancelled)
		}
		if err != nil {
			return err
		}
	}
	starts, ok := u.place(number, w)
	if !ok {
		return nil // as another one has failed
	}
	done = true
	u.move(p, w, starts)
	return nil
}

// reserve makes room for what a piece has at most, and for what lists are written ahead.
func (u *sideBySide) reserve(p *unionPiece, w *unionWorker) (err error) {
	for i := range sides(u.g.deduplicated) {
		if w.lists[i], err = memory.Grow(w.lists[i], u.entries(p.first, p.last)+listedAhead); err != nil {
			return err
		}
		w.lists[i], w.longest[i] = w.lists[i][:0], 0
	}
	n := u.networks
	p.components, err = memory.Make[int32](int(n.Starts[p.last] - n.Starts[p.first]))
	p.components = p.components[:0]
	return err
}

// place waits until all pieces before have their place, and returns where the lists of this one begin.
func (u *sideBySide) place(number int, w *unionWorker) (starts [2]int64, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for u.placed < number && !u.failed {
		u.turn.Wait()
	}
	if u.failed {
		return starts, false
	}
	starts = u.ends
	for i, lists := range w.lists {
		u.ends[i] += int64(len(lists))
		u.longest[i] = max(u.longest[i], w.longest[i])
	}
	u.placed++
	u.turn.Broadcast()
	return starts, true
}

// move copies the lists of a piece to their place.
func (u *sideBySide) move(p *unionPiece, w *unionWorker, starts [2]int64) {
	n := u.networks
	for i, c := range sides(u.g.deduplicated) {
		copy(c.Targets[starts[i]:], w.lists[i])
		ends := c.Offsets[n.Starts[p.first]-u.base+1 : n.Starts[p.last]-u.base+1]
		for v := range ends {
			ends[v] += starts[i]
		}
	}
}

// appendMade appends the graph that a maker makes of a network.
func (u *sideBySide) appendMade(p *unionPiece, network int, w *unionWorker, cancelled func() bool) error {
	if w.maker == nil {
		w.maker = u.networks.NewMaker(cancelled)
	}
	g, err := u.networks.Make(network, w.maker)
	if err != nil {
		return err
	}
	defer w.maker.Release(g)
	return u.append(p, g, u.networks.Starts[network]-u.base, w)
}

// bitRows are the neighbors of the vertices of a small network, a bit each: parallel edges are one, and nothing needs
// to be sorted.
type bitRows struct {
	words    int         // of a row
	out, in  []uint64    // by vertex; the same if undirected
	met      []uint64    // vertices that have their rank
	vertices []int32     // by rank
	position []int32     // by vertex: its rank
	ranked   [2][]uint64 // by rank: bits of ranks, out and in
}

func (b *bitRows) free() {
	if len(b.in) > 0 && &b.in[0] != &b.out[0] {
		memory.Free(b.in)
	}
	memory.Free(b.out)
	memory.Free(b.met)
	memory.Free(b.vertices)
	memory.Free(b.position)
	if len(b.ranked[1]) > 0 && &b.ranked[1][0] != &b.ranked[0][0] {
		memory.Free(b.ranked[1])
	}
	memory.Free(b.ranked[0])
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
	b.position, err = memory.Grow(b.position, vertices)
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
			b.position[v] = end
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

// rank makes the rows of ranks, of the rows that add had.
func (b *bitRows) rank(tails, heads []int32) (err error) {
	for i, rows := range [2][]uint64{b.out, b.in} {
		if i == 1 && &b.in[0] == &b.out[0] {
			b.ranked[1] = b.ranked[0]
			break
		}
		if b.ranked[i], err = memory.Grow(b.ranked[i], len(rows)); err != nil {
			return err
		}
		clear(b.ranked[i])
	}
	words, position, out, in := int32(b.words), b.position, b.ranked[0], b.ranked[1]
	for row, u := range tails {
		w := heads[row]
		if u == w {
			continue
		}
		r, s := position[u], position[w]
		out[r*words+s>>6] |= 1 << (s & 63)
		in[s*words+r>>6] |= 1 << (r & 63)
	}
	return nil
}

// listedAhead is how many items after the last one list may write.
const listedAhead = 3

// list appends the lists of a side by rank to targets, which have the capacity. ends gets the end of each list.
func (b *bitRows) list(targets []int32, side int, start int32, ends []int64) (_ []int32, longest int64) {
	end, all := len(targets), targets[:cap(targets)]
	for rank := range ends {
		first, base := end, start
		for _, word := range b.row(b.ranked[side], int32(rank)) {
			at := end
			end += bits.OnesCount64(word)
			for ; at < end; at += listedAhead + 1 { // a branch for each of them would often be foretold wrong
				to := all[at : at+listedAhead+1]
				to[0] = base + int32(bits.TrailingZeros64(word))
				word &= word - 1
				to[1] = base + int32(bits.TrailingZeros64(word))
				word &= word - 1
				to[2] = base + int32(bits.TrailingZeros64(word))
				word &= word - 1
				to[3] = base + int32(bits.TrailingZeros64(word))
				word &= word - 1
			}
			base += 64
		}
		ends[rank] = int64(end)
		longest = max(longest, int64(end-first))
	}
	return all[:end], longest
}

// appendBits appends the graph of a small network without repeats that count.
func (u *sideBySide) appendBits(p *unionPiece, network int, worker *unionWorker) (made bool, err error) {
	n, b := u.networks, &worker.bits
	first, last, start := n.First[network], n.First[network+1], n.Starts[network]-u.base
	vertices := int(n.Starts[network+1] - u.base - start)
	if !b.pays(vertices, int(last-first)) {
		return false, nil
	}
	if err := b.fit(vertices, n.options.Directed); err != nil {
		return false, err
	}
	tails, heads := n.Tails[first:last], n.Heads[first:last]
	loops, repeats := b.add(tails, heads)
	if u.countParallel && repeats > 0 {
		return false, nil
	}
	b.order(func(rank int32) { p.components = append(p.components, int32(start)+rank) })
	if err := b.rank(tails, heads); err != nil {
		return false, err
	}
	p.selfLoops += loops
	of := u.g.Vertex[start:][:vertices]
	for rank, v := range b.vertices {
		of[rank] = int32(start) + v
	}
	for i, c := range sides(u.g.deduplicated) {
		var longest int64
		worker.lists[i], longest = b.list(worker.lists[i], i, int32(start), c.Offsets[start+1:start+int64(vertices)+1])
		worker.longest[i] = max(worker.longest[i], longest)
	}
	return true, nil
}

// append appends a graph whose first vertex is `start` in the union.
func (u *sideBySide) append(p *unionPiece, g *Graph, start int64, worker *unionWorker) (err error) {
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
		at := len(worker.lists[i])
		lists := worker.lists[i][:at+len(c.Targets)]
		for j, w := range c.Targets {
			lists[at+j] = int32(start) + w
		}
		for r := range g.Vertices {
			into[i].Offsets[start+int64(r)+1] = int64(at) + c.Offsets[r+1]
		}
		worker.lists[i], worker.longest[i] = lists, max(worker.longest[i], c.MaxDegree)
	}
	return nil
}

// join makes the rest of the graph of what pieces have.
func (u *sideBySide) join() (err error) {
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
		c.MaxDegree = u.longest[side]
		c.Targets = memory.Fit(c.Targets[:u.ends[side]])
	}
	return nil
}
