package reduce

import (
	"slices"

	"gobc/core/sums"
)

// Expand makes the sums of a sweep over the nodes those of a sweep over the union, and adds them to `into`, whose
// Exponent is 0. O(n + m).
func (c *Chains) Expand(of, into *sums.Paths, stop func() error) error {
	if c.counts() {
		return c.unfoldCounts(of, into, stop)
	}
	shift := uint(of.Exponent)
	if into.Delta != nil {
		for node, v := range c.node {
			sums.Add(into.Delta, int(v), sums.At(of.Delta, node).Shifted(shift))
		}
	}
	through := c.through(of.EdgeDelta[0], shift, into.EdgeDelta[0])
	var x unfolder
	p := pace{stop: stop}
	for chain := range c.Length {
		if err := c.unfold(&x, chain, of.Delta, through[chain], into, &p); err != nil {
			return err
		}
	}
	return nil
}

// unfoldSteps are those of an inner vertex: a dozen passes.
const unfoldSteps = 12

// through is what goes through all of a chain; what goes along edges of the union is added to `edges`. Chains and edges
// of one length between two nodes have the same: it is summed over all, as a kernel may add to any of them.
func (c *Chains) through(of []uint64, shift uint, edges []uint64) []sums.Wide {
	chains := make([]sums.Wide, len(c.Length))
	c.parallel(func(there, back, count int) {
		var sum sums.Wide
		for i := range count {
			sum = sum.Plus(sums.At(of, there+i)).Plus(sums.At(of, back+i))
		}
		share := sum.Shifted(shift).Over(uint64(count))
		for _, edge := range c.edge[there : there+count] {
			if edge < 0 {
				chains[-1-edge] = share
			} else if edges != nil {
				sums.Add(edges, int(edge), share)
			}
		}
	})
	return chains
}

// parallel calls f with where the arcs of each length from one node to another begin, those of the way back, and their
// number.
func (c *Chains) parallel(f func(there, back, count int)) {
	out := c.Contracted.View(false).Out
	for node := range int32(len(c.node)) {
		for from := out.Offsets[node]; from < out.Offsets[node+1]; {
			head, weight := out.Targets[from], out.Weights[from]
			to := from + 1
			for to < out.Offsets[node+1] && out.Targets[to] == head && out.Weights[to] == weight {
				to++
			}
			if node < head {
				f(int(from), int(c.arc(head, node, weight)), int(to-from))
			}
			from = to
		}
	}
}

// arc is the first of the contracted arcs of one length from a node to another. O(log d).
func (c *Chains) arc(from, to int32, weight uint32) int64 {
	out := c.Contracted.View(false).Out
	low, high := out.Offsets[from], out.Offsets[from+1]
	for low < high {
		mid := (low + high) / 2
		if t := out.Targets[mid]; t < to || t == to && out.Weights[mid] < weight {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// unfolder is a chain while its sums are unfolded, and memory for the next. Places are 1 to k; 0 and k + 1 are its
// ends.
type unfolder struct {
	k       int
	doubled []uint32
	weight  []uint64 // by place; 0 for the ends
	upTo    []uint64 // sums of weights
	limit   uint64   // pairs whose doubled distance along the chain is larger go around it, those at it both ways
	around  sums.Wide

	// Memory, by place: of sums, and where paths are counted.
	before, after, gone, vertices, edges, shared, sharedOn []sums.Wide
	last                                                   []int
	pathsBefore, pathsAfter, pathsBehind                   []float64
	goneWeights                                            []uint64
}

// zeros makes a slice one of so many zeros, in the same memory if that is enough.
func zeros[T any](s *[]T, n int) []T {
	*s = slices.Grow((*s)[:0], n)[:n]
	clear(*s)
	return *s
}

// begin makes it one of a chain.
func (x *unfolder) begin(c *Chains, chain int) {
	first, last := c.First[chain], c.First[chain+1]
	k := int(last - first)
	x.k, x.doubled = k, c.Doubled[first:last]
	zeros(&x.weight, k+2)
	zeros(&x.upTo, k+2)
	total := c.Sums[int(first)+chain:]
	for j := 1; j <= k; j++ {
		x.upTo[j] = uint64(total[j])
		x.weight[j] = x.upTo[j] - x.upTo[j-1]
	}
	x.upTo[k+1] = x.upTo[k]
}

// unfold adds what a chain's inner vertices and edges have.
func (c *Chains) unfold(x *unfolder, chain int, delta []uint64, through sums.Wide, into *sums.Paths, pace *pace) error {
	x.begin(c, chain)
	first := c.First[chain]
	k, items := x.k, c.items(chain)
	x.limit = sums.At(delta, items+3*k+1).High + uint64(c.Length[chain])
	x.around = sums.At(delta, items+3*k+2)
	before, after := x.sides(func(i int) sums.Wide { return sums.At(delta, items+i) })
	vertices, edges := x.own()
	// At the top of the loop `passed` is twice the pairs that pass the edge after place p and have their inner end beyond
	// it.
	var passed sums.Wide
	for q := 1; q <= k; q++ {
		passed = passed.Plus(before[q].Times(2 * x.weight[q]))
	}
	for p := 0; p <= k; p++ {
		if p > 0 {
			passed = passed.Minus(before[p].Times(2 * x.weight[p]))
			if into.Delta != nil {
				sums.Add(into.Delta, int(c.inner[int(first)+p-1]), through.Plus(passed).Plus(vertices[p]))
			}
			passed = passed.Plus(after[p].Times(2 * x.weight[p]))
		}
		if into.EdgeDelta[0] != nil {
			sums.Add(into.EdgeDelta[0], int(c.path[int(first)+chain+p]), through.Plus(passed).Plus(edges[p]))
		}
		if err := pace.walk(unfoldSteps); err != nil {
			return err
		}
	}
	return nil
}

// sides are, by place, the sources that come to it through u (before) and through v (after), those of the same chain
// that go around it among them.
func (x *unfolder) sides(item func(int) sums.Wide) (before, after []sums.Wide) {
	k := x.k
	before, after = zeros(&x.before, k+2), zeros(&x.after, k+2)
	sum := item(2 * k)
	for q := k; q >= 1; q-- {
		before[q] = sum.Plus(item(2*k + q))
		sum = sum.Plus(item(2*q - 1)).Plus(item(2*q - 2))
	}
	sum = item(0)
	for q := 1; q <= k; q++ {
		after[q] = sum.Plus(item(2*q - 1)).Minus(item(2*k + q))
		sum = sum.Plus(item(2*q - 1)).Plus(item(2 * q))
	}
	first, reached := 1, sums.Wide{} // the first place that is reached around from j, what reaches it from before j
	gone := zeros(&x.gone, k+2)
	for j := 1; j <= k; j++ {
		for first <= k && uint64(x.doubled[first-1]-x.doubled[j-1]) < x.limit {
			first++
		}
		whole := first
		if first <= k && uint64(x.doubled[first-1]-x.doubled[j-1]) == x.limit {
			before[j] = before[j].Plus(x.around.Times(x.weight[first]))
			after[first] = after[first].Plus(x.around.Times(x.weight[j]))
			whole++
		}
		if whole <= k {
			before[j] = before[j].Plus(sums.Wide{High: x.upTo[k] - x.upTo[whole-1]})
			gone[whole].High += x.weight[j]
		}
	}
	for q := 1; q <= k; q++ {
		reached = reached.Plus(gone[q])
		after[q] = after[q].Plus(reached)
	}
	return before, after
}

// own is what pairs of the chain that go along it add to its vertices and edges, both directions.
func (x *unfolder) own() (vertices, edges []sums.Wide) {
	k := x.k
	vertices, edges = zeros(&x.vertices, k+2), zeros(&x.edges, k+2)
	last := zeros(&x.last, k+2) // the last place that pairs from j go along the chain to
	// what begins and ends at a place of pairs that go both ways, as they pass vertices
	shared := zeros(&x.shared, k+2)
	sharedOn := zeros(&x.sharedOn, k+2) // likewise edges
	one := sums.Wide{High: 1}.Minus(x.around)
	first := 1
	for j := 1; j <= k; j++ {
		for first <= k && uint64(x.doubled[first-1]-x.doubled[j-1]) < x.limit {
			first++
		}
		last[j] = first - 1
		if first <= k && uint64(x.doubled[first-1]-x.doubled[j-1]) == x.limit {
			along := one.Times(2 * x.weight[j] * x.weight[first])
			shared[j+1] = shared[j+1].Plus(along)
			shared[first] = shared[first].Minus(along) // may be the same place
			sharedOn[j], sharedOn[first] = sharedOn[j].Plus(along), sharedOn[first].Minus(along)
		}
	}
	// active: the places from which pairs go on beyond p; reach: their weights times those of all that they go to
	var active, reach uint64
	var vertex, edge sums.Wide
	from := 1
	for p := 1; p <= k; p++ {
		for ; from < p && last[from] < p; from++ {
			active -= x.weight[from]
			reach -= x.weight[from] * x.upTo[last[from]]
		}
		vertex, edge = vertex.Plus(shared[p]), edge.Plus(sharedOn[p])
		vertices[p] = vertex.Plus(sums.Wide{High: 2 * (reach - active*x.upTo[p])})
		active += x.weight[p]
		reach += x.weight[p] * x.upTo[last[p]]
		edges[p] = edge.Plus(sums.Wide{High: 2 * (reach - active*x.upTo[p])})
	}
	return vertices, edges
}
