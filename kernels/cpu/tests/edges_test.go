//go:build cgo

package cpu_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu"
)

// directed makes an arc of every edge, from its first end.
func directed(g oracle.Graph) oracle.Graph {
	g.Directed = true
	return g
}

func undirected(f *graph.Forest) bool { return f.Out == f.In }

// twins gives for every entry of the in lists the entry of the out lists that is the same arc: of parallel ones the
// first for the first, and so on.
func twins(g *graph.Forest) []int {
	next := slices.Clone(g.Out.Offsets)
	twin := make([]int, len(g.In.Targets))
	for w := range g.Vertices {
		for q := g.In.Offsets[w]; q < g.In.Offsets[w+1]; q++ {
			u := g.In.Targets[q]
			twin[q] = int(next[u]) // ascending w: the lists of u are met in order
			next[u]++
		}
	}
	return twin
}

// fold moves the sums of entries to one place for each arc or edge: the out list, of an edge that of its smaller end.
// A kernel adds to either side as it likes.
func fold(g *graph.Forest, t *sums.Paths) {
	if t.EdgeDelta[0] == nil && t.EdgeStress[0].Words == nil {
		return
	}
	for q, p := range twins(g) {
		if undirected(g) && q < p {
			continue
		}
		moveWide(t.EdgeDelta[0], p, t.EdgeDelta[1], q)
		out, in := &t.EdgeStress[0], &t.EdgeStress[1]
		moveWide(out.Words, p, in.Words, q)
		for k, w := range in.Large {
			if w != nil && out.Windows()[k] == nil {
				out.Large[k] = w[:0]
				panic("a window of the in lists alone")
			}
			moveWide(out.Windows()[k], p, w, q)
		}
		if in.Infinite != nil && in.Infinite[q] != 0 {
			in.Infinite[q], out.Infinite[p] = 0, 1
		}
	}
}

func moveWide(to []uint64, p int, from []uint64, q int) {
	if from == nil {
		return
	}
	low, carry := addCarry(to[2*p], from[2*q])
	to[2*p], to[2*p+1] = low, to[2*p+1]+from[2*q+1]+carry
	from[2*q], from[2*q+1] = 0, 0
}

func addCarry(a, b uint64) (sum, carry uint64) {
	if sum = a + b; sum < a {
		carry = 1
	}
	return sum, carry
}

// table has the distances of all pairs, -1 where there is no path, and how many shortest paths there are: those of
// length k + 1 to t are those of length k, each continued by an entry that leads to t.
func table(g *graph.Forest) (distance [][]int, count [][]*big.Int) {
	for s := range g.Vertices {
		d, c := make([]int, g.Vertices), make([]*big.Int, g.Vertices)
		for t := range d {
			d[t], c[t] = -1, new(big.Int)
		}
		d[s] = 0
		c[s].SetInt64(1)
		for k, found := 0, true; found; k++ {
			found = false
			for u := range d {
				if d[u] != k {
					continue
				}
				for _, t := range g.Out.Targets[g.Out.Offsets[u]:g.Out.Offsets[u+1]] {
					if d[t] < 0 || d[t] == k+1 {
						d[t], found = k+1, true
						c[t].Add(c[t], c[u])
					}
				}
			}
		}
		distance, count = append(distance, d), append(count, c)
	}
	return distance, count
}

// pairSums are the sums by definition, by vertex and by entry of the out lists, folded as the kernels' are.
type pairSums struct {
	delta, squares, edgeDelta []*big.Rat
	stress, edgeStress        []*big.Rat
}

// byPairs goes through all pairs (s, t), s among the sources, and all vertices and arcs between them.
func byPairs(csr *graph.Forest, pairs *cpu.Pairs, sources []int32) pairSums {
	distance, count := table(csr)
	n, m := csr.Vertices, len(csr.Out.Targets)
	sums := pairSums{rats(n), rats(n), rats(m), rats(n), rats(m)}
	for _, s := range sources {
		from := rats(n)
		weight := weightOf(pairs.SourceWeight, int(s))
		for t := range n {
			d := distance[s][t]
			if d <= 0 || pairs.Cutoff >= 0 && float64(d) > pairs.Cutoff {
				continue
			}
			target := weightOf(pairs.TargetWeight, t)
			both := new(big.Rat).Mul(weight, target)
			between := func(u, v, length int) (share, number *big.Rat) {
				before, after := distance[s][u], distance[v][t]
				if before < 0 || after < 0 || before+length+after != d {
					return new(big.Rat), new(big.Rat)
				}
				number = new(big.Rat).SetInt(new(big.Int).Mul(count[s][u], count[v][t]))
				return new(big.Rat).Quo(number, new(big.Rat).SetInt(count[s][t])), number
			}
			for v := range n {
				if v == int(s) || v == t {
					continue
				}
				share, number := between(v, v, 0)
				from[v].Add(from[v], share.Mul(share, target))
				sums.stress[v].Add(sums.stress[v], number.Mul(number, both))
			}
			for u := range n {
				for p := csr.Out.Offsets[u]; p < csr.Out.Offsets[u+1]; p++ {
					share, number := between(u, int(csr.Out.Targets[p]), 1)
					sums.edgeDelta[p].Add(sums.edgeDelta[p], share.Mul(share, both))
					sums.edgeStress[p].Add(sums.edgeStress[p], number.Mul(number, both))
				}
			}
		}
		for v := range n {
			d := from[v].Mul(from[v], weight)
			sums.delta[v].Add(sums.delta[v], d)
			sums.squares[v].Add(sums.squares[v], new(big.Rat).Mul(d, d))
		}
	}
	if undirected(csr) {
		for q, p := range twins(csr) {
			if p < q {
				for _, a := range [][]*big.Rat{sums.edgeDelta, sums.edgeStress} {
					a[p].Add(a[p], a[q])
					a[q].SetInt64(0)
				}
			}
		}
	}
	return sums
}

func rats(n int) []*big.Rat {
	a := make([]*big.Rat, n)
	for i := range a {
		a[i] = new(big.Rat)
	}
	return a
}

func weightOf(weights []float64, v int) *big.Rat {
	if weights == nil {
		return big.NewRat(1, 1)
	}
	return new(big.Rat).SetFloat64(weights[v])
}

// worst is the largest relative error (absolute below 1) of words in units of 2^-unit.
func worst(got []uint64, unit uint, want []*big.Rat) (so float64) {
	for i := range want {
		x, _ := new(big.Rat).SetFrac(words(got, i), new(big.Int).Lsh(big.NewInt(1), unit)).Float64()
		y, _ := want[i].Float64()
		if off := far(x, y); !(off <= so) {
			so = off
		}
	}
	return so
}

// sameCounts says whether sums of whole numbers are exact.
func sameCounts(got *sums.PathCounts, want []*big.Rat) bool {
	for i := range want {
		if new(big.Rat).SetInt(counted(got, i)).Cmp(want[i]) != 0 {
			return false
		}
	}
	return true
}

// draw makes pairs of one of seven kinds; `whole` says whether all weights are whole numbers, as stress needs.
func draw(t *testing.T, r *rand.Rand, n, kind int) (pairs *cpu.Pairs, whole bool) {
	pairs, whole = cpu.NoPairs(), true
	weights := func(next func() float64) []float64 {
		w := allocate[float64](t, n)
		for v := range w {
			w[v] = next()
		}
		return w
	}
	flags := func() float64 { return float64(r.IntN(2)) }
	small := func() float64 { return float64(r.IntN(6)) }
	any := func() float64 { return []float64{0, r.Float64(), 1, 100 * r.Float64(), 1e-9 * r.Float64()}[r.IntN(5)] }
	switch kind {
	case 1:
		pairs.TargetWeight = weights(flags)
	case 2:
		pairs.SourceWeight = weights(small)
	case 3:
		pairs.SourceWeight, pairs.TargetWeight = weights(small), weights(small)
	case 4:
		pairs.SourceWeight, pairs.TargetWeight, whole = weights(any), weights(any), false
	case 5:
		pairs.Cutoff = float64(r.IntN(9)) / 2
	case 6:
		pairs.SourceWeight, pairs.TargetWeight, pairs.Cutoff = weights(flags), weights(flags), float64(1+r.IntN(3))
	}
	return pairs, whole
}

func TestPairsAndEdgesByDefinition(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(11, 4))
	kernels := append(append(sweeps(cpu.Double), sweeps(cpu.Single)...), single...)
	combinations := []sums.Kinds{everything, sums.EdgeDelta, sums.EdgeStress, sums.Squares, sums.Delta | sums.EdgeDelta,
		sums.Stress | sums.EdgeDelta, sums.Stress, sums.Stress | sums.EdgeStress, sums.Stress | sums.Squares}
	for i := range 70 {
		g, count := random(r, 2, 13), i%2 == 0
		csr, sources := adjacency(t, g, count), subset(r, g.Vertices)
		pairs, whole := draw(t, r, g.Vertices, i%7)
		want := byPairs(csr, pairs, sources)
		for _, k := range kernels {
			k.pairs = pairs
			tolerance := 1e-13
			if k.precision == cpu.Single {
				tolerance = 2e-5
			}
			needs := combinations[r.IntN(len(combinations))]
			if !whole {
				needs &^= sums.Stress | sums.EdgeStress
			}
			got, outOfRange := k.totals(t, csr, needs, sources)
			ok := len(outOfRange) == 0 &&
				(got.Delta == nil || worst(got.Delta, 64, want.delta) <= tolerance) &&
				(got.Squares == nil || worst(got.Squares, 33, want.squares) <= tolerance+float64(len(sources))*0x1p-34) &&
				(got.EdgeDelta[0] == nil || worst(got.EdgeDelta[0], 64, want.edgeDelta) <= tolerance) &&
				(got.Stress.Words == nil || sameCounts(&got.Stress, want.stress)) &&
				(got.EdgeStress[0].Words == nil || sameCounts(&got.EdgeStress[0], want.edgeStress))
			if !ok {
				t.Fatalf("%s, needs %b, pairs %+v, parallel edges count: %v, sources %v of %+v", k, needs, *pairs, count,
					sources, g)
			}
			got.Free()
		}
	}
}

// Weights and cutoffs keep the bits the same for every width, instruction set and kernel, as long as nothing is out of
// range.
func TestSameBitsWithPairs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 9))
	for name, g := range bitGraphs(t) {
		csr := adjacency(t, g, true)
		sources := spread(g.Vertices, 100)
		pairs, whole := draw(t, r, g.Vertices, 1+r.IntN(6))
		needs := everything
		if !whole {
			needs &^= sums.Stress | sums.EdgeStress
		}
		all := append(sweeps(cpu.Double), queue, readable)
		all[0].pairs = pairs
		want, outOfRange := all[0].totals(t, csr, needs, sources)
		for _, k := range all[1:] {
			k.pairs = pairs
			got, f := k.totals(t, csr, needs, sources)
			if d := difference(want, got); d != "" && len(f) == len(outOfRange) {
				t.Errorf("%s, pairs %v: %s and %s differ at %s", name, whole, all[0], k, d)
			}
			got.Free()
		}
	}
}

// Every path of length d passes d edges: the dependencies of all edges add up to the sum of all distances.
func TestEdgesAddUpToDistances(t *testing.T) {
	t.Parallel()
	for i, spec := range families {
		csr := adjacency(t, family(t, spec, i%2 == 1), false)
		sources := spread(csr.Vertices, 100)
		lengths, _ := distanceTotals(t, csr, 256, "", sums.Distance, sources)
		var distance int64
		for _, d := range lengths.Distance {
			distance += d
		}
		for _, k := range append(everyKind(), kernel{"sweep", 32, cpu.Double, "", nil}) {
			if k.name == "exponents" {
				continue // slow, and no different
			}
			got, outOfRange := k.totals(t, csr, sums.EdgeDelta, sources)
			sum := new(big.Int)
			for p := range csr.Out.Targets {
				sum.Add(sum, words(got.EdgeDelta[0], p))
			}
			x, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(sum), -64).Float64()
			tolerance := 1e-13
			if k.precision == cpu.Single {
				tolerance = 1e-6
			}
			if off := far(x, float64(distance)); !(off <= tolerance) || len(outOfRange) > 0 {
				t.Errorf("%s: %s has edges of %v, the distances add up to %d; out of range %v", spec, k, x, distance, outOfRange)
			}
			got.Free()
		}
	}
}

// exactEdges is what one source adds to the entries of the out lists, with integers and 300 bits.
func exactEdges(csr *graph.Forest, source int32) (delta []*big.Float, stress []*big.Int) {
	level := make([]int, csr.Vertices)
	sigma, onward, share := make([]*big.Int, csr.Vertices), make([]*big.Int, csr.Vertices),
		make([]*big.Float, csr.Vertices)
	for v := range level {
		level[v], sigma[v], onward[v] = -1, new(big.Int), new(big.Int)
	}
	level[source] = 0
	sigma[source].SetInt64(1)
	order := []int32{source}
	for i := 0; i < len(order); i++ {
		u := order[i]
		for _, w := range csr.Out.Targets[csr.Out.Offsets[u]:csr.Out.Offsets[u+1]] {
			if level[w] < 0 {
				level[w] = level[u] + 1
				order = append(order, w)
			}
			if level[w] == level[u]+1 {
				sigma[w].Add(sigma[w], sigma[u])
			}
		}
	}
	delta, stress = make([]*big.Float, len(csr.Out.Targets)), make([]*big.Int, len(csr.Out.Targets))
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		paths := new(big.Float).SetPrec(300).SetInt(sigma[v])
		sum := new(big.Float).SetPrec(300)
		for p := csr.Out.Offsets[v]; p < csr.Out.Offsets[v+1]; p++ {
			w := csr.Out.Targets[p]
			if level[w] != level[v]+1 {
				continue
			}
			delta[p] = new(big.Float).SetPrec(300).Mul(paths, share[w])
			stress[p] = new(big.Int).Mul(sigma[v], onward[w])
			sum.Add(sum, delta[p])
			onward[v].Add(onward[v], onward[w])
		}
		onward[v].Add(onward[v], big.NewInt(1))
		share[v] = sum.Add(sum, big.NewFloat(1)).Quo(sum, paths)
	}
	return delta, stress
}

// Path counts beyond 2^53, 2^128 and float64: windows, rescaled levels, the top rung, all through the edges.
func TestEdgesOfManyPaths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		g       oracle.Graph
		sources []int32
	}{
		{"70 diamonds", oracle.Diamonds(70, 2), []int32{0, 3, 100}},
		{"300 diamonds, directed", directed(oracle.Diamonds(300, 2)), []int32{0}},
		{"1100 diamonds", oracle.Diamonds(1100, 2), []int32{0, 5, 1500}},
		{"1100 diamonds beside a path", oracle.DiamondsBesidePath(1100), []int32{0, 1}},
		{"layers of 20", oracle.Layered(30, 20), []int32{0, 311}},
	} {
		csr := adjacency(t, c.g, false)
		delta, stress := make([]*big.Float, len(csr.Out.Targets)), make([]*big.Int, len(csr.Out.Targets))
		home := make([]int, len(csr.Out.Targets))
		for p := range home {
			home[p] = p
			delta[p], stress[p] = new(big.Float).SetPrec(300), new(big.Int)
		}
		for q, p := range twins(csr) {
			if undirected(csr) && p < q {
				home[q] = p
			}
		}
		for _, s := range c.sources {
			d, x := exactEdges(csr, s)
			for p := range d {
				if d[p] != nil {
					delta[home[p]].Add(delta[home[p]], d[p])
					stress[home[p]].Add(stress[home[p]], x[p])
				}
			}
		}
		for _, k := range append(everyKind(), kernel{"sweep", 32, cpu.Double, sets()[0], nil}) {
			for _, needs := range []sums.Kinds{sums.EdgeDelta, everything} {
				got := k.ladder(t, csr, needs, c.sources)
				tolerance, off := 1e-12, 0.0
				if k.precision == cpu.Single {
					tolerance = 1e-4
				}
				for p := range delta {
					x, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(words(got.EdgeDelta[0], p)), -64).Float64()
					y, _ := delta[p].Float64()
					off = max(off, far(x, y))
					if needs&sums.EdgeStress == 0 {
						continue
					}
					z := oracle.Round(counted(&got.EdgeStress[0], p))
					if i := got.EdgeStress[0].Infinite; i != nil && i[p] != 0 {
						z = math.Inf(1)
					}
					off = max(off, worse(0, z, oracle.Round(stress[p])))
				}
				if !(off <= tolerance) {
					t.Errorf("%s: %s, needs %b: off by %g", c.name, k, needs, off)
				}
			}
		}
	}
}

// Distances within a cutoff, against the table of all pairs.
func TestDistancesWithCutoff(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(6, 6))
	for i := range 40 {
		g := random(r, 2, 40)
		csr := adjacency(t, g, false)
		distance, _ := table(csr)
		cutoff := float64(r.IntN(9)) / 2
		for _, isa := range sets() {
			for _, lanes := range cpu.DistanceLanes {
				got, err := sums.NewHops(csr.Vertices, allDistances, sums.Term{})
				if err != nil {
					t.Fatal(err)
				}
				d, err := cpu.NewDistances(csr, &cpu.Pairs{Cutoff: cutoff}, lanes, isa)
				if err != nil {
					t.Fatal(err)
				}
				var cancel int32
				for range 2 { // the second run shows what the first has left behind
					if err := d.Run(spread(g.Vertices, 40), 0, int32(g.Vertices), got, nil, &cancel); err != nil {
						t.Fatal(err)
					}
				}
				d.Close()
				for v := range g.Vertices {
					var sum, reached, most int64
					for s := range g.Vertices {
						if x := distance[s][v]; x >= 0 && float64(x) <= cutoff {
							sum, reached, most = sum+int64(x), reached+1, max(most, int64(x))
						}
					}
					if got.Distance[v] != 2*sum || got.Reached[v] != 2*reached || int64(got.Eccentricity[v]) != most {
						t.Fatalf("graph %d, cutoff %v, %d lanes, %s: vertex %d", i, cutoff, lanes, isa, v)
					}
				}
				got.Free()
			}
		}
	}
}
