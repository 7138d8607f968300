package order

import (
	"math"
	"math/rand"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"gobc/core/cost"
	"gobc/core/graph"
)

func request(g *graph.Graph, width int) Request {
	return Request{View: g.View(false), Components: g.Components, Width: width, ReadyBatchWidth: 32, Threads: 2}
}

// What ran fastest on a device, by family; on Kronecker graphs the order with fewest visits, which is newer. On
// Delaunay meshes two orders are near each other.
func TestChoices(t *testing.T) {
	rows := []struct {
		spec       string
		width      int
		name       string
		readyBatch bool
	}{
		{"delaunay:n=30000", 16, "", true},
		{"random_geometric:n=30000", 16, "balls of 32", true},
		{"road_like:n=20000", 16, "balls of 128", true},
		{"small_world:n=20000,k=10,p=0.1", 64, BallsOf32, false}, // 49.8 GTEPS at n = 100,000; breadth-first 45.5
		{"barabasi_albert:n=20000,m=5", 32, BreadthFirst, false},
		{"kronecker:scale=13", 32, ByHubs, false},
	}
	for _, row := range rows {
		g := generated(t, row.spec)
		c, err := Choose(request(g, row.width))
		if err != nil {
			t.Fatal(err)
		}
		if (row.name != "" && c.Name != row.name) || c.ReadyBatch != row.readyBatch ||
			(c.Order == nil) != (c.Name == BreadthFirst) {
			t.Errorf("%s: %s, ready batch %v (distances %.2f, splits %.3f)", row.spec, c.Name, c.ReadyBatch, c.Distances,
				c.Splits)
		}
		checkChoice(t, row.spec, g.Vertices, c)
	}
}

func checkChoice(t *testing.T, name string, sources int, c *Choice) {
	t.Helper()
	if len(c.Sources) != sources || c.Why == "" {
		t.Errorf("%s: %d of %d sources, because %q", name, len(c.Sources), sources, c.Why)
	}
	if batches := (sources + c.Width - 1) / c.Width; c.Costs != nil && len(c.Costs) != batches {
		t.Errorf("%s: %d costs for %d batches", name, len(c.Costs), batches)
	}
}

func TestChoiceDoesNotDependOnThreads(t *testing.T) {
	for _, spec := range []string{"delaunay:n=4096", "kronecker:scale=11", "road_like:n=5000"} {
		g := generated(t, spec)
		r := request(g, 32)
		r.Threads = 1
		first, err := Choose(r)
		if err != nil {
			t.Fatal(err)
		}
		for _, r.Threads = range []int{1, 2, 5} {
			if again, err := Choose(r); err != nil || !reflect.DeepEqual(first, again) {
				t.Errorf("%s: %d threads choose %s, not %s; %v", spec, r.Threads, again.Name, first.Name, err)
			}
		}
	}
}

func TestChooseOnEveryGraph(t *testing.T) {
	for name, g := range graphs(t) {
		c, err := Choose(request(g, 32))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkChoice(t, name, g.Vertices, c)
		if g.Directed && c.ReadyBatch {
			t.Errorf("%s: ready-batch sweep on a directed graph", name)
		}
	}
}

func TestChooseForSomeSources(t *testing.T) {
	g := generated(t, "random_geometric:n=4096")
	r := request(g, 16)
	for v := int32(0); v < 4096; v += 3 {
		r.Sources = append(r.Sources, v)
	}
	c, err := Choose(r)
	if err != nil {
		t.Fatal(err)
	}
	checkChoice(t, "a third of the sources", len(r.Sources), c)
	slices.Sort(c.Sources)
	if !slices.Equal(c.Sources, r.Sources) {
		t.Error("other sources than asked for")
	}
}

// Few sources on a large graph take less time than a search would.
func TestNothingIsSearchedForAShortSweep(t *testing.T) {
	g := generated(t, "delaunay:n=200000")
	r := request(g, 32)
	r.Sources = []int32{0, 1, 2, 3}
	c, err := Choose(r)
	if err != nil || c.Name != BreadthFirst || c.Costs != nil || c.Searches != 0 || !slices.Equal(c.Sources, r.Sources) {
		t.Errorf("%+v, %v", c, err)
	}
}

// Orders that another request has made are taken, not made again; the choice is the same.
func TestOrdersAreMadeOnce(t *testing.T) {
	for name, g := range graphs(t) {
		made, first := map[string][]int32{}, map[string]*int32{}
		for _, width := range []int{32, 64} {
			r := request(g, width)
			r.Workers = 4
			want, err := Choose(r)
			if err != nil {
				t.Fatal(err)
			}
			r.Made = made
			got, err := Choose(r)
			if err != nil || got.Name != want.Name || !slices.Equal(got.Sources, want.Sources) ||
				!slices.Equal(got.Order, want.Order) {
				t.Errorf("%s, width %d: %s, not %s (%v)", name, width, got.Name, want.Name, err)
			}
			for kind, order := range made {
				if first[kind] != nil && first[kind] != unsafe.SliceData(order) {
					t.Errorf("%s: %s was made again", name, kind)
				}
				first[kind] = unsafe.SliceData(order)
			}
		}
	}
}

// Sources that are few, or that share no batch well, run one by one; all of them do not, nor any where that is not
// offered.
func TestSourcesOneByOne(t *testing.T) {
	rows := []struct {
		spec    string
		every   int // such a one of the sources
		offered bool
		want    bool
	}{
		{"delaunay:n=65536", 1024, true, true}, // 64 sources: fewer than workers
		{"delaunay:n=65536", 16, true, true},   // far apart
		{"road_like:n=50000", 10, true, true},
		{"kronecker:scale=16", 512, true, true},
		{"kronecker:scale=16", 8, true, false},
		{"small_world:n=65536,k=10,p=0.1", 8, true, false},
		{"delaunay:n=65536", 1, true, false},
		{"road_like:n=50000", 1, true, false},
		{"barabasi_albert:n=20000,m=5", 20, true, false}, // small: rows of batches stay in the cache
		{"grid:rows=60,cols=50", 1, true, true},          // small, and far apart
		{"erdos_renyi:n=140,m=9500", 1, true, false},     // small, with long lists
		{"barabasi_albert:n=3000,m=6", 1, true, false},
		{"delaunay:n=65536", 1024, false, false},
	}
	graphs := map[string]*graph.Graph{}
	for _, row := range rows {
		if graphs[row.spec] == nil {
			graphs[row.spec] = generated(t, row.spec)
		}
		g := graphs[row.spec]
		r := request(g, 32)
		r.Workers, r.OneByOne = 132, row.offered
		for v := 0; v < g.Vertices; v += row.every {
			r.Sources = append(r.Sources, int32(v))
		}
		c, err := Choose(r)
		if err != nil {
			t.Fatal(err)
		}
		if c.OneByOne != row.want {
			t.Errorf("%s, %d sources: one by one %v, because %s (distances %.1f)", row.spec, len(r.Sources), c.OneByOne, c.Why,
				c.Distances)
		}
		checkChoice(t, row.spec, len(r.Sources), c)
		if c.OneByOne && (c.Width != 1 || !slices.Equal(c.Sources, r.Sources)) {
			t.Errorf("%s: width %d, or other sources than asked for", row.spec, c.Width)
		}
	}
}

// Random sources, a few a multiprocessor, in batches of as many: what ran faster on an H200, by 1.07 at least.
func TestFewSourcesOneByOneOrInNarrowBatches(t *testing.T) {
	rows := []struct {
		spec             string
		alone, inBatches int // sources a worker: so many still one by one, so many in batches
	}{
		{"barabasi_albert:n=40000,m=50", 2, 4},
		{"erdos_renyi:n=100000,m=1000000", 4, 8},
		{"kronecker:scale=16", 2, 4},
		{"barabasi_albert:n=100000,m=5", 2, 4},
		{"small_world:n=100000,k=10,p=0.1", 4, 16},
		{"delaunay:n=65536", 32, 0},
		{"barabasi_albert:n=20000,m=20", 1, 2},
	}
	const workers = 132
	if testing.Short() {
		rows = rows[2:] // the first two are of a million edges and more
	}
	for _, row := range rows {
		g := generated(t, row.spec)
		linked := make([]int32, 0, g.Vertices)
		r := request(g, 0)
		for v := range int32(g.Vertices) {
			if len(r.View.Out.List(v)) > 0 {
				linked = append(linked, v)
			}
		}
		random := rand.New(rand.NewSource(3))
		random.Shuffle(len(linked), func(i, j int) { linked[i], linked[j] = linked[j], linked[i] })
		for _, lanes := range []int{1, row.alone, row.inBatches} {
			if lanes == 0 {
				continue
			}
			r.Width, r.ReadyBatchWidth, r.Workers, r.OneByOne = lanes, lanes, workers, true
			r.Sources = slices.Sorted(slices.Values(linked[:lanes*workers]))
			c, err := Choose(r)
			if err != nil {
				t.Fatal(err)
			}
			if c.OneByOne != (lanes <= row.alone) {
				t.Errorf("%s, %d sources a worker: one by one %v, because %s (distances %.2f)", row.spec, lanes, c.OneByOne, c.Why,
					c.Distances)
			}
		}
	}
}

// Sources that reach little take as much less time one by one as in batches.
func TestSourcesThatReachLittleRunOneByOne(t *testing.T) {
	const n = 120
	var source, target []int64
	for v := range int64(n) {
		for step := int64(1); step <= 2 && v+step < n; step++ {
			source, target = append(source, v), append(target, v+step)
		}
	}
	g := built(t, n, source, target, true)
	r := request(g, 1)
	r.Workers, r.OneByOne = 8, true
	for v := int32(0); v < n; v += 15 {
		r.Sources = append(r.Sources, v)
	}
	if c, err := Choose(r); err != nil {
		t.Error(err)
	} else if !c.OneByOne {
		t.Errorf("in batches, because %s (distances %.2f)", c.Why, c.Distances)
	}
}

// Where searches do not fit into their share of time, one is made before sources of a mesh go in batches.
func TestALargeMeshIsKnownByOneSearch(t *testing.T) {
	const side = 700
	var source, target []int64
	for v := range int64(side * side) {
		if v%side > 0 {
			source, target = append(source, v-1), append(target, v)
		}
		if v >= side {
			source, target = append(source, v-side), append(target, v)
		}
	}
	r := request(built(t, side*side, source, target, false), 4)
	r.ReadyBatchWidth, r.Workers, r.OneByOne = 4, 132, true
	for i := range int32(4 * 132) {
		r.Sources = append(r.Sources, i*(side*side/(4*132)))
	}
	if k := r.searches().Count; k > 0 {
		t.Fatalf("%d searches fit in: the graph is too small for this test", k)
	}
	if c, err := Choose(r); err != nil {
		t.Error(err)
	} else if !c.OneByOne {
		t.Errorf("in batches, because %s", c.Why)
	}
}

// An order whose longest batch outlasts the rest loses, if there are workers enough to wait for it.
func TestTail(t *testing.T) {
	rows := []struct {
		visits  []int64
		workers int
		want    float64
	}{
		{nil, 4, 1},
		{[]int64{10, 10, 10, 10}, 0, 1},
		{[]int64{10, 10, 10, 10}, 2, 1},
		{[]int64{10, 10, 10, 10}, 8, 2},
		{[]int64{70, 10, 10, 10}, 1, 1},
		{[]int64{70, 10, 10, 10}, 2, 1.4},
	}
	for _, row := range rows {
		tally := &tally{depth: make([]int32, len(row.visits))}
		for i, v := range row.visits {
			tally.visits = append(tally.visits, v*cost.Batch(0, 0))
			tally.depth[i] = -1 // no level
		}
		if got := tally.tail(row.workers); !(math.Abs(got-row.want) <= 1e-6) {
			t.Errorf("%v on %d workers: %v, not %v", row.visits, row.workers, got, row.want)
		}
	}
}
