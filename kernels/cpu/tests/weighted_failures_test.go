//go:build cgo

package cpu_test

import (
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// wjob is a call and the kernels that it is tried with.
type wjob struct {
	name    string
	call    wcall
	kernels []wkernel
}

func wjobs(t *testing.T) (all []wjob) {
	r := rand.New(rand.NewPCG(51, 52))
	add := func(name string, g wgraph, sources int, kernels ...wkernel) {
		c := wcall{g: g.lists(t), needs: everyNeed, sources: spread(g.n, sources)}
		c.distanceUnit, c.term = wunits(r, g)
		all = append(all, wjob{name, c, kernels})
	}
	correcting := func(distance int) wkernel { return wkernel{"label_correcting", distance, ""} }
	add("buckets", randomWeighted(r, 60, 250, 1), 8, serial, scaledOne, correcting(cpu.DistanceU16))
	add("whole numbers in a heap", randomWeighted(r, 60, 250, 3), 8, serial, correcting(cpu.DistanceU64))
	add("reals", randomWeighted(r, 60, 250, 6), 8, serial, scaledOne, correcting(cpu.DistanceF64))
	add("windows of stress", diamonds(140, true), 2, serial, correcting(cpu.DistanceU32))
	add("infinite stress", diamonds(1060, true), 2, scaledOne)
	add("one vertex", wgraph{n: 1, whole: true}, 1, serial, scaledOne, correcting(cpu.DistanceU16))
	return all
}

// Every allocation of opening and running a workspace fails once, and all after it: always ErrNoMemory, the totals as
// they were, the next run of the same workspace right, and nothing left behind.
func TestWeightedAllocationsFailOneByOne(t *testing.T) {
	for _, j := range wjobs(t) {
		for _, k := range j.kernels {
			want := j.call.run(t, k, 0).values(j.call.g, j.call.needs)
			for n := 0; !j.fails(t, k, n, want); n++ {
				if n == 400 {
					t.Fatalf("%s, %s: 400 allocations were not enough", j.name, k)
				}
			}
		}
	}
}

// fails lets n allocations succeed; true when those were enough.
func (j wjob) fails(t *testing.T, k wkernel, n int, want []string) (done bool) {
	t.Helper()
	c := j.call
	got := c.empty(t)
	before := live()
	memory.FailAfter(n)
	defer memory.FailAfter(-1)
	w, err := k.open(c.g, c.pairs, c.needs)
	if err != nil {
		memory.FailAfter(-1)
		if left := live() - before; left != 0 || !errors.Is(err, memory.ErrNoMemory) {
			t.Fatalf("%s, %s: allocation %d failed as %v and left %d blocks", j.name, k, n, err, left)
		}
		return false
	}
	var cancel int32
	done = true
	for at := 0; at < len(c.sources); at += w.width {
		end := min(at+w.width, len(c.sources))
		run := func() error {
			_, err := w.run(c.sources[at:end], 0, int32(c.g.Vertices), got.totals, got.lengths, got.reached[at:end], &cancel)
			return err
		}
		old := got.bits()
		if err := run(); err != nil {
			done = false
			memory.FailAfter(-1)
			if now := got.bits(); now != old || !errors.Is(err, memory.ErrNoMemory) {
				t.Fatalf("%s, %s: allocation %d failed as %v; the sums changed: %v", j.name, k, n, err, now != old)
			}
			if err := run(); err != nil {
				t.Fatalf("%s, %s: the run after a failed one: %v", j.name, k, err)
			}
		}
	}
	memory.FailAfter(-1)
	w.close()
	if d := unlike(want, got.values(c.g, c.needs)); d != "" {
		t.Fatalf("%s, %s: after allocation %d failed, the next run is wrong at %s", j.name, k, n, d)
	}
	got.totals.Free()
	got.lengths.Free()
	if left := live() - before; left > 0 {
		t.Fatalf("%s, %s: %d blocks are left after allocation %d failed", j.name, k, left, n)
	}
	return done
}

// A word that is set before a run ends it at once, leaves the totals alone, and leaves the workspace fit to run.
func TestWeightedCancelledBefore(t *testing.T) {
	for _, j := range wjobs(t) {
		c := j.call
		for _, k := range j.kernels {
			w, err := k.open(c.g, c.pairs, c.needs)
			if err != nil {
				t.Fatal(err)
			}
			c.sources = spread(c.g.Vertices, w.width)
			want, got := c.run(t, k, 0).values(c.g, c.needs), c.empty(t)
			empty := got.values(c.g, c.needs)
			cancel := int32(1)
			_, err = w.run(c.sources, 0, int32(c.g.Vertices), got.totals, got.lengths, got.reached, &cancel)
			if d := unlike(empty, got.values(c.g, c.needs)); err != graph.ErrCancelled || d != "" {
				t.Errorf("%s: %s ended as %v; changed: %s", j.name, k, err, d)
			}
			cancel = 0
			if _, err := w.run(c.sources, 0, int32(c.g.Vertices), got.totals, got.lengths, got.reached, &cancel); err != nil {
				t.Errorf("%s: %s ended as %v", j.name, k, err)
			}
			if d := unlike(want, got.values(c.g, c.needs)); d != "" {
				t.Errorf("%s: %s after a cancelled run: %s", j.name, k, d)
			}
			w.close()
		}
	}
}

// A word that is set at any moment: the batches before it count, the running one does not.
func TestWeightedCancelledDuring(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 54))
	for kind, name := range map[int]string{1: "buckets", 3: "whole numbers in a heap", 6: "reals"} {
		g := randomWeighted(r, 4000, 30000, kind)
		c := wcall{g: g.lists(t), needs: sums.Delta | sums.EdgeDelta}
		c.distanceUnit, c.term = wunits(r, g)
		correcting := g.labelCorrectingKernels()
		for i, k := range []wkernel{serial, scaledOne, correcting[0], correcting[len(correcting)-1]} {
			w, err := k.open(c.g, nil, c.needs)
			if err != nil {
				t.Fatal(err)
			}
			c.sources = nil
			got := c.empty(t)
			for round := range 3 {
				var cancel int32
				timer := time.AfterFunc(time.Duration(3+7*round+i)*time.Millisecond, func() { atomic.StoreInt32(&cancel, 1) })
				for err = nil; err == nil; {
					batch := spread(g.n, g.n)[len(c.sources):][:w.width]
					told := atomic.LoadInt32(&cancel) != 0
					if _, err = w.run(batch, 0, int32(g.n), got.totals, got.lengths, nil, &cancel); err == nil {
						if told {
							t.Errorf("%s began after it was told to end, and ended well", k)
						}
						c.sources = append(c.sources, batch...)
					}
				}
				timer.Stop()
				if err != graph.ErrCancelled {
					t.Errorf("%s: %s ended as %v", name, k, err)
				}
			}
			w.close()
			want := c.run(t, k, 0)
			want.reached = nil
			if d := unlike(want.values(c.g, c.needs), got.values(c.g, c.needs)); d != "" {
				t.Errorf("%s: %s, cancelled after %d sources: %s", name, k, len(c.sources), d)
			}
		}
	}
}

// A weight that is too small to resolve relative to a distance leaves a vertex without a way to it: an error, never a
// number.
func TestLostWeights(t *testing.T) {
	g := wgraph{n: 4, edges: []wedge{{0, 1, 1}, {1, 2, 1e-20}, {2, 3, 1}}}
	c := wcall{g: g.lists(t), needs: everyNeed, sources: []int32{0}}
	for _, k := range append(g.labelCorrectingKernels(), oneByOne...) {
		w, err := k.open(c.g, nil, c.needs)
		if err != nil {
			t.Fatal(err)
		}
		got := c.empty(t)
		before := got.values(c.g, c.needs)
		var cancel int32
		_, err = w.run([]int32{0}, 0, 4, got.totals, got.lengths, got.reached, &cancel)
		if d := unlike(before, got.values(c.g, c.needs)); err != sums.ErrStalled || d != "" {
			t.Errorf("%s ended as %v; changed: %s", k, err, d)
		}
		if _, err = w.run([]int32{0}, 0, 4, nil, got.lengths, got.reached, &cancel); err != nil || got.reached[0] != 4 {
			t.Errorf("%s, lengths alone: %v, reached %d", k, err, got.reached[0])
		}
		w.close()
	}
}
