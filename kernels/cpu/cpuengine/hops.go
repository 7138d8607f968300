//go:build cgo

package cpuengine

import (
	"math"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/order"
	"gobc/kernels/cpu"
)

type unitKey string // the name of a view

// unitForest is a forest whose arcs all have length 1, with the lists of another one. It stays with the graph.
type unitForest struct {
	*graph.Forest
	lengths memory.Scope
}

// Release is called with the graph's.
func (u *unitForest) Release() { u.lengths.Close() }

// withUnits gives all arcs of a forest length 1, once a view.
func withUnits(f *graph.Forest) (*graph.Forest, error) {
	if v, ok := f.Memo.Load(unitKey(f.Name)); ok {
		return v.(*unitForest).Forest, nil
	}
	made, unit := &unitForest{}, *f
	ones, err := memory.In[uint32](&made.lengths, len(f.Out.Targets))
	if err != nil {
		return nil, err
	}
	for i := range ones {
		ones[i] = 1
	}
	out := *f.Out
	out.Weights, out.Reals = ones, nil
	unit.Out, unit.In = &out, &out
	if f.In != f.Out {
		in := *f.In
		in.Weights, in.Reals = ones, nil
		unit.In = &in
	}
	made.Forest = &unit
	return graph.Keep(f.Memo, unitKey(f.Name), made).Forest, nil
}

type hopBitsKey struct{}

// hopBits returns the type of distance rows that no number of edges between two vertices passes; once a graph.
func hopBits(c *engine.Call) int {
	if c.Graph.LargestComponent() <= math.MaxUint16 {
		return engine.U16
	}
	if c.Graph.Directed {
		return engine.U32
	}
	bits, known := c.Graph.Memo.Load(hopBitsKey{})
	if !known {
		bits = engine.U32
		most, err := order.DistanceBound(c.Graph.View(false), c.Graph.Components, math.MaxUint16, c.Stop)
		if err != nil {
			return engine.U32 // the call ends
		}
		if most < math.MaxUint16 {
			bits = engine.U16
		}
		c.Graph.Memo.Store(hopBitsKey{}, bits)
	}
	return bits.(int)
}

// rowBits is the type of the distance rows of the label-correcting sweep.
func rowBits(c *engine.Call) int {
	if c.Weighted {
		return c.Lengths.RowBits
	}
	return hopBits(c)
}

// Hops is the label-correcting sweep of a graph without weights: path sums alone. Sources out of its range run one by
// one with exponents.
func Hops(t *engine.Task, bits int, isa string) engine.Stage {
	s := labelCorrecting(t, func() (*cpu.LabelCorrecting, error) {
		unit, err := withUnits(t.Forest)
		if err != nil {
			return nil, err
		}
		return cpu.NewLabelCorrecting(unit, t.Pairs, bits, 0, t.Paths, isa)
	})
	s.beyond = Queue(t, true)
	return s
}
