package distances

import (
	"math"
	"slices"
	"unsafe"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
)

// contracted is an undirected graph without lengths whose chains are edges. Nodes are the vertices that have not two
// neighbors, and one vertex of a component that is a cycle; a chain is a path from node u to node v over k >= 0 inner
// vertices, and is L = k + 1 long.
//
// Let a and b be the distances from a source s to u and v. An inner vertex at place j of the chain, from u, is at min(a
// + j, b + L - j): the first ones are at a + 1, a + 2, ... and the last ones, from v on, at b + 1, b + 2, ...; the two
// ranges meet halfway, so that they end before (a + b + L) / 2 + 1, rounded down, and (a + b + L) / 2, rounded up. In
// an array of differences a chain adds one where a range begins and takes one where it ends. So all that is counted of
// a source is how many nodes, and ends of chains, are at each distance, and how many chains have each a + b + L.
//
// A source at place i of a chain of u and v is at min(i + d(u, w), L - i + d(v, w)) from a node w, and cuts its own
// chain into two, of lengths i and L - i, with the source as one end. So nodes alone are searched from.
type contracted struct {
	*sweep
	nodes    *graph.Graph // with the lengths of chains
	rankOf   []int32      // of a node in that graph
	chains   []chain      // component by component; those with no inner vertices last
	inner    int          // chains that have some
	parts    []part
	partOf   []int32  // of a node
	unit     []uint64 // of a node: 1, and times 2^32 the ends of chains with inner vertices at it
	lone     []int32  // nodes that are no end of a chain with inner vertices
	byChain  []int32  // nodes whose sources are counted with a chain, by chain: from owns[chain] to owns[chain + 1]
	owns     []int32
	nodeTask *engine.Task
}

type chain struct {
	u, v   int32 // nodes
	length int32
}

// part is the nodes and the chains with inner vertices of a component.
type part struct {
	firstNode, lastNode, firstChain, lastChain int32
	longest                                    int32 // length of a chain
}

// contract returns nil where chains do not pay: where directions count, or few vertices are inner ones.
func (s *sweep) contract(control *engine.Control) (*contracted, error) {
	f := s.task.Forest
	if f.Out != f.In || len(s.ranks) != s.Graph.Vertices || s.Graph.Vertices >= far/2 {
		return nil, nil
	}
	number := make([]int32, f.Vertices) // of a node; -1 for inner vertices
	nodes := int32(0)
	for at := range len(f.Components) - 1 {
		first, last, before := f.Components[at], f.Components[at+1], nodes
		for v := first; v < last; v++ {
			if number[v] = -1; f.Out.Degree(v) != 2 {
				number[v] = nodes
				nodes++
			}
		}
		if nodes == before {
			number[first] = nodes
			nodes++
		}
	}
	if !cost.ChainsPay(f.Vertices, int(nodes)) {
		return nil, control.Check()
	}
	c := &contracted{sweep: s}
	c.follow(number)
	c.divide(number, int(nodes))
	err := c.build(int(nodes), control)
	if err != nil {
		c.close()
		return nil, err
	}
	c.own(int(nodes))
	return c, nil
}

// follow lists the chains, each once.
func (c *contracted) follow(number []int32) {
	out := c.task.Forest.Out
	var edges []chain
	seen := make([]bool, len(number))
	for u := range int32(len(number)) {
		if number[u] < 0 {
			continue
		}
		for _, x := range out.List(u) {
			before, at, length := u, x, int32(1)
			if number[at] < 0 && seen[at] || number[at] >= 0 && at < u {
				continue
			}
			for number[at] < 0 {
				seen[at] = true
				next := out.List(at)
				before, at = at, next[0]+next[1]-before
				length++
			}
			if one := (chain{number[u], number[at], length}); length > 1 {
				c.chains = append(c.chains, one)
			} else {
				edges = append(edges, one)
			}
		}
	}
	c.inner = len(c.chains)
	c.chains = append(c.chains, edges...)
}

// divide lists the components' parts.
func (c *contracted) divide(number []int32, nodes int) {
	c.partOf, c.unit = make([]int32, 0, nodes), slices.Repeat([]uint64{1}, nodes)
	f, of := c.task.Forest, 0
	for at := range len(f.Components) - 1 {
		p := part{firstNode: int32(len(c.partOf)), firstChain: int32(of)}
		for v := f.Components[at]; v < f.Components[at+1]; v++ {
			if number[v] >= 0 {
				c.partOf = append(c.partOf, int32(len(c.parts)))
			}
		}
		p.lastNode = int32(len(c.partOf))
		for of < c.inner && c.chains[of].u < p.lastNode {
			c.unit[c.chains[of].u] += 1 << 32
			c.unit[c.chains[of].v] += 1 << 32
			p.longest = max(p.longest, c.chains[of].length)
			of++
		}
		p.lastChain = int32(of)
		c.parts = append(c.parts, p)
	}
}

// build makes the graph of the nodes.
func (c *contracted) build(nodes int, control *engine.Control) (err error) {
	var from, to []int64
	var lengths []float64
	for _, x := range c.chains {
		if x.u != x.v {
			from, to, lengths = append(from, int64(x.u)), append(to, int64(x.v)), append(lengths, float64(x.length))
		}
	}
	if lengths == nil {
		lengths = []float64{}
	}
	c.nodes, err = graph.FromWeightedEdges(nodes, from, to, lengths, graph.Options{Threads: max(c.Threads, 1)})
	if err != nil {
		return err
	}
	c.rankOf = make([]int32, nodes)
	for r, v := range c.nodes.Vertex {
		c.rankOf[v] = int32(r)
	}
	call := &engine.Call{Graph: c.nodes, Weighted: true, Cancel: control.Cancel}
	if err := call.SettleLengths(0, false); err != nil {
		return err
	}
	c.nodeTask = &engine.Task{Forest: c.nodes.Forest(graph.Deduplicated), Lengths: call.Lengths, Threads: c.Threads}
	return nil
}

// own gives each node to the first chain with inner vertices that it is an end of.
func (c *contracted) own(nodes int) {
	owned := make([]bool, nodes)
	for _, x := range c.chains[:c.inner] {
		c.owns = append(c.owns, int32(len(c.byChain)))
		for _, v := range []int32{x.u, x.v} {
			if !owned[v] {
				owned[v] = true
				c.byChain = append(c.byChain, v)
			}
		}
	}
	c.owns = append(c.owns, int32(len(c.byChain)))
	for v, is := range owned {
		if !is {
			c.lone = append(c.lone, int32(v))
		}
	}
}

func (c *contracted) close() {
	if c.nodes != nil {
		c.nodes.Free()
	}
}

// mostCounted is the largest count that a batch may hold. Tests lower it.
var mostCounted = math.MaxUint32

// chainsAtOnce is how many chains share their searches: their ends are at most as many sources as a batch has.
const chainsAtOnce = 32

// count deals chains, then lone nodes, to threads, whose levels are differences.
func (c *contracted) count(control *engine.Control) ([]int64, error) {
	plan := engine.CPU().PlanRows(c.nodeTask, 64, len(c.rankOf))
	plan.Bytes += 2*chainsAtOnce*int64(len(c.rankOf))*(8+4) + 20*int64(c.Graph.Vertices)
	on := &sweep{Query: c.Query, task: c.nodeTask}
	levels, err := on.onThreads(plan, chainsAtOnce, c.inner+len(c.lone), control,
		func(kernel engine.RowKernel) (counter, error) { return c.newBatch(kernel, plan.Lanes, control) })
	if err != nil {
		return nil, err
	}
	pairs := int64(0)
	for d, more := range levels {
		pairs += more
		levels[d] = pairs
	}
	levels[0] = 0
	if cutoff := c.task.Pairs.Limit(); cutoff >= 0 && cutoff < float64(len(levels)) {
		clear(levels[int(cutoff)+1:])
	}
	return levels, nil
}

// batch is some chains, or lone nodes, whose vertices are sources, with the distances of their ends to all nodes.
type batch struct {
	*contracted
	kernel  engine.RowKernel
	lanes   int
	control *engine.Control
	place   map[int32]int // of a node that is searched from
	lengths []float64     // by place and node
	rows    []int32       // the same
	source  []int32       // distances from an inner vertex, by node
	levels  []int64
	ends    []uint64 // by distance: sums of units of nodes
	meet    []uint32 // by a + b + L: chains
	longest int32    // distance of a node
	top     int32    // the largest a + b + L
	counted int      // sources since the last flush
	most    int      // sources, before a sum of 32 bits overflows
	scope   memory.Scope
}

func (c *contracted) newBatch(kernel engine.RowKernel, lanes int, control *engine.Control) (counter, error) {
	n := len(c.rankOf)
	b := &batch{contracted: c, kernel: kernel, lanes: lanes, control: control, most: mostCounted / (n + 2*c.inner)}
	var err error
	if b.rows, err = memory.In[int32](&b.scope, 2*chainsAtOnce*n); err == nil {
		b.source, err = memory.In[int32](&b.scope, n)
	}
	if err == nil {
		b.lengths, err = memory.In[float64](&b.scope, 2*chainsAtOnce*n)
	}
	if err == nil {
		b.ends, err = memory.In[uint64](&b.scope, c.Graph.Vertices+1)
	}
	if err == nil {
		b.meet, err = memory.In[uint32](&b.scope, 3*c.Graph.Vertices+1)
	}
	if err != nil {
		b.scope.Close()
		return nil, err
	}
	return b, nil
}

func (b *batch) close() {
	b.scope.Close()
	b.kernel.Close()
}

// far is the distance of nodes that are not reached. Sums of two distances and a length stay within int32.
const far = math.MaxInt32 / 2

// search fills the rows of the ends of some items in.
func (b *batch) search(first, last int) error {
	b.place = map[int32]int{}
	var ranks []int32
	for i := first; i < last; i++ {
		ends := []int32{}
		if i >= b.inner {
			ends = append(ends, b.lone[i-b.inner])
		} else {
			ends = append(ends, b.chains[i].u, b.chains[i].v)
		}
		for _, v := range ends {
			if _, known := b.place[v]; !known {
				b.place[v] = 0
				ranks = append(ranks, b.rankOf[v])
			}
		}
	}
	slices.Sort(ranks)
	places := make([]int64, len(ranks))
	for i, r := range ranks {
		b.place[b.nodes.Vertex[r]], places[i] = i, int64(i)
	}
	for at := 0; at < len(ranks); at += b.lanes {
		end := min(at+b.lanes, len(ranks))
		from, to := b.nodeTask.Forest.RangeOf(ranks[at:end])
		if _, err := b.kernel.Rows(ranks[at:end], from, to, b.rankOf, places[at:end],
			unsafe.Pointer(unsafe.SliceData(b.lengths)), b.control.Cancel); err != nil {
			return err
		}
	}
	for i, d := range b.lengths[:len(ranks)*len(b.rankOf)] {
		if b.rows[i] = far; !math.IsInf(d, 1) {
			b.rows[i] = int32(d)
		}
	}
	return nil
}

func (b *batch) row(node int32) []int32 {
	n := len(b.rankOf)
	place := b.place[node]
	return b.rows[place*n : (place+1)*n]
}

// count adds the differences of the histograms of some items' sources.
func (b *batch) count(first, last int, levels []int64) error {
	b.levels = levels
	if err := b.search(first, last); err != nil {
		return err
	}
	for i := first; i < last; i++ {
		if err := b.control.Check(); err != nil {
			return err
		}
		if i >= b.inner {
			v := b.lone[i-b.inner]
			b.add(b.row(v), b.parts[b.partOf[v]])
			b.control.Add(1)
			continue
		}
		owned := b.byChain[b.owns[i]:b.owns[i+1]]
		for _, v := range owned {
			b.add(b.row(v), b.parts[b.partOf[v]])
		}
		if err := b.innerSources(b.chains[i]); err != nil {
			return err
		}
		b.control.Add(len(owned) + int(b.chains[i].length) - 1)
	}
	b.flush()
	return nil
}

// innerSources counts what a chain's inner vertices add.
func (b *batch) innerSources(x chain) error {
	p := b.parts[b.partOf[x.u]]
	from, to := p.firstNode, p.lastNode
	u, v, source := b.row(x.u)[from:to], b.row(x.v)[from:to], b.source[from:to]
	v, source = v[:len(u)], source[:len(u)]
	for i := int32(1); i < x.length; i++ {
		if i%64 == 0 {
			if err := b.control.Check(); err != nil {
				return err
			}
		}
		rest := x.length - i
		for w, a := range u {
			source[w] = min(a+i, v[w]+rest)
		}
		b.add(b.source, p)
		// The source is not at one end of its chain, but between two shorter ones.
		atU, atV := b.source[x.u], b.source[x.v]
		b.addChain(atU, atV, x.length, -1)
		b.addChain(atU, 0, i, 1)
		b.addChain(0, atV, rest, 1)
	}
	return nil
}

// add counts the nodes of a component by their distance from a source, and its chains.
func (b *batch) add(distance []int32, p part) {
	ends, meet, longest := b.ends, b.meet, b.longest
	unit := b.unit[p.firstNode:p.lastNode]
	for w, d := range distance[p.firstNode:p.lastNode] {
		ends[d] += unit[w]
		longest = max(longest, d)
	}
	for _, x := range b.chains[p.firstChain:p.lastChain] {
		meet[distance[x.u]+distance[x.v]+x.length]++
	}
	b.longest, b.top = longest, max(b.top, 2*longest+p.longest)
	if b.counted++; b.counted >= b.most {
		b.flush()
	}
}

// flush turns what was counted into differences.
func (b *batch) flush() {
	ends := b.ends[:b.longest+1]
	for d, sum := range ends {
		nodes, chains := int64(uint32(sum)), int64(sum>>32)
		b.levels[d] += nodes
		b.levels[d+1] += chains - nodes
	}
	clear(ends)
	meet := b.meet[:min(len(b.meet), int(b.top)+1)]
	for sum, chains := range meet {
		if chains > 0 {
			b.levels[sum/2+1] -= int64(chains)
			b.levels[(sum+1)/2] -= int64(chains)
		}
	}
	clear(meet)
	b.longest, b.top, b.counted = 0, 0, 0
}

// addChain counts the inner vertices of a chain with ends at a and b, `times`.
func (b *batch) addChain(from, to, length int32, times int64) {
	sum := from + to + length
	b.levels[from+1] += times
	b.levels[to+1] += times
	b.levels[sum/2+1] -= times
	b.levels[(sum+1)/2] -= times
}
