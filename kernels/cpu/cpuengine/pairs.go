//go:build cgo

package cpuengine

import (
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// pairKernel is the kernel of single pairs as the engine's interface has it.
type pairKernel struct{ kernel *cpu.PairDependency }

// PairPlan: a thread has marks, orders, levels, path counts and sums.
func (cpuEngine) PairPlan(t *engine.Task) *engine.PathPlan {
	return &engine.PathPlan{Kernel: "pairs", Precision: sums.Double, Widths: []int{1},
		InstructionSet: instructionSet(),
		BytesAThread:   68 * int64(t.Forest.Vertices), Task: t}
}

// Pairs opens a workspace of one thread for the dependencies of single pairs.
func (cpuEngine) Pairs(f *graph.Forest) (engine.PairKernel, error) {
	kernel, err := cpu.NewPairDependency(f, false)
	if err != nil {
		return nil, err
	}
	return pairKernel{kernel}, nil
}

func (p pairKernel) Run(ends []int32, into sums.PairDependencies, cancel *int32) error {
	return p.kernel.Run(ends, into, cancel)
}

func (p pairKernel) Visits() int64 {
	c := p.kernel.Counts()
	return c.Visits + c.Entries
}

func (p pairKernel) Close() { p.kernel.Close() }
