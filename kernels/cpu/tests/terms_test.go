//go:build cgo

package cpu_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/reference"
)

var bases = []float64{0.5, 0.3, 1. / 3, 1 - 0x1p-53, 0.999, 1e-3, 1e-10, 1e-300, 5e-324}

// power is base^d: of the whole part of d by products with 200 bits, math.Pow being good for the rest.
func power(base, d float64) float64 {
	whole, rest := math.Modf(d)
	square := new(big.Float).SetPrec(200).SetFloat64(base)
	product := new(big.Float).SetPrec(200).SetFloat64(math.Pow(base, rest))
	for n := uint64(whole); n > 0; n >>= 1 {
		if n&1 == 1 {
			product.Mul(product, square)
		}
		square.Mul(square, square)
	}
	f, _ := product.Float64()
	return f
}

// near compares a sum of powers with base^d added over the distances: within 4e-13 of it, which is the error of the
// exponents of the least float64, but for what a unit cannot hold.
func near(t sums.Term, sum *big.Int, base float64, distances []float64) bool {
	want := 0.0
	for _, d := range distances {
		want += power(base, d)
	}
	got := t.Value(sums.Wide{High: new(big.Int).Rsh(sum, 64).Uint64(), Low: sum.Uint64()}, 1)
	unit := float64(len(distances)) * math.Ldexp(1, t.Unit-t.Shift)
	return math.Abs(got-want) <= max(4e-13*want, 0x1p-1073)+unit
}

// Powers of distances in edges: every kernel, instruction set and number of lanes has the bits of the reference, which
// are those of base^d.
func TestPowersOfLevels(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 1))
	rounds := 30
	if testing.Short() {
		rounds = 11 // two of them with paths
	}
	for round := range rounds {
		g := random(r, 2, 40)
		if round%10 == 0 {
			g = oracle.Path(200)
		}
		csr := adjacency(t, g, false)
		all := spread(g.Vertices, g.Vertices)
		distance, _ := table(csr)
		for _, base := range bases {
			term := sums.Powers(base, 1, 1, sums.HopUnit)
			want, _ := termTotals(t, csr, 1, "reference", allDistances, term, all)
			for v := range g.Vertices {
				var lengths []float64
				for s := range g.Vertices {
					if d := distance[s][v]; d > 0 {
						lengths = append(lengths, float64(d))
					}
				}
				if !near(term, words(want.Terms, v), base, lengths) {
					t.Fatalf("base %v, vertex %d: %v times 2^%d; %+v", base, v, words(want.Terms, v), term.Unit-term.Shift, g)
				}
			}
			for _, isa := range sets() {
				for _, lanes := range []int{64, 256, 512} {
					got, _ := termTotals(t, csr, lanes, isa, allDistances, term, all)
					if d := sameDistances(got, want); d != "" {
						t.Fatalf("base %v, %d lanes, %s: %s", base, lanes, isa, d)
					}
				}
			}
		}
	}
}

// The same of lengths, whole and real: short ones, long ones, and some that are long throughout.
func TestPowersOfLengths(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 2))
	for range 150 {
		whole, scale := r.IntN(2) == 0, []float64{1, 1, 50, 1e5}[r.IntN(4)]
		g := wgraph{n: 2 + r.IntN(20), whole: whole}
		least := math.Inf(1)
		for range 1 + r.IntN(3*g.n) {
			w := scale * (1 + 3*r.Float64())
			if whole {
				w = math.Ceil(w)
			}
			least = min(least, w)
			g.edges = append(g.edges, wedge{r.IntN(g.n), r.IntN(g.n), w})
		}
		base := slices.Concat(bases, []float64{math.Exp2(-1 / scale), math.Exp2(-30 / scale)})[r.IntN(len(bases)+2)]
		call := wcall{g: g.lists(t), sources: spread(g.n, g.n), distanceUnit: -40,
			term: sums.Powers(base, 1, least, sums.LengthUnit)}
		want := readableLengths(t, call, whole)
		for v := range g.n {
			var lengths []float64
			for s := range g.n {
				if d := g.distances(s, -1)[v]; s != v && !math.IsInf(d, 1) {
					lengths = append(lengths, d)
				}
			}
			if !near(call.term, words(want.Terms, v), base, lengths) {
				t.Fatalf("base %v, vertex %d: %v times 2^%d; distances %v", base, v, words(want.Terms, v),
					call.term.Unit-call.term.Shift, lengths)
			}
		}
		for _, k := range append(g.labelCorrectingKernels(), serial) {
			if got := call.run(t, k, 0); !slices.Equal(got.lengths.Terms, want.Terms) {
				t.Fatalf("%s has other bits than the reference, base %v, %+v", k, base, g)
			}
		}
	}
}

// readableLengths are the sums of the reference.
func readableLengths(t *testing.T, c wcall, whole bool) *sums.Lengths {
	t.Helper()
	lengths := &engine.Lengths{DistanceUnit: c.distanceUnit, Tolerance: 1e-10}
	if whole {
		lengths.PerUnit = 1
	}
	task := &engine.Task{Forest: c.g.Forest, Lengths: lengths, Distances: sums.Terms, Term: c.term}
	into, err := task.NewSums(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(into.Free)
	k := reference.New(task)
	for _, s := range c.sources {
		if err := k.Run(s, into, new(int32)); err != nil {
			t.Fatal(err)
		}
	}
	return into.Lengths
}
