package cuda

import (
	"math"

	"gobc/kernels/cuda/device"
)

// Weights are those of sources and targets, by number of the uploaded graph; nil: 1 each.
type Weights struct{ Source, Target []float64 }

// full reports whether a full sweep is needed, which sums by arc and takes weights.
func (c Config) full() bool {
	return c.EdgeDelta || c.EdgeStress || c.Weights.Source != nil || c.Weights.Target != nil
}

// delta reports whether only betweenness is asked for, of vertices, of edges or of both.
func (c Config) delta() bool {
	return !c.Stress && !c.EdgeStress && c.Weights.Source == nil && c.Weights.Target == nil
}

// CutLevels returns the deepest level of a search with a cutoff; a negative cutoff is none.
func CutLevels(cutoff float64) int32 {
	if cutoff < 0 || cutoff >= math.MaxInt32 {
		return math.MaxInt32
	}
	return int32(cutoff)
}

// arrays returns the weights as arrays of a run, those of sources in the order of `sources`.
func (w Weights) arrays(sources []int32, target, source *device.Address) []device.Array {
	weights := make([]float64, 0, len(sources))
	for _, v := range sources {
		if w.Source != nil {
			weights = append(weights, w.Source[v])
		}
	}
	return []device.Array{device.In(target, w.Target), device.In(source, weights)}
}
