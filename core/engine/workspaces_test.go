package engine

import "testing"

type closes struct{ times int }

func (c *closes) Close() { c.times++ }

func TestWorkspaces(t *testing.T) {
	var kept Workspaces
	first := &Watch{Control: &Control{Workspaces: &kept}, first: true}
	again := &Watch{Control: &Control{Workspaces: &kept}}
	a, b, c := new(closes), new(closes), new(closes)
	first.Leave("a", a)
	if first.Workspace("b") != nil || again.Workspace("a") != nil || first.Workspace("a") != a || first.Workspace("a") != nil {
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
