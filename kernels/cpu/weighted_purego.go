//go:build !cgo || purego

package cpu

import (
	"math"

	"gobc/core/memory"
	"gobc/core/sums"
)

// routes finds the distances from one source after the other, by Dijkstra's algorithm on a binary heap in which a
// vertex may wait several times. L is the type of lengths.
type routes[L uint64 | float64] struct {
	memory.Scope
	graph    *CSR
	weight   [2]func(entry int64) L // of the out and in lists
	far      L                      // where not reached
	longest  L                      // the cutoff
	tight    func(du, w, dv L) bool // for distances that were reached
	distance []L
	order    []int32 // what the last source reaches, ascending by distance
	waiting  []waiting[L]
	bytes    int64
	visits   int64
}

type waiting[L uint64 | float64] struct {
	distance L
	vertex   int32
}

// wholeRoutes compares lengths exactly.
func wholeRoutes(g *CSR, cutoff float64) (*routes[uint64], error) {
	r := &routes[uint64]{graph: g, far: 1 << 63, longest: 1<<63 - 1}
	if cutoff >= 0 && cutoff < 0x1p63 {
		r.longest = uint64(cutoff)
	}
	r.weight[0] = func(k int64) uint64 { return uint64(g.OutWeights[k]) }
	r.weight[1] = func(k int64) uint64 { return uint64(g.InWeights[k]) }
	r.tight = func(du, w, dv uint64) bool { return du+w == dv }
	return r, r.open()
}

// realRoutes lets lengths tie within a relative tolerance, but never against the direction of growing distance.
func realRoutes(g *CSR, cutoff, tolerance float64) (*routes[float64], error) {
	r := &routes[float64]{graph: g, far: math.Inf(1), longest: math.MaxFloat64}
	if cutoff >= 0 {
		r.longest = cutoff
	}
	r.weight[0] = func(k int64) float64 { return g.OutReals[k] }
	r.weight[1] = func(k int64) float64 { return g.InReals[k] }
	r.tight = func(du, w, dv float64) bool {
		return du < dv && math.Abs(float64(du+w)-dv) <= float64(tolerance*dv)
	}
	return r, r.open()
}

func (r *routes[L]) open() (err error) {
	if r.distance, err = memory.In[L](&r.Scope, r.graph.Vertices); err != nil {
		return err
	}
	if r.order, err = memory.In[int32](&r.Scope, r.graph.Vertices); err != nil {
		return err
	}
	r.order = r.order[:0]
	for v := range r.distance {
		r.distance[v] = r.far
	}
	r.bytes = sizeOf(r.distance) + sizeOf(r.order)
	return nil
}

func (r *routes[L]) close() {
	r.Scope.Close()
	memory.Free(r.waiting)
	r.waiting = nil
}

// search puts what source reaches in order. A vertex enters order when it comes out of the heap for the first time:
// with its final distance.
func (r *routes[L]) search(source int32, cancel *int32) error {
	for v := range r.distance {
		r.distance[v] = r.far
	}
	r.order, r.waiting = r.order[:0], r.waiting[:0]
	r.distance[source] = 0
	if err := r.push(waiting[L]{0, source}); err != nil {
		return err
	}
	for len(r.waiting) > 0 {
		next := r.pop()
		if next.distance > r.distance[next.vertex] {
			continue
		}
		if stopped(cancel, len(r.order)) {
			return ErrCancelled
		}
		r.order = append(r.order, next.vertex)
		for k := r.graph.OutOffsets[next.vertex]; k < r.graph.OutOffsets[next.vertex+1]; k++ {
			w, found := r.graph.OutTargets[k], next.distance+r.weight[0](k)
			r.visits++
			if found < r.distance[w] && found <= r.longest {
				r.distance[w] = found
				if err := r.push(waiting[L]{found, w}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (r *routes[L]) push(x waiting[L]) (err error) {
	i := len(r.waiting)
	if r.waiting, err = memory.Grow(r.waiting, i+1); err != nil {
		return err
	}
	for ; i > 0 && r.waiting[(i-1)/2].distance > x.distance; i = (i - 1) / 2 {
		r.waiting[i] = r.waiting[(i-1)/2]
	}
	r.waiting[i] = x
	return nil
}

func (r *routes[L]) pop() waiting[L] {
	least, last := r.waiting[0], r.waiting[len(r.waiting)-1]
	r.waiting = r.waiting[:len(r.waiting)-1]
	i := 0
	for child := 1; child < len(r.waiting); child = 2*i + 1 {
		if child+1 < len(r.waiting) && r.waiting[child+1].distance < r.waiting[child].distance {
			child++
		}
		if r.waiting[child].distance >= last.distance {
			break
		}
		r.waiting[i], i = r.waiting[child], child
	}
	if len(r.waiting) > 0 {
		r.waiting[i] = last
	}
	return least
}

func (r *routes[L]) reached() []int32 { return r.order }

func (r *routes[L]) used() (bytes, visits int64) { return r.bytes + sizeOf(r.waiting), r.visits }

// length is d(source, v) as a whole number, if lengths are, and as float64.
func (r *routes[L]) length(v int32) (whole uint64, real float64) {
	return uint64(r.distance[v]), float64(r.distance[v])
}

// before calls f for the tails of the tight arcs into v, in the order of its in list.
func (r *routes[L]) before(v int32, f func(u int32)) {
	for k := r.graph.InOffsets[v]; k < r.graph.InOffsets[v+1]; k++ {
		u := r.graph.InTargets[k]
		if d := r.distance[u]; d != r.far && r.tight(d, r.weight[1](k), r.distance[v]) {
			f(u)
		}
	}
}

// after calls f for the heads of the tight arcs from v, in the order of its out list, with their entries there.
func (r *routes[L]) after(v int32, f func(entry int64, w int32)) {
	for k := r.graph.OutOffsets[v]; k < r.graph.OutOffsets[v+1]; k++ {
		w := r.graph.OutTargets[k]
		if d := r.distance[w]; d != r.far && r.tight(r.distance[v], r.weight[0](k), d) {
			f(k, w)
		}
	}
}

// wholeUnits is value * 2^-unit, rounded to nearest, ties to even.
func wholeUnits(value uint64, unit int) sums.Wide {
	switch {
	case unit <= -64:
		return sums.Wide{High: value << (-unit - 64)}
	case unit <= 0:
		return sums.Wide{High: value >> (64 + unit), Low: value << -unit}
	case unit > 64:
		return sums.Wide{}
	}
	half := uint64(1) << (unit - 1)
	rest, units := value&(half|(half-1)), value>>unit
	if rest > half || rest == half && units&1 == 1 {
		units++
	}
	return sums.Wide{Low: units}
}

// realUnits does the same with the 53 bits of a float64.
func realUnits(value float64, unit int) sums.Wide {
	mantissa, exponent := math.Frexp(value)
	return wholeUnits(uint64(math.Ldexp(mantissa, 53)), unit-(exponent-53))
}

// pending holds what a batch adds back until nothing can fail any more: it is added whole or not at all.
type pending struct {
	batch
	lengths []lengthTerm
}

// lengthTerm is the distance of one vertex from a source.
type lengthTerm struct {
	vertex int32
	whole  uint64
	real   float64
}

func (p *pending) reset() {
	p.batch.reset()
	p.lengths = p.lengths[:0]
}

func (p *pending) free() {
	p.batch.free()
	memory.Free(p.lengths)
	p.lengths = nil
}

func (p *pending) bytes() int64 { return p.batch.bytes() + sizeOf(p.lengths) }

func (p *pending) length(x lengthTerm) (err error) {
	if p.lengths, err = memory.Grow(p.lengths, len(p.lengths)+1); err == nil {
		p.lengths[len(p.lengths)-1] = x
	}
	return err
}

// commit adds everything to what is not nil. On error nothing was added.
func (p *pending) commit(t *sums.Paths, l *sums.Lengths, whole bool) error {
	if t != nil {
		if err := p.batch.commit(t); err != nil {
			return err
		}
	}
	if l != nil {
		for _, x := range p.lengths {
			include(l, x, whole)
		}
	}
	p.lengths = p.lengths[:0]
	return nil
}

func include(l *sums.Lengths, x lengthTerm, whole bool) {
	v := int(x.vertex)
	if l.Distance != nil {
		units := wholeUnits(x.whole, l.DistanceUnit)
		if !whole {
			units = realUnits(x.real, l.DistanceUnit)
		}
		sums.Add(l.Distance, v, units)
	}
	if l.Harmonic != nil && x.real > 0 {
		sums.Add(l.Harmonic, v, realUnits(1/x.real, l.HarmonicUnit))
	}
	if l.Reached != nil {
		l.Reached[v]++
	}
	if l.Eccentricity != nil {
		l.Eccentricity[v] = max(l.Eccentricity[v], x.real)
	}
}
