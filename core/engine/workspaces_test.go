package engine

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"gobc/core/memory"
	"gobc/core/sums"
)

type closes struct{ times int }

func (c *closes) Close() { c.times++ }

func TestWorkspaces(t *testing.T) {
	var kept Workspaces
	first := &Watch{Control: &Control{Workspaces: &kept}, first: true}
	again := &Watch{Control: &Control{Workspaces: &kept}}
	a, b, c := new(closes), new(closes), new(closes)
	first.Leave("a", a)
	if first.Workspace("b") != nil || again.Workspace("a") != nil || first.Workspace("a") != a ||
		first.Workspace("a") != nil {
		t.Error("a workspace goes once, to sources that run for the first time, under its key")
	}
	if again.Leave("a", b); b.times != 1 || first.Workspace("a") != nil {
		t.Error("that of sources that run again is kept")
	}
	first.Leave("a", a)
	kept.Close()
	first.Leave("a", c) // of a worker that was still running
	if a.times != 1 || c.times != 1 || first.Workspace("a") != nil {
		t.Errorf("after the end: closed %d and %d times", a.times, c.times)
	}
	none := &Watch{Control: NewControl(), first: true}
	if none.Leave("a", b); b.times != 2 || none.Workspace("a") != nil {
		t.Error("without a place all are closed")
	}
}

// Sums are zero again, once of a shape are kept, and none after the end.
func TestSumsThatAreLeft(t *testing.T) {
	before, _ := memory.Live()
	var kept Workspaces
	shapes := []sums.SweepShape{
		{Shape: sums.Shape{Vertices: 3, OutArcs: 4, Undirected: true},
			Paths: sums.Delta | sums.Squares | sums.Stress | sums.EdgeDelta | sums.EdgeStress},
		{Shape: sums.Shape{Vertices: 3, OutArcs: 4}, Distances: sums.Distance | sums.Reached | sums.Terms | sums.Eccentricity,
			Reaches: true},
	}
	for _, shape := range shapes {
		a, errA := shape.New(nil)
		b, errB := shape.New(nil)
		fresh, errC := shape.New(nil)
		if err := errors.Join(errA, errB, errC); err != nil {
			t.Fatal(err)
		}
		a.Longest = 2
		if p := a.Paths; p != nil {
			for _, words := range [][]uint64{p.Delta, p.Squares, p.Stress.Words, p.EdgeDelta[0], p.EdgeStress[0].Words} {
				words[1] = 1
			}
			if err := errors.Join(p.Stress.AddTerm(1, 0x1p100), p.EdgeStress[0].AddTerm(1, math.Inf(1))); err != nil {
				t.Fatal(err)
			}
		}
		if h := a.Hops; h != nil {
			h.Distance[1], h.Reached[1], h.Terms[1], h.Eccentricity[1] = 1, 1, 1, 1
		}
		reaches := fresh.Reaches
		kept.LeaveSums(shape, a)
		kept.LeaveSums(shape, b) // a second one
		got, err := kept.sums(shape, reaches)
		if err != nil || got != a || !reflect.DeepEqual(got, fresh) {
			t.Errorf("%+v are left, %+v new: %v", got, fresh, err)
		}
		kept.LeaveSums(shape, got)
		fresh.Free()
	}
	kept.Close()
	late, err := shapes[0].New(nil)
	if err != nil {
		t.Fatal(err)
	}
	kept.LeaveSums(shapes[0], late)
	if now, _ := memory.Live(); now != before {
		t.Errorf("%d blocks are left", now-before)
	}
}
