package cuda

import (
	"slices"
	"testing"
)

func TestLeastWeights(t *testing.T) {
	got := leastWeights([]uint32{0, 3, 3, 4}, []uint32{5, 2, 4, 7})
	if !slices.Equal(got, []uint32{2, 0, 7}) {
		t.Error(got)
	}
	if got := leastWeights([]uint32{0, 0}, []float64(nil)); got != nil {
		t.Error(got)
	}
}
