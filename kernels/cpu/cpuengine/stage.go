//go:build cgo

// Package cpuengine makes the kernels of package cpu stages of the engine: a worker is a thread.
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

// tellVisits reports what a path sweep looked at.
func tellVisits(watch *engine.Watch, c cpu.Counts) {
	watch.Tell(func(r *engine.Report) { r.Path.Visits += c.Visits })
}
