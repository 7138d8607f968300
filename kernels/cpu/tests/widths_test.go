//go:build cgo

package cpu_test

import (
	"slices"
	"testing"

	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/internal/oracle"
	"gobc/kernels/cpu"
)

// Widths in Go are those of the kernels in C, in both precisions and with every instruction set, and a mask has a bit
// for each lane.
func TestWidthsAreThoseOfTheKernels(t *testing.T) {
	f := adjacency(t, oracle.Path(3), false)
	opens := func(f *graph.Forest, width int, p cpu.Precision, needs sums.Kinds, isa string) bool {
		s, err := cpu.NewSweep(f, nil, width, p, needs, isa)
		if err == nil {
			s.Close()
		}
		return err == nil
	}
	for width := range 130 {
		known := slices.Contains(cpu.Widths, width)
		for _, isa := range sets() {
			for _, p := range []cpu.Precision{cpu.Single, cpu.Double} {
				for _, needs := range []sums.Kinds{sums.Delta, sums.EdgeDelta} {
					if opens(f, width, p, needs, isa) != known {
						t.Errorf("%s, %d lanes, %d bits, sums %d: a kernel is there: %v", isa, width, p, needs, !known)
					}
				}
			}
		}
		if bytes := cpu.MaskBytes(width); known && (8*bytes < int64(width) || 4*bytes >= int64(width)) {
			t.Errorf("a mask of %d lanes has %d bytes", width, bytes)
		}
	}
}
