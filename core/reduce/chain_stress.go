package reduce

import (
	"sort"

	"gobc/core/memory"
	"gobc/core/sums"
)

// Stress through chains. A path has the product of the weights of its two ends, and no pair is divided among its paths,
// so an inner vertex at a tie counts in full through both ends of its chain. What is added up beside the sweep are
// numbers of paths times weights: whole numbers, exact while they are below 2^53, and rounded as those of the sweep
// beyond.

// mostCounted bounds the weights of a component, so that pairs of them fit integers.
const mostCounted = 1 << 31

// Count makes chains of which paths are counted, with other weights of the copies, as sources and as targets; 0 for
// none. It keeps what these chains are made of, whose batches are known. It returns nil where the weights are too
// large.
func (c *Chains) Count(weight []float64, stop func() error) (*Chains, error) {
	s := *c
	s.scope, s.lent, s.Total = memory.Scope{}, true, 1
	s.Pairs = sums.Pairs{Cutoff: -1}
	if err := s.add(weight, stop); err != nil {
		s.Release()
		return nil, err
	}
	for at := 1; at < len(s.Contracted.Components); at++ {
		var total float64
		for _, weight := range s.Weight[s.Contracted.Components[at-1]:s.Contracted.Components[at]] {
			total += weight
		}
		for chain := int(s.starts[at-1]); chain < int(s.starts[at]); chain++ {
			total += s.Sums[int(s.First[chain+1])+chain]
		}
		s.Total = max(s.Total, total)
	}
	if !(s.Total < mostCounted) {
		s.Release()
		return nil, nil
	}
	s.Batches = append([]Batch(nil), c.Batches...)
	for i, b := range s.Batches {
		own := make([]float64, len(b.Own))
		for lane, node := range b.Lane {
			if b.Own[lane] > 0 { // every node is a source of one batch
				own[lane] = s.Weight[node]
			}
		}
		s.Batches[i].Own = own
	}
	return &s, nil
}

// counts reports whether paths are counted.
func (c *Chains) counts() bool { return c.Total > 0 }

// MostPaths is the largest number of paths between nodes with which no sum of a batch reaches 2^53: a pair of its
// sources and all targets counts twice, at either end of a chain, by either end at ties.
func (c *Chains) MostPaths() float64 {
	most := 1.0
	for _, b := range c.Batches {
		var sources float64
		for _, own := range b.Own {
			sources += own
		}
		for _, s := range b.Sources {
			sources += c.Sums[int(c.First[s.Chain+1])+int(s.Chain)]
		}
		most = max(most, sources)
	}
	return 0x1p49 / (most * c.Total)
}

// Kinds are what a sweep of the nodes adds up.
func (c *Chains) Kinds() sums.Kinds {
	if c.counts() {
		return StressKinds | sums.PathsOnward
	}
	return Kinds
}

// unfoldCounts makes the sums of a sweep over the nodes those of a sweep over the union, with paths from each copy of a
// weight to all others, and adds them to `into`. O(n + m).
func (c *Chains) unfoldCounts(of, into *sums.Paths, stop func() error) error {
	u := countUnfolder{Chains: c, stress: &of.Stress, into: into}
	p := pace{stop: stop}
	for node, v := range c.node {
		if u.err == nil && into.Stress.Words != nil {
			u.err = into.Stress.AddSum(int(v), &of.Stress, node)
		}
		into.PathsOnward[v] += of.PathsOnward[node]
	}
	through := u.through(&of.EdgeStress[0])
	for chain := range c.Length {
		if err := u.unfold(chain, through[chain], &p); err != nil {
			return err
		}
	}
	into.ShareLists()
	return u.err
}

// countUnfolder adds to sums of the union, until an addition fails.
type countUnfolder struct {
	*Chains
	stress *sums.PathCounts
	into   *sums.Paths
	chain  unfolder
	err    error
}

func (u *countUnfolder) vertex(v int32, stress float64) {
	if u.err == nil && u.into.Stress.Words != nil {
		u.err = u.into.Stress.AddTerm(int(v), stress)
	}
}

func (u *countUnfolder) arc(arc int64, stress float64) {
	if u.err == nil && u.into.EdgeStress[0].Words != nil {
		u.err = u.into.EdgeStress[0].AddTerm(int(arc), stress)
	}
}

// through is the stress of all of a chain; that of edges of the union is added.
func (u *countUnfolder) through(of *sums.PathCounts) []float64 {
	chains := make([]float64, len(u.Length))
	u.parallel(func(there, back, count int) {
		sum := of.Sum(count, there, back) / float64(count) // kernels differ in which of these arcs they add to
		for _, edge := range u.edge[there : there+count] {
			if edge < 0 {
				chains[-1-edge] = sum
			} else {
				u.arc(edge, sum)
			}
		}
	})
	return chains
}

// unfold adds what a chain's inner vertices and edges have.
func (u *countUnfolder) unfold(chain int, through float64, pace *pace) error {
	x, first, items := &u.chain, u.First[chain], u.items(chain)
	x.begin(u.Chains, chain)
	k := x.k
	x.limit = sums.At(u.stress.Words, items+3*k+1).Low + uint64(u.Length[chain])
	before, after := x.counts(func(i int) float64 { return u.stress.Float(items + i) })
	vertices, edges := x.own()
	// Twice the paths that end at a place behind p and come through u, and those that end before p and come through v.
	behind := zeros(&x.pathsBehind, k+2)
	for q := k; q > 0; q-- {
		behind[q] = behind[q+1] + times(float64(2*x.weight[q]), before[q])
	}
	var ahead float64
	for p := 0; p <= k; p++ {
		if p > 0 {
			v := u.inner[int(first)+p-1]
			u.vertex(v, through+behind[p+1]+ahead+whole(vertices[p]))
			u.into.PathsOnward[v] += before[p] + after[p] + x.along(p)
			ahead += times(float64(2*x.weight[p]), after[p])
		}
		u.arc(u.path[int(first)+chain+p], through+behind[p+1]+ahead+whole(edges[p]))
		if err := pace.walk(unfoldSteps); err != nil {
			return err
		}
	}
	return nil
}

// whole is that of a number in fixed point.
func whole(x sums.Wide) float64 { return float64(x.High) }

// counts are, by place, the paths that come to it through u (before) and through v (after), those from the same chain
// around it among them.
func (x *unfolder) counts(item func(int) float64) (before, after []float64) {
	k := x.k
	before, after = zeros(&x.pathsBefore, k+2), zeros(&x.pathsAfter, k+2)
	for q := k; q > 0; q-- {
		before[q] = before[q+1] + item(q)
	}
	for q := 1; q <= k; q++ {
		after[q] = after[q-1] + item(k+q)
	}
	// first: the first place that is reached around from j
	around, gone, first := item(3*k+2), zeros(&x.goneWeights, k+2), 1
	for j := 1; j <= k; j++ {
		for first <= k && uint64(x.doubled[first-1]-x.doubled[j-1]) < x.limit {
			first++
		}
		if first <= k {
			before[j] += times(float64(x.upTo[k]-x.upTo[first-1]), around)
			gone[first] += x.weight[j]
		}
	}
	var reached uint64
	for q := 1; q <= k; q++ {
		reached += gone[q]
		after[q] += times(float64(reached), around)
	}
	return before, after
}

// along is the weight of the chain's others that a place reaches along it.
func (x *unfolder) along(p int) float64 {
	before := sort.Search(p, func(i int) bool { return uint64(x.doubled[p-1]-x.doubled[i]) <= x.limit })
	behind := p + sort.Search(x.k-p, func(i int) bool { return uint64(x.doubled[p+i]-x.doubled[p-1]) > x.limit })
	return float64(x.upTo[behind] - x.upTo[before] - x.weight[p])
}
