//go:build cgo

package cpu_test

import (
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
