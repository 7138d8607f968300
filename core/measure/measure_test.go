package measure

import (
	"math"
	"strings"
	"testing"

	"gobc/core/sums"
)

func TestParse(t *testing.T) {
	ms, err := Parse(" betweenness, stress ")
	if err != nil || len(ms) != 2 || ms[1].Name != "stress" {
		t.Fatalf("%v, %v", ms, err)
	}
	for list, want := range map[string]string{
		"": "no measure given", "stress,stress": "twice", "stress,": "unknown measure \"\"",
		"betweeness": "choose from betweenness, stress", // codespell:ignore
	} {
		if _, err := Parse(list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", list, err)
		}
	}
}

func TestChoicesAreChecked(t *testing.T) {
	for _, c := range []Choices{{Preset: "gephi"}, {Normalized: 2}, {Parallel: "both"}, {Direction: "up"}} {
		if _, err := Resolve(c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
}

func TestStressAddsItsWindowsExactly(t *testing.T) {
	totals, err := sums.NewPaths(sums.Shape{Vertices: 3}, sums.Stress)
	if err != nil {
		t.Fatal(err)
	}
	defer totals.Free()
	totals.Stress.Words[0] = 3
	totals.Stress.Words[3] = 1 // vertex 1: 2^64
	totals.Stress.Windows()[2] = make([]uint64, 6)
	totals.Stress.Large[2][2] = 5 // vertex 1: 5 * 2^108
	totals.Stress.Infinite = []uint8{0, 0, 1}
	defer func() { totals.Stress.Large[2], totals.Stress.Infinite = nil, nil }()
	out := make([]float64, 3)
	in := &Input{Vertices: 3, Sources: 3, Path: totals}
	stress(in, Convention{}, out)
	if out[0] != 3 || out[1] != 5*0x1p108+0x1p64 || !math.IsInf(out[2], 1) {
		t.Errorf("%v", out)
	}
	if stress(in, Convention{PairsOnce: true}, out); out[0] != 1.5 || out[1] != 5*0x1p107+0x1p63 {
		t.Errorf("pairs counted once: %v", out)
	}
	if len(in.Warnings) != 2 || !strings.Contains(in.Warnings[0], "1 vertices") {
		t.Errorf("%q", in.Warnings)
	}
}
