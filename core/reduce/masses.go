package reduce

import (
	"math"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
)

// Most of what weights may be: all of one kind, as float64 holds them, and those of all pairs, which sums hold.
const (
	mostMass  = 1 << 53
	mostPairs = 1 << 62
)

// masses are weights of vertices, added up from the last blocks of a search to its first vertex.
type masses struct {
	behind []int64 // of a vertex with all that was found from it; of a component's first vertex that is all
	below  []int64 // of a block: the sum over its members
}

// sum adds up weights by vertex, nil for 1 each. It reports whether they are whole numbers, and not too large.
func (b *Blocks) sum(scope *memory.Scope, weights []float64) (m masses, fit bool, err error) {
	arrays := maker{scope: scope}
	m.behind, m.below = made[int64](&arrays, b.of.Vertices), made[int64](&arrays, len(b.top))
	if arrays.err != nil {
		return m, false, arrays.err
	}
	var total float64
	for v := range m.behind {
		m.behind[v] = 1
		if weights != nil {
			if weights[v] != math.Trunc(weights[v]) || weights[v] >= mostMass {
				return m, false, nil
			}
			m.behind[v] = int64(weights[v])
		}
		total += float64(m.behind[v])
	}
	if total >= mostMass {
		return m, false, nil
	}
	for block, top := range b.top { // a block comes after those that hang at its members
		for _, v := range b.membersOf(int32(block)) {
			m.below[block] += m.behind[v]
		}
		m.behind[top] += m.below[block]
	}
	return m, true, nil
}

// Weighed is a union with the weights of its sources and targets, for a sweep, and what the sweep leaves out.
type Weighed struct {
	*Union
	Sources []int32    // copies that sources stand behind, ascending
	Pairs   sums.Pairs // of the copies

	weights        *sums.Pairs // of the graph; nil: 1 each
	source, target masses
	scope          memory.Scope
}

// Weigh gives every copy the weights of the sources and of the targets that hang at it. Pairs may be nil; their cutoff does
// not count. It returns nil where weights are no whole numbers or too large. O(n).
func (u *Union) Weigh(pairs *sums.Pairs) (*Weighed, error) {
	w := &Weighed{Union: u, weights: pairs, Pairs: sums.Pairs{Cutoff: -1}}
	fit, err := w.masses(pairs)
	if fit && err == nil {
		fit, err = w.copies()
	}
	if !fit || err != nil {
		w.Release()
		return nil, err
	}
	return w, nil
}

// CopiesOf are the sources that stand for some vertices: each source stands for one, and a vertex has several or none.
func (w *Weighed) CopiesOf(vertices []int32) (copies []int32) {
	marked := graph.Marks(w.Blocks.of.Vertices, vertices)
	for _, at := range w.Sources {
		if marked[w.origin[at]] {
			copies = append(copies, at)
		}
	}
	return copies
}

// Bytes is the memory of the union and the weights.
func (w *Weighed) Bytes() int64 {
	n, blocks := int64(w.Blocks.of.Vertices), int64(len(w.Blocks.top))
	return w.Union.Bytes() + 20*int64(len(w.origin)) + 16*(n+blocks)
}

// Release releases the weights, but not the union.
func (w *Weighed) Release() {
	memory.Free(w.Pairs.SourceWeight)
	memory.Free(w.Pairs.TargetWeight)
	w.Pairs = sums.Pairs{}
	w.scope.Close()
}

func (w *Weighed) masses(pairs *sums.Pairs) (fit bool, err error) {
	if pairs == nil {
		pairs = &sums.Pairs{}
	}
	if w.source, fit, err = w.Blocks.sum(&w.scope, pairs.SourceWeight); !fit || err != nil {
		return fit, err
	}
	if w.target = w.source; pairs.SourceWeight == nil && pairs.TargetWeight == nil {
		return fit, err
	}
	w.target, fit, err = w.Blocks.sum(&w.scope, pairs.TargetWeight)
	return fit, err
}

// copies gives the copies their weights. It reports whether pairs fit the sums.
func (w *Weighed) copies() (fit bool, err error) {
	b, n := w.Blocks, len(w.origin)
	if w.Pairs.SourceWeight, err = memory.Make[float64](n); err != nil {
		return false, err
	}
	if w.Pairs.TargetWeight, err = memory.Make[float64](n); err != nil {
		return false, err
	}
	fit = true
	b.each(func(first, _, firstBlock, lastBlock int32) {
		sources, targets := w.source.behind[first], w.target.behind[first]
		fit = fit && float64(sources)*float64(targets) < mostPairs
		for block := firstBlock; block < lastBlock; block++ {
			if b.bridge(block) {
				continue
			}
			w.weigh(w.atTop[block], sources-w.source.below[block], targets-w.target.below[block], targets)
			for _, v := range b.membersOf(block) {
				w.weigh(w.atHome[v], w.source.behind[v], w.target.behind[v], targets)
			}
		}
	})
	if !fit {
		return false, nil
	}
	for v, weight := range w.Pairs.SourceWeight {
		if weight > 0 {
			w.Sources = append(w.Sources, int32(v))
		}
	}
	return true, w.Pairs.Lighten(n)
}

// weigh gives a copy its weights. What passes through another vertex from it goes to all targets but its own.
func (w *Weighed) weigh(at int32, source, target, targets int64) {
	w.Pairs.SourceWeight[at], w.Pairs.TargetWeight[at] = float64(source), float64(target)
	w.Pairs.Most = max(w.Pairs.Most, float64(source)*float64(targets-target), 1)
}
