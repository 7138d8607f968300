//go:build cgo

package cpu_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// someDemand draws demand of the sources: to near vertices, and now and then to any, which may be out of reach.
func someDemand(t *testing.T, r *rand.Rand, g wgraph, sources []int32) *cpu.Pairs {
	t.Helper()
	var flows []sums.Flow
	for _, s := range sources {
		distance := g.distances(int(s), -1)
		nearest := make([]int32, g.n)
		for v := range nearest {
			nearest[v] = int32(v)
		}
		slices.SortStableFunc(nearest, func(a, b int32) int { return cmp.Compare(distance[a], distance[b]) })
		for range r.IntN(6) {
			flows = append(flows, sums.Flow{From: s, To: nearest[r.IntN(min(g.n, 12))], Amount: r.Float64()})
		}
		if r.IntN(20) == 0 {
			flows = append(flows, sums.Flow{From: s, To: int32(r.IntN(g.n)), Amount: 1})
		}
	}
	pairs := cpu.NoPairs()
	if err := pairs.SetDemand(g.n, flows, 1, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pairs.Demand.Free)
	return pairs
}

// farthestTarget is the distance of the farthest target that a source reaches.
func farthestTarget(g wgraph, demand *sums.Demand, source int32) (farthest float64) {
	distance := g.distances(int(source), -1)
	for _, v := range demand.Targets[demand.Offsets[source]:demand.Offsets[source+1]] {
		if d := distance[v]; !math.IsInf(d, 1) {
			farthest = max(farthest, d)
		}
	}
	return farthest
}

// outOfReach reports whether a source does not reach some target.
func outOfReach(g wgraph, demand *sums.Demand, source int32) bool {
	distance := g.distances(int(source), -1)
	return slices.ContainsFunc(demand.Targets[demand.Offsets[source]:demand.Offsets[source+1]],
		func(v int32) bool { return math.IsInf(distance[v], 1) })
}

// runToTargets returns the sums of a kernel, what it met, and how far it went from each source.
func (c wcall) runToTargets(t *testing.T, k wkernel, end bool) (values []string, counts cpu.Counts,
	farthest []float64) {
	t.Helper()
	m, err := cpu.NewLabelCorrecting(c.g.Forest, c.pairs, k.distance, tieTolerance, c.needs, k.isa)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if end {
		m.EndAtTargets()
	}
	result, ignored := c.empty(t), c.empty(t)
	var cancel int32
	for batch := range slices.Chunk(c.sources, cpu.LabelCorrectingWidth) {
		_, err := m.Run(batch, 0, int32(c.g.Vertices), result.totals, ignored.lengths, nil, &cancel)
		if err != nil {
			t.Fatal(err)
		}
		farthest = append(farthest, ignored.lengths.Farthest[:len(batch)]...)
	}
	return result.values(c.g, c.needs), m.Counts(), farthest
}

// Searches that end at the targets of their sources give the same bits as those that go on, stop at the farthest target
// exactly, and look at fewer arcs.
func TestSearchesEndAtTargets(t *testing.T) {
	var all, some int64
	for kind := range weightKinds {
		for round := range 6 {
			r := rand.New(rand.NewPCG(71, uint64(kind<<8+round)))
			n := 20 + r.IntN(400)
			g := randomWeighted(r, n, n/2+r.IntN(2*n), kind)
			c := wcall{g: g.lists(t), needs: sums.Delta | sums.EdgeDelta, sources: spread(n, 1+r.IntN(n))}
			c.distanceUnit, c.term = wunits(r, g)
			c.pairs = someDemand(t, r, g, c.sources)
			for _, k := range g.labelCorrectingKernels() {
				want, going, _ := c.runToTargets(t, k, false)
				got, ended, farthest := c.runToTargets(t, k, true)
				if d := unlike(want, got); d != "" {
					t.Fatalf("%s, round %d, %s: searches that end at targets and others: %s", weightKinds[kind].name, round, k, d)
				}
				all, some = all+going.Visits, some+ended.Visits
				for lane, s := range c.sources {
					if want := farthestTarget(g, c.pairs.Demand, s); farthest[lane] != want && !outOfReach(g, c.pairs.Demand, s) {
						t.Fatalf("%s, round %d, %s: from %d the search went to %v, and the farthest target is at %v",
							weightKinds[kind].name, round, k, s, farthest[lane], want)
					}
				}
			}
		}
	}
	if some > all/2 {
		t.Errorf("searches that end at near targets look at %d arcs, and at %d if they go on", some, all)
	}
}

// The sweep by levels ends at the level of the farthest target.
func TestLevelsEndAtTargets(t *testing.T) {
	const n = 2000
	g := wgraph{n: n, whole: true}
	for v := 1; v < n; v++ {
		g.edges = append(g.edges, wedge{v - 1, v, 1})
	}
	lists := g.lists(t)
	lists.Weighting, lists.Out.Weights, lists.In.Weights = nil, nil, nil
	for _, width := range []int{8, 64} {
		pairs := cpu.NoPairs()
		flows := []sums.Flow{{From: 10, To: 13, Amount: 1}, {From: 11, To: 7, Amount: 2}}
		if err := pairs.SetDemand(n, flows, 1, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pairs.Demand.Free)
		sweep, err := cpu.NewSweep(lists.Forest, pairs, width, sums.Double, sums.Delta, "")
		if err != nil {
			t.Fatal(err)
		}
		defer sweep.Close()
		totals := newTotals(t, lists.Forest, sums.Delta)
		var cancel int32
		if _, err := sweep.Run([]int32{10, 11, 12}, 0, n, totals, &cancel); err != nil {
			t.Fatal(err)
		}
		if levels := sweep.Counts().Levels; levels != 4 {
			t.Errorf("width %d: %d levels, and the farthest target is at 4", width, levels)
		}
		for v, want := range map[int]float64{8: 2, 9: 2, 10: 2, 11: 1, 12: 1, 13: 0, 7: 0} {
			if got, _ := delta(totals, v).Float64(); math.Abs(math.Ldexp(got, pairs.Exponent)-want) > 1e-9 {
				t.Errorf("width %d: vertex %d has %v, want %v", width, v, math.Ldexp(got, pairs.Exponent), want)
			}
		}
	}
}
