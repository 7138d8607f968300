package reduce

import (
	"math"
	"math/bits"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
)

// The largest weights allowed: the sum of those of one kind, which float64 has to hold exactly, and that of all pairs,
// which sums have to hold.
const (
	mostMass  = 1 << 53
	mostPairs = 1 << 62
)

// leastRound is how many sources a round of distances counts as, at least: a batch of 512 takes about as long with
// fewer.
const leastRound = 512

// Masses are the weights of sources and targets, and the sums of those that hang at each vertex.
type Masses struct {
	// What sweeps from the sources take, in vertices times arcs: on the graph, and on its blocks without bridges from the
	// vertices that a source hangs at.
	Before, After float64
	AfterRounds   float64 // of sweeps of distances: see Weighed.Rounds

	sources        []int32     // ascending; nil: all vertices
	weights        *sums.Pairs // of the graph; nil: 1 each
	source, target hanging
	scope          memory.Scope
}

// hanging are weights of vertices, added up from the last blocks of a search to its first vertex.
type hanging struct {
	behind []int64 // of a vertex with all that was found from it; of a component's first vertex that is all
	below  []int64 // of a block: the sum over its members
}

// Weigh adds up the weights of sources and targets. Sources ascend, nil for all vertices; pairs may be nil, and their
// cutoff does not count. It returns nil where weights are no whole numbers or too large. The error of stop ends it.
// O(n).
func (b *Blocks) Weigh(sources []int32, pairs *sums.Pairs, stop func() error) (*Masses, error) {
	m, p := &Masses{sources: sources, weights: pairs}, &pace{stop: stop}
	fit, err := m.add(b, p)
	if fit && err == nil {
		err = m.work(b, p)
	}
	if !fit || err != nil {
		m.Release()
		return nil, err
	}
	return m, nil
}

// Release releases the arrays.
func (m *Masses) Release() { m.scope.Close() }

func (m *Masses) add(b *Blocks, p *pace) (fit bool, err error) {
	pairs := m.weights
	if pairs == nil {
		pairs = &sums.Pairs{}
	}
	isSource := func(int32) bool { return true }
	if m.sources != nil {
		marked := graph.Marks(b.of.Vertices, m.sources)
		isSource = func(v int32) bool { return marked[v] }
	}
	unit := math.Ldexp(1, pairs.Exponent) // of the weights of sources: see sums.Pairs.Lighten
	m.source, fit, err = b.sum(&m.scope, p, func(v int32) float64 {
		if !isSource(v) {
			return 0
		}
		return weightOf(pairs.SourceWeight, v) * unit
	})
	if !fit || err != nil {
		return fit, err
	}
	if m.target = m.source; m.sources != nil || pairs.HasWeights() {
		m.target, fit, err = b.sum(&m.scope, p, func(v int32) float64 { return weightOf(pairs.TargetWeight, v) })
	}
	if !fit || err != nil {
		return fit, err
	}
	for c := range b.components() {
		fit = fit && float64(m.source.behind[c.first])*float64(m.target.behind[c.first]) < mostPairs
	}
	return fit, nil
}

// weightOf is that of a vertex; weights may be nil for 1 each.
func weightOf(weights []float64, v int32) float64 {
	if weights == nil {
		return 1
	}
	return weights[v]
}

// sum adds up weights by vertex. It reports whether they are whole numbers, and not too large.
func (b *Blocks) sum(scope *memory.Scope, p *pace, weight func(v int32) float64) (h hanging, fit bool, err error) {
	arrays := maker{scope: scope}
	h.behind, h.below = made[int64](&arrays, b.of.Vertices), made[int64](&arrays, len(b.top))
	if arrays.err != nil {
		return h, false, arrays.err
	}
	var total float64
	for v := range h.behind {
		w := weight(int32(v))
		if total += w; w != math.Trunc(w) || total >= mostMass {
			return h, false, nil
		}
		h.behind[v] = int64(w)
		if err := p.walk(1); err != nil {
			return h, false, err
		}
	}
	for block, top := range b.top { // a block comes after those that hang at its members
		for _, v := range b.membersOf(int32(block)) {
			h.below[block] += h.behind[v]
		}
		h.behind[top] += h.below[block]
		if err := p.walk(len(b.membersOf(int32(block)))); err != nil {
			return h, false, err
		}
	}
	return h, true, nil
}

// work sets what sweeps take. A source of weight 0 is one on the graph.
func (m *Masses) work(b *Blocks, p *pace) error {
	at := 0
	var copies [64]float64 // by round
	var most float64       // arcs of a block
	for c := range b.components() {
		from := int(c.last - c.first)
		if m.sources != nil {
			before := at
			for at < len(m.sources) && m.sources[at] < c.last {
				at++
			}
			from = at - before
		}
		m.Before += float64(from) * float64(b.of.Out.Offsets[c.last]-b.of.Out.Offsets[c.first])
		for block := c.firstBlock; block < c.lastBlock; block++ {
			if err := p.walk(len(b.membersOf(block))); err != nil {
				return err
			}
			if b.bridge(block) {
				continue
			}
			from, rounds := 0, 0
			count := func(sources int64) {
				from += int(min(sources, 1))
				for weight := uint64(sources); weight != 0; weight &= weight - 1 {
					copies[bits.TrailingZeros64(weight)]++
					rounds++
				}
			}
			count(m.source.behind[c.first] - m.source.below[block]) // at the top
			for _, v := range b.membersOf(block) {
				count(m.source.behind[v])
			}
			m.After += float64(from) * float64(b.arcs[block])
			m.AfterRounds += float64(rounds) * float64(b.arcs[block])
			most = max(most, float64(b.arcs[block]))
		}
	}
	for _, c := range copies {
		if c > 0 {
			m.AfterRounds += max(0, leastRound-c) * most
		}
	}
	return nil
}

// Weighed is a union with the weights of its sources and targets, for a sweep, and what the sweep leaves out.
type Weighed struct {
	*Union
	*Masses
	Sources []int32    // copies that sources stand behind, ascending
	Pairs   sums.Pairs // of the copies
}

// Weigh gives every copy the weights of the sources and of the targets that hang at it. It keeps the masses, which are
// those of the union's blocks. The error of stop ends it. O(n).
func (u *Union) Weigh(m *Masses, stop func() error) (*Weighed, error) {
	w := &Weighed{Union: u, Masses: m, Pairs: sums.Pairs{Cutoff: -1}}
	if err := w.copies(&pace{stop: stop}); err != nil {
		w.Release()
		return nil, err
	}
	return w, nil
}

// Share returns the copies to sweep for some of the sources. The shares of all sources together sweep every copy once,
// each the same part of the work.
func (w *Weighed) Share(of []int32) []int32 { return w.shared(w.Sources, of) }

// shared returns those of the copies, which ascend, that are swept for some of the sources.
func (w *Weighed) shared(all, of []int32) (copies []int32) {
	share := w.shareOf(of)
	w.eachArcs(all, func(_ int32, arcs uint64) { share.total += arcs })
	w.eachArcs(all, func(at int32, arcs uint64) {
		if share.takes(arcs) {
			copies = append(copies, at)
		}
	})
	return copies
}

// share deals work to sources.
type share struct {
	taken       []bool // by source: whether it is in the share
	total, done uint64 // work
}

func (w *Weighed) shareOf(of []int32) share {
	all := w.Masses.sources
	place := func(v int32) int32 { return v }
	count := w.Blocks.of.Vertices
	if all != nil {
		byRank := make([]int32, count)
		for i, v := range all {
			byRank[v] = int32(i)
		}
		place, count = func(v int32) int32 { return byRank[v] }, len(all)
	}
	taken := make([]bool, count)
	for _, v := range of {
		taken[place(v)] = true
	}
	return share{taken: taken}
}

// takes reports whether the source that does the next part of the work is in the share.
func (s *share) takes(work uint64) bool {
	high, low := bits.Mul64(s.done, uint64(len(s.taken)))
	i, _ := bits.Div64(high, low, s.total)
	s.done += work
	return s.taken[i]
}

// eachArcs calls f with each of some copies, which ascend, and the arcs of its block.
func (w *Weighed) eachArcs(copies []int32, f func(at int32, arcs uint64)) {
	component := 0
	for _, at := range copies {
		for at >= w.components[component+1] {
			component++
		}
		f(at, uint64(w.Blocks.arcs[w.block[component]]))
	}
}

// Bytes returns the memory of the union and the weights.
func (w *Weighed) Bytes() int64 {
	masses := 16 * int64(len(w.source.behind)+len(w.source.below))
	if w.Masses.sources != nil || w.weights.HasWeights() {
		masses *= 2
	}
	return w.Union.Bytes() + 20*int64(len(w.origin)) + masses
}

// Release releases the weights, but not the union.
func (w *Weighed) Release() {
	memory.Free(w.Pairs.SourceWeight)
	memory.Free(w.Pairs.TargetWeight)
	w.Pairs = sums.Pairs{}
	w.Masses.Release()
}

// copies gives the copies their weights.
func (w *Weighed) copies(p *pace) (err error) {
	b, n := w.Blocks, len(w.origin)
	if w.Pairs.SourceWeight, err = memory.Make[float64](n); err != nil {
		return err
	}
	if w.Pairs.TargetWeight, err = memory.Make[float64](n); err != nil {
		return err
	}
	for c := range b.components() {
		sources, targets := w.source.behind[c.first], w.target.behind[c.first]
		w.Pairs.Total = max(w.Pairs.Total, float64(sources)*float64(targets))
		for block := c.firstBlock; block < c.lastBlock; block++ {
			if err := p.walk(len(b.membersOf(block))); err != nil {
				return err
			}
			if b.bridge(block) {
				continue
			}
			w.weigh(w.atTop[block], sources-w.source.below[block], targets-w.target.below[block], targets)
			for _, v := range b.membersOf(block) {
				w.weigh(w.atHome[v], w.source.behind[v], w.target.behind[v], targets)
			}
		}
	}
	for v, weight := range w.Pairs.SourceWeight {
		if weight > 0 {
			w.Sources = append(w.Sources, int32(v))
		}
		if err := p.walk(1); err != nil {
			return err
		}
	}
	return w.Pairs.Lighten(n)
}

// weigh gives a copy its weights. What passes through another vertex from it goes to all targets but its own.
func (w *Weighed) weigh(at int32, source, target, targets int64) {
	w.Pairs.SourceWeight[at], w.Pairs.TargetWeight[at] = float64(source), float64(target)
	w.Pairs.Most = max(w.Pairs.Most, float64(source)*float64(targets-target), 1)
}
