//go:build cgo

package cpu_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu"
)

// combined are the kernels that take vertices which stand for several.
func combined() []kernel { return append(sweeps(cpu.Double), queue, exponents) }

// severalOf is by definition the stress of one of the vertices that each stands for, and how many paths start at one of
// a source's to vertices other than those: paths through a vertex on the way count as often as it has vertices.
func severalOf(csr *graph.Forest, pairs *cpu.Pairs, sources []int32) (stress, onward []*big.Int) {
	distance, _ := table(csr)
	n := csr.Vertices
	between := make([][]*big.Int, n) // of shortest paths, the product of how many each inner vertex stands for
	for s := range between {
		between[s] = ints(n)
		between[s][s].SetInt64(1)
		for level := 1; level < n; level++ {
			for v := range n {
				for _, u := range csr.In.List(int32(v)) {
					if distance[s][v] != level || distance[s][u] != level-1 {
						continue
					}
					by := int64(1)
					if int(u) != s {
						by = int64(pairs.Multiplicity[u])
					}
					between[s][v].Add(between[s][v], new(big.Int).Mul(between[s][u], big.NewInt(by)))
				}
			}
		}
	}
	weight := func(weights []float64, v int) *big.Int { return weightOf(weights, v).Num() }
	stress, onward = ints(n), ints(n)
	for _, s := range sources {
		for t := range n {
			if distance[s][t] <= 0 {
				continue
			}
			end := weight(pairs.TargetWeight, t)
			onward[s].Add(onward[s], new(big.Int).Mul(between[s][t], end))
			for v := range n {
				if v != int(s) && v != t && distance[s][v] > 0 && distance[v][t] > 0 &&
					distance[s][v]+distance[v][t] == distance[s][t] {
					paths := new(big.Int).Mul(between[s][v], between[v][t])
					stress[v].Add(stress[v], paths.Mul(paths, end).Mul(paths, weight(pairs.SourceWeight, int(s))))
				}
			}
		}
	}
	return stress, onward
}

func ints(n int) []*big.Int {
	all := make([]*big.Int, n)
	for i := range all {
		all[i] = new(big.Int)
	}
	return all
}

// Stress and paths of sources are of one of the vertices that each stands for, whatever else is added up beside them.
func TestStressOfSeveralVertices(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(12, 6))
	for i := range 60 {
		g, count := random(r, 2, 13), i%2 == 0
		if i%6 == 5 {
			g = random(r, 65, 90)
		}
		csr, sources := adjacency(t, g, count), subset(r, g.Vertices)
		pairs, _ := draw(t, r, g.Vertices, []int{0, 1, 2, 3}[i%4])
		pairs.Multiplicity = allocate[float64](t, g.Vertices)
		most := 7.0
		if g.Vertices > 13 {
			most = 2 // all is below 2^53
		}
		for v := range pairs.Multiplicity {
			pairs.Multiplicity[v] = min(most, []float64{1, 1, 2, 3, 7}[r.IntN(5)])
		}
		stress, onward := severalOf(csr, pairs, sources)
		for _, k := range combined() {
			k.pairs = pairs
			var delta *sums.Paths
			for _, needs := range []sums.Kinds{sums.Delta, sums.Stress, sums.Stress | sums.PathsOnward,
				sums.Stress | sums.PathsOnward | sums.Delta} {
				got, outOfRange := k.totals(t, csr, needs, sources)
				if len(outOfRange) > 0 {
					t.Fatalf("%s: out of range %v", k, outOfRange)
				}
				if needs&sums.Delta != 0 && delta != nil {
					var same sums.Paths
					same.Delta = got.Delta
					if d := difference(delta, &same); d != "" {
						t.Fatalf("%s, needs %b: %s", k, needs, d)
					}
				} else if needs == sums.Delta {
					delta = got
					continue
				}
				for v := range stress {
					if x := counted(&got.Stress, v); x.Cmp(stress[v]) != 0 {
						t.Fatalf("%s, needs %b: vertex %d has stress %v, want %v; pairs %+v, sources %v of %+v", k, needs, v, x,
							stress[v], *pairs, sources, g)
					}
					want, _ := new(big.Float).SetInt(onward[v]).Float64()
					if needs&sums.PathsOnward != 0 && weightOf(pairs.SourceWeight, v).Sign() != 0 && got.PathsOnward[v] != want {
						t.Fatalf("%s, needs %b: %g paths from %d, want %g; pairs %+v, sources %v of %+v", k, needs, got.PathsOnward[v], v,
							want, *pairs, sources, g)
					}
				}
				got.Free()
			}
			delta.Free()
		}
	}
}

// Path counts of several vertices pass 2^53, where those of one do not: all kernels have the same bits, and all terms
// are whole.
func TestSameBitsOfSeveralVertices(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(12, 7))
	over := 0
	graphs := bitGraphs(t)
	graphs["2^620 paths that no check meets"] = oracle.Layered(312, 4)
	for name, g := range graphs {
		csr := adjacency(t, g, true)
		sources := spread(g.Vertices, 10)
		for _, most := range []int{1, 60, 200} {
			weights, several := allocate[float64](t, g.Vertices), allocate[float64](t, g.Vertices)
			for v := range weights {
				weights[v] = math.Floor(math.Ldexp(1+r.Float64(), r.IntN(most)))
				several[v] = float64(1 + r.IntN(1<<(1+r.IntN(14))))
			}
			pairs := &cpu.Pairs{SourceWeight: weights, TargetWeight: weights, Multiplicity: several, Cutoff: -1}
			over += sameAsExponents(t, fmt.Sprintf("%s, weights to 2^%d", name, most), csr,
				sums.Stress|sums.PathsOnward, sources,
				pairs,
				append(sweeps(cpu.Double), queue))
		}
	}
	if over == 0 {
		t.Error("nothing was out of range")
	}
}

// All paths together pass 2^53 and are rounded, those of one vertex are not: its stress is exact.
func TestStressOfOneIsExact(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(12, 8))
	// 0 leads to 1, 2 and 3; these to 4; 4 to 5.
	g := oracle.Graph{Vertices: 6, Directed: true, Edges: [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}, {3, 4}, {4, 5}}}
	csr := adjacency(t, g, true)
	for range 20 {
		for _, times := range []int64{3, 5, 7, 49, 129, 1025, 1 << 20, 1<<20 + 1} {
			a, b, c := 1<<51+r.Int64N(1<<51), 1<<51+r.Int64N(1<<51-1<<9), 1+r.Int64N(1<<9)
			pairs := &cpu.Pairs{Multiplicity: allocate[float64](t, g.Vertices), Cutoff: -1}
			copy(pairs.Multiplicity, []float64{1, float64(a), float64(b), float64(c), float64(times), 1})
			for _, k := range combined() {
				k.pairs = pairs
				got, _ := k.totals(t, csr, sums.Stress, []int32{0})
				if x := counted(&got.Stress, 4); x.Int64() != a+b+c {
					t.Errorf("%s: one of %d has stress %v, want %d", k, times, x, a+b+c)
				}
				got.Free()
			}
		}
	}
}
