package cudaengine

import (
	"sync"

	"gobc/core/sums"
	"gobc/kernels/cuda"
)

// costs are the times that the batches of a run take. The forest keeps those of the last run of a kind, so that a run
// of the same batches starts the longest first: devices are then idle for less at the end.
type costs struct {
	mu   sync.Mutex
	last lastCosts
	left int // batches without a time
}

// costsKey is a kind of run.
type costsKey struct {
	forest, order, kind string
	width, lanes        int
	single              bool
	needs               sums.Kinds
	levels              int32
}

type lastCosts struct {
	sources int
	first   int32
	batches []float32 // in 1,024 clock ticks; 0: not yet known
}

func (s *paths) costsKey() costsKey {
	c := s.Config
	return costsKey{s.task.Forest.Name, s.Choice.Name, c.Kind, c.Width, c.Lanes, c.Single, s.task.Paths, c.Levels}
}

// longestFirst sorts the batches of the deal by the times of the last run, else by those predicted, and begins to note
// times.
func (s *paths) longestFirst(ranks, batches []int32) {
	s.costs = &costs{last: lastCosts{len(ranks), ranks[0], make([]float32, len(batches))}, left: len(batches)}
	if v, ok := s.task.Forest.Memo.Load(s.costsKey()); ok {
		if last := v.(lastCosts); last.sources == len(ranks) && last.first == ranks[0] {
			cuda.LongestFirst(batches, last.batches)
			return
		}
	}
	if predicted := s.Choice.Costs; predicted != nil && s.Choice.Width == s.Config.Lanes &&
		len(predicted) == len(batches) {
		cuda.LongestFirst(batches, predicted)
	}
}

// noteCosts takes over the times of a chunk, and keeps all once no batch is without one.
func (s *paths) noteCosts(out *cuda.Outcome) {
	if s.costs == nil || out.Cost == nil {
		return
	}
	s.costs.mu.Lock()
	defer s.costs.mu.Unlock()
	if s.costs.left == 0 {
		return // the forest has them, and other runs read them
	}
	for _, b := range out.Done {
		if s.costs.last.batches[b] == 0 {
			s.costs.left--
		}
		s.costs.last.batches[b] = float32(out.Cost[b] + 1)
	}
	if s.costs.left == 0 {
		s.task.Forest.Memo.Store(s.costsKey(), s.costs.last)
	}
}
