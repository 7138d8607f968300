//go:build cgo

package cpu_test

import (
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// wideGraph has path counts that differ, so that sums depend on the order of their terms; its pairs may have weights.
func wideGraph(tb testing.TB, kind int) (wgraph, wcall) {
	tb.Helper()
	r := rand.New(rand.NewPCG(41, uint64(kind)))
	g := randomWeighted(r, 120, 400, kind)
	c := wcall{g: g.lists(tb), needs: everyNeed, sources: spread(g.n, 70)}
	if kind%3 > 0 {
		c.pairs = somePairs(tb, r, g.n, kind%3 == 1)
	}
	if kind%3 == 2 {
		c.needs = sums.Delta | sums.Squares | sums.EdgeDelta
		c.pairs.Cutoff = g.distances(0, -1)[g.n-1]
	}
	c.distanceUnit, c.term = wunits(r, g)
	return g, c
}

// One source at a time, with exponents, and label correcting with any distance type, instruction set and size of
// batches.
func TestWeightedSameBits(t *testing.T) {
	for kind := range weightKinds {
		g, c := wideGraph(t, kind)
		want := c.run(t, serial, 0).values(c.g, c.needs)
		r := rand.New(rand.NewPCG(42, uint64(kind)))
		for _, k := range append(g.labelCorrectingKernels(), scaledOne, readableW) {
			for _, size := range []int{0, 1 + r.IntN(64)} {
				if d := unlike(want, c.run(t, k, size).values(c.g, c.needs)); d != "" {
					t.Errorf("%s: serial and %s in batches of %d: %s", weightKinds[kind].name, k, size, d)
				}
			}
		}
	}
}

// Many vertices and wide weights: a large ring of buckets that is nearly empty, and distances beyond 32 bits.
func TestWideRing(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 48))
	g := wgraph{n: 40000, whole: true}
	for v := 1; v < g.n; v++ {
		g.edges = append(g.edges, wedge{v, v - 1 - r.IntN(min(v, 1000)), float64(1 + r.IntN(1<<16-1))})
	}
	g.edges[0].weight = 1<<16 - 1
	c := wcall{g: g.lists(t), needs: sums.Delta, term: sums.Term{Unit: -90}, sources: spread(g.n, 3)}
	want := c.run(t, serial, 0)
	far := make([]float64, g.n)
	for _, s := range c.sources {
		for v, d := range g.distances(int(s), -1) {
			far[v] = max(far[v], d)
		}
	}
	if !slices.Equal(far, want.lengths.Eccentricity) || !(slices.Max(far) > 1<<20) {
		t.Error("the serial kernel finds other distances than relaxing until nothing changes")
	}
	correcting := wkernel{"label_correcting", cpu.DistanceU64, ""}
	if d := unlike(want.values(c.g, c.needs), c.run(t, correcting, 0).values(c.g, c.needs)); d != "" {
		t.Errorf("serial and %s: %s", correcting, d)
	}
}

// Which sources share a batch, and their order in it, does not show.
func TestWeightedGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	for kind := range weightKinds {
		g, c := wideGraph(t, kind)
		all := append(g.labelCorrectingKernels(), oneByOne...)
		want := c.run(t, serial, 0)
		for range 3 {
			r.Shuffle(len(c.sources), func(i, j int) { c.sources[i], c.sources[j] = c.sources[j], c.sources[i] })
			sum := c.empty(t)
			for at := 0; at < len(c.sources); {
				part := c
				end := min(at+1+r.IntN(80), len(c.sources))
				part.sources = c.sources[at:end]
				got := part.run(t, all[r.IntN(len(all))], 1+r.IntN(64))
				if err := sum.totals.Add(got.totals); err != nil {
					t.Fatal(err)
				}
				sum.lengths.Add(got.lengths)
				at = end
			}
			sum.reached = want.reached // these go by place in the sources
			if d := unlike(want.values(c.g, c.needs), sum.values(c.g, c.needs)); d != "" {
				t.Errorf("%s, order %v: %s", weightKinds[kind].name, c.sources, d)
			}
		}
	}
}

// The bits of the C kernels and of the reference.
func TestWeightedGolden(t *testing.T) {
	golden := []string{
		"0d61b995d0f3ba6b", "819f2af63cfcfff7", "ada613ad8801e952", "32c8c47149ebaf5a", "704e583a1b3aa661",
		"551edfa1c3b52bf8",
		"56a7abe3ad552fd0", "bff468726207d10d",
	}
	for kind := range weightKinds {
		_, c := wideGraph(t, kind)
		h := sha256.Sum256([]byte(strings.Join(c.run(t, readableW, 0).values(c.g, c.needs), "\n")))
		if got := hex.EncodeToString(h[:8]); got != golden[kind] {
			t.Errorf("%s: %q", weightKinds[kind].name, got)
		}
	}
}

// A run touches its own components alone, and leaves nothing behind for the next.
func TestWeightedRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 46))
	for kind := range weightKinds {
		all := wgraph{whole: weightKinds[kind].whole}
		starts := []int32{0}
		for _, n := range []int{40, 1, 70, 2, 30} {
			part := randomWeighted(r, n, 3*n, kind)
			for _, e := range part.edges {
				all.edges = append(all.edges, wedge{e.u + all.n, e.v + all.n, e.weight})
			}
			all.n += n
			starts = append(starts, int32(all.n))
		}
		c := wcall{g: all.lists(t), needs: everyNeed, sources: spread(all.n, all.n)}
		c.distanceUnit, c.term = wunits(r, all)
		want := c.run(t, serial, 0)
		for _, k := range append(all.labelCorrectingKernels(), oneByOne...) {
			w, err := k.open(c.g, c.pairs, c.needs)
			if err != nil {
				t.Fatal(err)
			}
			got := c.empty(t)
			var cancel int32
			for _, span := range [][2]int{{3, 5}, {2, 3}, {0, 2}} {
				first, last := starts[span[0]], starts[span[1]]
				for at := first; at < last; {
					end := min(at+int32(w.width), last)
					if _, err := w.run(c.sources[at:end], first, last, got.totals, got.lengths, got.reached[at:end],
						&cancel); err != nil {
						t.Fatal(err)
					}
					at = end
				}
			}
			w.close()
			if d := unlike(want.values(c.g, c.needs), got.values(c.g, c.needs)); d != "" {
				t.Errorf("%s, %s: %s", weightKinds[kind].name, k, d)
			}
		}
	}
}

// Totals and lengths are asked for each by itself as well.
func TestWeightedPartly(t *testing.T) {
	for kind := range weightKinds {
		g, c := wideGraph(t, kind)
		want := c.run(t, serial, 0)
		for _, k := range append(g.labelCorrectingKernels(), oneByOne...) {
			w, err := k.open(c.g, c.pairs, c.needs)
			if err != nil {
				t.Fatal(err)
			}
			got := c.empty(t)
			var cancel int32
			for at := 0; at < len(c.sources); at += w.width {
				end := min(at+w.width, len(c.sources))
				batch := c.sources[at:end]
				if _, err := w.run(batch, 0, int32(g.n), nil, got.lengths, nil, &cancel); err != nil {
					t.Fatal(err)
				}
				if _, err := w.run(batch, 0, int32(g.n), got.totals, nil, nil, &cancel); err != nil {
					t.Fatal(err)
				}
				if _, err := w.run(batch, 0, int32(g.n), nil, nil, got.reached[at:end], &cancel); err != nil {
					t.Fatal(err)
				}
			}
			w.close()
			if d := unlike(want.values(c.g, c.needs), got.values(c.g, c.needs)); d != "" {
				t.Errorf("%s, %s: %s", weightKinds[kind].name, k, d)
			}
		}
	}
}

// A distance is rounded to units once: to nearest, ties to even, from subnormal numbers to the longest.
func TestLengthUnits(t *testing.T) {
	for _, c := range []struct {
		whole        bool
		weight       float64
		unit         int
		distance     string
		harmonicUnit int
	}{
		{true, 5, 1, "2", -64}, {true, 6, 2, "2", -64}, {true, 7, 2, "2", -64}, {true, 1<<32 - 1, 0, "4294967295", -64},
		{true, 1<<32 - 1, -90, "5316911981901723452329847966222254080", -95}, {true, 3, 40, "0", -64},
		{true, 3, 70, "0", -64},
		{false, 2.5, 0, "2", -64}, {false, 3.5, 0, "4", -64}, {false, 0.5, 0, "0", -64}, {false, 0x1.8p-1, 0, "1", -64},
		{false, 0x1p-960, -960, "1", 900}, {false, 0x1.8p-960, -959, "1", 900},
		{false, 0x1p960, 900, "1152921504606846976", -1010},
		{false, 0x1p-3, -120, "166153499473114484112975882535043072", -60},
	} {
		g := wgraph{n: 2, whole: c.whole, edges: []wedge{{0, 1, c.weight}}}
		call := wcall{g: g.lists(t), sources: []int32{0}, distanceUnit: c.unit, term: sums.Term{Unit: c.harmonicUnit}}
		for _, k := range append(g.labelCorrectingKernels(), serial) {
			r := call.run(t, k, 0)
			if got := words(r.lengths.Distance, 1).String(); got != c.distance {
				t.Errorf("%s: %v in units of 2^%d is %s, not %s", k, c.weight, c.unit, got, c.distance)
			}
			if got, want := words(r.lengths.Terms, 1), rounded(1/c.weight, c.harmonicUnit); got.Cmp(want) != 0 ||
				want.Cmp(new(big.Int)) == 0 {
				t.Errorf("%s: 1/%v in units of 2^%d is %v, not %v", k, c.weight, c.harmonicUnit, got, want)
			}
		}
	}
}
