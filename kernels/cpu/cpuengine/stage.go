// Package cpuengine makes the kernels of package cpu stages of the engine: a worker is a thread.
package cpuengine

import (
	"errors"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// stage is what all stages of the CPU have.
type stage struct {
	task   *engine.Task
	csr    *cpu.CSR
	beyond engine.Stage // for sources out of range; nil: there are none
}

func newStage(t *engine.Task) stage { return stage{task: t, csr: CSR(t.Forest)} }

func (s *stage) Engine() string { return "cpu" }
func (s *stage) Workers() int   { return s.task.Threads }
func (s *stage) Shared() bool   { return false }

func (s *stage) After(why error) engine.Stage {
	if why == engine.ErrOutOfRange {
		return s.beyond
	}
	return nil
}

// CSR is a forest as the kernels take it.
func CSR(f *graph.Forest) *cpu.CSR {
	return &cpu.CSR{
		Vertices: f.Vertices, OutOffsets: f.Out.Offsets, OutTargets: f.Out.Targets,
		InOffsets: f.In.Offsets, InTargets: f.In.Targets, MaxInDegree: f.In.MaxDegree,
		OutWeights: f.Out.Weights, InWeights: f.In.Weights, OutReals: f.Out.Reals, InReals: f.In.Reals,
	}
}

// session is a function that runs a chunk.
type session func(chunk engine.Chunk, into *sums.Sums) (engine.Done, error)

func (run session) Run(chunk engine.Chunk, into *sums.Sums) (engine.Done, error) {
	done, err := run(chunk, into)
	return done, cancelled(err)
}

// cancelled is a kernel's error as callers of the engine know it.
func cancelled(err error) error {
	if errors.Is(err, cpu.ErrCancelled) {
		return graph.ErrCancelled
	}
	return err
}

// tellVisits reports what a path sweep looked at.
func tellVisits(watch *engine.Watch, c cpu.Counts) {
	watch.Tell(func(r *engine.Report) { r.Path.Visits += c.Visits })
}
