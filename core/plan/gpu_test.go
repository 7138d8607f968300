package plan

import (
	"math/rand"
	"testing"

	"gobc/core/measure"
	"gobc/core/sums"
	"gobc/kernels/cuda/cudaengine"
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
			d := cudaengine.Devices{Infos: infos, Lanes: c.asked}
			if got := d.LanesFor(c.sources, c.width); got != c.want {
				t.Errorf("%d sources, width %d, %d asked for, %d devices: %d a batch, not %d", c.sources, c.width, c.asked, len(infos), got, c.want)
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
	small, large := request(t, 2000, dense(2000), false, "betweenness", measure.Choices{}), request(t, 40000, dense(40000), false, "betweenness", measure.Choices{})
	thin := request(t, 40000, dense(20000), false, "betweenness", measure.Choices{}) // 10 a vertex
	for _, c := range []struct {
		r                      Request
		sources, devices, want int
	}{
		{large, 1, 1, 32}, {large, 32 * 132, 1, 32}, {large, 32*132 + 1, 1, 64}, {large, 64 * 132, 1, 64}, {large, 64*132 + 1, 1, 128},
		{large, 64 * 132, 2, 32}, {large, 40000, 2, 128}, {thin, 32 * 132, 1, 32}, {thin, 40000, 1, 64}, {small, 2000, 1, 32},
	} {
		g := GPU{}
		for range c.devices {
			g.On.Infos = append(g.On.Infos, device.Info{Multiprocessors: 132})
		}
		c.r.Sources = make([]int32, c.sources)
		if got := c.r.gpuWidth(&g); got != c.want {
			t.Errorf("%d sources of %d vertices, %d devices: width %d, not %d", c.sources, c.r.Graph.Vertices, c.devices, got, c.want)
		}
	}
}

// What is chosen for few sources is chosen for the batches that they will have, on as many devices; measures that know no
// sweep source by source choose by full batches.
func TestFewSourcesAreChosenForTheirBatches(t *testing.T) {
	const n = 50000
	draw := rand.New(rand.NewSource(5))
	var edges [][2]int64
	for v := range int64(n) { // to a vertex of small number, more often
		for range 5 {
			edges = append(edges, [2]int64{v, int64(float64(v) * draw.Float64() * draw.Float64())})
		}
	}
	r := request(t, n, edges, false, "betweenness", measure.Choices{})
	r.Cancel, r.Sources = new(int32), nil
	for i := range int32(8 * 132) {
		r.Sources = append(r.Sources, i*(n/(8*132)))
	}
	for devices, lanes := range map[int]int{1: 8, 2: 4} {
		g := GPU{Width: 32}
		for range devices {
			g.On.Infos = append(g.On.Infos, device.Info{Multiprocessors: 132})
		}
		p := &Plan{Path: &Path{Needs: sums.Delta}}
		if c := r.gpuOrder(p, &g); c.OneByOne || c.Width != lanes || p.failed != nil {
			t.Errorf("%d devices: one by one %v, %d a batch, because %s (%v)", devices, c.OneByOne, c.Width, c.Why, p.failed)
		}
	}
	var strip [][2]int64
	for v := range int64(240) {
		for step := int64(1); step <= 2 && v+step < 240; step++ {
			strip = append(strip, [2]int64{v, v + step})
		}
	}
	r = request(t, 240, strip, false, "betweenness", measure.Choices{})
	r.Cancel = new(int32)
	g := GPU{Width: 32, On: cudaengine.Devices{Infos: []device.Info{{Multiprocessors: 132}}}}
	if c := r.gpuOrder(&Plan{Path: &Path{Needs: sums.EdgeDelta}}, &g); !c.Merged {
		t.Errorf("edges of a strip: %s sweep, because %s", c.Name, c.Why)
	}
}

// Sources of weighted graphs run one by one where they are few, far apart, or vertices have many arcs.
func TestWeightedSourcesOneByOne(t *testing.T) {
	const n = 4000
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
		{"few, but together", n, ring, every(1, 17), sums.Delta, 0, "", false},
		{"far apart", n, ring, every(30, n), sums.Delta, 0, "", true},
		{"all", n, ring, every(1, n), sums.Delta, 0, "", false},
		{"a quarter, of lists of 10", n, wheel, every(4, n), sums.Delta, 0, "", true},
		{"half, of lists of 10", n, wheel, every(2, n), sums.Delta, 0, "", false},
		{"all, of long lists", 60, complete, every(1, 60), sums.Delta, 0, "", true},
		{"edges", 60, complete, every(1, 60), sums.Delta | sums.EdgeDelta, 0, "", false},
		{"so many a batch", 60, complete, every(1, 60), sums.Delta, 8, "", false},
		{"batches asked for", 60, complete, every(1, 60), sums.Delta, 0, "weighted", false},
		{"one by one asked for", n, ring, every(1, n), sums.Delta, 0, "weighted-queue", true},
	} {
		r := request(t, c.vertices, c.edges, false, "betweenness", measure.Choices{})
		r.Sources, r.Tuning.GPUKernel = c.sources, c.tuning
		g := GPU{On: cudaengine.Devices{Infos: []device.Info{{Multiprocessors: 2}}, Lanes: c.lanes}}
		if got := r.weightedOneByOne(&Plan{Path: &Path{Needs: c.needs}}, &g); got != c.want {
			t.Errorf("%s: one by one %v", c.name, got)
		}
	}
}
