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
// Let a and b be the distances from a source s to u and v. An inner vertex at place j of the chain, from u, is at
// min(a + j, b + L - j): the first t = (b + L - a) / 2, rounded down and within 0 to k, are at a + 1, ..., a + t, the
// others, from v on, at b + 1, ..., b + k - t. So what a chain adds to the histogram of a source are two ranges of
// ones, which are four numbers in an array of differences, whatever its length.
//
// A source at place i of a chain of u and v is at min(i + d(u, w), L - i + d(v, w)) from a node w, and cuts its own
// chain into two, of lengths i and L - i, with the source as one end. So nodes alone are searched from.
type contracted struct {
	*sweep
	nodes    *graph.Graph // with the lengths of chains
	rankOf   []int32      // of a node in that graph
	chains   []chain      // those with no inner vertices last
	inner    int          // chains that have some
	lone     []int32      // nodes that are no end of a chain with inner vertices
	byChain  []int32      // nodes whose sources are counted with a chain, by chain: from owns[chain] to owns[chain + 1]
	owns     []int32
	nodeTask *engine.Task
}

type chain struct {
	u, v   int32 // nodes
	length int32
}

// contract returns nil where chains do not pay: where directions count, or few vertices are inner ones.
func (s *sweep) contract(control *engine.Control) (*contracted, error) {
	f := s.task.Forest
	if f.Out != f.In || len(s.ranks) != s.Graph.Vertices || s.Graph.Vertices >= far {
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

// chainsAtOnce is how many chains share their searches: their ends are at most as many sources as a batch has.
const chainsAtOnce = 32

// count deals chains, then lone nodes, to threads, whose levels are differences.
func (c *contracted) count(control *engine.Control) ([]int64, error) {
	plan := engine.CPU().PlanRows(c.nodeTask, 64, len(c.rankOf))
	plan.Bytes += 2 * chainsAtOnce * int64(len(c.rankOf)) * (8 + 4)
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
	scope   memory.Scope
}

func (c *contracted) newBatch(kernel engine.RowKernel, lanes int, control *engine.Control) (counter, error) {
	b := &batch{contracted: c, kernel: kernel, lanes: lanes, control: control}
	n := len(c.rankOf)
	var err error
	if b.rows, err = memory.In[int32](&b.scope, 2*chainsAtOnce*n); err == nil {
		b.source, err = memory.In[int32](&b.scope, n)
	}
	if err == nil {
		b.lengths, err = memory.In[float64](&b.scope, 2*chainsAtOnce*n)
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

// far is the distance of nodes that are not reached. Sums with the length of a chain stay within int32.
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
			b.add(b.row(b.lone[i-b.inner]), -1)
			b.control.Add(1)
			continue
		}
		owned := b.byChain[b.owns[i]:b.owns[i+1]]
		for _, v := range owned {
			b.add(b.row(v), -1)
		}
		if err := b.innerSources(i); err != nil {
			return err
		}
		b.control.Add(len(owned) + int(b.chains[i].length) - 1)
	}
	return nil
}

// innerSources counts what a chain's inner vertices add.
func (b *batch) innerSources(of int) error {
	x := b.chains[of]
	u, v := b.row(x.u), b.row(x.v)
	for i := int32(1); i < x.length; i++ {
		if i%64 == 0 {
			if err := b.control.Check(); err != nil {
				return err
			}
		}
		rest := x.length - i
		for w, a := range u {
			b.source[w] = min(a+i, v[w]+rest)
		}
		b.add(b.source, of)
		b.addChain(b.source[x.u], 0, i)
		b.addChain(0, b.source[x.v], rest)
	}
	return nil
}

// add counts the nodes that a source reaches, and the inner vertices of all chains but one.
func (b *batch) add(distance []int32, but int) {
	levels := b.levels
	for _, d := range distance {
		if d < far {
			levels[d]++
			levels[d+1]--
		}
	}
	for i, x := range b.chains[:b.inner] {
		if a := distance[x.u]; a < far && i != but {
			b.addChain(a, distance[x.v], x.length)
		}
	}
}

// addChain counts the inner vertices of a chain with ends at a and b.
func (b *batch) addChain(from, to, length int32) {
	inner := length - 1
	near := max(0, min((to+length-from)>>1, inner))
	d := b.levels
	d[from+1]++
	d[from+near+1]--
	d[to+1]++
	d[to+inner-near+1]--
}
