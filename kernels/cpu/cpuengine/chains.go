//go:build cgo

package cpuengine

import (
	"gobc/core/engine"
	"gobc/core/reduce"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// Chains is the label-correcting sweep of the nodes of a graph whose chains were contracted. Its sources are the
// numbers of batches. Those out of its range run lane by lane with exponents.
func Chains(t *engine.Task, isa string) engine.Stage {
	s := &batches{stage: newStage(t), lanes: 1, key: workspaceKey{t, "chains"}, width: reduce.Lanes}
	s.open = func() (opened, error) {
		k, err := cpu.NewChainSweep(t.Chains, t.Lengths.RowBits, isa)
		return opened{k, func(batch []int32, _, _ int32, into *sums.Sums, _ []int64, cancel *int32) (uint64, error) {
			outOfRange, err := k.Run(batch[0], into.Paths, cancel)
			return mask(outOfRange), err
		}}, err
	}
	s.beyond = chainsExact(t)
	return s
}

// chainsExact runs batches lane by lane, with an exponent for every path count.
func chainsExact(t *engine.Task) *batches {
	s := &batches{stage: newStage(t), lanes: 1}
	s.open = func() (opened, error) {
		k, err := cpu.NewChainFallback(t.Chains)
		return opened{k, func(batch []int32, _, _ int32, into *sums.Sums, _ []int64, cancel *int32) (uint64, error) {
			return 0, k.Run(batch[0], into.Paths, cancel)
		}}, err
	}
	return s
}
