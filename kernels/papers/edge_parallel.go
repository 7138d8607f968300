package papers

import (
	"math"
	"sync/atomic"

	"gobc/core/graph"
	"gobc/core/guard"
)

// edgeParallel is the method of edge.h on the CPU: threads share the arcs of every level. It is slow; it is here for
// comparison.
type edgeParallel struct {
	forest   *graph.Forest
	tails    []uint32
	threads  int
	distance []int32
	sigma    []uint64 // bits of float64
	delta    []uint64
	flags    []bool
}

// NewEdgeParallel allocates the arrays.
func NewEdgeParallel(forest *graph.Forest, threads int) BySource {
	n := forest.Vertices
	return &edgeParallel{forest, tails(forest), threads, make([]int32, n), make([]uint64, n), make([]uint64, n),
		make([]bool, len(forest.Out.Targets))}
}

func (e *edgeParallel) Run(source int32, stop func() error) (dependency func(v int) float64, outOfRange bool,
	err error) {
	for v := range e.distance {
		e.distance[v], e.sigma[v], e.delta[v] = -1, 0, 0
	}
	e.distance[source], e.sigma[source] = 0, math.Float64bits(1)
	deepest := int32(0)
	for ; ; deepest++ {
		if err := stop(); err != nil {
			return nil, false, err
		}
		found, err := e.level(func(arc int) bool { return e.forward(arc, deepest) })
		if err != nil {
			return nil, false, err
		}
		if !found {
			break
		}
	}
	for _, bits := range e.sigma {
		if !(math.Float64frombits(bits) <= 0x1p1000) {
			return nil, true, nil
		}
	}
	for level := deepest - 1; level > 0; level-- {
		if err := stop(); err != nil {
			return nil, false, err
		}
		if _, err := e.level(func(arc int) bool { return e.backward(arc, level) }); err != nil {
			return nil, false, err
		}
	}
	e.delta[source] = 0
	return func(v int) float64 { return math.Float64frombits(e.delta[v]) }, false, nil
}

// level calls visit for every arc, and reports whether it returned true for one.
func (e *edgeParallel) level(visit func(arc int) bool) (bool, error) {
	var any atomic.Bool
	var group guard.Group
	arcs := len(e.tails)
	for k := range e.threads {
		group.Go(func() error {
			for arc := arcs * k / e.threads; arc < arcs*(k+1)/e.threads; arc++ {
				if visit(arc) {
					any.Store(true)
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return any.Load(), err
}

func (e *edgeParallel) forward(arc int, level int32) bool {
	v, w := e.tails[arc], e.forest.Out.Targets[arc]
	if atomic.LoadInt32(&e.distance[v]) != level {
		return false
	}
	found := atomic.CompareAndSwapInt32(&e.distance[w], -1, level+1)
	e.flags[arc] = atomic.LoadInt32(&e.distance[w]) == level+1
	if e.flags[arc] {
		addTo(&e.sigma[w], math.Float64frombits(e.sigma[v]))
	}
	return found
}

func (e *edgeParallel) backward(arc int, level int32) bool {
	v, w := e.tails[arc], e.forest.Out.Targets[arc]
	if e.distance[v] != level || !e.flags[arc] {
		return false
	}
	share := math.Float64frombits(e.sigma[v]) / math.Float64frombits(e.sigma[w])
	addTo(&e.delta[v], share*(1+math.Float64frombits(e.delta[w])))
	return true
}

// addTo adds to a float64 that other threads add to as well.
func addTo(place *uint64, x float64) {
	for {
		old := atomic.LoadUint64(place)
		if atomic.CompareAndSwapUint64(place, old, math.Float64bits(math.Float64frombits(old)+x)) {
			return
		}
	}
}
