package plan

import (
	"fmt"
	"math"

	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// CheckPairs refuses wishes that do not go together: nothing that a caller gives is left out silently.
func (r Request) CheckPairs() error {
	weighs := r.Pairs != nil && r.Pairs.SourceWeight != nil
	targets := r.Pairs != nil && r.Pairs.TargetWeight != nil
	for _, m := range r.Measures {
		switch {
		case m.Path == 0 && targets:
			return fmt.Errorf("%s is about distances from sources: targets are for betweenness, stress and the measures of edges", m.Name)
		case m.Path == 0 && weighs:
			return fmt.Errorf("%s is about distances: weights of sources are for betweenness, stress and the measures of edges", m.Name)
		case m.Path == 0 && r.Convention.Sampled:
			return fmt.Errorf("%s is not scaled up from a sample: sampled is for betweenness and edge_betweenness", m.Name)
		case m.Path&(sums.Stress|sums.EdgeStress) != 0 && r.Convention.Sampled:
			return fmt.Errorf("%s is a count: sampled is for betweenness and edge_betweenness", m.Name)
		case m.Path&(sums.Stress|sums.EdgeStress) != 0 && !r.wholeWeights():
			return fmt.Errorf("%s is a count: weights of sources and targets must be whole numbers for it", m.Name)
		}
	}
	if r.Convention.Endpoints && (weighs || targets) {
		return fmt.Errorf("endpoints is for all pairs: it does not go with targets or weights of sources")
	}
	if weighs && r.Convention.Sampled {
		return fmt.Errorf("sampled sources all weigh the same: leave the weights out")
	}
	if total := r.heaviest(); total >= 1<<31 {
		return fmt.Errorf("the weights of all targets times the largest weight of a source are %g together, beyond 2^31: give smaller weights", total)
	}
	return nil
}

func (r Request) wholeWeights() bool {
	if r.Pairs == nil {
		return true
	}
	for _, weights := range [][]float64{r.Pairs.SourceWeight, r.Pairs.TargetWeight} {
		for _, w := range weights {
			if w != math.Trunc(w) {
				return false
			}
		}
	}
	return true
}

func (r Request) heaviest() float64 { return Heaviest(r.Pairs, r.Graph.Vertices) }

// Heaviest bounds what passes through a vertex from one source, of all vertices if pairs is nil.
func Heaviest(pairs *cpu.Pairs, vertices int) float64 {
	targets, source := float64(vertices), 1.0
	if pairs != nil && pairs.TargetWeight != nil {
		targets = 0
		for _, w := range pairs.TargetWeight {
			targets += w
		}
	}
	if pairs != nil && pairs.SourceWeight != nil {
		source = 0
		for _, w := range pairs.SourceWeight {
			source = max(source, w)
		}
	}
	return targets * source
}

// weighs reports whether pairs have weights of their own.
func (r Request) weighs() bool {
	return r.Pairs != nil && (r.Pairs.SourceWeight != nil || r.Pairs.TargetWeight != nil)
}

// Cutoff is the longest path that counts; negative: no limit.
func (p *Plan) Cutoff() float64 {
	if p.Pairs == nil {
		return -1
	}
	return p.Pairs.Cutoff
}
