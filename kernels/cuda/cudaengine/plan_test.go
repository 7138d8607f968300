package cudaengine

import (
	"math/rand"
	"testing"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/kernels/cuda/device"
)

func TestSourcesABatch(t *testing.T) {
	one, two := []device.Info{{Multiprocessors: 132}}, []device.Info{{Multiprocessors: 100}, {Multiprocessors: 32}}
	for _, c := range []struct{ sources, width, asked, want int }{
		{0, 32, 0, 1}, {1, 32, 0, 1}, {132, 32, 0, 1}, {133, 32, 0, 2}, {3 * 132, 32, 0, 4}, {16 * 132, 32, 0, 16},
		{16*132 + 1, 32, 0, 32}, {1 << 20, 32, 0, 32}, {1 << 20, 128, 0, 128}, {72 * 132, 128, 0, 128},
		{1 << 20, 64, 5, 5}, {1, 64, 128, 64},
	} {
		for _, infos := range [][]device.Info{one, two} {
			d := Devices{Infos: infos, Lanes: c.asked}
			if got := d.LanesFor(c.sources, c.width); got != c.want {
				t.Errorf("%d sources, width %d, %d asked for, %d devices: %d a batch, not %d", c.sources, c.width, c.asked,
					len(infos), got, c.want)
			}
		}
	}
}

// The level sweep is no wider than multiprocessors have sources for.
func TestWidthOfTheLevelSweep(t *testing.T) {
	dense := func(n int) (edges [][2]int64) { // 20 arcs a vertex
		for v := range int64(n) {
			for step := int64(1); step <= 10; step++ {
				edges = append(edges, [2]int64{v, (v + step) % int64(n)})
			}
		}
		return edges
	}
	small, large := call(t, 2000, dense(2000)), call(t, 40000, dense(40000))
	thin := call(t, 40000, dense(20000)) // 10 a vertex
	for _, x := range []struct {
		c                      *engine.Call
		sources, devices, want int
	}{
		{large, 1, 1, 32}, {large, 32 * 132, 1, 32}, {large, 32*132 + 1, 1, 64}, {large, 64 * 132, 1, 64},
		{large, 64*132 + 1, 1, 128},
		{large, 64 * 132, 2, 32}, {large, 40000, 2, 128}, {thin, 32 * 132, 1, 32}, {thin, 40000, 1, 64}, {small, 2000, 1, 32},
	} {
		p := Plan{call: x.c}
		for range x.devices {
			p.On.Infos = append(p.On.Infos, device.Info{Multiprocessors: 132})
		}
		x.c.Sources = make([]int32, x.sources)
		if got := p.levelWidth(); got != x.want {
			t.Errorf("%d sources of %d vertices, %d devices: width %d, not %d", x.sources, x.c.Graph.Vertices, x.devices, got,
				x.want)
		}
	}
}

// What is chosen for few sources is chosen for the batches that they will have, on as many devices; measures that know
// no sweep source by source choose by full batches.
func TestFewSourcesAreChosenForTheirBatches(t *testing.T) {
	const n = 50000
	draw := rand.New(rand.NewSource(5))
	var edges [][2]int64
	for v := range int64(n) { // to a vertex of small number, more often
		for range 5 {
			edges = append(edges, [2]int64{v, int64(float64(v) * draw.Float64() * draw.Float64())})
		}
	}
	r := call(t, n, edges)
	r.Sources = nil
	for i := range int32(8 * 132) {
		r.Sources = append(r.Sources, i*(n/(8*132)))
	}
	for devices, lanes := range map[int]int{1: 8, 2: 4} {
		p := Plan{call: r}
		p.Width = 32
		for range devices {
			p.On.Infos = append(p.On.Infos, device.Info{Multiprocessors: 132})
		}
		if c, err := p.choose(); c.OneByOne || c.Width != lanes || err != nil {
			t.Errorf("%d devices: one by one %v, %d a batch, because %s (%v)", devices, c.OneByOne, c.Width, c.Why, err)
		}
	}
	var strip [][2]int64
	for v := range int64(240) {
		for step := int64(1); step <= 2 && v+step < 240; step++ {
			strip = append(strip, [2]int64{v, v + step})
		}
	}
	r = call(t, 240, strip)
	r.Path.Task.Paths = sums.EdgeDelta
	p := Plan{call: r, On: Devices{Infos: []device.Info{{Multiprocessors: 132}}}}
	p.Width = 32
	if c, _ := p.choose(); !c.ReadyBatch {
		t.Errorf("edges of a strip: %s sweep, because %s", c.Name, c.Why)
	}
}

// Sources of weighted graphs run one by one where they are few, far apart, or vertices have many arcs.
func TestWeightedSourcesOneByOne(t *testing.T) {
	const n = 8000
	var ring, wheel, complete [][2]int64
	for v := range int64(n) {
		ring = append(ring, [2]int64{v, (v + 1) % n})
		for step := int64(1); step <= 5; step++ {
			wheel = append(wheel, [2]int64{v, (v + step) % n})
		}
	}
	for v := range int64(60) {
		for w := range v {
			complete = append(complete, [2]int64{v, w})
		}
	}
	every := func(step, last int) (sources []int32) {
		for v := 0; v < last; v += step {
			sources = append(sources, int32(v))
		}
		return sources
	}
	for _, c := range []struct {
		name     string
		vertices int
		edges    [][2]int64
		sources  []int32
		needs    sums.Kinds
		lanes    int
		tuning   string
		want     bool
	}{
		{"few", n, ring, every(1, 16), sums.Delta, 0, "", true},
		{"for half of the lanes, together", n, ring, every(1, 40), sums.Delta, 0, "", true},
		{"for all lanes, together", n, ring, every(1, 60), sums.Delta, 0, "", false},
		{"for a lane more", n, ring, every(1, 66), sums.Delta, 0, "", true},
		{"far apart", n, ring, every(30, n), sums.Delta, 0, "", true},
		{"all", n, ring, every(1, n), sums.Delta, 0, "", false},
		{"a quarter, of lists of 10", n, wheel, every(4, n), sums.Delta, 0, "", true},
		{"half, of lists of 10", n, wheel, every(2, n), sums.Delta, 0, "", false},
		{"all, of long lists", 60, complete, every(1, 60), sums.Delta, 0, "", true},
		{"edges", 60, complete, every(1, 60), sums.Delta | sums.EdgeDelta, 0, "", false},
		{"so many a batch", 60, complete, every(1, 60), sums.Delta, 8, "", false},
		{"batches asked for", 60, complete, every(1, 60), sums.Delta, 0, "weighted", false},
		{"one by one asked for", n, ring, every(1, n), sums.Delta, 0, "weighted_queue", true},
	} {
		r := call(t, c.vertices, c.edges)
		r.Sources = c.sources
		if c.tuning != "" {
			r.Tuning = engine.Tuning{"gpu_kernel": c.tuning}
		}
		r.Path.Task.Paths = c.needs
		p := Plan{call: r, On: Devices{Infos: []device.Info{{Multiprocessors: 2}}, Lanes: c.lanes}}
		p.Width = 32
		if got, _ := p.oneByOne(); got != c.want {
			t.Errorf("%s: one by one %v", c.name, got)
		}
	}
}

// call asks for betweenness of an undirected graph from all vertices.
func call(t *testing.T, n int, edges [][2]int64) *engine.Call {
	t.Helper()
	var source, target []int64
	for _, e := range edges {
		source, target = append(source, e[0]), append(target, e[1])
	}
	g, err := graph.FromEdges(n, source, target, graph.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	c := &engine.Call{Graph: g, Threads: 4, Asked: 4, Cancel: new(int32)}
	for v := range n {
		c.Sources = append(c.Sources, int32(v))
	}
	c.Path = &engine.PathPlan{Task: &engine.Task{Forest: g.Forest(graph.Deduplicated), Paths: sums.Delta}}
	return c
}

// Devices have one window for sums of lengths.
func TestWideLengthsAreForTheCPU(t *testing.T) {
	distances := &engine.DistancePlan{Task: &engine.Task{Distances: sums.Distance | sums.Reached}}
	farthest := &engine.DistancePlan{Task: &engine.Task{Distances: sums.Eccentricity}}
	for _, c := range []struct {
		finer int
		plan  *engine.DistancePlan
		want  string
	}{
		{0, distances, ""}, {2, farthest, ""},
		{2, distances, "GPUs do not compute sums of distances where lengths span more than 10^15 in this version; choose " +
			"device cpu or auto"},
	} {
		call := &engine.Call{Weighted: true, Lengths: &engine.Lengths{Finer: c.finer},
			Distances: []*engine.DistancePlan{c.plan}}
		if what := onlyCPU(call); (what == "") != (c.want == "") {
			t.Errorf("%d windows: %q", 1+c.finer, what)
		}
		if c.want == "" {
			continue
		}
		call.Devices.Ordinals = []int{0}
		if _, err := (method{}).Prepare(call); err == nil || err.Error() != c.want {
			t.Errorf("%d windows: %v, not %s", 1+c.finer, err, c.want)
		}
	}
}
