package run_test

import (
	"fmt"
	"testing"

	"gobc/core/measure"
	"gobc/kernels/cpu"
)

// Searches from few vertices, against the arcs, end in the bits of the sweep from all.
func TestFromWanted(t *testing.T) {
	const measures = "closeness,harmonic,eccentricity"
	for _, directed := range []bool{false, true} {
		g := generated(t, "erdos_renyi:n=1200,m=1500", directed)
		odd := make([]int32, 0, g.Vertices/2)
		for v := int32(1); v < int32(g.Vertices); v += 2 {
			odd = append(odd, v)
		}
		wanted := []int32{0, 17, int32(g.Vertices) / 2, int32(g.Vertices) - 1}
		for _, direction := range []string{"in", "out", "all"} {
			for _, sources := range [][]int32{nil, odd} {
				for _, cutoff := range []float64{-1, 3} {
					what := fmt.Sprintf("directed %t, %s, %d sources, cutoff %g", directed, direction, len(sources), cutoff)
					c := call{choices: measure.Choices{Preset: "raw", Normalized: -1, Direction: direction}, threads: 2, sources: sources,
						pairs: &cpu.Pairs{Cutoff: cutoff}}
					all, _ := compute(t, g, measures, c)
					c.wanted = wanted
					some, _ := compute(t, g, measures, c)
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
}
