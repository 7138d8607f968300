package reduce

import (
	"cmp"
	"slices"

	"gobc/core/graph"
	"gobc/core/memory"
)

// Union is a graph whose components are the blocks of another, bridges left out: of a vertex there is a copy in each of
// its blocks. Blocks come in the order of their sizes, the largest first, and their vertices in the order that they
// had: lists are ascending, and small blocks share batches.
type Union struct {
	Graph  *graph.Graph
	Blocks *Blocks

	origin     []int32 // of a copy: the vertex
	arc        []int64 // of an arc of the union: that of the graph
	block      []int32 // of a component of the union
	components []int32 // where they begin, as a graph has it
	atHome     []int32 // of a vertex: its copy in its home; none: a bridge, or no home
	atTop      []int32 // of a block: the copy of its top; none: a bridge
	scope      memory.Scope
}

// Union makes the union of the blocks, which it keeps. O(n + m).
func (b *Blocks) Union(stop func() error) (*Union, error) {
	u := &Union{Blocks: b}
	err := u.number(stop)
	if err == nil {
		err = u.lists(stop)
	}
	if err != nil {
		u.Release()
		return nil, err
	}
	return u, nil
}

// Release releases the union and the blocks.
func (u *Union) Release() {
	if u.Graph != nil {
		u.Graph.Free()
	}
	u.scope.Close()
	u.Blocks.Release()
}

// Bytes is the memory of the union and the blocks.
func (u *Union) Bytes() int64 {
	n, blocks := int64(u.Blocks.of.Vertices), int64(len(u.Blocks.top))
	return u.Graph.Bytes() + 4*int64(len(u.origin)) + 8*int64(len(u.arc)) + 16*n + 20*blocks
}

// number gives every copy its number.
func (u *Union) number(stop func() error) error {
	b, n := u.Blocks, u.Blocks.of.Vertices
	p := pace{stop: stop}
	var copies int32
	for block := range b.top {
		if block := int32(block); !b.bridge(block) {
			u.block = append(u.block, block)
			copies += b.size(block)
		}
		if err := p.walk(1); err != nil {
			return err
		}
	}
	slices.SortStableFunc(u.block, func(x, y int32) int { return cmp.Compare(b.size(y), b.size(x)) })
	var scope memory.Scope
	defer scope.Close()
	brief, kept := maker{scope: &scope}, maker{scope: &u.scope}
	next, sibling, child := brief.ints(len(b.top)), brief.ints(len(b.top)), brief.ints(n) // blocks whose top is a vertex
	u.origin, u.atHome, u.atTop = kept.ints(int(copies)), kept.ints(n), kept.ints(len(b.top))
	u.components = kept.ints(len(u.block) + 1)
	if err := cmp.Or(brief.err, kept.err); err != nil {
		return err
	}
	for v := range child {
		child[v], u.atHome[v] = none, none
	}
	for i := range b.top {
		u.atTop[i] = none
	}
	for i, block := range u.block {
		next[block] = u.components[i]
		u.components[i+1] = u.components[i] + b.size(block)
		sibling[block], child[b.top[block]] = child[b.top[block]], block
		if err := p.walk(1); err != nil {
			return err
		}
	}
	take := func(v, block int32) int32 {
		number := next[block]
		u.origin[number] = v
		next[block]++
		return number
	}
	for v := range int32(n) {
		if home := b.home[v]; home != none && !b.bridge(home) {
			u.atHome[v] = take(v, home)
		}
		for block := child[v]; block != none; block = sibling[block] {
			u.atTop[block] = take(v, block)
		}
		if err := p.walk(1); err != nil { // blocks were counted above
			return err
		}
	}
	return nil
}

// copyOf is the copy of a vertex in a block; none: the block is a bridge.
func (u *Union) copyOf(v, block int32) int32 {
	if u.Blocks.home[v] == block {
		return u.atHome[v]
	}
	return u.atTop[block]
}

// lists makes the adjacency lists of the union: each is a part of the list of its vertex, in the same order.
func (u *Union) lists(stop func() error) error {
	var scope memory.Scope
	defer scope.Close()
	brief := maker{scope: &scope}
	next := made[int64](&brief, len(u.origin))
	err := brief.err
	if err == nil {
		err = u.eachArc(stop, func(_ int64, from, _ int32) { next[from]++ })
	}
	if err != nil {
		return err
	}
	from := u.Blocks.of.Out
	if u.Graph, err = graph.FromDegrees(next, u.components, u.Blocks.of.Weighting, from); err != nil {
		return err
	}
	lists := u.Graph.View(false).Out
	if u.arc, err = memory.In[int64](&u.scope, len(lists.Targets)); err != nil {
		return err
	}
	copy(next, lists.Offsets)
	return u.eachArc(stop, func(arc int64, tail, head int32) {
		at := next[tail]
		next[tail]++
		u.arc[at], lists.Targets[at] = arc, head
		if from.Weights != nil {
			lists.Weights[at] = from.Weights[arc]
		}
		if from.Reals != nil {
			lists.Reals[at] = from.Reals[arc]
		}
	})
}

// eachArc calls f with every arc that is no bridge and the copies of its two ends, in the order of the graph's lists.
func (u *Union) eachArc(stop func() error, f func(arc int64, from, to int32)) error {
	b, walked := u.Blocks, 0
	out := b.of.Out
	for v := range int32(b.of.Vertices) {
		list, first := out.List(v), out.Offsets[v]
		for i, w := range list {
			if block := b.blockOf(v, w); !b.bridge(block) {
				f(first+int64(i), u.copyOf(v, block), u.copyOf(w, block))
			}
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
