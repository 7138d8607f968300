package answer_test

import (
	"testing"

	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
)

// A call on a small graph takes less time than the collector takes for what many allocations leave: so they are few.
func TestAllocationsOfASmallCall(t *testing.T) {
	if engine.CPU().InstructionSet() == "go" {
		t.Skip("the kernels in Go allocate by source")
	}
	const most = 90 // there are 78, and on other systems some more
	q, control := question(t), engine.NewControl()
	q.Choices.Preset = "networkx"
	err := path(t).Use(goOn, func(g *graph.Graph) (err error) {
		allocations := testing.AllocsPerRun(200, func() {
			var a *answer.Answer
			if a, err = answer.Compute(g, q, control); err == nil {
				a.Free()
			}
		})
		if allocations > most {
			t.Errorf("%g allocations, more than %d", allocations, most)
		}
		t.Log(allocations)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
