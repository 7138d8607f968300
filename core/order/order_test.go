package order

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"gobc/core/generate"
	"gobc/core/graph"
)

// generated is a graph of core/generate.
func generated(t testing.TB, spec string) *graph.Graph {
	t.Helper()
	n, source, target, err := generate.Edges(spec, 7)
	if err != nil {
		t.Fatal(err)
	}
	return built(t, int(n), source, target, false)
}

func built(t testing.TB, n int, source, target []int64, directed bool) *graph.Graph {
	t.Helper()
	g, err := graph.FromEdges(n, source, target, graph.Options{Directed: directed, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

// scattered has components of many sizes, isolated vertices among them.
func scattered(t testing.TB, seed int64, n, m int, directed bool) *graph.Graph {
	random := rand.New(rand.NewSource(seed))
	var source, target []int64
	for range m {
		u := random.Intn(n)
		source, target = append(source, int64(u)), append(target, int64((u+random.Intn(n/4+1))%n))
	}
	return built(t, n, source, target, directed)
}

func graphs(t testing.TB) map[string]*graph.Graph {
	all := map[string]*graph.Graph{
		"no vertex": built(t, 0, nil, nil, false),
		"one":       built(t, 1, nil, nil, false),
		"isolated":  built(t, 70, nil, nil, false),
		"path":      generated(t, "grid:rows=1,cols=500"),
		"grid":      generated(t, "grid:rows=23,cols=31"),
		"star":      generated(t, "barabasi_albert:n=300,m=1"),
		"kronecker": generated(t, "kronecker:scale=9"),
	}
	for seed := range int64(6) {
		n := 150 + 60*int(seed)
		all[fmt.Sprint("scattered ", seed)] = scattered(t, seed, n, n*(2+int(seed))/4, false)
		all[fmt.Sprint("directed ", seed)] = scattered(t, seed, n, n*(2+int(seed))/3, true)
	}
	return all
}

func orders(t testing.TB, g *graph.Graph) map[string][]int32 {
	t.Helper()
	all := map[string][]int32{}
	put := func(name string, order []int32, err error) {
		if err != nil {
			t.Fatal(err)
		}
		all[name] = order
	}
	view := g.View(false)
	order, err := RCM(view, g.Components, nil)
	put("rcm", order, err)
	for _, count := range []int{1, 5} {
		order, err := Hubs(view, g.Components, count, 2, nil)
		put(fmt.Sprint("hubs ", count), order, err)
	}
	for _, size := range []int{1, 7, 32, 1000} {
		order, err := Balls(view, g.Components, size, nil)
		put(fmt.Sprint("balls ", size), order, err)
	}
	return all
}

func TestOrdersPermuteWithinComponents(t *testing.T) {
	for name, g := range graphs(t) {
		for kind, order := range orders(t, g) {
			if len(order) != g.Vertices {
				t.Fatalf("%s, %s: %d of %d vertices", name, kind, len(order), g.Vertices)
			}
			seen := make([]bool, g.Vertices)
			for p, v := range order {
				first, last := g.ComponentOf(int32(p))
				if seen[v] || v < first || v >= last {
					t.Fatalf("%s, %s: position %d holds rank %d", name, kind, p, v)
				}
				seen[v] = true
			}
		}
	}
}

func TestOrdersAreTheSameAgain(t *testing.T) {
	for name, g := range graphs(t) {
		again := orders(t, g)
		for kind, order := range orders(t, g) {
			if !slices.Equal(order, again[kind]) {
				t.Errorf("%s, %s: two runs differ", name, kind)
			}
		}
	}
}

func TestKnownOrders(t *testing.T) {
	// 3-0-1-2 and a triangle 4-5-6: ranks 0 1 2 3 are vertices 0 1 3 2.
	g := built(t, 7, []int64{0, 0, 1, 4, 4, 5}, []int64{1, 3, 2, 5, 6, 6}, false)
	if !slices.Equal(g.Vertex, []int32{0, 1, 3, 2, 4, 5, 6}) {
		t.Fatal(g.Vertex)
	}
	rcm, _ := RCM(g.View(false), g.Components, nil)
	if want := []int32{2, 0, 1, 3, 5, 4, 6}; !slices.Equal(rcm, want) {
		t.Errorf("rcm %v, not %v", rcm, want)
	}
	balls, _ := Balls(g.View(false), g.Components, 2, nil)
	if want := []int32{0, 1, 2, 3, 4, 5, 6}; !slices.Equal(balls, want) {
		t.Errorf("balls %v, not %v", balls, want)
	}
}

// A path's bandwidth in reverse Cuthill-McKee order is 1, whatever its vertices are called.
func TestRCMLowersTheBandwidth(t *testing.T) {
	names := rand.New(rand.NewSource(1)).Perm(400)
	var source, target []int64
	for i := 1; i < len(names); i++ {
		source, target = append(source, int64(names[i-1])), append(target, int64(names[i]))
	}
	g := built(t, len(names), source, target, false)
	order, _ := RCM(g.View(false), g.Components, nil)
	inverse, _ := invert(order)
	for v := range int32(g.Vertices) {
		for _, u := range g.View(false).Out.List(v) {
			if d := inverse[v] - inverse[u]; d*d != 1 {
				t.Fatalf("neighbors %d and %d are %d apart", v, u, d)
			}
		}
	}
}

// Sources are sorted by their distances to the hubs, one hub after the other, then by falling degree, coarsely, and by
// rank.
func TestHubsSortByDistances(t *testing.T) {
	for name, g := range graphs(t) {
		view := g.View(false)
		order, err := Hubs(view, g.Components, 3, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		for c := 1; c < len(g.Components); c++ {
			first, last := g.Components[c-1], g.Components[c]
			keys := make([][]int32, g.Vertices)
			if int(last-first) >= max(g.Vertices/4, 3) {
				hubs := hubsOf(view.In, first, last, 3)
				for _, hub := range hubs {
					distance := distancesFrom(view.In, hub)
					for v := first; v < last; v++ {
						keys[v] = append(keys[v], min(distance[v], 254))
					}
				}
				for v := first; v < last; v++ {
					keys[v] = append(keys[v], -int32(8*math.Log2(float64(view.In.Degree(v)+1))))
					if view.In.Degree(v) > view.In.Degree(hubs[2]) && !slices.Contains(hubs, v) {
						t.Fatalf("%s: %d has more neighbors than the last of the hubs %v", name, v, hubs)
					}
				}
			}
			for v := first; v < last; v++ {
				keys[v] = append(keys[v], v)
			}
			if !slices.IsSortedFunc(order[first:last], func(a, b int32) int { return slices.Compare(keys[a], keys[b]) }) {
				t.Fatalf("%s: the ranks from %d to %d are out of order", name, first, last)
			}
		}
	}
}

func TestSelect(t *testing.T) {
	order := []int32{3, 1, 0, 2}
	rows := []struct {
		order, sources, want []int32
	}{
		{nil, nil, []int32{0, 1, 2, 3}},
		{nil, []int32{1, 3}, []int32{1, 3}},
		{order, nil, order},
		{order, []int32{0, 1, 3}, []int32{3, 1, 0}},
		{order, []int32{}, []int32{}},
	}
	for _, row := range rows {
		if got := Select(row.order, row.sources, 4); !slices.Equal(got, row.want) {
			t.Errorf("%v of %v: %v", row.sources, row.order, got)
		}
	}
}

func TestPositions(t *testing.T) {
	ranks := []int32{2, 3, 0}
	if got, err := Positions([]int32{3, 1, 0, 2}, ranks); err != nil || !slices.Equal(got, []int32{3, 0, 2}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := Positions(nil, ranks); err != nil || !slices.Equal(got, ranks) {
		t.Errorf("identity: %v, %v", got, err)
	}
}

func TestRelabel(t *testing.T) {
	for name, g := range graphs(t) {
		all := orders(t, g)
		all["identity"] = nil
		for kind, order := range all {
			for _, threads := range []int{1, 3} {
				a, err := Relabel(g.View(false), order, threads, nil)
				if err != nil {
					t.Fatal(err)
				}
				if (a.In == a.Out) == g.Directed {
					t.Fatalf("%s: lists of one direction for both, or two", name)
				}
				sameLists(t, name+", "+kind, g.View(false).Out, a.Out, order)
				sameLists(t, name+", "+kind+", in", g.View(false).In, a.In, order)
				a.Free()
			}
		}
	}
}

// sameLists requires every list to name the same ranks in the same order.
func sameLists(t *testing.T, name string, csr *graph.CSR, lists *Lists, order []int32) {
	t.Helper()
	if len(lists.Offsets) != len(csr.Offsets) || int64(lists.Offsets[len(lists.Offsets)-1]) != int64(len(csr.Targets)) {
		t.Fatalf("%s: %d offsets to %d", name, len(lists.Offsets), lists.Offsets[len(lists.Offsets)-1])
	}
	for p := range len(csr.Offsets) - 1 {
		var ranks []int32
		for _, u := range lists.Targets[lists.Offsets[p]:lists.Offsets[p+1]] {
			ranks = append(ranks, at(order, int(u)))
		}
		if want := csr.List(at(order, p)); !slices.Equal(ranks, want) {
			t.Fatalf("%s: position %d has neighbors %v, not %v", name, p, ranks, want)
		}
	}
}

func TestStopEndsEverything(t *testing.T) {
	g := generated(t, "grid:rows=40,cols=40")
	view, halt := g.View(false), errors.New("halt")
	stop := func() error { return halt }
	_, rcm := RCM(view, g.Components, stop)
	_, balls := Balls(view, g.Components, 32, stop)
	_, hubs := Hubs(view, g.Components, 4, 2, stop)
	_, relabel := Relabel(view, nil, 2, stop)
	_, count := Count(view, nil, 32, 2, true, stop)
	_, costs := Costs(view, g.Components, Select(nil, nil, g.Vertices), 32, 4, 2, stop)
	_, choose := Choose(Request{View: view, Components: g.Components, Width: 32, ReadyBatchWidth: 32, Threads: 2,
		Stop: stop})
	for what, err := range map[string]error{
		"rcm": rcm, "balls": balls, "hubs": hubs, "relabel": relabel, "count": count, "costs": costs, "choose": choose,
	} {
		if err != halt {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Patches of sources far apart on a grid: every batch of 32 must come from one patch, which rank order does not give.
func TestSourceBallsKeepPatchesTogether(t *testing.T) {
	const side, patch, width = 90, 8, 32
	g := generated(t, fmt.Sprintf("grid:rows=%d,cols=%d", side, side))
	rank := make(map[int32]int32)
	for r, v := range g.Vertex {
		rank[v] = int32(r)
	}
	patchOf := make(map[int32]int)
	var sources []int32
	for p, corner := range [][2]int{{0, 0}, {0, 60}, {40, 40}, {80, 5}, {75, 80}} {
		for i := range patch {
			for j := range patch {
				r := rank[int32((corner[0]+i)*side+corner[1]+j)]
				patchOf[r] = p
				sources = append(sources, r)
			}
		}
	}
	slices.Sort(sources)
	order, err := SourceBalls(g.View(false), sources, width, nil)
	if err != nil {
		t.Fatal(err)
	}
	sorted := slices.Clone(order)
	slices.Sort(sorted)
	if !slices.Equal(sorted, sources) {
		t.Fatal("not a permutation of the sources")
	}
	for at := 0; at < len(order); at += width {
		for _, r := range order[at : at+width] {
			if patchOf[r] != patchOf[order[at]] {
				t.Fatalf("batch %d mixes patches %d and %d", at/width, patchOf[order[at]], patchOf[r])
			}
		}
	}
}

func at(order []int32, position int) int32 {
	if order == nil {
		return int32(position)
	}
	return order[position]
}
