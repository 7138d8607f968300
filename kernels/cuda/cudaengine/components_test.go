package cudaengine

import (
	"slices"
	"testing"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// cycles returns the edges of cycles of some sizes, one after the other.
func cycles(sizes ...int) (n int, edges [][2]int64) {
	for _, size := range sizes {
		for v := range size {
			edges = append(edges, [2]int64{int64(n + v), int64(n + (v+1)%size)})
		}
		n += size
	}
	return n, edges
}

func onDevices(c *engine.Call, multiprocessors int) *Plan {
	return &Plan{call: c, On: Devices{Infos: []device.Info{{Multiprocessors: multiprocessors, SharedMemory: 232448}}}}
}

// Components are swept whole where enough of them are small, and nothing but betweenness of vertices is asked for.
func TestSmallComponentsAreSweptWhole(t *testing.T) {
	for _, x := range []struct {
		name  string
		sizes []int
		want  bool
		but   func(c *engine.Call)
	}{
		{name: "many", sizes: slices.Repeat([]int{10}, 70), want: true},
		{name: "too few for the device", sizes: slices.Repeat([]int{10}, 69)},
		{name: "too large", sizes: slices.Repeat([]int{7000}, 70)},
		{name: "too large to pay with two neighbors", sizes: slices.Repeat([]int{2000}, 70)},
		{name: "a little of the work is in a large one", sizes: append(slices.Repeat([]int{900}, 900), 7000), want: true},
		{name: "most of the work is in a large one", sizes: append(slices.Repeat([]int{10}, 80), 7000)},
		{name: "of edges", sizes: slices.Repeat([]int{10}, 80),
			but: func(c *engine.Call) { c.Path.Task.Paths = sums.EdgeDelta }},
		{name: "weights of targets", sizes: slices.Repeat([]int{10}, 80),
			but: func(c *engine.Call) { c.Pairs = &sums.Pairs{TargetWeight: make([]float64, 800)} }},
		{name: "another sweep is asked for", sizes: slices.Repeat([]int{10}, 80),
			but: func(c *engine.Call) { c.Tuning = engine.Tuning{"gpu_kernel": cuda.Levels} }},
		{name: "asked for", sizes: []int{10}, want: true,
			but: func(c *engine.Call) { c.Tuning = engine.Tuning{"gpu_kernel": cuda.Components} }},
	} {
		n, edges := cycles(x.sizes...)
		c := call(t, n, edges)
		if x.but != nil {
			x.but(c)
		}
		if got := onDevices(c, 70).takesComponents(); got != x.want {
			t.Errorf("%s: %v", x.name, got)
		}
	}
}

// A batch has sources of one component, each source is in one batch, and the longest batches are dealt first.
func TestBatchesOfComponents(t *testing.T) {
	n, edges := cycles(3, 60, 5, 900, 7000, 33)
	c := call(t, n, edges)
	sources := slices.DeleteFunc(slices.Clone(c.Sources), func(v int32) bool { return v%7 == 3 || v < 3 })
	b, costs := componentBatches(c.Path.Task.Forest, sources, 2, 232448, false)
	d := newDeal(sources, sources, 32, 1, nil)
	d.first = b.First
	var all []int32
	for i, r := range b.Ranges {
		batch := d.batch(i)
		all = append(all, batch...)
		first, last := c.Graph.ComponentOf(batch[0])
		if first != r.First || last-first != r.Vertices || batch[len(batch)-1] >= last {
			t.Errorf("batch %d has sources %v of the component %v", i, batch, r)
		}
		shape, bytes := b.Shapes[i], b.Bytes[i]
		if r.Vertices == 7000 {
			if shape.Threads != 0 {
				t.Errorf("a component of %d vertices has a block of %d threads", r.Vertices, shape.Threads)
			}
		} else if (shape.Warps > 0) != (r.Vertices == 900) || bytes <= 0 || bytes > 232448 {
			t.Errorf("batch %d of %d vertices: %v, %d bytes", i, r.Vertices, shape, bytes)
		}
		if len(batch) > 32 {
			t.Errorf("batch %d of %d vertices has %d sources", i, r.Vertices, len(batch))
		}
	}
	if !slices.Equal(all, sources) {
		t.Errorf("%d sources are in batches, not %d, or in another order", len(all), len(sources))
	}
	if first := longestFirst(costs)[0]; b.Ranges[first].Vertices != 7000 {
		t.Errorf("a batch of %d vertices runs first", b.Ranges[first].Vertices)
	}
}

// Many components are divided among threads: batches are those of one thread, in their order.
func TestBatchesOfManyComponents(t *testing.T) {
	n, edges := cycles(slices.Repeat([]int{10, 7, 40}, 3000)...)
	c := call(t, n, edges)
	f := c.Path.Task.Forest
	want, costs := batchesOfPart(f, c.Sources, 232448, false)
	got, gotCosts := componentBatches(f, c.Sources, 3, 232448, false)
	if len(componentParts(f, c.Sources)) < 2 {
		t.Error("there is one part")
	}
	if !slices.Equal(got.First, want.First) || !slices.Equal(got.Ranges, want.Ranges) ||
		!slices.Equal(got.Shapes, want.Shapes) || !slices.Equal(got.Bytes, want.Bytes) || !slices.Equal(gotCosts, costs) {
		t.Error("batches of parts are others")
	}
	if !onDevices(c, 70).takesComponents() {
		t.Error("components are not taken whole")
	}
}

// Directed components have lists of both directions.
func TestArcsOfComponents(t *testing.T) {
	g, err := graph.FromEdges(5, []int64{0, 1, 3}, []int64{1, 2, 4}, graph.Options{Threads: 1, Directed: true})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	f := g.Forest(graph.Deduplicated)
	if out, in := arcsOf(f, 0, 3); out != 2 || in != 2 {
		t.Errorf("%d arcs out, %d in", out, in)
	}
	// A vertex without arcs has two empty lists in a directed graph: a chunk and a word for each.
	shape := cost.ComponentShape{Threads: 128}
	directed, undirected := cuda.ComponentBytes(shape, 2, 0, 0, false), cuda.ComponentBytes(shape, 2, 0, -1, false)
	if directed != undirected+24 {
		t.Errorf("two vertices without arcs have %d bytes in a directed graph, %d in an undirected one", directed, undirected)
	}
}
