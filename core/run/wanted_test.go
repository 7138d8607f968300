package run_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gobc/core/engine"
	"gobc/core/generate"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/query"
	"gobc/core/sums"
)

// generatedWeighted draws the weights of a generated graph.
func generatedWeighted(t *testing.T, spec string, directed bool, draw func(*rand.Rand) float64) *graph.Graph {
	t.Helper()
	n, source, target, err := generate.Edges(spec, 7)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	weights := make([]float64, len(source))
	for i := range weights {
		weights[i] = draw(random)
	}
	g, err := graph.FromWeightedEdges(int(n), source, target, weights, graph.Options{Directed: directed, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	return g
}

// Searches from few vertices, against the arcs, end in the bits of the sweep from all.
func TestFromWanted(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("the reference searches from all sources")
	}
	const spec = "erdos_renyi:n=1200,m=1500"
	for _, directed := range []bool{false, true} {
		graphs := map[string]*graph.Graph{"unweighted": generated(t, spec, directed)}
		for name, draw := range map[string]func(*rand.Rand) float64{
			"all 3":    func(*rand.Rand) float64 { return 3 },
			"1 to 9":   func(r *rand.Rand) float64 { return float64(1 + r.IntN(9)) },
			"decimals": func(r *rand.Rand) float64 { return float64(1+r.IntN(999)) / 1000 },
			"large":    func(r *rand.Rand) float64 { return float64(1 + r.IntN(1<<31)) },
		} {
			graphs[name] = generatedWeighted(t, spec, directed, draw)
		}
		for name, g := range graphs {
			compareWanted(t, fmt.Sprintf("%s, directed %t", name, directed), g)
		}
	}
}

func compareWanted(t *testing.T, name string, g *graph.Graph) {
	t.Helper()
	const measures = "closeness,harmonic,eccentricity,decay"
	odd := make([]int32, 0, g.Vertices/2)
	for v := int32(1); v < int32(g.Vertices); v += 2 {
		odd = append(odd, v)
	}
	wanted := []int32{0, 17, int32(g.Vertices) / 2, int32(g.Vertices) - 1}
	for _, direction := range []string{"in", "out", "all"} {
		for _, sources := range [][]int32{nil, odd} {
			for _, cutoff := range []float64{-1, 3} {
				what := fmt.Sprintf("%s, %s, %d sources, cutoff %g", name, direction, len(sources), cutoff)
				c := call{choices: measure.Choices{Preset: "raw", Normalized: -1, Direction: direction}, threads: 2,
					sources: sources,
					pairs:   &sums.Pairs{Cutoff: cutoff}}
				all, _ := compute(t, g, measures, c)
				c.wanted = wanted
				some, _ := compute(t, g, measures, c)
				for _, d := range planOf(t, g, measures, c).Distances() {
					if !d.FromWanted {
						t.Errorf("%s: swept from all sources", what)
					}
				}
				for m := range all {
					for _, r := range wanted {
						if v := g.Vertex[r]; some[m][v] != all[m][v] {
							t.Errorf("%s: measure %d of %d is %v, not %v", what, m, v, some[m][v], all[m][v])
						}
					}
				}
			}
		}
	}
}

// spaced are so many of the numbers below n, evenly; nil for none.
func spaced(count, n int) (some []int32) {
	for i := range count {
		some = append(some, int32(i*(n/count)))
	}
	return some
}

// Searches from many vertices run in batches, and from one vertex after the other where those share too little. Both
// end in the bits of the sweep from all.
func TestFromManyWanted(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("the reference searches from all sources")
	}
	for _, c := range []struct {
		spec   string
		wanted int
		lanes  int
	}{
		{"erdos_renyi:n=20000,m=60000", 600, 512},
		{"erdos_renyi:n=20000,m=15000", 100, 64},
		{"grid:rows=2,cols=5000", 90, 64}, // a batch is given up
		{"small_world:n=3000,k=6,p=0.1", 3, 1},
	} {
		for _, directed := range []bool{false, true} {
			const measures = "closeness,harmonic,eccentricity,decay"
			g := generated(t, c.spec, directed)
			options := call{choices: measure.Choices{Preset: "raw", Normalized: -1}, threads: 2}
			all, _ := compute(t, g, measures, options)
			options.wanted = spaced(c.wanted, g.Vertices)
			some, _ := compute(t, g, measures, options)
			p := planOf(t, g, measures, options)
			if d := p.Distances()[0]; !d.FromWanted || d.Lanes != c.lanes {
				t.Errorf("%s, %d wanted: %d lanes, from wanted %t", c.spec, c.wanted, d.Lanes, d.FromWanted)
			}
			for m := range all {
				for _, r := range options.wanted {
					if v := g.Vertex[r]; some[m][v] != all[m][v] {
						t.Fatalf("%s, directed %t: measure %d of %d is %v, not %v", c.spec, directed, m, v, some[m][v], all[m][v])
					}
				}
			}
		}
	}
}

// What a call of few wanted vertices is predicted to take is what their searches take.
func TestPredictionFromWanted(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("the reference searches from all sources")
	}
	g := generated(t, "erdos_renyi:n=20000,m=60000", false)
	options := call{choices: measure.Choices{Preset: "raw", Normalized: -1}, threads: 2}
	all := planOf(t, g, "closeness", options).Core()
	options.wanted = spaced(200, g.Vertices)
	if some := planOf(t, g, "closeness", options).Core(); some > all/50 || some <= 0 {
		t.Errorf("200 of 20,000 vertices are predicted to take %g s, all %g", some, all)
	}
}

// Lengths in float64 are summed from the other end: the last bits may differ, and with a cutoff all sources are swept.
func TestRoundedLengthsFromWanted(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("the reference searches from all sources")
	}
	const measures = "closeness,harmonic,eccentricity,decay"
	even := func(r *rand.Rand) float64 { return r.Float64() + 0.5 }
	uneven := func(r *rand.Rand) float64 { return math.Pow(10, 60*r.Float64()) }
	for i, draw := range []func(*rand.Rand) float64{even, even, uneven, uneven} {
		directed := i%2 == 1
		g := generatedWeighted(t, "erdos_renyi:n=600,m=900", directed, draw)
		for _, cutoff := range []float64{-1, 4} {
			c := call{choices: measure.Choices{Preset: "raw", Normalized: -1}, pairs: &sums.Pairs{Cutoff: cutoff},
				tolerance: 1e-10}
			all, _ := compute(t, g, measures, c)
			c.wanted = []int32{5, 599}
			some, _ := compute(t, g, measures, c)
			tolerance := 1e-14
			if swept := !planOf(t, g, measures, c).Distances()[0].FromWanted; swept != (cutoff >= 0) {
				t.Errorf("directed %t, cutoff %g: swept from all sources %t", directed, cutoff, swept)
			} else if swept {
				tolerance = 0
			}
			for m := range all {
				for _, r := range c.wanted {
					if v := g.Vertex[r]; far(some[m][v], all[m][v], tolerance) {
						t.Errorf("directed %t, cutoff %g: measure %d of %d is %v, not %v", directed, cutoff, m, v, some[m][v], all[m][v])
					}
				}
			}
		}
	}
}

// What the path sweep gives needs no search.
func TestNotFromWantedBesidePaths(t *testing.T) {
	g := generatedWeighted(t, "erdos_renyi:n=600,m=900", false,
		func(r *rand.Rand) float64 { return float64(1 + r.IntN(9)) })
	c := call{choices: measure.Choices{Preset: "raw", Normalized: -1}, reductions: query.NoReductions}
	all, _ := compute(t, g, "betweenness,closeness", c)
	c.wanted = []int32{1, 2}
	some, _ := compute(t, g, "betweenness,closeness", c)
	if planOf(t, g, "betweenness,closeness", c).Distances()[0].FromWanted || firstDifference(some, all) != "" {
		t.Errorf("searched from wanted vertices, %s", firstDifference(some, all))
	}
}
