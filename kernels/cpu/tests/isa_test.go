//go:build cgo

package cpu_test

import (
	"strings"
	"testing"

	"gobc/kernels/cpu"
)

// A library that was built for another processor says so, and what to do; a set by name must be built in and runnable.
func TestInstructionSetsOfOtherProcessors(t *testing.T) {
	old, new := []string{"baseline"}, []string{"baseline", "avx2", "avx512"}
	for _, c := range []struct {
		name        string
		built, here []string
		want        string // part of the error; "": none
	}{
		{"", new, old, ""},
		{"", old, new, ""},
		{"", []string{"avx512"}, new, ""},
		{"", []string{"avx512"}, []string{"baseline", "avx2"},
			"built for processors with avx512, and this one has only baseline, avx2"},
		{"", []string{"avx2"}, old, "GOBC_CPU=all"},
		{"avx2", new, new, ""},
		{"avx2", []string{"avx512"}, new, "kernels for avx512, and this processor runs baseline, avx2, avx512"},
		{"avx512", new, []string{"baseline", "avx2"}, "instruction set avx512 cannot be used"},
	} {
		err := cpu.CheckInstructionSetOf(c.name, c.built, c.here)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q of %v on %v: %v", c.name, c.built, c.here, err)
		}
	}
}
