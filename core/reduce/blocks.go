// Package reduce replaces a graph by a smaller one that has the same answer.
//
// Blocks. A block is a largest set of vertices that no single vertex cuts, or a bridge with its two ends. Two blocks
// share one vertex at most, and every edge lies in one block. A shortest path runs through the blocks between its ends
// one after the other, and enters and leaves each at a vertex that cuts. So blocks can be swept one by one, as a graph
// of their own in which a vertex stands for all that hangs at it outside of the block (Puzis et al., Heuristics for
// speeding up betweenness centrality computation, 2012; Sariyüce et al., Shattering and compressing networks for
// betweenness centrality, 2013). Vertices of degree 1, and trees that hang at a graph, are blocks that are bridges.
//
// Let S and T be the weights of all sources and targets of a component, s(v) and t(v) those of a vertex, and S(B, v)
// and T(B, v) those of v together with all that hangs at v outside of block B. Then
//
//	betweenness(v) = sum over blocks B with v of [betweenness of v in B, with weights S(B, .) and T(B, .)]
//	               + sum over blocks B with v of A(B) (T - t(v) - C(B)),  A(B) = S - S(B, v),  C(B) = T - T(B, v):
//
// the pairs of the first sum are those that pass v within a block, the others start and end behind v in different
// blocks. Edge betweenness is that of the edge's block. A bridge {u, v} needs no sweep: S(B, u) T(B, v) pairs pass it
// from u to v, S(B, v) T(B, u) from v to u. All weights are whole numbers here, so what is added to sums is exact.
package reduce

import (
	"iter"

	"gobc/core/graph"
	"gobc/core/memory"
)

// Blocks are the blocks of an undirected graph. A component is searched from its first vertex; in a block the vertex
// that the search came to first is its top, the others are its members. A vertex is a member of one block, its home,
// but for the first vertex of each component, and may be the top of any number. Blocks of a component follow each
// other, and those that hang at members of a block come before it.
type Blocks struct {
	of      *graph.Forest
	top     []int32 // by block
	start   []int32 // of a block's members; one more than there are blocks
	members []int32
	arcs    []int64 // by block
	home    []int32 // by vertex: a block, or none
	last    []int32 // by component: the end of its blocks
	scope   memory.Scope
}

const none = -1

// stopEvery is how many arcs are walked between two calls of stop.
const stopEvery = 1 << 16

// pace calls stop once in a while.
type pace struct {
	stop   func() error
	walked int
}

// walk counts steps, of some tens of nanoseconds at most.
func (p *pace) walk(steps int) error {
	if p.walked += steps; p.walked < stopEvery {
		return nil
	}
	p.walked = 0
	return p.stop()
}

// Find finds the blocks of an undirected graph. It ends with the error of stop. O(n + m), without recursion.
func Find(f *graph.Forest, stop func() error) (*Blocks, error) {
	b := &Blocks{of: f}
	n := f.Vertices
	m := maker{scope: &b.scope}
	b.top, b.start, b.members, b.home = m.ints(n), m.ints(n+1), m.ints(n), m.ints(n)
	b.last = m.ints(len(f.Components))
	err := m.err
	if err == nil {
		err = b.search(stop)
	}
	if err == nil {
		err = b.count(stop)
	}
	if err != nil {
		b.Release()
		return nil, err
	}
	return b, nil
}

// Forest returns the graph whose blocks these are.
func (b *Blocks) Forest() *graph.Forest { return b.of }

// Release releases the arrays.
func (b *Blocks) Release() { b.scope.Close() }

// maker makes arrays until one fails.
type maker struct {
	scope *memory.Scope
	err   error
}

func (m *maker) ints(n int) []int32 { return made[int32](m, n) }

func made[T any](m *maker, n int) (a []T) {
	if m.err == nil {
		a, m.err = memory.In[T](m.scope, n)
	}
	return a
}

// walker is a depth-first search under way.
type walker struct {
	*Blocks
	seen, low []int32 // when a vertex was found; the earliest vertex that it and what was found from it are joined to
	next      []int64 // the arc of a vertex that is looked at next
	path      []int32 // from the first vertex of the component to where the search is
	open      []int32 // vertices whose home is not known yet
	found     int32
	blocks    int
	walked    int64
}

func (b *Blocks) search(stop func() error) error {
	var scope memory.Scope
	defer scope.Close()
	n := b.of.Vertices
	m := maker{scope: &scope}
	w := &walker{Blocks: b, seen: m.ints(n), low: m.ints(n), next: made[int64](&m, n), path: m.ints(n)[:0],
		open: m.ints(n)[:0]}
	if m.err != nil {
		return m.err
	}
	copy(w.next, b.of.Out.Offsets)
	for c := 1; c < len(b.of.Components); c++ {
		if err := w.component(b.of.Components[c-1], stop); err != nil {
			return err
		}
		b.last[c-1] = int32(w.blocks)
	}
	b.top, b.start, b.members = b.top[:w.blocks], b.start[:w.blocks+1], b.members[:b.start[w.blocks]]
	return nil
}

// component finds the blocks of a component. At the top of the loop low is final for all vertices that were left.
func (w *walker) component(root int32, stop func() error) error {
	out := w.of.Out
	w.home[root] = none
	w.enter(root)
	for len(w.path) > 0 {
		v := w.path[len(w.path)-1]
		arc, end := w.next[v], out.Offsets[v+1]
		for arc < end && w.seen[out.Targets[arc]] != 0 {
			w.low[v] = min(w.low[v], w.seen[out.Targets[arc]])
			arc++
		}
		if w.walked += arc - w.next[v] + 1; w.walked >= stopEvery {
			w.walked = 0
			if err := stop(); err != nil {
				return err
			}
		}
		w.next[v] = arc
		if arc < end {
			w.enter(out.Targets[arc])
			w.open = append(w.open, out.Targets[arc])
			continue
		}
		w.path = w.path[:len(w.path)-1]
		if len(w.path) > 0 {
			w.leave(v, w.path[len(w.path)-1])
		}
	}
	return nil
}

func (w *walker) enter(v int32) {
	w.found++
	w.seen[v], w.low[v] = w.found, w.found
	w.path = append(w.path, v)
}

// leave goes back from v to the vertex that it was found from. If nothing from v on is joined to an earlier one, that
// vertex is the top of a block, whose members are the open vertices from v on.
func (w *walker) leave(v, from int32) {
	if w.low[v] < w.seen[from] {
		w.low[from] = min(w.low[from], w.low[v])
		return
	}
	at := int32(len(w.open))
	for w.open[at-1] != v {
		at--
	}
	members := w.open[at-1:]
	w.top[w.blocks] = from
	end := w.start[w.blocks] + int32(copy(w.members[w.start[w.blocks]:], members))
	for _, member := range members {
		w.home[member] = int32(w.blocks)
	}
	w.blocks++
	w.start[w.blocks] = end
	w.open = w.open[:at-1]
}

// count counts the arcs of blocks.
func (b *Blocks) count(stop func() error) error {
	m := maker{scope: &b.scope}
	if b.arcs = made[int64](&m, len(b.top)); m.err != nil {
		return m.err
	}
	out, walked := b.of.Out, 0
	for v := range int32(b.of.Vertices) {
		list := out.List(v)
		for _, w := range list {
			b.arcs[b.blockOf(v, w)]++
		}
		if walked += len(list); walked >= stopEvery {
			walked = 0
			if err := stop(); err != nil {
				return err
			}
		}
	}
	return nil
}

// blockOf returns the block of an edge: the home of one of its ends, where the other end is the top or another member.
func (b *Blocks) blockOf(v, w int32) int32 {
	if home := b.home[w]; home != none && (b.top[home] == v || b.home[v] == home) {
		return home
	}
	return b.home[v]
}

// size is the number of vertices of a block.
func (b *Blocks) size(block int32) int32 { return b.start[block+1] - b.start[block] + 1 }

// bridge reports whether a block is one edge. Two that are parallel are a block that is swept.
func (b *Blocks) bridge(block int32) bool { return b.arcs[block] == 2 }

func (b *Blocks) membersOf(block int32) []int32 { return b.members[b.start[block]:b.start[block+1]] }

// extent is a component: its range of vertices and its range of blocks.
type extent struct{ first, last, firstBlock, lastBlock int32 }

// components yields every component.
func (b *Blocks) components() iter.Seq[extent] {
	return func(yield func(extent) bool) {
		var from int32
		for c := 1; c < len(b.of.Components); c++ {
			if !yield(extent{b.of.Components[c-1], b.of.Components[c], from, b.last[c-1]}) {
				return
			}
			from = b.last[c-1]
		}
	}
}
