package cost

import "testing"

// Batches of components are as wide as blocks have room for, where two blocks fit a multiprocessor.
func TestShapesOfComponents(t *testing.T) {
	for _, c := range []struct {
		lane int64 // bytes of a lane
		want int
	}{{1, 32}, {3, 32}, {4, 16}, {6, 16}, {7, 16}, {12, 16}, {13, 8}, {25, 8}, {26, 0}} {
		if got := ComponentWidth(200, func(width int) int64 { return c.lane * int64(width) }); got != c.want {
			t.Errorf("%d bytes a lane: %d lanes, not %d", c.lane, got, c.want)
		}
	}
	for vertices, want := range map[int]int{1: 128, 128: 128, 129: 256, 256: 256, 257: 512, 5000: 512} {
		if got := ComponentThreads(vertices); got != want {
			t.Errorf("%d vertices: %d threads, not %d", vertices, got, want)
		}
	}
	if !ComponentPays(600, false) || ComponentPays(601, false) || !ComponentPays(500, true) || ComponentPays(501, true) {
		t.Error("components of other sizes pay")
	}
	if !ComponentsPay(132, 132, 90, 100) || ComponentsPay(131, 132, 100, 100) || ComponentsPay(132, 132, 89, 100) ||
		ComponentsPay(63, 4, 100, 100) {
		t.Error("components are swept whole where they are few or large")
	}
}
