// Package papersengine makes the published methods of package papers stages of the engine.
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
	d.Runs = func(s *device.Session, g *cuda.Graph, sources, order []int32, into *cuda.DistanceSums, watch cuda.Watch) (*cuda.Outcome, error) {
		return papers.RunDistances(s, papers.Job{Strategy: strategy, Graph: g, Forest: t.Forest}, sources, order, into, watch)
	}
	return d.Stage(t)
}

// edgeParallel runs sources one after the other, each by all threads.
type edgeParallel struct {
	call *engine.Call
	task *engine.Task
}

// EdgeParallel is the edge-parallel method on the CPU.
func EdgeParallel(c *engine.Call, t *engine.Task) engine.Stage {
	return &edgeParallel{c, t}
}

func (s *edgeParallel) Engine() string { return "cpu" }
func (s *edgeParallel) Workers() int   { return 1 }
func (s *edgeParallel) Shared() bool   { return false }

func (s *edgeParallel) Deal(sources []int32, _ *engine.Watch) (engine.Dealer, error) {
	return engine.Evenly(sources, 1), nil
}

func (s *edgeParallel) After(why error) engine.Stage {
	if why == engine.ErrOutOfRange {
		return engine.CPU().Exact(s.call, s.task)
	}
	return nil
}

func (s *edgeParallel) Open(_ int, watch *engine.Watch, use func(engine.Session) error) error {
	return use(&edgeSession{s, papers.NewEdgeParallel(s.task.Forest, s.task.Threads), watch})
}

type edgeSession struct {
	*edgeParallel
	method *papers.EdgeParallel
	watch  *engine.Watch
}

func (s *edgeSession) Run(chunk engine.Chunk, into *sums.Sums) (done engine.Done, err error) {
	dependency, outOfRange, err := s.method.Run(chunk.Sources[0], s.watch.Check)
	if err != nil {
		return done, err
	}
	if outOfRange {
		done.Batch(chunk.Sources, 1, s.watch)
		return done, nil
	}
	for v := range s.task.Forest.Vertices {
		units, fraction := math.Modf(dependency(v) * 0x1p20)
		sums.Add(into.Paths.Delta, v, sums.FromUnits(int64(units), int64(math.RoundToEven(fraction*0x1p44))))
	}
	done.Batch(chunk.Sources, 0, s.watch)
	return done, nil
}
