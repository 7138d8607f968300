package order

import (
	"fmt"
	"math"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
)

// Lists is one direction of a relabeled adjacency: the neighbors of v are Targets[Offsets[v]:Offsets[v+1]].
//
// A list runs in the order of the neighbors' ranks, not of their new numbers: sums over it then add the same values
// in the same sequence whatever the order, and results do not depend on it.
type Lists struct {
	Offsets []uint32
	Targets []int32
	lent    bool // Targets are the view's
}

// Adjacency is a relabeled view; Out and In are the same if undirected. Free releases it.
type Adjacency struct{ Out, In *Lists }

// Free releases the arrays.
func (a *Adjacency) Free() {
	if a.In != a.Out {
		a.In.free()
	}
	a.Out.free()
	*a = Adjacency{}
}

func (l *Lists) free() {
	if l != nil {
		memory.Free(l.Offsets)
		if !l.lent {
			memory.Free(l.Targets)
		}
	}
}

// Relabel returns the view with vertex order[p] called p; a nil order only narrows the offsets, and the lists are those
// of the view. The arrays are made by core/memory.
func Relabel(view graph.View, order []int32, threads int, stop Stop) (a Adjacency, err error) {
	inverse, err := invert(order)
	if err != nil {
		return a, err
	}
	defer memory.Free(inverse)
	if a.Out, err = relabel(view.Out, order, inverse, threads, stop); err != nil {
		return Adjacency{}, err
	}
	a.In = a.Out
	if view.In != view.Out {
		if a.In, err = relabel(view.In, order, inverse, threads, stop); err != nil {
			a.Out.free()
			return Adjacency{}, err
		}
	}
	return a, nil
}

// invert returns the positions by rank; nil for nil.
func invert(order []int32) ([]int32, error) {
	inverse, err := memory.Make[int32](len(order))
	if err != nil {
		return nil, err
	}
	for p, v := range order {
		inverse[v] = int32(p)
	}
	return inverse, nil
}

// Positions returns the new numbers of ranks under an order; ranks itself for the identity.
func Positions(order, ranks []int32) ([]int32, error) {
	if order == nil {
		return ranks, nil
	}
	inverse, err := invert(order)
	if err != nil {
		return nil, err
	}
	defer memory.Free(inverse)
	positions := make([]int32, len(ranks))
	for i, r := range ranks {
		positions[i] = inverse[r]
	}
	return positions, nil
}

func relabel(csr *graph.CSR, order, inverse []int32, threads int, stop Stop) (*Lists, error) {
	n := len(csr.Offsets) - 1
	if arcs := len(csr.Targets); arcs > math.MaxUint32 {
		return nil, fmt.Errorf("the graph has %d adjacency entries, and a device kernel takes at most %d: run it on the CPU",
			arcs, math.MaxUint32)
	}
	l := &Lists{}
	var err error
	if l.Offsets, err = memory.Make[uint32](n + 1); err != nil {
		return nil, err
	}
	if order == nil {
		return l, l.lend(csr, threads, stop)
	}
	if l.Targets, err = memory.Make[int32](len(csr.Targets)); err != nil {
		l.free()
		return nil, err
	}
	for p := range n {
		l.Offsets[p+1] = l.Offsets[p] + uint32(csr.Degree(order[p]))
	}
	err = guard.Chunks(n, max(threads, 1), orNever(stop), func(lo, hi int) error {
		for p := lo; p < hi; p++ {
			list, into := csr.List(order[p]), l.Targets[l.Offsets[p]:l.Offsets[p+1]]
			for i, u := range list {
				into[i] = inverse[u]
			}
		}
		return nil
	})
	if err != nil {
		l.free()
		return nil, err
	}
	return l, nil
}

// lend makes the lists those of a view, which outlives them.
func (l *Lists) lend(csr *graph.CSR, threads int, stop Stop) error {
	l.Targets, l.lent = csr.Targets, true
	err := guard.Chunks(len(l.Offsets), max(threads, 1), orNever(stop), func(lo, hi int) error {
		for p := lo; p < hi; p++ {
			l.Offsets[p] = uint32(csr.Offsets[p])
		}
		return nil
	})
	if err != nil {
		l.free()
	}
	return err
}

func orNever(stop Stop) func() error {
	if stop == nil {
		return func() error { return nil }
	}
	return stop
}
