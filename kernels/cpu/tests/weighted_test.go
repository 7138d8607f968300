//go:build cgo

package cpu_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// wexact is what the definitions give: sums over pairs (source, target) and the shortest paths between them, each path
// walked by itself.
type wexact struct {
	distance                  [][]float64 // by place of the source; infinite where not reached
	delta, squares, edgeDelta []float64
	stress, edgeStress        []*big.Int
	onward                    []float64 // by place of the source: paths from it, each times the weight of its end
}

// arcs lists the ways to go from each vertex: the edge, and whether it is taken backwards.
type warc struct {
	to, edge int
	weight   float64
}

func (g wgraph) arcs() [][]warc {
	arcs := make([][]warc, g.n)
	for i, e := range g.edges {
		arcs[e.u] = append(arcs[e.u], warc{e.v, i, e.weight})
		if !g.directed {
			arcs[e.v] = append(arcs[e.v], warc{e.u, i, e.weight})
		}
	}
	return arcs
}

// distances relaxes all arcs until nothing changes: the smallest float64 sum along any path. Whole numbers stay exact
// below 2^53.
func (g wgraph) distances(source int, cutoff float64) []float64 {
	d := make([]float64, g.n)
	for v := range d {
		d[v] = math.Inf(1)
	}
	d[source] = 0
	arcs := g.arcs()
	for changed := true; changed; {
		changed = false
		for u, list := range arcs {
			for _, a := range list {
				if x := d[u] + a.weight; x < d[a.to] {
					d[a.to], changed = x, true
				}
			}
		}
	}
	for v := range d {
		if cutoff >= 0 && d[v] > cutoff {
			d[v] = math.Inf(1)
		}
	}
	return d
}

func (g wgraph) tight(du, w, dv float64) bool {
	if math.IsInf(du, 1) || math.IsInf(dv, 1) {
		return false
	}
	if g.whole {
		return du+w == dv
	}
	return du < dv && math.Abs(du+w-dv) <= tieTolerance*dv
}

// exact walks every shortest path from every source.
func (g wgraph) exact(pairs *cpu.Pairs, sources []int32) wexact {
	x := wexact{delta: make([]float64, g.n), squares: make([]float64, g.n), edgeDelta: make([]float64, len(g.edges))}
	for range g.n {
		x.stress = append(x.stress, new(big.Int))
	}
	for range g.edges {
		x.edgeStress = append(x.edgeStress, new(big.Int))
	}
	for _, s := range sources {
		x.add(g, int(s), pairs)
	}
	return x
}

func (x *wexact) add(g wgraph, s int, pairs *cpu.Pairs) {
	weight := func(weights []float64, v int) float64 {
		if weights == nil {
			return 1
		}
		return weights[v]
	}
	d, arcs := g.distances(s, pairs.Cutoff), g.arcs()
	x.distance = append(x.distance, d)
	paths := make([]float64, g.n)               // to t
	through := make([]map[int]float64, g.n)     // of them through an inner vertex
	throughEdge := make([]map[int]float64, g.n) // or through an edge
	for t := range g.n {
		through[t], throughEdge[t] = map[int]float64{}, map[int]float64{}
	}
	var vertices, edges []int
	var walk func(v int)
	walk = func(v int) {
		paths[v]++
		for _, u := range vertices {
			through[v][u]++
		}
		for _, e := range edges {
			throughEdge[v][e]++
		}
		if v != s {
			vertices = append(vertices, v)
		}
		for _, a := range arcs[v] {
			if g.tight(d[v], a.weight, d[a.to]) {
				edges = append(edges, a.edge)
				walk(a.to)
				edges = edges[:len(edges)-1]
			}
		}
		if v != s {
			vertices = vertices[:len(vertices)-1]
		}
	}
	walk(s)
	delta, onward := make([]float64, g.n), 0.0
	for t := range g.n {
		if t != s {
			onward += weight(pairs.TargetWeight, t) * paths[t]
		}
		w := weight(pairs.SourceWeight, s) * weight(pairs.TargetWeight, t)
		for v, n := range through[t] {
			delta[v] += w * n / paths[t]
			x.stress[v].Add(x.stress[v], big.NewInt(int64(w*n)))
		}
		for e, n := range throughEdge[t] {
			x.edgeDelta[e] += w * n / paths[t]
			x.edgeStress[e].Add(x.edgeStress[e], big.NewInt(int64(w*n)))
		}
	}
	x.onward = append(x.onward, onward)
	for v := range delta {
		x.delta[v] += delta[v]
		x.squares[v] += delta[v] * delta[v]
	}
}

// inUnits is a sum in units of 2^unit as a float64.
func inUnits(sum *big.Int, unit int) float64 {
	f, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(sum), unit).Float64()
	return f
}

// rounded is x in units of 2^unit, rounded to nearest, ties to even.
func rounded(x float64, unit int) *big.Int {
	q := new(big.Float).SetMantExp(new(big.Float).SetPrec(200).SetFloat64(x), -unit)
	floor, _ := q.Int(nil)
	rest := new(big.Float).SetPrec(300).Sub(q, new(big.Float).SetPrec(300).SetInt(floor))
	if c := rest.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && floor.Bit(0) == 1 {
		floor.Add(floor, big.NewInt(1))
	}
	return floor
}

// check compares a result with the definitions: whole numbers and lengths exactly, the rest within 1e-12.
func (x wexact) check(r wresult, c wcall) error {
	for v := range c.g.Vertices {
		if c.needs&sums.Delta != 0 {
			if got := inUnits(words(r.totals.Delta, v), -64); !(far(got, x.delta[v]) <= 1e-12) {
				return fmt.Errorf("vertex %d has dependency %v, not %v", v, got, x.delta[v])
			}
		}
		if c.needs&sums.Squares != 0 {
			if got := inUnits(words(r.totals.Squares, v), -33); !(far(got, x.squares[v]) <= 1e-7) {
				return fmt.Errorf("vertex %d has squares %v, not %v", v, got, x.squares[v])
			}
		}
		if c.needs&sums.Stress != 0 {
			if got := stressAt(&r.totals.Stress, v); got == nil || got.Cmp(x.stress[v]) != 0 {
				return fmt.Errorf("vertex %d has stress %v, not %v", v, got, x.stress[v])
			}
		}
	}
	for i, s := range c.sources {
		if got := r.totals.PathsOnward; got != nil && got[s] != x.onward[i] &&
			(c.pairs == nil || weightOf(c.pairs.SourceWeight, int(s)).Sign() != 0) {
			return fmt.Errorf("%v paths go on from source %d, not %v", got[s], s, x.onward[i])
		}
	}
	for i := range c.g.out {
		if c.needs&sums.EdgeDelta != 0 {
			if got := inUnits(r.edgeDeltaAt(c.g, i), -64); !(far(got, x.edgeDelta[i]) <= 1e-12) {
				return fmt.Errorf("edge %d has dependency %v, not %v", i, got, x.edgeDelta[i])
			}
		}
		if c.needs&sums.EdgeStress != 0 {
			if got := r.edgeStressAt(c.g, i); got == nil || got.Cmp(x.edgeStress[i]) != 0 {
				return fmt.Errorf("edge %d has stress %v, not %v", i, got, x.edgeStress[i])
			}
		}
	}
	return x.checkLengths(r, c)
}

func (x wexact) checkLengths(r wresult, c wcall) error {
	reached, farthest := make([]int64, len(x.distance)), make([]float64, len(x.distance))
	for v := range c.g.Vertices {
		distance, terms, sources, most := windows(c.finer), windows(c.finer), int64(0), 0.0
		for i, d := range x.distance {
			if math.IsInf(d[v], 1) {
				continue
			}
			reached[i]++
			farthest[i] = max(farthest[i], d[v])
			sources++
			most = max(most, d[v])
			distance.add(d[v], c.distanceUnit)
			if d[v] > 0 {
				terms.add(termOf(c.term, d[v]), c.term.Unit)
			}
		}
		l := r.lengths
		for k := range distance {
			if got := words(l.Distance, v*len(distance)+k); got.Cmp(distance[k]) != 0 {
				return fmt.Errorf("vertex %d has distances %v, not %v in window %d", v, got, distance[k], k)
			}
			if got := words(l.Terms, v*len(terms)+k); !sameTerms(c.term, got, terms[k], sources) {
				return fmt.Errorf("vertex %d has terms %v, not %v in window %d", v, got, terms[k], k)
			}
		}
		if l.Reached[v] != sources || l.Eccentricity[v] != most {
			return fmt.Errorf("vertex %d is reached by %d and %v away, not %d and %v", v, l.Reached[v], l.Eccentricity[v],
				sources, most)
		}
	}
	for i, n := range reached {
		if r.reached[i] != n || r.farthest[i] != farthest[i] {
			return fmt.Errorf("source %d reaches %d vertices and %v far, not %d and %v", c.sources[i], r.reached[i],
				r.farthest[i], n,
				farthest[i])
		}
	}
	return nil
}

// wwindows are the windows of a vertex's sums.
type wwindows []*big.Int

func windows(finer int) (w wwindows) {
	for range 1 + finer {
		w = append(w, new(big.Int))
	}
	return w
}

// add adds x > 0 to the first window that takes numbers as small, or to the last.
func (w wwindows) add(x float64, unit int) {
	k := 0
	for k+1 < len(w) && x < math.Ldexp(1, unit-43*k+95-43) {
		k++
	}
	w[k].Add(w[k], rounded(x, unit-43*k))
}

// termOf is a term by the library's functions.
func termOf(t sums.Term, d float64) float64 {
	if t.Rate == 0 {
		return 1 / d
	}
	return math.Exp2(float64(t.Shift) - t.Rate*d)
}

// sameTerms: reciprocals are the same to the bit, powers nearly, each rounded to a unit.
func sameTerms(t sums.Term, got, want *big.Int, sources int64) bool {
	if t.Rate == 0 {
		return got.Cmp(want) == 0
	}
	off, most := new(big.Int).Sub(got, want), new(big.Int).Rsh(want, 43)
	return off.CmpAbs(most.Add(most, big.NewInt(sources))) <= 0
}

// wunits are units in which the lengths of a kind of weights are exact or, where that is not possible, rounded.
func wunits(r *rand.Rand, g wgraph) (distance int, term sums.Term) {
	switch {
	case len(g.edges) > 0 && g.edges[0].weight < 0x1p-800:
		distance, term.Unit = -960-r.IntN(3), 830
	case g.whole:
		distance, term.Unit = r.IntN(4)-2, -64
	default:
		distance, term.Unit = -50-r.IntN(20), -60
	}
	return distance, term
}

// somePowers are terms of a base that suits the weights, or another; or those that are given.
func somePowers(r *rand.Rand, g wgraph, reciprocals sums.Term) sums.Term {
	least := math.Inf(1)
	for _, e := range g.edges {
		least = min(least, e.weight)
	}
	base := []float64{0, 0, 0.5, 0.3, 1 - 1e-9, 1e-4, math.Exp2(-1 / least), math.Exp2(-0.1 / least)}[r.IntN(8)]
	if base > 0 && base < 1 {
		return sums.Powers(base, 1, least, sums.LengthUnit)
	}
	return reciprocals
}

// checkWeighted runs every kernel over a small graph with all kinds of pairs.
func checkWeighted(t *testing.T, r *rand.Rand, g wgraph, name string) {
	t.Helper()
	l := g.lists(t)
	sources := subset(r, g.n)
	pairs := []*cpu.Pairs{nil, somePairs(t, r, g.n, true), cpu.NoPairs(), somePairs(t, r, g.n, false)}
	far := g.distances(int(sources[0]), -1)
	for i, p := range pairs {
		needs := everyNeed
		if i == 3 {
			needs &^= sums.Stress | sums.EdgeStress
		}
		definition := cpu.NoPairs()
		if p != nil {
			definition = p
		}
		if p != nil && r.IntN(3) > 0 || i == 2 { // a distance itself, so that equal lengths count
			if d := far[r.IntN(g.n)]; !math.IsInf(d, 1) {
				p.Cutoff = d
			}
		}
		if r.IntN(3) == 0 {
			needs &= sums.Kinds(1 + r.IntN(31))
		}
		if needs&(sums.Stress|sums.EdgeStress) != 0 && r.IntN(2) == 0 {
			needs |= sums.PathsOnward
		}
		c := wcall{g: l, pairs: p, needs: needs, sources: sources}
		c.distanceUnit, c.term = wunits(r, g)
		c.term = somePowers(r, g, c.term)
		if !g.whole {
			c.finer = r.IntN(4)
		}
		exact := g.exact(definition, sources)
		for _, k := range append(g.labelCorrectingKernels(), oneByOne...) {
			got := c.run(t, k, 1+r.IntN(64))
			if len(got.outOfRange) > 0 {
				t.Fatalf("%s, %s outOfRange %v of %+v", name, k, got.outOfRange, g)
			}
			if err := exact.check(got, c); err != nil {
				t.Fatalf("%s, %s, needs %d: %v; sources %v, pairs %+v of %+v", name, k, needs, err, sources, definition, g)
			}
		}
	}
}

func TestWeightedDefinitions(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 8
	}
	for kind := range weightKinds {
		t.Run(weightKinds[kind].name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(31, uint64(kind)))
			for range rounds {
				n := 1 + r.IntN(9)
				checkWeighted(t, r, randomWeighted(r, n, r.IntN(2*n+1), kind), weightKinds[kind].name)
			}
		})
	}
}

// The largest weight beside the size of the ring of buckets, which must be larger; an arc of it beside a shorter way.
func TestLargestWeightOfARing(t *testing.T) {
	for _, largest := range []float64{63, 64, 65, 127, 128} {
		g := wgraph{n: 20, whole: true, edges: []wedge{{0, 1, largest}, {0, 2, 1}, {2, 1, 1}}}
		r := rand.New(rand.NewPCG(33, uint64(largest)))
		for v := 3; v < g.n; v++ {
			g.edges = append(g.edges, wedge{v, v - 1, 1}, wedge{v, r.IntN(v - 1), largest})
		}
		checkWeighted(t, r, g, fmt.Sprintf("largest weight %v", largest))
	}
}

// Two ways of one length in decimals, whose float64 sums differ: 0.1 + 0.2 and 0.15 + 0.15.
func TestTiesOfDecimals(t *testing.T) {
	g := wgraph{n: 4, edges: []wedge{{0, 1, 0.1}, {1, 3, 0.2}, {0, 2, 0.15}, {2, 3, 0.15}}}
	if float64(g.edges[0].weight+g.edges[1].weight) == float64(g.edges[2].weight+g.edges[3].weight) {
		t.Fatal("the sums were to differ in float64")
	}
	for _, k := range append(g.labelCorrectingKernels(), oneByOne...) {
		r := wcall{g: g.lists(t), needs: sums.Delta, sources: []int32{0}}.run(t, k, 0)
		for v, want := range []float64{0, 0.5, 0.5, 0} {
			if got := inUnits(words(r.totals.Delta, v), -64); got != want {
				t.Errorf("%s: vertex %d has dependency %v, not %v", k, v, got, want)
			}
		}
	}
}

// The weights of the edges times what passes through them are the lengths of all paths.
func TestEdgeDependenciesAddUpToDistances(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for kind := range weightKinds {
		g := randomWeighted(r, 120, 500, kind)
		c := wcall{g: g.lists(t), needs: sums.EdgeDelta, sources: spread(g.n, 50)}
		c.distanceUnit, c.term = wunits(r, g)
		c.term = somePowers(r, g, c.term)
		c.distanceUnit = min(c.distanceUnit, 0) // whole numbers exactly
		for _, k := range append(g.labelCorrectingKernels(), oneByOne...) {
			got := c.run(t, k, 0)
			along, distances := 0.0, 0.0
			for i, e := range g.edges {
				along += e.weight * inUnits(got.edgeDeltaAt(c.g, i), -64)
			}
			for v := range g.n {
				distances += inUnits(words(got.lengths.Distance, v), c.distanceUnit)
			}
			if !(math.Abs(along-distances) <= 1e-9*distances) {
				t.Errorf("%s, %s: %v along the edges, distances of %v", weightKinds[kind].name, k, along, distances)
			}
		}
	}
}

// diamonds joins n of them in a row: vertex 3i has two ways of one length to 3i+3. weight is that of a step.
func diamonds(n int, whole bool) wgraph {
	g := wgraph{n: 3*n + 1, whole: whole}
	for i := range n {
		a, b := float64(1+i%3), float64(3-i%3)
		g.edges = append(g.edges, wedge{3 * i, 3*i + 1, a}, wedge{3*i + 1, 3*i + 3, b}, wedge{3 * i, 3*i + 2, b},
			wedge{3*i + 2, 3*i + 3, a})
	}
	return g
}

// diamondStress is the stress from vertex 0 by vertex, infinite beyond float64: vertex 3i has 2^i paths.
func diamondStress(n int) []*big.Int {
	stress := make([]*big.Int, 3*n+1)
	after := new(big.Int) // paths to all vertices behind 3i
	for i := n; i >= 0; i-- {
		stress[3*i] = new(big.Int).Set(after)
		if i == 0 {
			break
		}
		here := new(big.Int).Lsh(big.NewInt(1), uint(i))
		inner := new(big.Int).Add(after, here)
		inner.Rsh(inner, 1) // half of what passes to 3i and beyond
		stress[3*i-2], stress[3*i-1] = inner, inner
		after = new(big.Int).Add(after, new(big.Int).Mul(here, big.NewInt(2)))
	}
	stress[0] = new(big.Int)
	return stress
}

// Path counts beyond every float64: the float kernels flag the source and add nothing of its paths, exponents do it
// all.
func TestWeightedDiamonds(t *testing.T) {
	for _, whole := range []bool{true, false} {
		for _, n := range []int{60, 140, 400, 440, 520, 1050} {
			g := diamonds(n, whole)
			c := wcall{g: g.lists(t), needs: everyNeed, sources: []int32{0}}
			want := diamondStress(n)
			correcting := g.labelCorrectingKernels()
			for _, k := range []wkernel{correcting[0], correcting[len(correcting)-1], serial, scaledOne, readableW} {
				got := c.run(t, k, 0)
				if outOfRange := len(got.outOfRange) > 0; outOfRange != (n > 450 && k != scaledOne && k != readableW) {
					t.Errorf("%d diamonds: %s out of range %v", n, k, got.outOfRange)
				}
				if got.lengths.Eccentricity[3*n] != float64(4*n) || got.reached[0] != int64(g.n) {
					t.Errorf("%d diamonds: %s is %v far, reached %d", n, k, got.lengths.Eccentricity[3*n], got.reached[0])
				}
				if len(got.outOfRange) > 0 {
					want := c.empty(t)
					if d := unlike(want.values(c.g, c.needs)[:2], got.values(c.g, c.needs)[:2]); d != "" {
						t.Errorf("%d diamonds: %s outOfRange and added %s", n, k, d)
					}
					continue
				}
				checkDiamonds(t, fmt.Sprintf("%d diamonds, %s", n, k), n, c, got, want)
			}
		}
	}
}

func checkDiamonds(t *testing.T, name string, n int, c wcall, got wresult, stress []*big.Int) {
	t.Helper()
	for v := 1; v < 3*n+1; v++ {
		want := float64(3*n - v)
		if v%3 != 0 {
			want = float64(3*(n-1-v/3)+1) / 2
		}
		if d := inUnits(words(got.totals.Delta, v), -64); !(far(d, want) <= 1e-12) {
			t.Fatalf("%s: vertex %d has dependency %v, not %v", name, v, d, want)
		}
		s := stressAt(&got.totals.Stress, v)
		limit := new(big.Int).Lsh(big.NewInt(1), 1024)
		if s == nil != (stress[v].Cmp(limit) >= 0) {
			t.Fatalf("%s: vertex %d has stress %v, not %v", name, v, s, stress[v])
		}
		if s != nil {
			off, _ := new(big.Float).Quo(new(big.Float).SetInt(new(big.Int).Sub(s, stress[v])),
				new(big.Float).SetInt(new(big.Int).Add(stress[v], big.NewInt(1)))).Float64()
			if !(math.Abs(off) <= 1e-12) {
				t.Fatalf("%s: vertex %d has stress %v, not %v", name, v, s, stress[v])
			}
		}
	}
	for i := range c.g.out { // half of all targets behind the diamond, and its inner vertex on the first step
		first := i%4 == 0 || i%4 == 2
		want := float64(3*(n-1-i/4)+1) / 2
		if first {
			want++
		}
		if d := inUnits(got.edgeDeltaAt(c.g, i), -64); !(far(d, want) <= 1e-12) {
			t.Fatalf("%s: edge %d has dependency %v, not %v", name, i, d, want)
		}
	}
}
