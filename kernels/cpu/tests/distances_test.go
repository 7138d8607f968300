//go:build cgo

package cpu_test

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu"
)

// sameDistances names the first array that differs.
func sameDistances(a, b *sums.Hops) string {
	switch {
	case !slices.Equal(a.Distance, b.Distance):
		return "distances differ"
	case !slices.Equal(a.Reached, b.Reached):
		return "numbers of sources differ"
	case !slices.Equal(a.Terms, b.Terms):
		return "harmonic sums differ"
	case !slices.Equal(a.Eccentricity, b.Eccentricity):
		return "eccentricities differ"
	}
	return ""
}

func newDistances(t *testing.T, csr *graph.Forest, lanes int, isa string) (*cpu.Distances, *sums.Hops) {
	t.Helper()
	totals, err := sums.NewHops(csr.Vertices, allDistances, sums.Term{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(totals.Free)
	d, err := cpu.NewDistances(csr, nil, lanes, isa)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d, totals
}

func TestDistancesSameForLanesAndSets(t *testing.T) {
	t.Parallel()
	for name, g := range bitGraphs(t) {
		csr := adjacency(t, g, true)
		sources := spread(g.Vertices, 300)
		want, reached := distanceTotals(t, csr, 64, sets()[0], allDistances, sources)
		for _, isa := range sets() {
			for _, lanes := range cpu.DistanceLanes {
				got, r := distanceTotals(t, csr, lanes, isa, allDistances, sources)
				if d := sameDistances(got, want); d != "" || !slices.Equal(r, reached) {
					t.Errorf("%s: %d lanes, %s and 64 lanes, %s: %s", name, lanes, isa, sets()[0], d)
				}
				alone, _ := distanceTotals(t, csr, lanes, isa, sums.Terms, sources)
				if !slices.Equal(alone.Terms, want.Terms) || alone.Distance != nil {
					t.Errorf("%s: %d lanes, %s: harmonic sums alone differ", name, lanes, isa)
				}
			}
		}
	}
}

// One workspace runs components one by one, two at once, and is cut short between: nothing stays behind.
func TestDistancesRanges(t *testing.T) {
	parts := []oracle.Graph{oracle.Star(30), oracle.Path(1), oracle.Grid(8, 9), oracle.Complete(20), oracle.Path(60)}
	csr := adjacency(t, union(parts...), false)
	starts := []int32{0}
	for _, p := range parts {
		starts = append(starts, starts[len(starts)-1]+int32(p.Vertices))
	}
	all := spread(csr.Vertices, csr.Vertices)
	for _, isa := range sets() {
		for _, lanes := range cpu.DistanceLanes {
			want, _ := distanceTotals(t, csr, lanes, isa, allDistances, all)
			d, got := newDistances(t, csr, lanes, isa)
			for _, span := range [][2]int{{3, 5}, {2, 3}, {0, 2}} {
				first, last := starts[span[0]], starts[span[1]]
				for low := first; low < last; low += 50 {
					for _, cancel := range []int32{1, 0} {
						err := d.Run(all[low:min(low+50, last)], first, last, got, nil, &cancel)
						if cancel == 1 && err != graph.ErrCancelled || cancel == 0 && err != nil {
							t.Fatalf("cancel word %d: ended as %v", cancel, err)
						}
					}
				}
			}
			if diff := sameDistances(got, want); diff != "" {
				t.Errorf("%d lanes, %s: %s", lanes, isa, diff)
			}
		}
	}
}

// A word that is set at any moment: the batches before it count, the running one does not.
func TestDistancesCancelledDuring(t *testing.T) {
	g := family(t, "barabasi_albert:n=20000,m=8", false)
	csr := adjacency(t, g, false)
	sources := spread(g.Vertices, 20000)
	d, got := newDistances(t, csr, 64, "")
	complete := 0
	for round := range 4 {
		var cancel int32
		timer := time.AfterFunc(time.Duration(2+5*round)*time.Millisecond, func() { atomic.StoreInt32(&cancel, 1) })
		var err error
		for err == nil && complete+64 <= len(sources) {
			if err = d.Run(sources[complete:complete+64], 0, 20000, got, nil, &cancel); err == nil {
				complete += 64
			}
		}
		timer.Stop()
		if err != graph.ErrCancelled {
			t.Fatalf("ended as %v after %d sources", err, complete)
		}
	}
	want, _ := distanceTotals(t, csr, 64, "", allDistances, sources[:complete])
	if diff := sameDistances(got, want); diff != "" {
		t.Errorf("cancelled after %d sources: %s", complete, diff)
	}
}

// Batches that reach few vertices, among others that reach many, for other sums and in another range: each sets back
// what it reached.
func TestDistancesOfFewVertices(t *testing.T) {
	t.Parallel()
	grid, path := oracle.Grid(45, 50), oracle.Path(400)
	csr := adjacency(t, union(grid, path), false)
	border, n := int32(grid.Vertices), int32(csr.Vertices)
	for seed, isa := range sets() {
		for _, lanes := range cpu.DistanceLanes {
			for _, cutoffs := range [][]float64{{2}, {0, 3}, {1, 4, 40}} {
				r := rand.New(rand.NewPCG(uint64(seed), uint64(lanes)))
				last := len(cutoffs) - 1
				d, err := cpu.NewDistances(csr, &cpu.Pairs{Cutoff: cutoffs[last], Inner: cutoffs[:last]}, lanes, isa)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(d.Close)
				for round := range 40 {
					first, end := int32(0), border
					if round%10 > 7 {
						first, end = border, n
					}
					count := []int{1, 4, lanes}[r.IntN(3)]
					sources := neighborhood(r, first, end, count)
					kinds := []sums.DistanceKinds{allDistances, sums.Distance | sums.Reached,
						sums.Eccentricity | sums.Terms}[r.IntN(3)]
					if r.IntN(8) == 0 {
						if err := d.RunAll(sources, first, end, rings(t, csr, kinds, len(cutoffs)), nil, &[]int32{1}[0]); err == nil &&
							cutoffs[last] > 0 {
							t.Fatal("a cancelled batch ended well")
						}
					}
					got := rings(t, csr, kinds, len(cutoffs))
					var reached []int64
					if r.IntN(2) == 0 {
						reached = make([]int64, len(cutoffs)*count)
					}
					if err := d.RunAll(sources, first, end, got, reached, new(int32)); err != nil {
						t.Fatal(err)
					}
					checkRings(t, csr, kinds, cutoffs, sources, got, reached)
				}
			}
		}
	}
}

// neighborhood draws sources that lie together, or anywhere in the range.
func neighborhood(r *rand.Rand, first, end int32, count int) (sources []int32) {
	count = min(count, int(end-first))
	if r.IntN(2) == 0 {
		from := first + r.Int32N(end-first-int32(count)+1)
		for i := range int32(count) {
			sources = append(sources, from+i)
		}
		return sources
	}
	for _, i := range r.Perm(int(end - first))[:count] {
		sources = append(sources, first+int32(i))
	}
	return sources
}

// rings are empty sums of several cutoffs.
func rings(t *testing.T, csr *graph.Forest, kinds sums.DistanceKinds, cutoffs int) (all []*sums.Hops) {
	for range cutoffs {
		hops, err := sums.NewHops(csr.Vertices, kinds, sums.Term{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(hops.Free)
		all = append(all, hops)
	}
	return all
}

// checkRings compares with the readable engine. The first sums are those beyond the last inner cutoff, the others those
// from one inner cutoff to the next.
func checkRings(t *testing.T, csr *graph.Forest, kinds sums.DistanceKinds, cutoffs []float64, sources []int32,
	got []*sums.Hops, reached []int64) {
	t.Helper()
	within, of := rings(t, csr, kinds, 1)[0], make([]int64, len(sources))
	for i, cutoff := range cutoffs {
		ring := got[0]
		at := 0
		if i < len(cutoffs)-1 {
			ring, at = got[1+i], (1+i)*len(sources)
		}
		within.Add(ring)
		want := rings(t, csr, kinds, 1)[0]
		by := readableDistances(t, csr, want, cutoff, sources)
		if diff := sameDistances(within, want); diff != "" {
			t.Fatalf("sums %b of %d sources within %v of %v: %s", kinds, len(sources), cutoff, cutoffs, diff)
		}
		for lane := range reached[:min(len(reached), len(sources))] {
			if of[lane] += reached[at+lane]; of[lane] != by[lane] {
				t.Fatalf("source %d reaches %d vertices within %v, not %d", sources[lane], by[lane], cutoff, of[lane])
			}
		}
	}
}
