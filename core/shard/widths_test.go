package shard

import (
	"testing"

	"gobc/core/engine"
)

// Each width fills its memory in one shard, and is timed in the next.
func TestWidths(t *testing.T) {
	var w widths
	planned, none := []int{32, 16, 8}, []int(nil)
	for i, step := range []struct {
		planned []int
		width   int
		seconds float64
		take    int
	}{
		{planned, 32, 9, 32}, {planned, 32, 2, 16}, {planned, 32, 1, 16}, // which had begun before
		{none, 16, 9, 16}, {none, 16, 1, 8}, {none, 8, 0.5, 8}, {none, 8, 3, 16}, {planned, 32, 0.1, 16},
	} {
		w.learn(step.planned, engine.PathReport{Width: step.width}, step.seconds)
		if w.take() != step.take {
			t.Fatalf("step %d: takes %d, not %d: %+v", i, w.take(), step.take, w)
		}
	}
	var timed, one widths
	if !timed.learn(planned, engine.PathReport{Width: 8, Timed: true}, 1) || timed.take() != 8 {
		t.Errorf("what a run has timed is not taken: %+v", timed)
	}
	if one.learn([]int{64}, engine.PathReport{Width: 64}, 1) || one.take() != 0 {
		t.Errorf("one width needs no trial: %+v", one)
	}
}
