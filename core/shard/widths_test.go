package shard

import (
	"testing"

	"gobc/core/cost"
	"gobc/core/engine"
)

// run learns from shards at one width and reports what is taken afterwards.
func (w *widths) run(planned []int, width int, seconds ...float64) int {
	for _, s := range seconds {
		w.learn(planned, engine.PathReport{Width: width}, s)
	}
	return w.take()
}

// Other widths are tried once they take an eighth of the shards that have run. The first shard of each fills its memory
// and is not timed, and of the others the middle one counts.
func TestWidths(t *testing.T) {
	planned, none := []int{32, 16, 8}, []int(nil)
	for _, c := range []struct {
		name    string
		at16    []float64
		at8     []float64
		fastest int
	}{
		{"another is faster", []float64{9, 1, 1, 5}, []float64{9, 3, 3, 3}, 16},
		{"the last is faster", []float64{9, 1, 1, 1}, []float64{9, 0.5, 0.5, 9}, 8},
		{"none is", []float64{0, 3, 3, 3}, []float64{0, 3, 3, 0.1}, 32},
		{"none is by much", []float64{0, 1.95, 1.95, 1.95}, []float64{0, 1.95, 1.95, 1.95}, 32},
	} {
		var w widths
		for i := range cost.ShardsBefore(len(planned)) - 1 {
			if took := w.run(planned, 32, 2); took != 0 {
				t.Fatalf("%s: after %d shards %d is taken", c.name, i+1, took)
			}
		}
		for _, step := range []struct{ got, want int }{
			{w.run(planned, 32, 2), 16},
			{w.run(planned, 32, 0.1), 16}, // which had begun before
			{w.run(none, 16, c.at16[:3]...), 16},
			{w.run(none, 16, c.at16[3]), 8},
			{w.run(none, 8, c.at8...), c.fastest},
			{w.run(planned, 32, 0.1), c.fastest},
		} {
			if step.got != step.want {
				t.Fatalf("%s: %d is taken, not %d: %+v", c.name, step.got, step.want, w)
			}
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
