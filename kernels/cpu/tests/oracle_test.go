//go:build cgo

package cpu_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu"
	"gobc/kernels/reference"
)

// checkPaths compares totals with the definition: stress exactly, dependencies within a relative tolerance.
func checkPaths(exact oracle.Result, t *sums.Paths, needs sums.Kinds, tolerance float64) error {
	for v := range exact.Betweenness {
		if needs&sums.Delta != 0 {
			got, _ := delta(t, v).Float64()
			if want, _ := exact.Betweenness[v].Float64(); !(far(got, want) <= tolerance) {
				return fmt.Errorf("vertex %d has dependency %v, not %v", v, got, want)
			}
		}
		if needs&sums.Stress != 0 && (stress(t, v).Cmp(exact.Stress[v]) != 0 || infinite(t, v)) {
			return fmt.Errorf("vertex %d has stress %v, not %v", v, stress(t, v), exact.Stress[v])
		}
	}
	return nil
}

// far is the relative error, absolute below 1; NaN if either is.
func far(got, want float64) float64 {
	if got == want {
		return 0
	}
	return max(got-want, want-got) / max(want, 1)
}

// checkAll runs every kernel over a graph whose path counts are small, and compares it with the definition.
func checkAll(t *testing.T, g oracle.Graph, count bool, sources []int32) {
	t.Helper()
	exact := oracle.Compute(g, oracle.Options{Count: count, Sources: numbers(sources)})
	csr := adjacency(t, g, count)
	kernels := append(sweeps(cpu.Double), sweeps(cpu.Single)...)
	for _, k := range append(kernels, single...) {
		tolerance := 1e-13
		if k.precision == cpu.Single {
			tolerance = 1e-5
		}
		for _, name := range []string{"delta", "stress", "both"} {
			needs := allNeeds[name]
			got, outOfRange := k.totals(t, csr, needs, sources)
			if len(outOfRange) > 0 {
				t.Fatalf("%s outOfRange %v of %+v", k, outOfRange, g)
			}
			if err := checkPaths(exact, got, needs, tolerance); err != nil {
				t.Fatalf("%s, %s: %v; parallel edges count: %v, sources %v of %+v", k, name, err, count, sources, g)
			}
			got.Free()
		}
	}
	checkDistances(t, g, exact.In, csr, sources)
}

func distanceTotals(t testing.TB, csr *graph.Forest, lanes int, isa string, needs sums.DistanceKinds,
	sources []int32) (*sums.Hops, []int64) {
	t.Helper()
	return termTotals(t, csr, lanes, isa, needs, sums.Term{}, sources)
}

func termTotals(t testing.TB, csr *graph.Forest, lanes int, isa string, needs sums.DistanceKinds, term sums.Term,
	sources []int32) (*sums.Hops, []int64) {
	t.Helper()
	got, err := sums.NewHops(csr.Vertices, needs, term)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(got.Free)
	if isa == "reference" {
		return got, readableDistances(t, csr, got, -1, sources)
	}
	d, err := cpu.NewDistances(csr, nil, lanes, isa)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var cancel int32
	reached := make([]int64, len(sources))
	for at := 0; at < len(sources); at += lanes {
		end := min(at+lanes, len(sources))
		if err := d.Run(sources[at:end], 0, int32(csr.Vertices), got, reached[at:end], &cancel); err != nil {
			t.Fatal(err)
		}
	}
	return got, reached
}

// readableDistances adds those of the reference.
func readableDistances(t testing.TB, f *graph.Forest, into *sums.Hops, cutoff float64,
	sources []int32) (reached []int64) {
	t.Helper()
	k := reference.New(&engine.Task{Forest: f, Pairs: &sums.Pairs{Cutoff: cutoff}})
	by := make([]int64, f.Vertices)
	for _, s := range sources {
		if err := k.Run(s, &sums.Sums{Hops: into, Reaches: by}, new(int32)); err != nil {
			t.Fatal(err)
		}
		reached = append(reached, by[s])
	}
	return reached
}

const allDistances = sums.Distance | sums.Reached | sums.Terms | sums.Eccentricity

// checkDistances compares with sums over the pairs (s, v). Each 1/d is rounded to a multiple of 2^-64.
func checkDistances(t *testing.T, g oracle.Graph, want oracle.Distances, csr *graph.Forest, sources []int32) {
	t.Helper()
	isSource := make([]int64, g.Vertices)
	for _, s := range sources {
		isSource[s] = 1
	}
	for _, isa := range append(sets(), "reference") {
		for _, lanes := range cpu.DistanceLanes {
			got, reached := distanceTotals(t, csr, lanes, isa, allDistances, sources)
			var pairs int64
			for v := range g.Vertices {
				unit := new(big.Rat).SetFrac(words(got.Terms, v), new(big.Int).Lsh(big.NewInt(1), 64))
				off, _ := unit.Sub(unit, want.Harmonic[v]).Float64()
				if got.Distance[v] != want.Farness[v] || got.Reached[v] != want.Pairs[v]+isSource[v] ||
					int64(got.Eccentricity[v]) != want.Eccentricity[v] || !(max(off, -off) <= float64(len(sources))*0x1p-65) {
					t.Fatalf("%d lanes, %s: vertex %d has farness %d, not %d; is reached by %d, not %d; eccentricity %d, not %d; "+
						"harmonic sum off by %g; sources %v of %+v", lanes, isa, v, got.Distance[v], want.Farness[v], got.Reached[v],
						want.Pairs[v]+isSource[v], got.Eccentricity[v], want.Eccentricity[v], off, sources, g)
				}
				pairs += got.Reached[v]
			}
			for _, r := range reached {
				pairs -= r
			}
			if pairs != 0 {
				t.Fatalf("%d lanes, %s: sources reach %v, %d more than are reached; %+v", lanes, isa, reached, -pairs, g)
			}
			got.Free()
		}
	}
}

func TestTinyGraphs(t *testing.T) {
	all := []int32{0, 1, 2, 3, 4, 5, 6, 7}
	for _, c := range []struct {
		source string
		graph  oracle.Graph
	}{
		{"one vertex", oracle.Graph{Vertices: 1}},
		{"vertices without edges", oracle.Graph{Vertices: 5}},
		{"self-loops alone", oracle.Graph{Vertices: 2, Edges: [][2]int{{0, 0}, {1, 1}}}},
		{"one arc", oracle.Graph{Vertices: 2, Edges: [][2]int{{0, 1}}, Directed: true}},
		{"a directed cycle", oracle.Graph{Vertices: 3, Edges: [][2]int{{0, 1}, {1, 2}, {2, 0}}, Directed: true}},
		{"parallel edges in the middle", oracle.Graph{Vertices: 4, Edges: [][2]int{{0, 1}, {1, 2}, {1, 2}, {2, 1}, {2, 3}}}},
		{"path", oracle.Path(8)},
		{"star", oracle.Star(7)},
		{"cycle", oracle.Cycle(8)},
		{"complete", oracle.Complete(6)},
		{"two components", union(oracle.Cycle(4), oracle.Path(3))},
	} {
		t.Run(c.source, func(t *testing.T) {
			for _, count := range []bool{false, true} {
				checkAll(t, c.graph, count, all[:c.graph.Vertices])
			}
		})
	}
}

func TestRandomGraphs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 1))
	for i := range 60 {
		g := random(r, 2, 14)
		checkAll(t, g, i%2 == 0, subset(r, g.Vertices))
	}
	// More vertices than any batch has lanes, so that batches are full, followed by another and cut short.
	for i := range 4 {
		g := random(r, 65, 90)
		checkAll(t, g, i%2 == 0, subset(r, g.Vertices))
	}
}

// subset draws distinct sources in a random order; every third time all vertices.
func subset(r *rand.Rand, n int) []int32 {
	sources := make([]int32, n)
	for i, v := range r.Perm(n) {
		sources[i] = int32(v)
	}
	if r.IntN(3) == 0 {
		return sources
	}
	return sources[:1+r.IntN(n)]
}

// A dependency is rounded to the nearest multiple of 2^-64 before it is added: 1/d for the middle vertices of a
// diamond of d vertices.
func TestDependencyIsRoundedToNearest(t *testing.T) {
	for _, width := range []int{2, 3, 5, 7, 11, 13, 97, 100} {
		csr := adjacency(t, oracle.Diamonds(1, width), false)
		share := new(big.Rat).SetFloat64(1 / float64(width)) // of the one path from end to end, as float64 has it
		units := share.Mul(share, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 64)))
		half := units.Add(units, big.NewRat(1, 2))
		want := new(big.Int).Div(half.Num(), half.Denom())
		for _, k := range append(sweeps(cpu.Double), single...) {
			got, _ := k.totals(t, csr, sums.Delta, []int32{0})
			if w := words(got.Delta, 1); w.Cmp(want) != 0 {
				t.Errorf("%s: 1/%d is %v units, not %v", k, width, w, want)
			}
		}
	}
}
