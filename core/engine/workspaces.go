package engine

import (
	"sync"

	"gobc/core/sums"
)

// Workspace is the memory of a worker that has ended.
type Workspace interface{ Close() }

// Workspaces keeps the memory of workers for the workers of the next run, as filling new memory takes milliseconds. A
// nil one keeps nothing.
type Workspaces struct {
	mu     sync.Mutex
	idle   map[any][]Workspace
	closed bool
}

// take returns an unused workspace of this key, or nil.
func (w *Workspaces) take(key any) Workspace {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	idle := w.idle[key]
	if len(idle) == 0 {
		return nil
	}
	last := idle[len(idle)-1]
	w.idle[key] = idle[:len(idle)-1]
	return last
}

// leave keeps a workspace and reports whether it could.
func (w *Workspaces) leave(key any, x Workspace) bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	if _, sums := x.(spare); sums && len(w.idle[key]) > 0 {
		return false
	}
	if w.idle == nil {
		w.idle = map[any][]Workspace{}
	}
	w.idle[key] = append(w.idle[key], x)
	return true
}

// spare is the sums of a shape, which nobody uses any more.
type spare struct{ *sums.Sums }

func (s spare) Close() { s.Free() }

// LeaveSums keeps sums for a later run, one of each shape, or else releases them. They must be as SweepShape.New makes
// them. Those of several cutoffs are released: workers add to others.
func (w *Workspaces) LeaveSums(shape sums.SweepShape, s *sums.Sums) {
	if s.Lengths != nil || shape.Inner > 0 || !w.leave(ofSums(shape), spare{s}) {
		s.Free()
	}
}

// sums returns zeroed sums: those that were left, or new ones.
func (w *Workspaces) sums(shape sums.SweepShape, reaches []int64) (*sums.Sums, error) {
	if w == nil {
		return shape.Open(reaches)
	}
	left := w.take(ofSums(shape))
	if left == nil {
		return shape.Open(reaches)
	}
	s := left.(spare).Sums
	s.Clear()
	s.Reaches = reaches
	return s, nil
}

// ofSums returns the key of sums. Sums of distances alone have no arcs in theirs.
func ofSums(shape sums.SweepShape) sums.SweepShape {
	if shape.Paths == 0 {
		shape.Shape = sums.Shape{Vertices: shape.Vertices}
	}
	return shape
}

// Close releases the workspaces that are kept, and those that workers leave later.
func (w *Workspaces) Close() {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, idle := range w.idle {
		for _, x := range idle {
			x.Close()
		}
	}
	w.idle, w.closed = nil, true
}

// Workspace returns a workspace that an earlier run left under the key, or nil. The key names everything that a
// workspace is opened with. Workspaces of sources that run again in a later stage are not kept, because the plan has no
// memory for them.
func (w *Watch) Workspace(key any) Workspace {
	if !w.first {
		return nil
	}
	return w.Workspaces.take(key)
}

// Leave keeps a workspace for a later run, or closes it where none may come. The workspace must not have returned an
// error.
func (w *Watch) Leave(key any, x Workspace) {
	if !w.first || !w.Workspaces.leave(key, x) {
		x.Close()
	}
}
