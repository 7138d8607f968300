package reduce

import (
	"cmp"
	"math"
	"slices"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
)

// Chains are the blocks of a graph with their chains contracted: the vertices of three or more edges are nodes, and a
// chain, a path of vertices of two edges each between two nodes, is an edge as long as the path. Ear decompositions
// (Pachorkar et al., Efficient parallel ear decomposition of graphs with application to betweenness centrality, 2016)
// come nearest; here only nodes are searched from, and what a chain's inner vertices x_1 to x_k add is in closed form.
//
// Let u and v be the ends of a chain of length L, p_j the length of its part from u to x_j, and d(.) and sigma(.)
// distances and path counts from a node l. A shortest path from l to x_j comes through u if 2 p_j < D, through v if 2
// p_j > D, and through both where they are equal, in proportion to sigma(u) and sigma(v), with
//
//	D = L + d(v) - d(u).
//
// So with sums of weights along the chain, two numbers say what of a chain goes through either end, whatever its
// length. The same holds for x_j as a source: it is u and v that are searched from, with masses of pairs at their
// targets in place of weights. Two inner vertices of one chain are joined along it or around it, by u and v.
//
// Betweenness of an inner vertex is twice (once for each direction of a pair) what goes on along the chain to others of
// its inner vertices from elsewhere, which a histogram over D gives, and what goes through all of the chain, which is
// the contracted edge's betweenness, and the pairs of the chain itself. docs/background/reductions.md has the proof.
//
// Sources and targets are the same here, with whole numbers for weights: but for shares of ties, all that is added is
// exact.
type Chains struct {
	*Weighed
	Contracted *graph.Graph // the nodes, with lengths in the union's unit
	Pairs      sums.Pairs   // of the nodes: no weights, but the exponent of their sums

	// By chain, of those that have inner vertices.
	Ends   []int32  // two nodes each, u < v
	Length []uint32 // L
	First  []int32  // where its inner vertices begin in the arrays below; one more than there are chains
	// By inner vertex, from u to v.
	Doubled []uint32 // 2 p
	inner   []int32  // its copy in the union
	// The weights of a chain's first j inner vertices for j = 0 to k, from First[chain] + chain on.
	Sums   []float64
	Weight []float64 // by node
	Total  float64   // where paths are counted: the most that the vertices of a component weigh; else 0
	Hops   bool      // a chain's inner vertices are 1 apart

	Batches []Batch // once they are grouped

	node []int32 // the copy of a node
	// the arcs of a chain, one from each inner vertex towards u, then the last towards v: from First + chain on
	path   []int64
	edge   []int64 // by arc of the contracted graph: the arc of the union, or -1 - chain
	starts []int32 // of a component: its first chain; one more than there are components
	scope  memory.Scope
	lent   bool // all but the weights is of other chains
	fit    bool
	walked int
}

// Lanes is how many nodes a batch is searched from.
const Lanes = 64

// longestChain bounds a chain's length, doubled it fits 32 bits.
const longestChain = 1 << 31

// Contract contracts the chains of the union, whose edges are 1 long by hops, whatever their weights. It returns nil
// where lengths do not fit. The union stays. O(n + m log m).
func (w *Weighed) Contract(hops bool, stop func() error) (*Chains, error) {
	c := &Chains{Weighed: w, Pairs: sums.Pairs{Cutoff: -1}, fit: true, Hops: hops}
	err := c.number()
	if err == nil {
		err = c.follow(stop)
	}
	if err == nil && c.fit {
		err = c.add(w.Pairs.TargetWeight, stop)
		c.lighten()
	}
	if err != nil || !c.fit {
		c.Release()
		return nil, err
	}
	return c, nil
}

// Release releases what was contracted, but not the union and its weights.
func (c *Chains) Release() {
	if c.Contracted != nil && !c.lent {
		c.Contracted.Free()
		c.Contracted = nil
	}
	c.scope.Close()
}

// Bytes is the memory of what was made of the union.
func (c *Chains) Bytes() int64 {
	inner, chains := int64(len(c.Doubled)), int64(len(c.Length))
	return c.Contracted.Bytes() + 24*inner + 28*chains + 12*int64(len(c.node)) + 8*int64(len(c.edge)) + c.batchBytes()
}

// isNode marks the copies that are nodes. Of a block that is one cycle its first vertex and a neighbor are.
func (c *Chains) isNode(is []bool) {
	lists := c.Graph.View(false).Out
	for at := 1; at < len(c.Graph.Components); at++ {
		first, last, some := c.Graph.Components[at-1], c.Graph.Components[at], false
		for v := first; v < last; v++ {
			is[v] = len(lists.List(v)) > 2
			some = some || is[v]
		}
		if !some {
			is[first], is[lists.List(first)[0]] = true, true
		}
	}
}

// none for copies that are inner vertices.
func (c *Chains) number() error {
	var scope memory.Scope
	defer scope.Close()
	is, err := memory.In[bool](&scope, c.Graph.Vertices)
	if err != nil {
		return err
	}
	c.isNode(is)
	nodes := 0
	for _, node := range is {
		if node {
			nodes++
		}
	}
	m := maker{scope: &c.scope}
	c.node = m.ints(nodes)
	nodes = 0
	for v, node := range is {
		if node && m.err == nil {
			c.node[nodes] = int32(v)
			nodes++
		}
	}
	return m.err
}

// chainWalk is where follow puts what it finds.
type chainWalk struct {
	*Chains
	lists  *graph.CSR
	number []int32 // of a copy: its node, or none
	stop   func() error
}

// follow finds every chain from its lower end.
func (c *Chains) follow(stop func() error) error {
	var scope memory.Scope
	defer scope.Close()
	brief := maker{scope: &scope}
	number, degree := brief.ints(c.Graph.Vertices), made[int64](&brief, len(c.node))
	if brief.err != nil {
		return brief.err
	}
	lists := c.Graph.View(false).Out
	w := &chainWalk{Chains: c, lists: lists, number: number, stop: stop}
	for v := range w.number {
		w.number[v] = none
	}
	for number, v := range c.node {
		w.number[v] = int32(number)
	}
	inner := c.Graph.Vertices - len(c.node)
	m := maker{scope: &c.scope}
	chains := min(inner, len(lists.Targets)/2) // a chain has an inner vertex and an arc at either end
	c.Ends, c.Length, c.First = m.ints(2 * chains)[:0], made[uint32](&m, chains)[:0], m.ints(chains + 1)[:0]
	c.Doubled, c.inner = made[uint32](&m, inner)[:0], m.ints(inner)[:0]
	c.path, c.starts = made[int64](&m, inner+chains)[:0], m.ints(len(c.Graph.Components))[:0]
	if m.err != nil {
		return m.err
	}
	next := 0
	for number, v := range c.node {
		for c.Graph.Components[next] <= v {
			c.starts = append(c.starts, int32(len(c.Length)))
			next++
		}
		degree[number] = int64(len(lists.List(v)))
		for arc := lists.Offsets[v]; arc < lists.Offsets[v+1]; arc++ {
			if err := w.chain(v, arc); err != nil {
				return err
			}
		}
		if err := c.look(len(lists.List(v)), stop); err != nil {
			return err
		}
	}
	for len(c.starts) < len(c.Graph.Components) {
		c.starts = append(c.starts, int32(len(c.Length)))
	}
	c.First = append(c.First, int32(len(c.inner)))
	return c.lay(degree, w, stop)
}

// look calls stop once in a while.
func (c *Chains) look(walked int, stop func() error) error {
	if c.walked += walked; c.walked < stopEvery {
		return nil
	}
	c.walked = 0
	return stop()
}

func (w *chainWalk) weight(arc int64) uint64 {
	if w.Hops {
		return 1
	}
	return uint64(w.lists.Weights[arc])
}

// nextArc is the arc of an inner vertex that does not lead back.
func (w *chainWalk) nextArc(v, back int32) (on, backward int64) {
	first := w.lists.Offsets[v]
	if w.lists.Targets[first] == back {
		return first + 1, first
	}
	return first, first + 1
}

// end is the node at the other end of what begins with an arc, and its length.
func (w *chainWalk) end(from int32, arc int64) (to int32, length uint64, err error) {
	to, length = w.lists.Targets[arc], w.weight(arc)
	for w.number[to] == none {
		on, _ := w.nextArc(to, from)
		from, to = to, w.lists.Targets[on]
		length += w.weight(on)
		if err := w.look(1, w.stop); err != nil {
			return to, length, err
		}
	}
	return to, length, nil
}

// chain notes the chain that begins with an arc of a node, if the node is its lower end.
func (w *chainWalk) chain(from int32, arc int64) error {
	at := w.lists.Targets[arc]
	if w.number[at] != none {
		return nil
	}
	end, length, err := w.end(from, arc)
	if err != nil || end < from {
		return err
	}
	if length >= longestChain {
		w.fit = false
		return nil
	}
	w.Ends = append(w.Ends, w.number[from], w.number[end])
	w.Length = append(w.Length, uint32(length))
	w.First = append(w.First, int32(len(w.inner)))
	place, before := w.weight(arc), from
	for {
		on, back := w.nextArc(at, before)
		w.inner, w.Doubled, w.path = append(w.inner, at), append(w.Doubled, uint32(2*place)), append(w.path, back)
		place += w.weight(on)
		before, at = at, w.lists.Targets[on]
		if w.number[at] != none {
			w.path = append(w.path, on)
			return nil
		}
		if err := w.look(1, w.stop); err != nil {
			return err
		}
	}
}

// contractedArc is an arc while lists are sorted.
type contractedArc struct {
	to     int32
	weight uint32
	edge   int64
}

// lay makes the lists of the contracted graph, sorted by neighbor and weight.
func (c *Chains) lay(degree []int64, w *chainWalk, stop func() error) (err error) {
	if !c.fit {
		return nil
	}
	components := []int32{}
	nodes := 0
	for _, first := range c.Graph.Components {
		for nodes < len(c.node) && c.node[nodes] < first {
			nodes++
		}
		components = append(components, int32(nodes))
	}
	weighting := &graph.Weighting{PerUnit: 1, Smallest: math.Inf(1)}
	if !c.Hops {
		weighting.PerUnit = c.Graph.Weighting.PerUnit
	}
	if c.Contracted, err = graph.FromDegrees(degree, components, weighting, &graph.CSR{Weights: []uint32{}}); err != nil {
		return err
	}
	lists := c.Contracted.View(false).Out
	if c.edge, err = memory.In[int64](&c.scope, len(lists.Targets)); err != nil {
		return err
	}
	var scope memory.Scope
	defer scope.Close()
	m := maker{scope: &scope}
	lower, at := made[uint32](&m, len(c.node)+2), m.ints(len(c.Ends))
	if m.err != nil {
		return m.err
	}
	lower = c.AtNodes(lower, at)
	var arcs []contractedArc
	for node, v := range c.node {
		arcs = arcs[:0]
		for arc := w.lists.Offsets[v]; arc < w.lists.Offsets[v+1]; arc++ {
			if to := w.number[w.lists.Targets[arc]]; to != none {
				arcs = append(arcs, contractedArc{to, uint32(w.weight(arc)), arc})
			}
		}
		for _, end := range at[lower[node]:lower[node+1]] {
			chain := end / 2
			to := c.Ends[2*chain] + c.Ends[2*chain+1] - int32(node)
			arcs = append(arcs, contractedArc{to, c.Length[chain], -1 - int64(chain)})
		}
		slices.SortFunc(arcs, func(a, b contractedArc) int {
			return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.weight, b.weight), cmp.Compare(a.edge, b.edge))
		})
		begin := lists.Offsets[node]
		for i, arc := range arcs {
			lists.Targets[begin+int64(i)], lists.Weights[begin+int64(i)], c.edge[begin+int64(i)] = arc.to, arc.weight, arc.edge
			weighting.Smallest = min(weighting.Smallest, float64(arc.weight)/weighting.PerUnit)
			weighting.Largest = max(weighting.Largest, float64(arc.weight)/weighting.PerUnit)
		}
		if err := c.look(len(arcs), stop); err != nil {
			return err
		}
	}
	return nil
}

// AtNodes lists the chains that end at every node, ascending: 2 * chain, plus 1 where the node is the last. It fills
// offsets, zeros and two more than there are nodes, of which it returns all but the last, and at, as many as Ends.
func (c *Chains) AtNodes(offsets []uint32, at []int32) []uint32 {
	for _, node := range c.Ends {
		offsets[node+2]++
	}
	for i := 1; i < len(offsets); i++ {
		offsets[i] += offsets[i-1]
	}
	for i, node := range c.Ends {
		at[offsets[node+1]] = int32(i)
		offsets[node+1]++
	}
	return offsets[:len(c.node)+1]
}

// add adds up weights, which are whole numbers by copy.
func (c *Chains) add(weight []float64, stop func() error) error {
	m := maker{scope: &c.scope}
	c.Sums, c.Weight = made[float64](&m, len(c.inner)+len(c.Length)), made[float64](&m, len(c.node))
	if m.err != nil {
		return m.err
	}
	for node, v := range c.node {
		c.Weight[node] = weight[v]
	}
	p := pace{stop: stop}
	for chain := range c.Length {
		sums := c.Sums[int(c.First[chain])+chain:]
		for i, v := range c.inner[c.First[chain]:c.First[chain+1]] {
			sums[i+1] = sums[i] + weight[v]
			if err := p.walk(1); err != nil {
				return err
			}
		}
	}
	return nil
}

// lighten settles the exponent of the sums: the pairs of one lane, at most all of a component, stay below 2^30.
func (c *Chains) lighten() {
	var most float64
	for component := range c.Blocks.components() {
		all := float64(c.target.behind[component.first])
		most = max(most, all*all)
	}
	_, exponent := math.Frexp(most)
	c.Pairs.Exponent = max(0, exponent-30)
	c.Pairs.Most = math.Ldexp(most, -c.Pairs.Exponent) + 1
}

// Items is how many sums a sweep has by vertex: one a node, then by chain of k inner vertices
//
//	0 to 2k    sources, in whole numbers, for which D is between the places of two inner vertices, or at one: item 2r is
//	           for D with r inner vertices before it, 2r + 1 for D at the next one, counted from u
//	2k + q     what of the sources with D at x_q comes through u, q = 1 to k
//	3k + 1     the distance of its ends, in whole numbers
//	3k + 2     the share of pairs of the chain that go around it where that is as short
//
// Where paths are counted (Count), those of a chain are
//
//	j          paths from sources by which x_1 to x_j are reached through u, j = 0 to k
//	k + 1 + r  paths from sources by which x_(r+1) to x_k are reached through v, r = 0 to k
//	3k + 1     the distance of its ends
//	3k + 2     how many paths join them around it
func (c *Chains) Items() int { return len(c.node) + 3*(len(c.inner)+len(c.Length)) }

// items is where those of a chain begin.
func (c *Chains) items(chain int) int { return len(c.node) + 3*(int(c.First[chain])+chain) }

// Forest is the graph of the nodes.
func (c *Chains) Forest() *graph.Forest { return c.Contracted.Forest(graph.Deduplicated) }

// Share are the batches that are swept for some of the vertices: for all vertices together every batch once.
func (c *Chains) Share(of []int32) (batches []int32) { return c.dealt(len(c.Batches), of) }

// dealt are the numbers below count that fall to some of the vertices, where each vertex has as many.
func (w *Weighed) dealt(count int, of []int32) (numbers []int32) {
	vertices := w.Blocks.of.Vertices
	marked := graph.Marks(vertices, of)
	for i := range count {
		if marked[i*vertices/count] {
			numbers = append(numbers, int32(i))
		}
	}
	return numbers
}

// Work is that of the contracted graph, and every pair of a chain as source and a node or a chain as target.
func (c *Chains) Work() (work Work) {
	out := c.Contracted.View(false).Out
	for at := 1; at < len(c.Contracted.Components); at++ {
		first, last := c.Contracted.Components[at-1], c.Contracted.Components[at]
		nodes, chains := float64(last-first), float64(c.starts[at]-c.starts[at-1])
		work.Arcs += nodes * float64(out.Offsets[last]-out.Offsets[first])
		work.Pairs += chains * (nodes + chains)
	}
	return work
}
