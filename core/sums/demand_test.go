package sums

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Flows of a pair are added, those that count nothing are left out, and the rest is a whole power of two of what was
// given. A sum that float64 cannot hold is an error, and so is what stop returns.
func TestDemandIsSorted(t *testing.T) {
	never := func() error { return nil }
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		const n = 6
		want, largest := [n][n]float64{}, 0.0
		var flows []Flow
		for range r.IntN(40) {
			f := Flow{r.Int32N(n), r.Int32N(n), float64(r.IntN(9)) / 8}
			flows = append(flows, f)
			if f.From != f.To {
				want[f.From][f.To] += f.Amount
			}
		}
		d, err := NewDemand(n, flows, 1+r.IntN(3), never)
		if err != nil {
			t.Fatal(err)
		}
		for s := range int32(n) {
			targets, flow := d.Of(s)
			last, source := int32(-1), 0.0
			for i, to := range targets {
				if to <= last || math.Ldexp(flow[i], d.Exponent) != want[s][to] || want[s][to] == 0 {
					t.Fatalf("from %d to %d flows %g, after %d; want %g", s, to, flow[i], last, want[s][to])
				}
				want[s][to], last = 0, to
				source += flow[i]
			}
			largest = max(largest, source)
		}
		for s, row := range want {
			for to, left := range row {
				if left != 0 {
					t.Fatalf("from %d to %d %g is lost", s, to, left)
				}
			}
		}
		if largest != d.Most || largest != 0 && (largest < 1<<29 || largest >= 1<<30) {
			t.Fatalf("from the largest source %g flows, told as %g", largest, d.Most)
		}
		d.Free()
	}
	if _, err := NewDemand(2, []Flow{{0, 1, math.MaxFloat64}, {1, 0, math.MaxFloat64}}, 1, never); err == nil {
		t.Error("an infinite sum gave no error")
	}
	stopped := errors.New("stopped")
	many := make([]Flow, 1<<16+1)
	for i := range many {
		many[i] = Flow{0, 1, 1}
	}
	if _, err := NewDemand(2, many, 2, func() error { return stopped }); !errors.Is(err, stopped) {
		t.Errorf("stopped: %v", err)
	}
}

// Flows of one source stay below 2^30, those of all below 2^42: more than 4,096 equal origins are scaled by their sum.
func TestFlowsOfAllOriginsFit(t *testing.T) {
	for _, c := range []struct{ origins, most, total int }{
		{1, 30, 30}, {1 << 11, 30, 41}, {1 << 12, 30, 42}, {1 << 13, 29, 42}, {1 << 16, 26, 42},
	} {
		flows := make([]Flow, c.origins)
		for i := range flows {
			flows[i] = Flow{int32(i), int32((i + 1) % (c.origins + 1)), 3}
		}
		pairs := Pairs{Cutoff: -1}
		if err := pairs.SetDemand(c.origins+1, flows, 2, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		_, most := math.Frexp(pairs.Most)
		_, total := math.Frexp(pairs.Total)
		if most != c.most || total != c.total {
			t.Errorf("%d origins: the largest has 2^%d, all have 2^%d", c.origins, most, total)
		}
		if got, want := math.Ldexp(pairs.Total, pairs.Exponent), 3*float64(c.origins); got != want {
			t.Errorf("%d origins: %g flows, want %g", c.origins, got, want)
		}
		pairs.Free()
	}
}

// Pieces of pairs are sorted side by side, each the sources that begin in it, however long their lists are.
func TestThreadsSortDemand(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const n = 300
	flows := make([]Flow, 400_000)
	for i := range flows {
		from := r.Int32N(n) * r.Int32N(2) // half of all from source 0, whose pairs are several pieces
		flows[i] = Flow{from, r.Int32N(n), r.Float64()}
	}
	want, err := NewDemand(n, slices.Clone(flows), 1, func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	defer want.Free()
	for _, threads := range []int{2, 5} {
		r.Shuffle(len(flows), func(i, j int) { flows[i], flows[j] = flows[j], flows[i] })
		got, err := NewDemand(n, slices.Clone(flows), threads, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Offsets, want.Offsets) || !slices.Equal(got.Targets, want.Targets) ||
			!slices.Equal(got.Flow, want.Flow) {
			t.Errorf("%d threads sort otherwise", threads)
		}
		for s := range int32(n) {
			if targets, _ := got.Of(s); !slices.IsSorted(targets) {
				t.Errorf("targets of %d are not sorted", s)
			}
		}
		got.Free()
	}
}
