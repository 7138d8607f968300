// Package papersengine implements an engine with the published methods of package papers.
package papersengine

import (
	"math"

	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/cudaengine"
	"gobc/kernels/cuda/device"
	"gobc/kernels/papers"
)

// OnDevices makes a sweep of paths one by a published method.
func OnDevices(p cudaengine.Paths, t *engine.Task, strategy papers.Strategy) engine.Stage {
	p.Runs = func(s *device.Session, g *cuda.Graph, totals *cuda.Totals, c cuda.Config) (cudaengine.Runner, error) {
		return papers.Open(s, papers.Job{Strategy: strategy, Graph: g, Forest: t.Forest, Totals: totals, Config: c})
	}
	return p.Stage(t)
}

// DistancesOnDevices makes a sweep of distances one by a published method.
func DistancesOnDevices(d cudaengine.Distances, t *engine.Task, strategy papers.Strategy) engine.Stage {
	d.Runs = func(s *device.Session, g *cuda.Graph, sources, order []int32, into *cuda.DistanceSums,
		watch cuda.Watch) (*cuda.Outcome, error) {
		return papers.RunDistances(s, papers.Job{Strategy: strategy, Graph: g, Forest: t.Forest}, sources, order, into, watch)
	}
	return d.Stage(t)
}

// bySource is a method with a kernel of its own for the CPU. Path counts out of its range go to the exact kernel.
type bySource struct {
	kernel *papers.CPU
	call   *engine.Call
	task   *engine.Task
}

func (s *bySource) Engine() string { return "cpu" }
func (s *bySource) Shared() bool   { return false }

func (s *bySource) Workers() int {
	if s.kernel.AllThreads {
		return 1
	}
	return s.task.Threads
}

func (s *bySource) Deal(sources []int32, _ *engine.Watch) (engine.Dealer, error) {
	return engine.Evenly(sources, 1), nil
}

func (s *bySource) After(why error) engine.Stage {
	if why == engine.ErrOutOfRange {
		return engine.CPU().Exact(s.call, s.task)
	}
	return nil
}

func (s *bySource) Open(_ int, watch *engine.Watch, use func(engine.Session) error) error {
	return use(&sourceSession{s.kernel.Open(s.task.Forest, s.task.Threads), s.task.Forest.Vertices, watch})
}

type sourceSession struct {
	papers.BySource
	vertices int
	watch    *engine.Watch
}

func (s *sourceSession) Run(chunk engine.Chunk, into *sums.Sums) (done engine.Done, err error) {
	dependency, outOfRange, err := s.BySource.Run(chunk.Sources[0], s.watch.Check)
	if err != nil {
		return done, err
	}
	if outOfRange {
		done.Batch(chunk.Sources, 1, s.watch)
		return done, nil
	}
	for v := range s.vertices {
		units, fraction := math.Modf(dependency(v) * 0x1p20)
		sums.Add(into.Paths.Delta, v, sums.FromUnits(int64(units), int64(math.RoundToEven(fraction*0x1p44))))
	}
	done.Batch(chunk.Sources, 0, s.watch)
	return done, nil
}
