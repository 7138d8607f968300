package papers

import (
	"fmt"

	"gobc/core/device"
	"gobc/kernels/cpu"
	"gobc/kernels/cuda"
)

// Runner runs a strategy on one device: an adjacency uploaded there, totals there.
type Runner interface {
	Run(s *device.Session, sources, order []int32, watch cuda.Watch) (*cuda.Outcome, error)
	Close(s *device.Session)
}

// Job is what a runner works on. CSR is the adjacency that was uploaded, in its order.
type Job struct {
	Strategy Strategy
	Graph    *cuda.Graph
	CSR      *cpu.CSR
	Totals   *cuda.Totals
	Config   cuda.Config
}

// Open readies a strategy on a device.
func Open(s *device.Session, j Job) (Runner, error) {
	switch j.Strategy.Stage {
	case "traversal":
		return openTraversal(s, j)
	case "gpu_fan":
		return openFan(s, j)
	}
	return nil, fmt.Errorf("gobc: papers: strategy %s does not run on a device", j.Strategy.Name)
}
