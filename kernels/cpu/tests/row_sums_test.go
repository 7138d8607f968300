//go:build cgo

package cpu_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

const allHops = sums.Distance | sums.Reached | sums.Terms | sums.Eccentricity

func newHops(t testing.TB, n int, term sums.Term) *sums.Hops {
	t.Helper()
	h, err := sums.NewHops(n, allHops, term)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Free)
	return h
}

func sameHops(a, b *sums.Hops) bool {
	return slices.Equal(a.Distance, b.Distance) && slices.Equal(a.Reached, b.Reached) &&
		slices.Equal(a.Terms, b.Terms) && slices.Equal(a.Eccentricity, b.Eccentricity)
}

// Sums by source are the sums by target of the sweep against the arcs, bit for bit: of every instruction set and width,
// with each kind of term, within cutoffs, and to some of the vertices alone.
func TestSumsBySourceAreThoseByTarget(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 9))
	for round := range 30 {
		g := random(r, 1, 1500)
		f := adjacency(t, g, false)
		searched := spread(f.Vertices, 1+r.IntN(f.Vertices))
		cutoff := []float64{-1, -1, 0, 2, 2.5}[r.IntN(5)]
		term := []sums.Term{{Unit: sums.HopUnit}, sums.Powers(0.7, 1, 1, sums.HopUnit)}[round%2]
		var counted []bool
		targets := spread(f.Vertices, f.Vertices)
		if r.IntN(2) == 0 {
			counted = make([]bool, f.Vertices)
			targets = slices.DeleteFunc(targets, func(int32) bool { return r.IntN(3) > 0 })
			for _, v := range targets {
				counted[v] = true
			}
		}
		want := newHops(t, f.Vertices, term)
		k, err := cpu.NewDistances(f.Reverse(), &cpu.Pairs{Cutoff: cutoff}, 64, "")
		if err != nil {
			t.Fatal(err)
		}
		for batch := range slices.Chunk(targets, 64) {
			first, last := f.RangeOf(batch)
			if err := k.Run(batch, first, last, want, nil, new(int32)); err != nil {
				t.Fatal(err)
			}
		}
		k.Close()
		clearAllBut(want, searched)
		for _, isa := range cpu.InstructionSets() {
			for _, lanes := range cpu.RowLanes {
				got := newHops(t, f.Vertices, term)
				k, err := cpu.NewRows(f, cutoff, lanes, 0, isa)
				if err != nil {
					t.Fatal(err)
				}
				for batch := range slices.Chunk(searched, lanes) {
					first, last := f.RangeOf(batch)
					if err := k.Sum(batch, first, last, counted, 0, got, new(int32)); err != nil {
						t.Fatal(err)
					}
				}
				k.Close()
				if !sameHops(got, want) {
					t.Fatalf("%s, %d lanes, cutoff %g, %d of %d count:\n%+v, want\n%+v", isa, lanes, cutoff, len(targets), f.Vertices,
						got, want)
				}
			}
		}
	}
}

// clearAllBut clears the sums of vertices that no search starts at.
func clearAllBut(h *sums.Hops, searched []int32) {
	for v := range h.Distance {
		if _, found := slices.BinarySearch(searched, int32(v)); !found {
			h.Distance[v], h.Reached[v], h.Eccentricity[v] = 0, 0, 0
			clear(h.Terms[2*v : 2*v+2])
		}
	}
}

// A batch that is given up, or cancelled, adds nothing, and the workspace goes on. One at a time none is given up.
func TestBatchesThatShareLittleAreGivenUp(t *testing.T) {
	f := adjacency(t, family(t, "grid:rows=1,cols=3000", false), false)
	sources := spread(3000, 40)
	term := sums.Term{Unit: sums.HopUnit}
	for _, lanes := range cpu.RowLanes {
		k, err := cpu.NewRows(f, -1, lanes, 0, "")
		if err != nil {
			t.Fatal(err)
		}
		batch := sources[:min(lanes, len(sources))]
		h := newHops(t, 3000, term)
		if err := k.Sum(batch, 0, 3000, nil, 4*3000, h, new(int32)); lanes > 1 && !errors.Is(err, sums.ErrStalled) {
			t.Errorf("%d lanes: a batch that meets vertices on 40 levels each: %v", lanes, err)
		}
		if err := k.Sum(batch, 0, 3000, nil, 0, h, new(int32(1))); !errors.Is(err, graph.ErrCancelled) {
			t.Errorf("%d lanes: cancelled: %v", lanes, err)
		}
		if lanes > 1 && !sameHops(h, newHops(t, 3000, term)) {
			t.Errorf("%d lanes: a batch that was not finished added sums", lanes)
		}
		// The workspace goes on.
		h = newHops(t, 3000, term)
		if err := k.Sum(batch[:1], 0, 3000, nil, 0, h, new(int32)); err != nil || h.Distance[0] != 2999*3000/2 ||
			h.Eccentricity[0] != 2999 || h.Reached[0] != 3000 {
			t.Errorf("%d lanes: from one end of a path: %v, %d, %d, %d", lanes, err, h.Distance[0], h.Eccentricity[0],
				h.Reached[0])
		}
		k.Close()
	}
}

func TestBatchesThatHaveEndedAreNotGivenUp(t *testing.T) {
	f := adjacency(t, family(t, "grid:rows=1,cols=3", false), false)
	for _, lanes := range cpu.RowLanes {
		k, err := cpu.NewRows(f, -1, lanes, 0, "")
		if err != nil {
			t.Fatal(err)
		}
		h := newHops(t, 3, sums.Term{Unit: sums.HopUnit})
		if err := k.Sum([]int32{1}, 0, 3, nil, 1, h, new(int32)); err != nil || h.Distance[1] != 2 {
			t.Errorf("%d lanes: from the middle of a path of three: %v, %d", lanes, err, h.Distance[1])
		}
		k.Close()
	}
}
