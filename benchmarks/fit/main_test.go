package main

import (
	"math"
	"slices"
	"testing"

	"gobc/core/cost"
)

const record = "../records/choices-learn.jsonl.gz"

// The coefficients predict the record that they were fitted to: half of the runs within a factor of 1.25, 95 % within
// 2.
func TestCoefficientsPredictTheirRecord(t *testing.T) {
	for _, device := range []string{"cpu", "cuda:0"} {
		runs, err := read(record, device)
		if err != nil || len(runs) < 500 {
			t.Fatalf("%s: %d runs, %v", device, len(runs), err)
		}
		off := []float64{}
		for _, r := range runs {
			off = append(off, math.Exp(math.Abs(r.residual(&cost.Reference))))
		}
		slices.Sort(off)
		if half, most := off[len(off)/2], off[len(off)*95/100]; half > 1.25 || most > 2 {
			t.Errorf("%s: half within %.2f, 95 %% within %.2f", device, half, most)
		}
	}
}

// The fit finds its way back from other coefficients, and keeps to those that make sense.
func TestFit(t *testing.T) {
	runs, err := read(record, "cuda:0")
	if err != nil {
		t.Fatal(err)
	}
	weigh(runs)
	m := cost.Reference
	m.GPU.Start, m.GPU.Vertex, m.GPU.Weighs = 3*m.GPU.Start, m.GPU.Vertex/3, 1.5
	before := loss(runs, &m)
	fit(runs, &m)
	if after := loss(runs, &m); after > 1.02*loss(runs, &cost.Reference) || !makesSense(&m) {
		t.Errorf("%.4f before, %.4f after, %.4f with the coefficients that are there", before, after,
			loss(runs, &cost.Reference))
	}
}
