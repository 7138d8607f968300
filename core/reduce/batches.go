package reduce

import (
	"slices"

	"gobc/core/memory"
)

// Batch is what is searched from together: the lanes, and the chains whose inner vertices are sources. Both ends of
// such a chain are lanes. Each node and each chain is a source in one batch. Batches depend on the graph alone, and so
// do all bits.
type Batch struct {
	Lane    []int32   // nodes
	Own     []float64 // the weight of a lane's node where the node is a source here, else 0
	Sources []ChainSource
	Parts   []BatchPart // by component
}

// ChainSource is a chain whose inner vertices are sources, with the lanes of its ends.
type ChainSource struct{ Chain, From, To int32 }

// BatchPart are ranges of nodes and chains of a component, and of lanes and sources of the batch that lie in it.
type BatchPart struct{ Nodes, Chains, Lanes, Sources [2]int32 }

// mostSources bounds the chains of a batch: kernels hold them in small arrays.
const mostSources = 256

// MostSources is the number of chains that a batch has at most.
func (c *Chains) MostSources() (most int) {
	for _, b := range c.Batches {
		most = max(most, len(b.Sources))
	}
	return most
}

func (c *Chains) batchBytes() (bytes int64) {
	for _, b := range c.Batches {
		bytes += 12*int64(len(b.Lane)+len(b.Sources)) + 32*int64(len(b.Parts)) + 96
	}
	return bytes
}

// grouper fills batches: breadth first from a node that is no source yet, along chains and edges, until the lanes are
// full. The next node is one beside the last batches: lanes far from each other take several times as long.
//
// A node may be a lane of many batches and have many arcs, so no batch looks at all of them: what is of no more use is
// skipped, and stays so. An arc is used where its chain is a source, or where its head is one. A node is done when it
// is a source and so are its chains.
type grouper struct {
	*Chains
	batch    Batch
	beside   []beside // a stack
	lane     []int32  // of a node in the batch that is filled, or none
	from     []int64  // of a node: its first arc that may be of a chain that is no source yet
	used     []int32  // of an arc: how many after it are used
	done     []int32  // of an arc: how many before it lead to nodes that are done
	assigned []bool   // by chain
	owned    []int32  // of a node: the batch in which it is a source, or none
}

// beside is a node of a batch that was closed, or its neighbors that were no sources then, the last first.
type beside struct {
	node  int32
	batch int32 // that was closed
	at    int64 // the arc that is next, or none: it is the node
}

// Group groups the nodes into batches; after an error it may be called again. O(n + m).
func (c *Chains) Group(stop func() error) error {
	c.Batches = nil
	var scope memory.Scope
	defer scope.Close()
	m, nodes, arcs := maker{scope: &scope}, len(c.node), len(c.edge)
	g := &grouper{Chains: c, lane: m.ints(nodes), from: made[int64](&m, nodes), used: m.ints(arcs), done: m.ints(arcs),
		assigned: made[bool](&m, len(c.Length)), owned: m.ints(nodes)}
	if m.err != nil {
		return m.err
	}
	copy(g.from, c.Contracted.View(false).Out.Offsets)
	for v := range g.lane {
		g.lane[v], g.owned[v] = none, none
	}
	for at := 1; at < len(c.Contracted.Components); at++ {
		if err := g.component(at-1, stop); err != nil {
			return err
		}
	}
	g.close()
	return nil
}

// component makes every node and chain of a component a source.
func (g *grouper) component(at int, stop func() error) error {
	first, last := g.Contracted.Components[at], g.Contracted.Components[at+1]
	chain, end := g.starts[at], g.starts[at+1]
	part := BatchPart{Nodes: [2]int32{first, last}, Chains: [2]int32{chain, end}}
	g.open(part)
	for node := first; ; {
		begin := len(g.batch.Lane)
		room, left := g.addBeside()
		if !left {
			for node < last && g.owned[node] != none {
				node++
			}
			for chain < end && g.assigned[chain] {
				chain++
			}
			if node < last {
				room = g.add(node)
			} else if chain < end {
				room = g.addChain(chain)
			} else {
				break
			}
		}
		if room {
			if err := g.spread(begin, stop); err != nil {
				return err
			}
		}
		if !room || len(g.batch.Lane) == Lanes || len(g.batch.Sources) >= mostSources {
			g.rest()
			g.shut()
			g.close()
			g.open(part)
		}
	}
	g.rest()
	g.shut()
	return nil
}

// open begins the part of a component.
func (g *grouper) open(part BatchPart) {
	lanes, sources := int32(len(g.batch.Lane)), int32(len(g.batch.Sources))
	part.Lanes, part.Sources = [2]int32{lanes, lanes}, [2]int32{sources, sources}
	g.batch.Parts = append(g.batch.Parts, part)
}

// shut ends the part that was opened last.
func (g *grouper) shut() {
	part := &g.batch.Parts[len(g.batch.Parts)-1]
	part.Lanes[1], part.Sources[1] = int32(len(g.batch.Lane)), int32(len(g.batch.Sources))
	if part.Lanes[0] == part.Lanes[1] {
		g.batch.Parts = g.batch.Parts[:len(g.batch.Parts)-1]
	}
}

// close ends a batch.
func (g *grouper) close() {
	if len(g.batch.Lane) > 0 {
		out := g.Contracted.View(false).Out
		batch := int32(len(g.Batches))
		for _, node := range g.batch.Lane {
			g.lane[node] = none
			g.beside = append(g.beside, beside{node, batch, out.Offsets[node+1] - 1}, beside{node, batch, none})
		}
		g.Batches = append(g.Batches, g.batch)
	}
	g.batch = Batch{}
}

// addBeside adds what is left beside the batches before. room: there was room for it; left: there is something.
func (g *grouper) addBeside() (room, left bool) {
	for len(g.beside) > 0 {
		node := g.next(&g.beside[len(g.beside)-1])
		switch {
		case node == none:
			g.beside = g.beside[:len(g.beside)-1]
		case g.owned[node] == none:
			return g.add(node), true
		default:
			return g.addChain(g.chainOf(node)), true
		}
	}
	return false, false
}

// next is the next node that is not done, or none.
func (g *grouper) next(of *beside) int32 {
	if of.at == none {
		if g.isDone(of.node) {
			return none
		}
		return of.node
	}
	out := g.Contracted.View(false).Out
	first := out.Offsets[of.node]
	for of.at = g.notDone(of.at, first); of.at >= first; of.at = g.notDone(of.at-1, first) {
		if to := out.Targets[of.at]; g.owned[to] == none || g.owned[to] > of.batch {
			return to
		}
	}
	return none
}

func (g *grouper) isDone(node int32) bool { return g.owned[node] != none && g.chainOf(node) == none }

// chainOf is a node's first chain that is no source yet, or none.
func (g *grouper) chainOf(node int32) int32 {
	end := g.Contracted.View(false).Out.Offsets[node+1]
	for ; g.from[node] < end; g.from[node]++ {
		if edge := g.edge[g.from[node]]; edge < 0 && !g.assigned[-1-edge] {
			return int32(-1 - edge)
		}
		g.walked++
	}
	return none
}

// notUsed is the first arc from one on that is not used, or the end.
func (g *grouper) notUsed(arc, end int64) int64 {
	targets, at := g.Contracted.View(false).Out.Targets, arc
	for at < end && (g.edge[at] < 0 && g.assigned[-1-g.edge[at]] || g.edge[at] >= 0 && g.owned[targets[at]] != none) {
		at += 1 + int64(g.used[at])
		g.walked++
	}
	for arc < at {
		step := 1 + int64(g.used[arc])
		g.used[arc] = int32(at - arc - 1)
		arc += step
	}
	g.walked++
	return at
}

// notDone is the last arc up to one that leads to a node that is not done, or one before the first.
func (g *grouper) notDone(arc, first int64) int64 {
	targets, at := g.Contracted.View(false).Out.Targets, arc
	for at >= first && g.isDone(targets[at]) {
		at -= 1 + int64(g.done[at])
		g.walked++
	}
	for arc > at {
		step := 1 + int64(g.done[arc])
		g.done[arc] = int32(arc - at - 1)
		arc -= step
	}
	g.walked++
	return at
}

// addChain makes a chain a source; false: there is no room for its ends.
func (g *grouper) addChain(chain int32) bool {
	if !g.add(g.Ends[2*chain], g.Ends[2*chain+1]) {
		return false
	}
	g.take(chain)
	return true
}

// add makes nodes lanes; false: there is no room for them.
func (g *grouper) add(nodes ...int32) bool {
	need := 0
	for _, node := range nodes {
		if g.lane[node] == none {
			need++
		}
	}
	if len(g.batch.Lane)+need > Lanes {
		return false
	}
	for _, node := range nodes {
		if g.lane[node] != none {
			continue
		}
		own := 0.0
		if g.owned[node] == none {
			own, g.owned[node] = g.Weight[node], int32(len(g.Batches))
		}
		g.lane[node] = int32(len(g.batch.Lane))
		g.batch.Lane, g.batch.Own = append(g.batch.Lane, node), append(g.batch.Own, own)
	}
	return true
}

// take makes a chain a source of the batch, of which its ends are lanes.
func (g *grouper) take(chain int32) {
	g.assigned[chain] = true
	g.batch.Sources = append(g.batch.Sources, ChainSource{chain, g.lane[g.Ends[2*chain]], g.lane[g.Ends[2*chain+1]]})
}

// spread goes from lanes to their neighbors.
func (g *grouper) spread(begin int, stop func() error) error {
	out := g.Contracted.View(false).Out
	for ; begin < len(g.batch.Lane); begin++ {
		node := g.batch.Lane[begin]
		g.among(node)
		end := out.Offsets[node+1]
		for arc := g.notUsed(out.Offsets[node], end); arc < end; arc = g.notUsed(arc+1, end) {
			to, edge := out.Targets[arc], g.edge[arc]
			if len(g.batch.Sources) >= mostSources {
				return nil
			}
			if !g.add(to) {
				break // lists are sorted: all chains to lanes are taken
			}
			if edge < 0 {
				g.take(int32(-1 - edge))
			}
		}
		if err := g.look(0, stop); err != nil {
			return err
		}
	}
	return nil
}

// longList is the number of arcs from which on it is faster to look for the lanes among them.
const longList = 8 * Lanes

// among takes the chains from a node to lanes.
func (g *grouper) among(node int32) {
	out := g.Contracted.View(false).Out
	end := out.Offsets[node+1]
	first := g.notUsed(out.Offsets[node], end)
	take := func(arc int64) {
		if to, edge := out.Targets[arc], g.edge[arc]; edge < 0 && g.lane[to] != none {
			g.take(int32(-1 - edge))
		}
	}
	if end-first < longList {
		for arc := first; arc < end && len(g.batch.Sources) < mostSources; arc = g.notUsed(arc+1, end) {
			take(arc)
		}
		return
	}
	for _, to := range slices.Sorted(slices.Values(g.batch.Lane)) {
		for arc := g.notUsed(g.arc(node, to, 0), end); arc < end && out.Targets[arc] == to; arc = g.notUsed(arc+1, end) {
			if len(g.batch.Sources) >= mostSources {
				return
			}
			take(arc)
		}
	}
}

// rest takes all chains among the lanes of the part that is open.
func (g *grouper) rest() {
	for _, node := range g.batch.Lane[g.batch.Parts[len(g.batch.Parts)-1].Lanes[0]:] {
		g.among(node)
	}
}
