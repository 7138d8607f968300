package engine

import (
	"sync"

	"gobc/core/sums"
)

// Workspace is the memory of a worker that has ended.
type Workspace interface{ Close() }

// Workspaces keeps the memory of workers for those of the next run: to fill new memory takes milliseconds. A nil one
// keeps nothing.
type Workspaces struct {
	mu     sync.Mutex
	idle   map[any][]Workspace
	closed bool
}

// take returns a workspace of this key that nobody uses any more, or nil.
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

// leave keeps a workspace, and reports whether it does.
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

// spare are sums of a shape that nobody needs any more.
type spare struct{ *sums.Sums }

func (s spare) Close() { s.Free() }

// LeaveSums keeps sums for a later run, one of a shape, or else releases them. They must be as SweepShape.New makes
// them.
func (w *Workspaces) LeaveSums(shape sums.SweepShape, s *sums.Sums) {
	if s.Lengths != nil || !w.leave(ofSums(shape), spare{s}) {
		s.Free()
	}
}

// sums makes zeroed sums, of those that were left where it can.
func (w *Workspaces) sums(shape sums.SweepShape, reaches []int64) (*sums.Sums, error) {
	left := w.take(ofSums(shape))
	if left == nil {
		return shape.New(reaches)
	}
	s := left.(spare).Sums
	s.Clear()
	s.Reaches = reaches
	return s, nil
}

// ofSums is the key of sums, which those of distances alone have no arcs in.
func ofSums(shape sums.SweepShape) sums.SweepShape {
	if shape.Paths == 0 {
		shape.Shape = sums.Shape{Vertices: shape.Vertices}
	}
	return shape
}

// Close releases what is kept, and what workers leave from now on.
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

// Workspace returns one that an earlier run has left under the key, or nil. The key names all that it was opened with.
// Those of sources that run again, in another stage, are not kept: the memory of a plan has no room for them.
func (w *Watch) Workspace(key any) Workspace {
	if !w.first {
		return nil
	}
	return w.Workspaces.take(key)
}

// Leave keeps a workspace for a later run, where one may come, or else closes it. No error may have happened in it.
func (w *Watch) Leave(key any, x Workspace) {
	if !w.first || !w.Workspaces.leave(key, x) {
		x.Close()
	}
}
