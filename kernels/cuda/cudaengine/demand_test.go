package cudaengine

import (
	"slices"
	"testing"

	"gobc/core/sums"
)

// The rows of a run are those of the sources of its batches, at their places and by positions of the uploaded graph.
func TestFlowsByPosition(t *testing.T) {
	pairs := sums.Pairs{Cutoff: -1}
	table := []sums.Flow{{From: 0, To: 3, Amount: 1}, {From: 0, To: 1, Amount: 2}, {From: 2, To: 0, Amount: 4}}
	if err := pairs.SetDemand(4, table, 1, func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	defer pairs.Free()
	scale := pairs.Demand.Flow[0] / 2
	for _, c := range []struct {
		order, sources, batches []int32
		offsets                 []int64
		targets                 []int32
		amounts                 []float64
	}{
		{nil, []int32{0, 2}, []int32{0}, []int64{0, 2, 3}, []int32{1, 3, 0}, []float64{2, 1, 4}},
		{[]int32{3, 2, 1, 0}, []int32{3, 1}, []int32{0}, []int64{0, 2, 3}, []int32{2, 0, 3}, []float64{2, 1, 4}},
		{[]int32{3, 2, 1, 0}, []int32{0, 2, 3, 1, 1}, []int32{1, 2}, []int64{0, 0, 0, 2, 3, 4}, []int32{2, 0, 3, 3},
			[]float64{2, 1, 4, 4}},
		{nil, []int32{1}, []int32{0}, []int64{0, 0}, nil, nil},
	} {
		rows, err := demandOf(&pairs, c.order).Flows(c.sources, c.batches, 2)
		if err != nil {
			t.Fatal(err)
		}
		flows := rows.Offsets[len(c.sources)]
		amounts := slices.Clone(rows.Amounts[:flows])
		for i := range amounts {
			amounts[i] /= scale
		}
		if !slices.Equal(rows.Offsets, c.offsets) || !slices.Equal(rows.Targets[:flows], c.targets) ||
			!slices.Equal(amounts, c.amounts) {
			t.Errorf("%v by %v: %v %v %v", c.sources, c.order, rows.Offsets, rows.Targets[:flows], amounts)
		}
		rows.Free()
	}
	if demandOf(nil, nil) != nil || demandOf(&sums.Pairs{Cutoff: -1}, nil) != nil {
		t.Error("there is demand without a table or a decay")
	}
}
