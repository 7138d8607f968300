package graph

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"sync"
	"unicode/utf8"

	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/store"
)

// verify returns an error unless a stored graph has the arrays that building it from its labels and rows would have
// made, and the facts of its header. It sets the index of labels and the longest lists. Every array is read once, in
// order. O(n + m).
//
// The lists of a graph hold each edge at both ends, in ascending order, so there is only one way to write them. If
// lists ascend and hold the same edges as the rows, each as often, they are therefore the lists that building makes;
// see edgeSet. The vertices must be in the one breadth-first order that starts at the first vertex of each component;
// see verifier.order.
func (g *Graph) verify(head storedHead, threads int, stop stopper) error {
	v := &verifier{g: g, threads: threads, stop: stop, set: newEdgeSet()}
	for _, step := range []func() error{
		func() error { return v.sizes(head) }, v.labels, v.vertices, func() error { return v.weights(head) }, v.lists, v.rows,
		v.derived, v.order, func() error { return v.facts(head) }, func() error { return v.marks(head) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

type verifier struct {
	g       *Graph
	threads int
	stop    stopper
	set     edgeSet

	mu      sync.Mutex
	out, in uint64 // products of edgeSet over the lists with parallel edges, by tail and by head
	repeats int64
	loops   int64
}

func wrong(format string, values ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{store.ErrDamaged}, values...)...)
}

// sizes compares the lengths of the arrays.
func (v *verifier) sizes(head storedHead) error {
	g, n := v.g, v.g.Vertices
	weights := int64(0)
	if head.Weighting != nil {
		weights = head.Edges
	}
	rows := [3]int64{int64(len(g.Rows.Tails)), int64(len(g.Rows.Heads)), int64(len(g.Rows.Weights))}
	if rows != [3]int64{head.Edges, head.Edges, weights} {
		return wrong("it has %d edges, but %d sources, %d targets and %d weights", head.Edges, rows[0], rows[1], rows[2])
	}
	if len(g.Vertex) != n || len(g.Labels.integers)+len(g.Labels.ends) != n || len(g.Components) == 0 {
		return wrong("it has %d vertices, but %d ranks and %d labels", n, len(g.Vertex),
			len(g.Labels.integers)+len(g.Labels.ends))
	}
	return nil
}

// labels verifies the labels, which must be distinct, and makes their index.
func (v *verifier) labels() error {
	l := v.g.Labels
	l.count = v.g.Vertices
	for i, x := range l.integers {
		if err := v.stop.every(i); err != nil {
			return err
		}
		if !holds(l.Format, x) {
			return wrong("label %d is %d, which its type %q cannot hold", i, x, l.Format)
		}
	}
	start := int64(0)
	for i, end := range l.ends {
		if err := v.stop.every(i); err != nil {
			return err
		}
		if end < start || end > int64(len(l.text)) {
			return wrong("label %d ends at byte %d, but the text has %d bytes", i, end, len(l.text))
		}
		if !utf8.Valid(l.text[start:end]) {
			return wrong("label %d is not UTF-8", i)
		}
		start = end
	}
	if start != int64(len(l.text)) {
		return wrong("its labels end at byte %d, but the text has %d bytes", start, len(l.text))
	}
	twice, err := l.index(v.stop)
	if err != nil {
		return err
	}
	if twice >= 0 {
		return wrong("label %d, %s, comes twice", twice, l.String(twice))
	}
	return l.findAlike(v.stop)
}

// holds reports whether a column of integers of this format can hold a value. uint64 values keep their bits.
func holds(format string, x int64) bool {
	switch format {
	case "c":
		return x == int64(int8(x))
	case "C":
		return x == int64(uint8(x))
	case "s":
		return x == int64(int16(x))
	case "S":
		return x == int64(uint16(x))
	case "i":
		return x == int64(int32(x))
	case "I":
		return x == int64(uint32(x))
	}
	return true
}

// vertices verifies that each vertex has one rank, and that components are ranges of ranks.
func (v *verifier) vertices() error {
	n := v.g.Vertices
	seen, err := memory.Make[uint64](n/64 + 1)
	if err != nil {
		return err
	}
	defer memory.Free(seen)
	for r, x := range v.g.Vertex {
		if err := v.stop.every(r); err != nil {
			return err
		}
		if x < 0 || int(x) >= n || seen[x/64]>>(x%64)&1 == 1 {
			return wrong("rank %d has vertex %d of %d, or one that has a rank already", r, x, n)
		}
		seen[x/64] |= 1 << (x % 64)
	}
	before := int32(-1)
	for c, first := range v.g.Components {
		if first <= before || c == 0 && first != 0 {
			return wrong("component %d begins at rank %d", c, first)
		}
		before = first
	}
	if int(before) != n {
		return wrong("its components end at rank %d, but it has %d vertices", before, n)
	}
	return nil
}

// weights verifies the weights of the rows, and how the lists hold them.
func (v *verifier) weights(head storedHead) error {
	b := Builder{options: Options{Weighted: head.Weighting != nil}, rows: v.g.Rows,
		weighting: Weighting{SmallestRow: -1, LargestRow: -1}}
	for row, w := range b.rows.Weights {
		if err := v.stop.every(row); err != nil {
			return err
		}
		if err := CheckWeight(w); err != nil {
			return wrong("row %d: %w", row, err)
		}
		if !math.IsInf(w, 1) {
			b.weighting.see(w, int64(row))
		}
	}
	found := Graph{Vertices: v.g.Vertices}
	if err := b.settleWeights(&found); err != nil {
		return wrong("%w", err)
	}
	if !reflect.DeepEqual(found.Weighting, head.Weighting) {
		return wrong("its weights from %g to %g are not those that its header says", found.Weighting.Smallest,
			found.Weighting.Largest)
	}
	return nil
}

// facts verifies the facts of the header that no other step does.
func (v *verifier) facts(head storedHead) error {
	g := v.g
	said := [4]int64{head.SelfLoops, head.ParallelEdges, int64(head.Components), head.LargestComponent}
	found := [4]int64{v.loops, g.parallelEdges(), int64(len(g.Components) - 1), g.LargestComponent()}
	if said != found {
		return wrong("its header says that it has %d self-loops, %d parallel edges and %d components of at most %d "+
			"vertices, but these are %d", said[0], said[1], said[2], said[3], found)
	}
	return nil
}

// lists verifies the lists with parallel edges (in a graph without such edges, its only lists). Each list must ascend
// and stay within its component.
func (v *verifier) lists() error {
	view := v.g.View(true)
	v.out, v.in = 1, 1
	shapes := []*CSR{view.Out}
	if v.g.Directed {
		shapes = append(shapes, view.In)
	}
	for _, c := range shapes {
		if err := v.shape(c); err != nil {
			return err
		}
	}
	return guard.Chunks(v.g.Vertices, v.threads, v.stop, func(lo, hi int) error {
		out, in, repeats := uint64(1), uint64(1), int64(0)
		first, last := v.g.ComponentOf(int32(lo))
		for u := int32(lo); u < int32(hi); u++ {
			if u == last {
				first, last = v.g.ComponentOf(u)
			}
			for _, c := range shapes {
				if err := v.list(c, u, first, last); err != nil {
					return err
				}
			}
			repeats += repeatsIn(view.Out.List(u))
			after := view.Out.Offsets[u] // if undirected, the first entry whose target has a larger rank than u
			if !v.g.Directed {
				after += int64(lowerBound(view.Out.List(u), u))
				in = v.set.addEntries(in, view.Out, u, view.Out.Offsets[u], after, true)
			} else {
				in = v.set.addEntries(in, view.In, u, view.In.Offsets[u], view.In.Offsets[u+1], true)
			}
			out = v.set.addEntries(out, view.Out, u, after, view.Out.Offsets[u+1], false)
		}
		v.mu.Lock()
		defer v.mu.Unlock()
		v.out, v.in, v.repeats = v.set.join(v.out, out), v.set.join(v.in, in), v.repeats+repeats
		return nil
	})
}

// shape verifies the offsets of lists and the number of their weights, and sets MaxDegree.
func (v *verifier) shape(c *CSR) error {
	entries := len(c.Targets)
	kind := v.g.Weighting.keys()
	ofUnits, ofReals := 0, 0
	switch kind {
	case units:
		ofUnits = entries
	case reals:
		ofReals = entries
	}
	if len(c.Offsets) != v.g.Vertices+1 || len(c.Weights) != ofUnits || len(c.Reals) != ofReals {
		return wrong("it has lists of %d vertices with %d entries, %d units and %d reals", len(c.Offsets)-1, entries,
			len(c.Weights), len(c.Reals))
	}
	if c.Offsets[0] != 0 || c.Offsets[v.g.Vertices] != int64(entries) {
		return wrong("its lists begin at %d and end at %d of %d entries", c.Offsets[0], c.Offsets[v.g.Vertices], entries)
	}
	before := int64(0)
	c.MaxDegree = 0
	for u, offset := range c.Offsets {
		if err := v.stop.every(u); err != nil {
			return err
		}
		if offset < before {
			return wrong("the list of rank %d ends before it begins", u-1)
		}
		c.MaxDegree, before = max(c.MaxDegree, offset-before), offset
	}
	return nil
}

// list verifies that a list ascends, by weight where targets repeat, and lies within the component [first, last).
func (v *verifier) list(c *CSR, u, first, last int32) error {
	before := first - 1
	for i := c.Offsets[u]; i < c.Offsets[u+1]; i++ {
		target := c.Targets[i]
		if target < first || target >= last || target == u {
			return wrong("the list of rank %d has rank %d", u, target)
		}
		if target < before || target == before && (!v.parallel() || c.key(i) < c.key(i-1)) {
			return wrong("the list of rank %d does not ascend at entry %d", u, i)
		}
		before = target
	}
	return nil
}

func (v *verifier) parallel() bool { return v.g.counted.Out != nil }

// rows verifies that the rows have the edges of the lists, and counts self-loops.
func (v *verifier) rows() error {
	g, n := v.g, int32(v.g.Vertices)
	all, loops := uint64(1), int64(0)
	err := guard.Chunks(len(g.Rows.Tails), v.threads, v.stop, func(lo, hi int) error {
		edges, same := uint64(1), int64(0)
		for row := lo; row < hi; row++ {
			u, w := g.Rows.Tails[row], g.Rows.Heads[row]
			if u < 0 || u >= n || w < 0 || w >= n {
				return wrong("row %d has ranks %d and %d, but the graph has only %d vertices", row, u, w, n)
			}
			if u == w {
				same++
			}
			if u == w || !g.Rows.joins(row) {
				continue
			}
			key := uint64(0)
			if g.Weighting != nil {
				key = g.Weighting.key(g.Rows.Weights[row])
			}
			if !g.Directed {
				u, w = min(u, w), max(u, w)
			}
			edges = v.set.join(edges, v.set.factor(u, w, key))
		}
		v.mu.Lock()
		defer v.mu.Unlock()
		all, loops = v.set.join(all, edges), loops+same
		return nil
	})
	if err != nil {
		return err
	}
	if v.loops = loops; !v.set.same(all, v.out) || !v.set.same(all, v.in) {
		return wrong("its lists do not have the edges of its rows")
	}
	return nil
}

// derived verifies the lists without parallel edges, which are made from others.
func (v *verifier) derived() error {
	g := v.g
	if v.parallel() != (v.repeats > 0) {
		return wrong("its rows have %d parallel edges, and its lists contradict this", v.repeats)
	}
	if !v.parallel() {
		return nil
	}
	err := v.matches(g.deduplicated.Out, firstOfEach(g.counted.Out))
	if err == nil && g.Directed {
		err = v.matches(g.deduplicated.In, firstOfEach(g.counted.In))
	}
	return err
}

// matches verifies that the lists of c are those that list makes.
func (v *verifier) matches(c *CSR, list func(u int32, into *filler)) error {
	if err := v.shape(c); err != nil {
		return err
	}
	return guard.Chunks(v.g.Vertices, v.threads, v.stop, func(lo, hi int) error {
		into := &filler{c: c, entries: c.Offsets[lo], compares: true}
		for u := int32(lo); u < int32(hi); u++ {
			if list(u, into); into.differs || into.entries != c.Offsets[u+1] {
				return wrong("the list of rank %d is not that of its edges", u)
			}
		}
		return nil
	})
}

// order verifies that ranks are in the order of Graph.order. A search first meets a vertex from its neighbor of the
// smallest rank, its parent. So the parents of successive ranks ascend. Among the vertices with the same parent, those
// at the heads of its edges come before those at the tails, and both ascend by vertex number. A component begins with
// the smallest vertex number that is in no earlier component.
func (v *verifier) order() error {
	g := v.g
	return guard.Chunks(g.Vertices, v.threads, v.stop, func(lo, hi int) error {
		first, last := g.ComponentOf(int32(lo))
		before := [3]int32{-1}
		if int32(lo) > first {
			before = g.met(int32(lo) - 1)
		}
		for r := int32(lo); r < int32(hi); r++ {
			if r == last {
				first, last = g.ComponentOf(r)
			}
			if r == first {
				if before = [3]int32{-1}; r > 0 {
					if f, _ := g.ComponentOf(r - 1); g.Vertex[f] > g.Vertex[r] {
						return wrong("the component at rank %d begins with a smaller vertex than the one before", r)
					}
				}
				continue
			}
			met := g.met(r)
			if met[0] < first || met[0] >= r || !ascend(before, met) || g.Vertex[r] < g.Vertex[first] {
				return wrong("rank %d is not where a breadth-first search meets its vertex", r)
			}
			before = met
		}
		return nil
	})
}

// met says how a search first meets the vertex of a rank: the rank of its parent, 1 if against the direction of the
// edge (else 0), and the number of the vertex.
func (g *Graph) met(r int32) [3]int32 {
	parent, against := int32(math.MaxInt32), int32(0)
	if list := g.deduplicated.In.List(r); len(list) > 0 {
		parent = list[0]
	}
	if list := g.deduplicated.Out.List(r); g.Directed && len(list) > 0 && list[0] < parent {
		parent, against = list[0], 1
	}
	return [3]int32{parent, against, g.Vertex[r]}
}

func ascend(a, b [3]int32) bool {
	for i, x := range a {
		if x != b[i] {
			return x < b[i]
		}
	}
	return false
}

// marks verifies the marked vertices: a vertex that is marked twice would be swept twice.
func (v *verifier) marks(head storedHead) error {
	g := v.g
	if len(g.Marked) > 0 && !head.Marks {
		return wrong("%d vertices are marked in a graph without marks", len(g.Marked))
	}
	before := int32(-1)
	for i, r := range g.Marked {
		if r <= before || int(r) >= g.Vertices {
			return wrong("mark %d is rank %d, after rank %d", i, r, before)
		}
		before = r
	}
	if head.Marks && g.Marked == nil {
		g.Marked = []int32{}
	}
	return nil
}

// edgeSet tells whether two lists have the same edges, each as often, in any order. It multiplies the factors
// z + u + a w + b k + c l of the edges from u to w, whose weights have the halves k and l, at random z, a, b and c,
// modulo a prime. These products are polynomials in z, a, b and c, and two lists with different edges have different
// polynomials. For lists of 2^32 edges these have the same value at less than one point in 2^28 (Schwartz, JACM 1980),
// and whoever makes a file does not know the point.
type edgeSet struct{ z, a, b, c uint64 }

const edgePrime = 1<<61 - 1

func newEdgeSet() edgeSet {
	var seed [32]byte
	for i := 0; i < len(seed); i += 8 {
		binary.LittleEndian.PutUint64(seed[i:], rand.Uint64())
	}
	r := rand.New(rand.NewChaCha8(seed))
	return edgeSet{r.Uint64N(edgePrime), r.Uint64N(edgePrime), r.Uint64N(edgePrime), r.Uint64N(edgePrime)}
}

// join multiplies a number below 2^64 by one below 2^62. The product is below 2^62 but not fully reduced, so only same
// can compare products.
func (edgeSet) join(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x, y)
	sum := lo&edgePrime + (lo>>61 | hi<<3)
	return sum&edgePrime + sum>>61
}

func (edgeSet) same(x, y uint64) bool { return x%edgePrime == y%edgePrime }

// factor returns the factor of an edge, below 2^64.
func (s edgeSet) factor(u, w int32, key uint64) uint64 {
	f := s.z + uint64(u) + s.join(s.a, uint64(w))
	if key != 0 {
		f += s.join(s.b, key&math.MaxUint32) + s.join(s.c, key>>32)
	}
	return f
}

// addEntries multiplies product by the factors of the entries [first, last) of u's list. If reversed is set, their
// edges lead to u instead of from it.
func (s edgeSet) addEntries(product uint64, c *CSR, u int32, first, last int64, reversed bool) uint64 {
	for i := first; i < last; i++ {
		from, to := u, c.Targets[i]
		if reversed {
			from, to = to, from
		}
		product = s.join(product, s.factor(from, to, c.key(i)))
	}
	return product
}
