package reduce

import (
	"cmp"
	"slices"
	"sort"

	"gobc/core/sums"
)

// mass is what is added up along chains: shares of pairs in units of 2^-64 or, where paths are counted, a number of
// paths, which is whole, and rounded beyond 2^53.
type mass struct {
	share sums.Wide
	paths float64
}

func (a mass) plus(b mass) mass { return mass{a.share.Plus(b.share), a.paths + b.paths} }

func (a mass) times(by uint64) mass { return mass{a.share.Times(by), times(float64(by), a.paths)} }

// add adds it to item i of the sums that are there.
func (a mass) add(i int, shares []uint64, counts *sums.PathCounts) error {
	if shares != nil {
		sums.Add(shares, i, a.share)
	}
	if counts.Words == nil {
		return nil
	}
	return counts.AddTerm(i, a.paths)
}

// Expand makes the sums of a sweep over the nodes those of a sweep over the union, and adds them to `into`, whose
// Exponent is 0. Where paths are counted they lead from each copy of a weight to all others. O(n + m).
func (c *Chains) Expand(of, into *sums.Paths, stop func() error) error {
	x := unfolder{Chains: c, of: of, into: into}
	for node, v := range c.node {
		if err := addVertex(into, int(v), of, node); err != nil {
			return err
		}
		if c.counts() {
			into.PathsOnward[v] += of.PathsOnward[node]
		}
	}
	through, err := x.through()
	p := pace{stop: stop}
	for chain := 0; chain < len(c.Length) && err == nil; chain++ {
		err = x.unfold(chain, through[chain], &p)
	}
	into.ShareLists()
	return err
}

// unfoldSteps are those of an inner vertex: a dozen passes.
const unfoldSteps = 12

// through returns what passes through the whole of each chain, and adds what passes along edges of the union. Chains
// and edges of one length between two nodes have equal sums: a kernel may add to any of them, so each gets the mean.
func (x *unfolder) through() (chains []mass, err error) {
	chains = make([]mass, len(x.Length))
	x.parallel(func(there, back, count int) {
		each := x.each(there, back, count)
		for _, edge := range x.edge[there : there+count] {
			if edge < 0 {
				chains[-1-edge] = each
			} else {
				err = cmp.Or(err, x.addArc(edge, each))
			}
		}
	})
	return chains, err
}

// each returns the mean of `count` contracted arcs from two places on, rounded once.
func (x *unfolder) each(there, back, count int) mass {
	if x.counts() {
		return mass{paths: x.of.EdgeStress[0].Sum(count, there, back) / float64(count)}
	}
	var sum sums.Wide
	for i := range count {
		sum = sum.Plus(sums.At(x.of.EdgeDelta[0], there+i)).Plus(sums.At(x.of.EdgeDelta[0], back+i))
	}
	return mass{share: sum.Shifted(uint(x.of.Exponent)).Over(uint64(count))}
}

func (x *unfolder) addArc(arc int64, passing mass) error {
	return passing.add(int(arc), x.into.EdgeDelta[0], &x.into.EdgeStress[0])
}

// item is a sum of a chain.
func (x *unfolder) item(i int) mass {
	if x.counts() {
		return mass{paths: x.of.Stress.Float(i)}
	}
	return mass{share: sums.At(x.of.Delta, i)}
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
	*Chains
	of, into *sums.Paths

	k       int
	doubled []uint32
	weight  []uint64  // by place; 0 for the ends
	upTo    []uint64  // sums of weights
	limit   uint64    // pairs whose doubled distance along the chain is larger go around it, those at it both ways
	around  mass      // of a pair that goes around it
	tied    mass      // around it, of a pair that goes both ways
	along   sums.Wide // along it, of a pair that goes both ways

	// Memory, by place.
	before, after, behind             []mass
	vertices, edges, shared, sharedOn []sums.Wide
	last                              []int
	gone                              []uint64
}

// zeros makes a slice one of n zeros, in the same memory if it is large enough.
func zeros[T any](s *[]T, n int) []T {
	*s = slices.Grow((*s)[:0], n)[:n]
	clear(*s)
	return *s
}

// begin makes it one of a chain.
func (x *unfolder) begin(chain int) {
	first, last := x.First[chain], x.First[chain+1]
	k := int(last - first)
	ends := x.items(chain) + 3*k + 1
	x.k, x.doubled = k, x.Doubled[first:last]
	x.tied = x.item(ends + 1)
	x.around, x.along = x.tied, sums.Wide{High: 1}.Minus(x.tied.share)
	if x.counts() {
		x.limit = sums.At(x.of.Stress.Words, ends).Low + uint64(x.Length[chain])
	} else {
		x.limit = sums.At(x.of.Delta, ends).High + uint64(x.Length[chain])
		x.around = mass{share: sums.Wide{High: 1}}
	}
	zeros(&x.weight, k+2)
	zeros(&x.upTo, k+2)
	total := x.Sums[int(first)+chain:]
	for j := 1; j <= k; j++ {
		x.upTo[j] = uint64(total[j])
		x.weight[j] = x.upTo[j] - x.upTo[j-1]
	}
	x.upTo[k+1] = x.upTo[k]
}

// unfold adds what a chain's inner vertices and edges have.
func (x *unfolder) unfold(chain int, through mass, pace *pace) error {
	x.begin(chain)
	x.sides(x.items(chain))
	x.own()
	k, first := x.k, int(x.First[chain])
	// Twice what ends at a place behind p and comes through u, and what ends before p and comes through v.
	behind := zeros(&x.behind, k+2)
	for q := k; q > 0; q-- {
		behind[q] = behind[q+1].plus(x.before[q].times(2 * x.weight[q]))
	}
	var ahead mass
	var err error
	for p := 0; p <= k; p++ {
		passing := through.plus(behind[p+1])
		if p > 0 {
			v := int(x.inner[first+p-1])
			err = passing.plus(ahead).plus(ownMass(x.vertices[p])).add(v, x.into.Delta, &x.into.Stress)
			if x.counts() {
				x.into.PathsOnward[v] += x.before[p].paths + x.after[p].paths + x.reachedAlong(p)
			}
			ahead = ahead.plus(x.after[p].times(2 * x.weight[p]))
		}
		passing = passing.plus(ahead).plus(ownMass(x.edges[p]))
		if err = cmp.Or(err, x.addArc(x.path[first+chain+p], passing), pace.walk(unfoldSteps)); err != nil {
			return err
		}
	}
	return nil
}

// ownMass is that of pairs of one chain, of either kind: where paths are counted it is whole.
func ownMass(pairs sums.Wide) mass { return mass{pairs, float64(pairs.High)} }

// sides sets, by place, what comes to it through u (before) and through v (after), what comes around the chain from its
// own vertices included.
func (x *unfolder) sides(items int) {
	k, before, after := x.k, zeros(&x.before, x.k+2), zeros(&x.after, x.k+2)
	if x.counts() {
		for q := k; q > 0; q-- {
			before[q] = before[q+1].plus(x.item(items + q))
		}
		for q := 1; q <= k; q++ {
			after[q] = after[q-1].plus(x.item(items + k + q))
		}
	} else {
		x.sidesOfShares(items)
	}
	// first: the first place that is reached around from j; reached: what reaches it from before j
	gone, first, reached := zeros(&x.gone, k+2), 1, uint64(0)
	for j := 1; j <= k; j++ {
		for first <= k && uint64(x.doubled[first-1]-x.doubled[j-1]) < x.limit {
			first++
		}
		whole := first
		if !x.counts() && first <= k && uint64(x.doubled[first-1]-x.doubled[j-1]) == x.limit {
			before[j] = before[j].plus(x.tied.times(x.weight[first]))
			after[first] = after[first].plus(x.tied.times(x.weight[j]))
			whole++
		}
		if whole <= k {
			before[j] = before[j].plus(x.around.times(x.upTo[k] - x.upTo[whole-1]))
			gone[whole] += x.weight[j]
		}
	}
	for q := 1; q <= k; q++ {
		reached += gone[q]
		after[q] = after[q].plus(x.around.times(reached))
	}
}

// sidesOfShares sets what comes from elsewhere: a source with D at a place comes to it through u by the share of the
// tie, and through v by the rest.
func (x *unfolder) sidesOfShares(items int) {
	var sum sums.Wide
	tie := func(q int) sums.Wide { return x.item(items + 2*x.k + q).share }
	for q := x.k; q > 0; q-- {
		sum = sum.Plus(x.item(items + 2*q).share)
		x.before[q].share = sum.Plus(tie(q))
		sum = sum.Plus(x.item(items + 2*q - 1).share)
	}
	sum = sums.Wide{}
	for q := 1; q <= x.k; q++ {
		sum = sum.Plus(x.item(items + 2*q - 2).share).Plus(x.item(items + 2*q - 1).share)
		x.after[q].share = sum.Minus(tie(q))
	}
}

// own sets what pairs of the chain that go along it add to its vertices and edges, both directions.
func (x *unfolder) own() {
	k := x.k
	vertices, edges := zeros(&x.vertices, k+2), zeros(&x.edges, k+2)
	last := zeros(&x.last, k+2) // the last place that pairs from j go along the chain to
	// what begins and ends at a place of pairs that go both ways, as they pass vertices
	shared := zeros(&x.shared, k+2)
	sharedOn := zeros(&x.sharedOn, k+2) // likewise edges
	first := 1
	for j := 1; j <= k; j++ {
		for first <= k && uint64(x.doubled[first-1]-x.doubled[j-1]) < x.limit {
			first++
		}
		last[j] = first - 1
		if first <= k && uint64(x.doubled[first-1]-x.doubled[j-1]) == x.limit {
			along := x.along.Times(2 * x.weight[j] * x.weight[first])
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
}

// reachedAlong returns the total weight of the other places of the chain that place p reaches along the chain.
func (x *unfolder) reachedAlong(p int) float64 {
	before := sort.Search(p, func(i int) bool { return uint64(x.doubled[p-1]-x.doubled[i]) <= x.limit })
	behind := p + sort.Search(x.k-p, func(i int) bool { return uint64(x.doubled[p+i]-x.doubled[p-1]) > x.limit })
	return float64(x.upTo[behind] - x.upTo[before] - x.weight[p])
}
