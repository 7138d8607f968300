//go:build cgo

package query

import (
	"maps"
	"strings"
	"testing"

	"gobc/core/engine"
	"gobc/kernels/cpu"
	_ "gobc/kernels/cpu/cpuengine"
	_ "gobc/kernels/cuda/cudaengine"
	_ "gobc/kernels/papers/papersengine"
)

func TestTuningTextIsCheckedWhole(t *testing.T) {
	good, err := engine.ParseTuning(" kernel=queue; width=32;lanes=256;")
	if err != nil || !maps.Equal(good, engine.Tuning{"kernel": "queue", "width": "32", "lanes": "256"}) {
		t.Fatalf("%+v, %v", good, err)
	}
	for _, isa := range []string{"avx512", "avx2", "baseline"} {
		got, err := engine.ParseTuning("isa=" + isa)
		there := cpu.CheckInstructionSet(isa) == nil
		if there && got["isa"] != isa || there != (err == nil) {
			t.Errorf("isa=%s, which kernels can run with: %v; %+v, %v", isa, there, got, err)
		}
	}
	for text, want := range map[string]string{
		"speed=11": "unknown tuning key", "width=12": "no value", "kernel=magic": "no value", "lanes=": "no value",
		"isa=sse9": "no value", "width": "no value",
	} {
		if _, err := engine.ParseTuning(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
