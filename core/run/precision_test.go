//go:build cgo

// The reference has no single precision.

package run_test

import (
	"slices"
	"testing"

	"gobc/core/sums"
)

// Where reductions save more than single precision does, they are taken in its place, with the bits of double.
func TestReductionsInPlaceOfSinglePrecision(t *testing.T) {
	const why = "double precision: reduced graphs are swept in no other"
	for spec, taken := range map[string]bool{"barabasi_albert:n=8000,m=1": true, "road_like:n=12000": true,
		"erdos_renyi:n=5700,m=9260": false, "small_world:n=3600,k=8,p=0.1": false} {
		g := generated(t, spec, false)
		single, _ := compute(t, g, "betweenness", call{threads: 2, precision: sums.Single})
		double, _ := compute(t, g, "betweenness", call{threads: 2})
		p, precision := planOf(t, g, "betweenness", call{precision: sums.Single}), sums.Single
		if taken {
			precision = sums.Double
		}
		if p.Answers[0].Reductions[0].Taken != taken || slices.Contains(p.Answers[0].Reasons, why) != taken ||
			p.Path().Precision != precision {
			t.Errorf("%s: %+v; %q; %d bits", spec, p.Answers[0].Reductions[0], p.Answers[0].Reasons, p.Path().Precision)
		}
		if d := firstDifference(single, double); taken != (d == "") {
			t.Errorf("%s: %s", spec, d)
		}
	}
}
