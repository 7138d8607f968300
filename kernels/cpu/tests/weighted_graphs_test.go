//go:build cgo

package cpu_test

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
	"gobc/kernels/cpu"
	"gobc/kernels/reference"
)

// wedge is an edge, or an arc from u to v, of a weighted graph.
type wedge struct {
	u, v   int
	weight float64
}

// wgraph is a weighted graph; whole says that its weights are given as whole numbers.
type wgraph struct {
	n               int
	directed, whole bool
	edges           []wedge
}

// wlists is the adjacency of a wgraph: out and in are the entries of edge i, in the list of u and in that of v.
type wlists struct {
	*graph.Forest
	out, in []int
}

// lists builds the adjacency: ascending, parallel edges side by side, ascending by weight. Edges may not be self-loops.
func (g wgraph) lists(tb testing.TB) wlists {
	tb.Helper()
	type entry struct {
		vertex int
		weight float64
		edge   int
	}
	out, in := make([][]entry, g.n), make([][]entry, g.n)
	if !g.directed {
		in = out
	}
	for i, e := range g.edges {
		out[e.u] = append(out[e.u], entry{e.v, e.weight, i})
		in[e.v] = append(in[e.v], entry{e.u, e.weight, i})
	}
	l := wlists{oneRange(g.n), make([]int, len(g.edges)), make([]int, len(g.edges))}
	side := func(lists [][]entry, note func(vertex int, e entry, at int)) *graph.CSR {
		c := &graph.CSR{}
		offsets := allocate[int64](tb, g.n+1)
		for v, list := range lists {
			slices.SortFunc(list, func(a, b entry) int {
				return cmp.Or(cmp.Compare(a.vertex, b.vertex), cmp.Compare(a.weight, b.weight), cmp.Compare(a.edge, b.edge))
			})
			offsets[v+1] = offsets[v] + int64(len(list))
		}
		targets := allocate[int32](tb, int(offsets[g.n]))
		if g.whole {
			c.Weights = allocate[uint32](tb, len(targets))
		} else {
			c.Reals = allocate[float64](tb, len(targets))
		}
		for v, list := range lists {
			for i, e := range list {
				at := int(offsets[v]) + i
				targets[at] = int32(e.vertex)
				if g.whole {
					c.Weights[at] = uint32(e.weight)
				} else {
					c.Reals[at] = e.weight
				}
				note(v, e, at)
			}
			c.MaxDegree = max(c.MaxDegree, int64(len(list)))
		}
		c.Offsets, c.Targets = offsets, targets
		return c
	}
	l.Forest.Out = side(out, func(v int, e entry, at int) {
		if g.directed || g.edges[e.edge].u == v {
			l.out[e.edge] = at
		} else {
			l.in[e.edge] = at
		}
	})
	l.Forest.In = l.Forest.Out
	if g.directed {
		l.Forest.In = side(in, func(_ int, e entry, at int) { l.in[e.edge] = at })
	}
	return l
}

// weightKinds draw weights: with many ties, from a ring of buckets, too wide for one, near the largest whole number, as
// decimals that tie only within a tolerance, and without ties.
var weightKinds = []struct {
	name  string
	whole bool
	draw  func(r *rand.Rand) float64
}{
	{"1..3", true, func(r *rand.Rand) float64 { return float64(1 + r.IntN(3)) }},
	{"1..10", true, func(r *rand.Rand) float64 { return float64(1 + r.IntN(10)) }},
	{"few large", true, func(r *rand.Rand) float64 { return float64(1000 * (1 + r.IntN(3))) }},
	{"near 2^31", true, func(r *rand.Rand) float64 { return float64(1<<31 - 4 + r.IntN(6)) }},
	{"to 2^32", true, func(r *rand.Rand) float64 { return float64(1<<32 - 1 - r.IntN(2)) }},
	{"decimals", false, func(r *rand.Rand) float64 { return []float64{0.1, 0.2, 0.15, 0.3, 0.05, 0.45}[r.IntN(6)] }},
	{"reals", false, func(r *rand.Rand) float64 { return 1 - r.Float64() }},
	{"tiny reals", false, func(r *rand.Rand) float64 { return math.Ldexp(1+float64(r.IntN(8)), -900) }},
}

const tieTolerance = 1e-10

// randomWeighted draws a graph of n vertices and m edges, some of them parallel, with equal weights or others.
func randomWeighted(r *rand.Rand, n, m, kind int) wgraph {
	k := weightKinds[kind]
	g := wgraph{n: n, directed: r.IntN(2) == 1, whole: k.whole}
	for n > 1 && len(g.edges) < m {
		e := wedge{r.IntN(n), r.IntN(n), k.draw(r)}
		if e.u == e.v {
			continue
		}
		g.edges = append(g.edges, e)
		for r.IntN(5) == 0 {
			if r.IntN(2) == 0 {
				e.weight = k.draw(r)
			}
			g.edges = append(g.edges, e)
		}
	}
	return g
}

// wkernel is one way to run a weighted graph.
type wkernel struct {
	name     string // serial, exponents, label_correcting, reference
	distance int
	isa      string
}

func (k wkernel) String() string {
	if k.name != "label_correcting" {
		return k.name
	}
	return fmt.Sprintf("label-correcting sweep, distances of type %d, %s", k.distance, k.isa)
}

var (
	serial    = wkernel{name: "serial"}
	scaledOne = wkernel{name: "exponents"}
	readableW = wkernel{name: "reference"}
)

// oneByOne are the kernels of one source at a time.
var oneByOne = []wkernel{serial, scaledOne, readableW}

// labelCorrectingKernels are all instances whose distance rows fit.
func (g wgraph) labelCorrectingKernels() (all []wkernel) {
	types := []int{cpu.DistanceF64}
	if g.whole {
		types = []int{cpu.DistanceU64}
		most := 0.0
		for _, e := range g.edges {
			most = max(most, e.weight)
		}
		if most *= float64(g.n); most < math.MaxUint32 {
			types = append(types, cpu.DistanceU32)
		}
		if most < math.MaxUint16 {
			types = append(types, cpu.DistanceU16)
		}
	}
	for _, isa := range sets() {
		for _, t := range types {
			all = append(all, wkernel{"label_correcting", t, isa})
		}
	}
	return all
}

// wopened is a workspace.
type wopened struct {
	width int
	run   func(sources []int32, first, last int32, t *sums.Paths, l *sums.Lengths, reached []int64, cancel *int32) (uint64,
		error)
	close func()
}

func (k wkernel) open(g wlists, pairs *cpu.Pairs, needs sums.Kinds) (*wopened, error) {
	if k.name == "label_correcting" {
		m, err := cpu.NewLabelCorrecting(g.Forest, pairs, k.distance, tieTolerance, needs, k.isa)
		if err != nil {
			return nil, err
		}
		return &wopened{cpu.LabelCorrectingWidth, m.Run, m.Close}, nil
	}
	if k.name == "reference" {
		return k.reference(g, pairs, needs), nil
	}
	s, err := cpu.NewSerial(g.Forest, pairs, tieTolerance, k.name == "exponents", needs)
	if err != nil {
		return nil, err
	}
	run := func(sources []int32, first, last int32, t *sums.Paths, l *sums.Lengths, reached []int64,
		cancel *int32) (uint64, error) {
		over, err := s.Run(sources[0], first, last, t, l, reached, cancel)
		if over {
			return 1, err
		}
		return 0, err
	}
	return &wopened{1, run, s.Close}, nil
}

func (k wkernel) reference(g wlists, pairs *cpu.Pairs, needs sums.Kinds) *wopened {
	lengths := &engine.Lengths{Tolerance: tieTolerance}
	if g.Out.Reals == nil {
		lengths = &engine.Lengths{PerUnit: 1}
	}
	r := reference.New(&engine.Task{Forest: g.Forest, Pairs: pairs, Lengths: lengths, Paths: needs})
	by := make([]int64, g.Vertices)
	run := func(sources []int32, _, _ int32, t *sums.Paths, l *sums.Lengths, reached []int64, cancel *int32) (uint64,
		error) {
		err := r.Run(sources[0], &sums.Sums{Paths: t, Lengths: l, Reaches: by}, cancel)
		if reached != nil {
			reached[0] = by[sources[0]]
		}
		return 0, err
	}
	return &wopened{1, run, func() {}}
}

// wresult is what a kernel gave.
type wresult struct {
	totals     *sums.Paths
	lengths    *sums.Lengths
	reached    []int64   // by place in the sources
	farthest   []float64 // likewise
	outOfRange []int32
}

// wcall is a call of a kernel.
type wcall struct {
	g            wlists
	pairs        *cpu.Pairs
	needs        sums.Kinds
	distanceUnit int
	finer        int // windows of lengths
	term         sums.Term
	sources      []int32
}

func (c wcall) empty(tb testing.TB) wresult {
	tb.Helper()
	t, err := sums.NewPaths(shape(c.g.Forest), c.needs)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(t.Free)
	l, err := sums.NewLengths(c.g.Vertices, allDistances, c.distanceUnit, c.finer, c.term)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(l.Free)
	if l.Farthest, err = memory.Make[float64](64); err != nil {
		tb.Fatal(err)
	}
	return wresult{totals: t, lengths: l, reached: make([]int64, len(c.sources))}
}

// run runs all sources in batches of `size`, at most the kernel's width; 0: the width.
func (c wcall) run(tb testing.TB, k wkernel, size int) wresult {
	tb.Helper()
	w, err := k.open(c.g, c.pairs, c.needs)
	if err != nil {
		tb.Fatalf("%s: %v", k, err)
	}
	defer w.close()
	if size == 0 || size > w.width {
		size = w.width
	}
	r := c.empty(tb)
	var cancel int32
	for at := 0; at < len(c.sources); at += size {
		end := min(at+size, len(c.sources))
		over, err := w.run(c.sources[at:end], 0, int32(c.g.Vertices), r.totals, r.lengths, r.reached[at:end], &cancel)
		if err != nil {
			tb.Fatalf("%s: %v", k, err)
		}
		r.farthest = append(r.farthest, r.lengths.Farthest[:end-at]...)
		for lane, s := range c.sources[at:end] {
			if over>>lane&1 != 0 {
				r.outOfRange = append(r.outOfRange, s)
			}
		}
	}
	return r
}

// stressAt is the sum of a stress item, nil if infinite.
func stressAt(s *sums.PathCounts, at int) *big.Int {
	if s.Infinite != nil && s.Infinite[at] != 0 {
		return nil
	}
	sum := words(s.Words, at)
	for k, w := range s.Large {
		if w != nil {
			sum.Add(sum, new(big.Int).Lsh(words(w, at), uint(44+32*k)))
		}
	}
	return sum
}

// edgeStressAt is what passes through edge i both ways, nil if infinite.
func (r wresult) edgeStressAt(g wlists, i int) *big.Int {
	a, b := stressAt(&r.totals.EdgeStress[0], g.out[i]), stressAt(&r.totals.EdgeStress[1], g.in[i])
	if a == nil || b == nil {
		return nil
	}
	return a.Add(a, b)
}

// edgeDeltaAt is likewise in units of 2^-64.
func (r wresult) edgeDeltaAt(g wlists, i int) *big.Int {
	a := words(r.totals.EdgeDelta[0], g.out[i])
	return a.Add(a, words(r.totals.EdgeDelta[1], g.in[i]))
}

// values lists everything that a kernel gave, with names, so that results compare bit for bit.
func (r wresult) values(g wlists, needs sums.Kinds) (all []string) {
	add := func(name string, at int, x any) { all = append(all, fmt.Sprintf("%s %d: %v", name, at, x)) }
	for v := range g.Vertices {
		if needs&sums.Delta != 0 {
			add("delta", v, words(r.totals.Delta, v))
		}
		if needs&sums.Squares != 0 {
			add("squares", v, words(r.totals.Squares, v))
		}
		if needs&sums.Stress != 0 {
			add("stress", v, stressAt(&r.totals.Stress, v))
		}
		add("distance", v, words(r.lengths.Distance, v))
		add("harmonic", v, words(r.lengths.Terms, v))
		add("reached", v, r.lengths.Reached[v])
		add("eccentricity", v, r.lengths.Eccentricity[v])
	}
	for i := range g.out {
		if needs&sums.EdgeDelta != 0 {
			add("edge delta", i, r.edgeDeltaAt(g, i))
		}
		if needs&sums.EdgeStress != 0 {
			add("edge stress", i, r.edgeStressAt(g, i))
		}
	}
	for i, n := range r.reached {
		add("reached by source", i, n)
	}
	return all
}

// bits is the same for the same bits: it takes a tenth of the time of values.
func (r wresult) bits() string {
	l := r.lengths
	return hash(r.totals) + fmt.Sprint(l.Distance, l.Terms, l.Reached, l.Eccentricity, r.reached)
}

// unlike names the first value in which two results differ, "" if none.
func unlike(a, b []string) string {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("%q and %q", a[min(i, len(a)):min(i+1, len(a))], b[min(i, len(b)):min(i+1, len(b))])
		}
	}
	return ""
}

const everyNeed = sums.Delta | sums.Stress | sums.EdgeDelta | sums.EdgeStress | sums.Squares

// somePairs weighs sources and targets: 0 leaves some out; whole numbers for stress.
func somePairs(tb testing.TB, r *rand.Rand, n int, whole bool) *cpu.Pairs {
	tb.Helper()
	p := cpu.NoPairs()
	p.SourceWeight, p.TargetWeight = allocate[float64](tb, n), allocate[float64](tb, n)
	for v := range n {
		p.SourceWeight[v], p.TargetWeight[v] = float64(r.IntN(4)), float64(r.IntN(3))
		if !whole {
			p.SourceWeight[v] *= r.Float64()
			p.TargetWeight[v] *= r.Float64()
		}
	}
	return p
}
