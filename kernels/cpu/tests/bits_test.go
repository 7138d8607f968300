//go:build cgo

package cpu_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"gobc/internal/oracle"
	"gobc/kernels/cpu"
)

// bitGraphs are small members of the families, and dense and narrow graphs by structure.
func bitGraphs(t testing.TB) map[string]oracle.Graph {
	graphs := map[string]oracle.Graph{
		"uneven layers": uneven(20, 15), "uneven wide layers": uneven(5, 80),
		"complete": oracle.Complete(90), "layers": oracle.Layered(12, 16), "path": oracle.Path(300), "star": oracle.Star(200),
		"diamonds": oracle.Diamonds(60, 3), "isolated": union(oracle.Star(80), oracle.Graph{Vertices: 70}, oracle.Cycle(50)),
	}
	for i, spec := range []string{
		"kronecker:scale=8,edge_factor=8", "random_geometric:n=300,degree=9", "delaunay:n=300", "small_world:n=300,k=8,p=0.1",
		"barabasi_albert:n=300,m=4", "erdos_renyi:n=200,p=0.3", "erdos_renyi:n=300,m=200", "grid:rows=15,cols=20",
		"road_like:n=400",
	} {
		graphs[spec] = family(t, spec, i%2 == 1)
	}
	return graphs
}

func TestSameBitsForWidthsAndSets(t *testing.T) {
	t.Parallel()
	graphs, kinds := bitGraphs(t), slices.Sorted(maps.Keys(allNeeds))
	many := 130 // two batches of the widest sweep and a bit
	if testing.Short() {
		many = 70 // one and a bit
	}
	for i, name := range slices.Sorted(maps.Keys(graphs)) {
		g := graphs[name]
		csr := adjacency(t, g, true)
		sources := spread(g.Vertices, many)
		for _, precision := range []cpu.Precision{cpu.Double, cpu.Single} {
			for at, needed := range kinds {
				if testing.Short() && needed != "everything" && at != i%len(allNeeds) {
					continue // each is tried on some graphs, and all of them together on all
				}
				needs := allNeeds[needed]
				all := sweeps(precision)
				if precision == cpu.Double {
					all = append(all, single...)
				}
				want, outOfRange := all[0].totals(t, csr, needs, sources)
				for _, k := range all[1:] {
					got, f := k.totals(t, csr, needs, sources)
					if k.name == "sweep" && !slices.Equal(f, outOfRange) {
						t.Errorf("%s, %s: %s flags %v, %s flags %v", name, needed, k, f, all[0], outOfRange)
					}
					if d := difference(want, got); d != "" && len(f) == len(outOfRange) {
						t.Errorf("%s, %s: %s and %s differ at %s", name, needed, all[0], k, d)
					}
					got.Free()
				}
			}
		}
	}
}

// Batches of any size and order, by kernels of any width, into the same totals.
func TestSameBitsForGroupsAndOrder(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	orders := 4
	if testing.Short() {
		orders = 2
	}
	for name, g := range bitGraphs(t) {
		csr := adjacency(t, g, false)
		sources := spread(g.Vertices, 130)
		for _, precision := range []cpu.Precision{cpu.Double, cpu.Single} {
			all := sweeps(precision)
			needs := everything
			want, _ := all[0].totals(t, csr, needs, sources)
			for range orders {
				r.Shuffle(len(sources), func(i, j int) { sources[i], sources[j] = sources[j], sources[i] })
				got := newTotals(t, csr, needs)
				for at := 0; at < len(sources); {
					k := all[r.IntN(len(all))]
					end := min(at+1+r.IntN(2*k.width), len(sources))
					k.into(t, csr, needs, sources[at:end], 1+r.IntN(k.width), got)
					at = end
				}
				if d := difference(want, got); d != "" {
					t.Errorf("%s, %d bits, order %v: %s", name, precision, sources, d)
				}
			}
		}
	}
}

// Totals of two threads add up to those of one.
func TestTotalsAdd(t *testing.T) {
	csr := adjacency(t, oracle.Diamonds(120, 2), false) // stress up to 2^120: windows are in use
	sources := spread(csr.Vertices, 100)
	needs := everything
	k := sweeps(cpu.Double)[0]
	want, _ := k.totals(t, csr, needs, sources)
	sum := newTotals(t, csr, needs)
	for _, part := range [][]int32{sources[:37], sources[37:38], sources[38:]} {
		got, _ := k.totals(t, csr, needs, part)
		if err := sum.Add(got); err != nil {
			t.Fatal(err)
		}
	}
	if d := difference(want, sum); d != "" {
		t.Error(d)
	}
	if want.Stress.Windows()[0] == nil {
		t.Error("the graph was to need a window of stress")
	}
}

// The sweep pulls dense levels and pushes sparse ones, the queue always pushes: the bits are the same.
func TestPushAndPull(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source     string
		graph      oracle.Graph
		pull, push bool
	}{
		{"complete", oracle.Complete(90), true, false},
		{"layers", oracle.Layered(30, 30), false, true},
		{"path", oracle.Path(400), false, true},
		{"dense random", family(t, "erdos_renyi:n=400,p=0.2", false), true, false},
		{"dense random, directed", family(t, "erdos_renyi:n=400,p=0.2", true), true, false},
		{"hubs", family(t, "barabasi_albert:n=600,m=5", false), true, true},
		{"uneven layers", uneven(25, 20), false, true},
		{"uneven wide layers", uneven(4, 120), true, false},
		{"mesh", family(t, "grid:rows=40,cols=40", false), false, true},
	} {
		csr := adjacency(t, c.graph, false)
		sources := spread(c.graph.Vertices, 48)
		want, _ := queue.totals(t, csr, everything, sources)
		for _, k := range sweeps(cpu.Double) {
			got := newTotals(t, csr, everything)
			outOfRange, counts := k.into(t, csr, everything, sources, 0, got)
			if d := difference(want, got); d != "" || len(outOfRange) > 0 {
				t.Errorf("%s: %s and the queue differ at %s; out of range %v", c.source, k, d, outOfRange)
			}
			pushed := counts.Levels - counts.PullLevels
			if c.pull && counts.PullLevels == 0 || c.push && pushed == 0 {
				t.Errorf("%s: %s pulled %d levels and pushed %d", c.source, k, counts.PullLevels, pushed)
			}
		}
	}
}

// A batch touches its own components alone, and leaves nothing behind for the next.
func TestRanges(t *testing.T) {
	parts := []oracle.Graph{oracle.Complete(20), oracle.Path(1), oracle.Grid(8, 9), oracle.Star(30),
		oracle.Diamonds(20, 2)}
	g := union(parts...)
	csr := adjacency(t, g, false)
	starts := []int32{0}
	for _, p := range parts {
		starts = append(starts, starts[len(starts)-1]+int32(p.Vertices))
	}
	needs := everything
	var all []int32
	for v := range int32(g.Vertices) {
		all = append(all, v)
	}
	for _, k := range append(append(sweeps(cpu.Double), sweeps(cpu.Single)...), single...) {
		want, _ := k.totals(t, csr, needs, all)
		w, err := k.open(csr, needs)
		if err != nil {
			t.Fatal(err)
		}
		got := newTotals(t, csr, needs)
		var cancel int32
		// Parts in pairs that span what lies between, then what is left, backwards.
		for _, span := range [][2]int{{3, 5}, {2, 3}, {0, 2}} {
			first, last := starts[span[0]], starts[span[1]]
			for at := int(last) - w.width; at > int(first)-w.width; at -= w.width {
				low := max(int32(at), first)
				if _, err := w.run(all[low:at+w.width], first, last, got, &cancel); err != nil {
					t.Fatal(err)
				}
			}
		}
		w.close()
		fold(csr, got)
		if d := difference(want, got); d != "" {
			t.Errorf("%s: %s", k, d)
		}
	}
}
