//go:build cgo

// Package cpuengine implements the engine of the CPU with the kernels of package cpu: each worker is a thread.
package cpuengine

import (
	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// stage is what all stages of the CPU have.
type stage struct {
	task   *engine.Task
	beyond engine.Stage // for sources out of range; nil: there are none
}

func newStage(t *engine.Task) stage { return stage{task: t} }

func (s *stage) Engine() string { return "cpu" }
func (s *stage) Workers() int   { return s.task.Threads }
func (s *stage) Shared() bool   { return false }

func (s *stage) After(why error) engine.Stage {
	if why == engine.ErrOutOfRange {
		return s.beyond
	}
	return nil
}

// session is a function that runs a chunk.
type session func(chunk engine.Chunk, into *sums.Sums) (engine.Done, error)

func (run session) Run(chunk engine.Chunk, into *sums.Sums) (engine.Done, error) {
	return run(chunk, into)
}

// kernelMemory is the workspace of a kernel.
type kernelMemory interface {
	Counts() cpu.Counts
	Close()
}

// held is the workspace of one worker until it ends: new, or one that a worker of an earlier run has left.
type held[K kernelMemory] struct {
	kernel K
	watch  *engine.Watch
	paths  bool // its visits are told
	key    any
	visits int64 // that were told before
	open   bool
}

// take opens a workspace, or takes over what was kept under the key; nil: none is kept.
func (w *held[K]) take(key any, open func() (K, error)) (err error) {
	w.key = key
	if kept := w.watch.Workspace(key); kept != nil {
		w.kernel = kept.(K)
	} else if w.kernel, err = open(); err != nil {
		return err
	}
	w.visits, w.open = w.kernel.Counts().Visits, true
	return nil
}

// end reports what a sweep of paths looked at, and keeps the workspace for a later run if all went well. A second call
// does nothing.
func (w *held[K]) end(well bool) {
	if !w.open {
		return
	}
	w.open = false
	if w.paths {
		visits := w.kernel.Counts().Visits - w.visits
		w.watch.Tell(func(r *engine.Report) { r.Path.Visits += visits })
	}
	if well && w.key != nil {
		w.watch.Leave(w.key, w.kernel)
	} else {
		w.kernel.Close()
	}
}
