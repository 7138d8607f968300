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

// onwardOf is by definition how many shortest paths start at each source, each times the weight of its end.
func onwardOf(csr *graph.Forest, pairs *cpu.Pairs, sources []int32) []float64 {
	distance, count := table(csr)
	onward := make([]float64, csr.Vertices)
	for _, s := range sources {
		sum := new(big.Rat)
		for v := range csr.Vertices {
			d := distance[s][v]
			if d <= 0 || pairs.Cutoff >= 0 && float64(d) > pairs.Cutoff || weightOf(pairs.SourceWeight, int(s)).Sign() == 0 {
				continue
			}
			paths := new(big.Rat).SetInt(count[s][v])
			sum.Add(sum, paths.Mul(paths, weightOf(pairs.TargetWeight, v)))
		}
		onward[s], _ = sum.Float64()
	}
	return onward
}

// Beside stress or edge stress every kernel has the paths of each source, and no other kind is changed by that.
func TestPathsFromSources(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(12, 4))
	for i := range 70 {
		g, count := random(r, 2, 13), i%2 == 0
		if i%7 == 6 {
			g = random(r, 65, 90)
		}
		csr, sources := adjacency(t, g, count), subset(r, g.Vertices)
		pairs, whole := draw(t, r, g.Vertices, i%7)
		if !whole {
			continue
		}
		want := onwardOf(csr, pairs, sources)
		for _, k := range append(sweeps(cpu.Double), single...) {
			k.pairs = pairs
			for _, needs := range []sums.Kinds{sums.Stress, sums.EdgeStress, sums.Stress | sums.EdgeStress, everything} {
				without, _ := k.totals(t, csr, needs, sources)
				got, outOfRange := k.totals(t, csr, needs|sums.PathsOnward, sources)
				for v, x := range want {
					if weightOf(pairs.SourceWeight, v).Sign() != 0 && got.PathsOnward[v] != x || len(outOfRange) > 0 {
						t.Fatalf("%s, needs %b: %g paths from %d, want %g; out of range %v, pairs %+v, parallel edges count: %v, "+
							"sources %v of %+v",
							k, needs, got.PathsOnward[v], v, x, outOfRange, *pairs, count, sources, g)
					}
				}
				clear(got.PathsOnward)
				without.PathsOnward = got.PathsOnward
				if d := difference(without, got); d != "" {
					t.Fatalf("%s, needs %b: %s", k, needs, d)
				}
				without.PathsOnward = nil
				without.Free()
				got.Free()
			}
		}
	}
}

// Weights up to 2^200 have the same bits with every kernel, and where a term could pass float64 exponents take over.
func TestHeavyWeightsOfStress(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(12, 5))
	over := 0
	graphs := bitGraphs(t)
	graphs["2^620 paths that no check meets"] = oracle.Layered(312, 4)
	for name, g := range graphs {
		csr := adjacency(t, g, true)
		sources := spread(g.Vertices, 10)
		for _, most := range []int{60, 200} {
			weights := allocate[float64](t, g.Vertices)
			for v := range weights {
				if weights[v] = math.Ldexp(1, most); v%3 > 0 {
					weights[v] = math.Floor(math.Ldexp(1+r.Float64(), r.IntN(most)))
				}
			}
			pairs := &cpu.Pairs{SourceWeight: weights, TargetWeight: weights, Cutoff: -1}
			over += sameAsExponents(t, fmt.Sprintf("%s, weights to 2^%d", name, most), csr,
				sums.Stress|sums.EdgeStress|sums.PathsOnward, sources, pairs,
				append(sweeps(cpu.Double), queue, readable))
		}
	}
	if over == 0 {
		t.Error("nothing was out of range")
	}
}
