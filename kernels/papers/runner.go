package papers

import (
	"fmt"

	"gobc/core/graph"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// Runner runs a strategy on one device, which holds the adjacency and the totals.
type Runner interface {
	Run(s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error)
	Close(s *device.Session)
}

// Job is what a runner works on. Forest is the adjacency that was uploaded, in its order.
type Job struct {
	Strategy Strategy
	Graph    *cuda.Graph
	Forest   *graph.Forest
	Totals   *cuda.Totals
	Config   cuda.Config
}

// Open prepares a strategy on a device.
func Open(s *device.Session, j Job) (Runner, error) {
	switch j.Strategy.Stage {
	case traversalStage:
		t := &traversal{strategy: j.Strategy, config: j.Config, graph: j.Graph, totals: j.Totals, forest: j.Forest}
		return opened(s, t, t.upload(s))
	case weightedStage:
		if j.Config.Lengths == nil {
			return nil, fmt.Errorf("gobc: papers: strategy %s needs lengths", j.Strategy.Name)
		}
		return &weighted{strategy: j.Strategy, lengths: j.Config.Lengths, graph: j.Graph, totals: j.Totals}, nil
	case fanStage:
		f := &fan{graph: j.Graph, totals: j.Totals, config: j.Config, a: new(fanArguments)}
		return opened(s, f, f.upload(s, j.Forest))
	}
	return nil, fmt.Errorf("gobc: papers: strategy %s does not run on a device", j.Strategy.Name)
}

func opened(s *device.Session, r Runner, err error) (Runner, error) {
	if err != nil {
		r.Close(s)
		return nil, err
	}
	return r, nil
}
