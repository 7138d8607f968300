//go:build cgo

package run_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/query"
	"gobc/core/reduce"
)

// memoryCase is a call whose memory is measured.
type memoryCase struct {
	spec     string
	directed bool
	weights  string // none, whole, reals
	measures string
	sources  int // evenly spaced; 0: all
	wanted   int // likewise
	call
}

func (c memoryCase) String() string {
	return fmt.Sprintf("%s, directed %t, weights %s, %s, %d sources, %d wanted, %d threads, reductions %s", c.spec,
		c.directed,
		c.weights, c.measures, c.sources, c.wanted, c.threads, c.reductions)
}

func (c memoryCase) build(t *testing.T) *graph.Graph {
	t.Helper()
	n, source, target, err := generate.Edges(c.spec, 7)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	draw := map[string]func() float64{
		"whole": func() float64 { return float64(1 + r.IntN(10)) },
		"reals": func() float64 { return 0.1 + r.Float64() },
	}[c.weights]
	var weights []float64
	for range source {
		if draw != nil {
			weights = append(weights, draw())
		}
	}
	g, err := graph.FromWeightedEdges(int(n), source, target, weights, graph.Options{Directed: c.directed, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The graphs of the cases.
const (
	random    = "erdos_renyi:n=100000,m=400000"
	sparse    = "erdos_renyi:n=100000,m=200000"
	dense     = "erdos_renyi:n=100000,m=1000000"
	kronecker = "kronecker:scale=15,edge_factor=16"
	mesh      = "delaunay:n=60000"
	geometric = "random_geometric:n=50000,degree=11"
	road      = "road_like:n=80000"
	roads     = "road_like:n=60000"
	world     = "small_world:n=50000,k=8,p=0.1"
	scaleFree = "barabasi_albert:n=60000,m=4"
)

// memoryCases are calls of many kinds that take 1 to 200 MB.
func memoryCases() (cases []memoryCase) {
	add := func(directed bool, weights, measures string, sources, threads int, specs ...string) {
		for _, spec := range specs {
			cases = append(cases, memoryCase{spec: spec, directed: directed, weights: weights, measures: measures,
				sources: sources,
				call:    call{threads: threads, reductions: query.NoReductions}})
		}
	}
	for _, directed := range []bool{true, false} {
		add(directed, "none", "betweenness", 512, 2, random, kronecker, mesh, road, world, scaleFree)
		add(directed, "none", "betweenness", 512, 1, sparse, dense, geometric)
		add(directed, "none", "edge_betweenness", 256, 1, kronecker, mesh, world)
		add(directed, "none", "closeness,harmonic", 2048, 2, random, kronecker, road)
		add(directed, "none", "betweenness,closeness,stress", 256, 1, kronecker, world, scaleFree)
		add(directed, "whole", "betweenness", 256, 2, kronecker, world, mesh)
		add(directed, "reals", "betweenness", 192, 1, kronecker, mesh, scaleFree)
		add(directed, "reals", "closeness,eccentricity", 256, 2, random, world)
		add(directed, "whole", "edge_betweenness,harmonic", 128, 1, mesh, scaleFree)
	}
	add(false, "reals", "betweenness,stress", 128, 1, road)
	add(false, "none", "edge_stress", 256, 1, mesh, world)
	add(true, "none", "decay,radiality", 1024, 1, random, kronecker)
	add(false, "none", "eccentricity", 0, 1, random, kronecker, "road_like:n=15000")
	add(false, "none", "eccentricity", 0, 2, kronecker)
	add(false, "whole", "eccentricity", 0, 2, "small_world:n=5000,k=8,p=0.1", "road_like:n=5000")
	for _, spec := range []string{"road_like:n=2000", "kronecker:scale=10,edge_factor=8"} {
		add(false, "none", "betweenness", 0, 2, spec)
		add(true, "whole", "betweenness,closeness", 0, 1, spec)
		add(false, "none", "edge_betweenness", 0, 1, spec)
	}
	for i := range 4 {
		c := memoryCase{spec: random, directed: i%2 == 0, weights: "none", measures: "closeness", wanted: 200,
			call: call{threads: 2, reductions: query.NoReductions}}
		if i > 1 {
			c.weights, c.spec = []string{"whole", "reals"}[i-2], "small_world:n=100000,k=6,p=0.1"
		}
		cases = append(cases, c)
	}
	for i, measures := range []string{"betweenness", "closeness,harmonic", "betweenness,closeness", "edge_betweenness"} {
		c := memoryCase{spec: mesh, directed: i%2 == 0, weights: []string{"none", "none", "whole", "whole"}[i],
			measures: measures, sources: 192, call: withCutoffs(call{threads: 2}, 2, 6, 20, 400)}
		cases = append(cases, c)
	}
	sources := 3000
	for i, reductions := range []string{reduce.ByBlocks, reduce.ByChains, reduce.ByTwins} {
		for _, measures := range []string{"betweenness", "closeness", "edge_betweenness"}[:3-i] {
			cases = append(cases, memoryCase{spec: roads, weights: "none", sources: sources, measures: measures,
				call: call{threads: 2, reductions: reductions}})
		}
	}
	for _, reductions := range []string{reduce.ByChains, reduce.ByTwins} {
		cases = append(cases, memoryCase{spec: "road_like:n=15000", weights: "none", measures: "betweenness",
			call: call{threads: 2, reductions: reductions}})
	}
	return cases
}

// The memory that a plan says is at least the most that the call takes at a time, and at most a quarter more; see most
// for where it is further off.
func TestMemoryEstimateOfManyCalls(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("the estimate is of the C kernels' memory")
	}
	if os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		t.Skip("the peak of this process cannot be reset here")
	}
	for i, c := range memoryCases() {
		if testing.Short() {
			if i%8 != 0 {
				continue
			}
			if c.reductions == query.NoReductions && c.threads == 1 {
				c.sources /= 2 // the peak is that of a batch on each thread, which several take only if there are more
			}
		}
		checkMemory(t, c)
	}
}

// most is how many times the peak an estimate may be. Some bounds know less of a call than others.
func (c memoryCase) most() float64 {
	switch {
	case c.pairs != nil: // whether searches end within a cutoff is not known before
		return 3
	case c.measures == "eccentricity": // how many vertices bounds leave is not known before
		return 1.5
	case c.directed && c.spec == scaleFree && c.weights == "none":
		// each source reaches few vertices, whose rows alone are touched
		return 1.5
	}
	return 1.25
}

func checkMemory(t *testing.T, c memoryCase) {
	t.Helper()
	// The plan's constant, 8 MiB, and arrays of less than 256 KiB, for which the C library keeps the memory of earlier
	// calls.
	const little = 9 << 20
	g := c.build(t)
	c.call.sources, c.call.wanted = spaced(c.sources, g.Vertices), spaced(c.wanted, g.Vertices)
	p := planOf(t, g, c.measures, c.call)
	estimate := float64(p.Bytes)
	g.Free()
	enough := (estimate - little) / c.most()
	peak := largestPeak(t, func() *graph.Graph { return c.build(t) },
		func(g *graph.Graph) { compute(t, g, c.measures, c.call) }, enough)
	t.Logf("%.1f of %.1f MB: %s", peak/1e6, estimate/1e6, c)
	if !(peak <= estimate && peak >= enough) {
		t.Errorf("%s: the peak is %s, the estimate %s", c, memory.Human(int64(peak)), memory.Human(p.Bytes))
	}
}

// Of several cutoffs the plan counts the sums of each, and what their passes take.
func TestMemoryEstimateOfCutoffs(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" || os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		t.Skip("no memory of C kernels, or no peak of this process, is measured here")
	}
	for _, c := range memoryCases() {
		if c.pairs != nil {
			checkMemory(t, c)
		}
	}
}
