package reduce

// Batch is what is searched from together: the lanes, and the chains whose inner vertices are sources, of which both ends
// are lanes. Each node and each chain is a source in one batch. Batches depend on the graph alone, and so do all bits.
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

// grouper fills batches: breadth first from a node that is no source yet, along chains and edges, until the lanes are full. The
// next node is one beside the last batches: lanes far from each other take several times as long.
type grouper struct {
	*Chains
	batch    Batch
	beside   []int32 // nodes of batches that were closed, and their neighbors: a stack
	lane     []int32 // of a node in the batch that is filled, or none
	from     []int64 // of a node: its first arc that may be of use
	assigned []bool  // by chain
	owned    []bool  // by node
}

// Group groups the nodes into batches; after an error it may be called again. O(n + m).
func (c *Chains) Group(stop func() error) error {
	c.Batches = nil
	g := &grouper{Chains: c, lane: make([]int32, len(c.node)), from: make([]int64, len(c.node)),
		assigned: make([]bool, len(c.Length)), owned: make([]bool, len(c.node))}
	copy(g.from, c.Contracted.View(false).Out.Offsets)
	for v := range g.lane {
		g.lane[v] = none
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
			for node < last && g.owned[node] {
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
		for _, node := range g.batch.Lane {
			g.lane[node] = none
			for arc := g.from[node]; arc < out.Offsets[node+1]; arc++ {
				if to := out.Targets[arc]; !g.owned[to] {
					g.beside = append(g.beside, to)
				}
			}
			if g.from[node] < out.Offsets[node+1] {
				g.beside = append(g.beside, node) // a chain of it may be left
			}
		}
		g.Batches = append(g.Batches, g.batch)
	}
	g.batch = Batch{}
}

// addBeside adds what is left beside the batches before. room: there was room for it; left: there is something.
func (g *grouper) addBeside() (room, left bool) {
	out := g.Contracted.View(false).Out
	for len(g.beside) > 0 {
		node := g.beside[len(g.beside)-1]
		if !g.owned[node] {
			return g.add(node), true
		}
		for arc := g.from[node]; arc < out.Offsets[node+1]; arc++ {
			if edge := g.edge[arc]; edge < 0 && !g.assigned[-1-edge] {
				return g.addChain(int32(-1 - edge)), true
			}
		}
		g.beside = g.beside[:len(g.beside)-1]
	}
	return false, false
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
		if !g.owned[node] {
			own, g.owned[node] = g.Weight[node], true
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
	for ; begin < len(g.batch.Lane); begin++ {
		node := g.batch.Lane[begin]
		g.among(node)
		out := g.Contracted.View(false).Out
		for arc := g.from[node]; arc < out.Offsets[node+1]; arc++ {
			to, edge := out.Targets[arc], g.edge[arc]
			switch {
			case len(g.batch.Sources) >= mostSources:
				return nil
			case edge >= 0:
				if !g.owned[to] {
					g.add(to)
				}
			case !g.assigned[-1-edge]:
				if g.add(to) {
					g.take(int32(-1 - edge))
				}
			}
		}
		if err := g.look(int(out.Offsets[node+1]-g.from[node]), stop); err != nil {
			return err
		}
	}
	return nil
}

// among takes the chains from a node to lanes, and passes over arcs of no more use.
func (g *grouper) among(node int32) {
	out := g.Contracted.View(false).Out
	used := true
	for arc := g.from[node]; arc < out.Offsets[node+1] && len(g.batch.Sources) < mostSources; arc++ {
		to, edge := out.Targets[arc], g.edge[arc]
		if edge < 0 && !g.assigned[-1-edge] && g.lane[to] != none {
			g.take(int32(-1 - edge))
		}
		if used = used && (edge < 0 && g.assigned[-1-edge] || edge >= 0 && g.owned[to]); used {
			g.from[node] = arc + 1
		}
	}
}

// rest takes all chains among the lanes of the part that is open.
func (g *grouper) rest() {
	for _, node := range g.batch.Lane[g.batch.Parts[len(g.batch.Parts)-1].Lanes[0]:] {
		g.among(node)
	}
}
