//go:build cgo

package cpu_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu"
)

// job is work for a kernel.
type job struct {
	csr     *graph.Forest
	needs   sums.Kinds
	kernel  kernel
	sources []int32
}

// Every allocation of opening and running a workspace fails once, and all after it: always ErrNoMemory, the totals as
// they were, the next run of the same workspace right, and nothing left behind.
func TestAllocationsFailOneByOne(t *testing.T) {
	both := sums.Delta | sums.Stress
	wide, narrow := kernel{"sweep", 64, cpu.Double, "", nil}, kernel{"sweep", 8, cpu.Single, "", nil}
	for _, c := range []struct {
		source string
		graph  oracle.Graph
		needs  sums.Kinds
		kernel kernel
	}{
		{"pulled levels: pools", family(t, "erdos_renyi:n=300,p=0.1", false), both, wide},
		{"pulled levels, single", family(t, "erdos_renyi:n=300,p=0.1", true), sums.Delta, narrow},
		{"many levels: stacks grow", oracle.Path(900), both, wide},
		{"many levels, single", oracle.Path(900), sums.Delta, narrow},
		{"rescaled levels", oracle.Diamonds(1030, 2), sums.Delta, wide},
		{"windows of stress", oracle.Diamonds(140, 2), both, wide},
		{"windows of stress, queue", oracle.Diamonds(140, 2), both, queue},
		{"windows of stress, exponents", oracle.Diamonds(500, 2), both, exponents},
		{"infinite stress", oracle.Diamonds(1100, 2), both, exponents},
		{"edges, pulled levels", family(t, "erdos_renyi:n=300,p=0.1", true), everything, wide},
		{"edges, many levels", oracle.Path(900), sums.EdgeDelta, narrow},
		{"edges, windows of stress", oracle.Diamonds(140, 2), sums.EdgeStress, wide},
		{"edges, windows of stress, queue", directed(oracle.Diamonds(140, 2)), everything, queue},
		{"edges, infinite stress", oracle.Diamonds(1100, 2), everything, exponents},
		{"hubs, queue", family(t, "barabasi_albert:n=1500,m=5", false), both, queue},
	} {
		j := job{adjacency(t, c.graph, false), c.needs, c.kernel, spread(c.graph.Vertices, 70)}
		if c.kernel.name != "sweep" {
			j.sources = j.sources[:2]
		}
		j.sources = j.sources[:min(len(j.sources), max(2, c.kernel.width))]
		want, _ := j.kernel.totals(t, j.csr, j.needs, j.sources)
		for n := 0; !j.fails(t, c.source, n, want); n++ {
			if n == 400 {
				t.Fatalf("%s: 400 allocations were not enough", c.source)
			}
		}
	}
}

// fails lets n allocations succeed; true when those were enough.
func (j job) fails(t *testing.T, source string, n int, want *sums.Paths) (done bool) {
	t.Helper()
	before := live()
	totals, err := sums.NewPaths(shape(j.csr), j.needs)
	if err != nil {
		t.Fatal(err)
	}
	empty := hash(totals)
	memory.FailAfter(n)
	defer memory.FailAfter(-1)
	w, err := j.kernel.open(j.csr, j.needs)
	if err != nil {
		memory.FailAfter(-1)
		if !errors.Is(err, memory.ErrNoMemory) {
			t.Fatalf("%s: allocation %d failed as %v", source, n, err)
		}
	} else {
		done = j.runs(t, source, n, w, totals, empty)
		fold(j.csr, totals)
		if d := difference(totals, want); d != "" {
			t.Fatalf("%s: after allocation %d failed, the next run is wrong at %s", source, n, d)
		}
		w.close()
	}
	totals.Free()
	if left := live() - before; left != 0 {
		t.Fatalf("%s: %d blocks are left after allocation %d failed", source, left, n)
	}
	return done
}

// runs runs all sources, each batch again if memory failed.
func (j job) runs(t *testing.T, source string, n int, w *opened, totals *sums.Paths, before string) (done bool) {
	t.Helper()
	var cancel int32
	done = true
	for at := 0; at < len(j.sources); at += w.width {
		batch := j.sources[at:min(at+w.width, len(j.sources))]
		_, err := w.run(batch, 0, int32(j.csr.Vertices), totals, &cancel)
		if err != nil {
			done = false
			if now := hash(totals); !errors.Is(err, memory.ErrNoMemory) || now != before {
				t.Fatalf("%s: allocation %d failed as %v; the totals changed: %v", source, n, err, now != before)
			}
			memory.FailAfter(-1)
			if _, err = w.run(batch, 0, int32(j.csr.Vertices), totals, &cancel); err != nil {
				t.Fatalf("%s: the run after a failed one: %v", source, err)
			}
		}
		before = hash(totals)
	}
	return done
}

func TestDistanceAllocationsFailOneByOne(t *testing.T) {
	csr := adjacency(t, oracle.Grid(20, 20), false)
	want, _ := distanceTotals(t, csr, 256, "", allDistances, spread(400, 200))
	for n, done := 0, false; !done; n++ {
		before := live()
		got, err := sums.NewHops(400, allDistances, sums.Term{})
		if err != nil {
			t.Fatal(err)
		}
		memory.FailAfter(n)
		d, err := cpu.NewDistances(csr, nil, 256, "")
		if err == nil {
			var cancel int32
			if err = d.Run(spread(400, 200), 0, 400, got, nil, &cancel); err == nil {
				done = true
			} else if got.Reached[0] != 0 || got.Distance[399] != 0 {
				t.Errorf("allocation %d failed, and the totals changed", n)
			}
			memory.FailAfter(-1)
			if !done {
				if err := d.Run(spread(400, 200), 0, 400, got, nil, &cancel); err != nil {
					t.Fatal(err)
				}
			}
			for v := range 400 {
				if got.Distance[v] != want.Distance[v] || got.Terms[2*v] != want.Terms[2*v] {
					t.Fatalf("allocation %d failed; the next run is wrong at vertex %d", n, v)
				}
			}
			d.Close()
		}
		memory.FailAfter(-1)
		if err != nil && !errors.Is(err, memory.ErrNoMemory) {
			t.Errorf("allocation %d failed as %v", n, err)
		}
		got.Free()
		if left := live() - before; left != 0 || n == 100 {
			t.Fatalf("%d blocks are left after allocation %d failed", left, n)
		}
	}
}

// everyKind is one kernel of each kind.
func everyKind() []kernel {
	return []kernel{{"sweep", 8, cpu.Double, "", nil}, {"sweep", 64, cpu.Double, "", nil},
		{"sweep", 16, cpu.Single, "", nil}, queue, exponents}
}

// A word that is set before a run ends it at once, leaves the totals alone, and leaves the workspace fit to run.
func TestCancelledBefore(t *testing.T) {
	for source, g := range map[string]oracle.Graph{
		"one vertex": {Vertices: 1}, "mesh": oracle.Grid(20, 20), "dense": oracle.Complete(60), "path": oracle.Path(300),
	} {
		csr := adjacency(t, g, false)
		needs := everything
		for _, k := range everyKind() {
			w, err := k.open(csr, needs)
			if err != nil {
				t.Fatal(err)
			}
			sources := spread(g.Vertices, w.width)
			want, _ := k.totals(t, csr, needs, sources)
			got := newTotals(t, csr, needs)
			empty := hash(got)
			cancel := int32(1)
			if _, err := w.run(sources, 0, int32(g.Vertices), got, &cancel); err != graph.ErrCancelled || hash(got) != empty {
				t.Errorf("%s: %s ended as %v; totals changed: %v", source, k, err, hash(got) != empty)
			}
			cancel = 0
			if _, err := w.run(sources, 0, int32(g.Vertices), got, &cancel); err != nil {
				t.Errorf("%s: %s ended as %v", source, k, err)
			}
			fold(csr, got)
			if d := difference(want, got); d != "" {
				t.Errorf("%s: %s after a cancelled run: %s", source, k, d)
			}
			w.close()
		}
	}
}

// The cancel word may be set at any moment: batches that ended before count, the one that runs then does not.
func TestCancelledDuring(t *testing.T) {
	g := family(t, "barabasi_albert:n=20000,m=8", false)
	csr := adjacency(t, g, false)
	sources := spread(g.Vertices, 20000)
	needs := sums.Delta | sums.EdgeDelta
	for i, k := range everyKind() {
		w, err := k.open(csr, needs)
		if err != nil {
			t.Fatal(err)
		}
		got := newTotals(t, csr, needs)
		complete := 0
		for round := range 3 {
			var cancel int32
			timer := time.AfterFunc(time.Duration(3+7*round+i)*time.Millisecond, func() { atomic.StoreInt32(&cancel, 1) })
			for err = nil; err == nil && complete+w.width <= len(sources); {
				batch := sources[complete : complete+w.width]
				told := atomic.LoadInt32(&cancel) != 0
				if _, err = w.run(batch, 0, int32(g.Vertices), got, &cancel); err == nil {
					if told {
						t.Errorf("%s began after it was told to end, and ended well", k)
					}
					complete += w.width
				}
			}
			timer.Stop()
			if err != graph.ErrCancelled {
				t.Errorf("%s ended as %v", k, err)
			}
		}
		w.close()
		fold(csr, got)
		want, _ := k.totals(t, csr, needs, sources[:complete])
		if d := difference(want, got); d != "" {
			t.Errorf("%s, cancelled after %d sources: %s", k, complete, d)
		}
	}
}
