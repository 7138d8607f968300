package distances

import (
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/memory"
)

// Pairs are the pairs of some sources and the targets that they reach, with a distance each: in order of the sources,
// then of the targets. A source that is a target is at distance 0 of itself. Arrays are of package memory, and the
// caller's.
type Pairs struct {
	Source, Target []int32 // vertex numbers
	Distance       *Matrix // a row
	Next           int     // the first source of the next block
}

// Free releases what nobody has taken over.
func (p *Pairs) Free() {
	memory.Free(p.Source)
	memory.Free(p.Target)
	p.Source, p.Target = nil, nil
	if p.Distance != nil {
		p.Distance.Free()
	}
}

// At returns the distance of a pair.
func (p *Pairs) At(pair int) float64 { return p.Distance.At(pair) }

// Lists returns the targets of a query, all vertices where none are given, and the sources of the block of `count` from
// place `first` on; 0: as many as fit into a block of usual size.
func (q Query) Lists(first, count int) (sources, targets []int32) {
	targets = q.Targets
	if targets == nil {
		targets = make([]int32, q.Graph.Vertices)
		for v := range targets {
			targets[v] = int32(v)
		}
	}
	if count == 0 {
		count = cost.RowBlock(len(targets), q.Threads)
	}
	return q.Sources[first : first+min(count, len(q.Sources)-first)], targets
}

// Block finds the pairs of `count` sources from place `first` on; 0: as many as fit into a block of usual size.
func Block(q Query, first, count int, control *engine.Control) (*Pairs, error) {
	sources, targets := q.Lists(first, count)
	q.Sources = sources
	s, err := q.plan(control)
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Sweeping)
	atomic.StoreInt64(control.Total, int64(len(sources)))
	m, err := s.matrix(control, false)
	defer m.Free()
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Finishing)
	p := &Pairs{Next: first + len(sources)}
	budget := memory.NewBudget(q.Limit)
	switch m.Type {
	case Uint8:
		err = gather[uint8, int32](p, m, sources, targets, uint8(engine.Unreached(8)), budget)
	case Uint16:
		err = gather[uint16, int32](p, m, sources, targets, uint16(engine.Unreached(16)), budget)
	case Int32:
		err = gather[int32, int32](p, m, sources, targets, int32(engine.Unreached(32)), budget)
	default:
		err = gather[float64, float64](p, m, sources, targets, infinite, budget)
	}
	if err == nil {
		err = control.Check()
	}
	if err != nil {
		p.Free()
		return nil, err
	}
	return p, nil
}

// gather lists what is not far, in a type that is the same for all blocks of a query.
func gather[T uint8 | uint16 | int32 | float64, To int32 | float64](p *Pairs, m *Matrix, sources, targets []int32,
	far T, budget memory.Budget) (err error) {
	all := memory.View[T](m.Values)
	reached := 0
	for _, d := range all {
		if d != far {
			reached++
		}
	}
	p.Distance = &Matrix{Type: Int32, Rows: 1, Columns: reached}
	if m.Type == Float64 {
		p.Distance.Type = Float64
	}
	size := bitsOf[p.Distance.Type] / 8
	if err := budget.Check(int64(len(m.Values))+int64(reached)*int64(8+size), "a block of pairs needs about"); err != nil {
		return err
	}
	if p.Source, err = memory.Make[int32](reached); err != nil {
		return err
	}
	if p.Target, err = memory.Make[int32](reached); err != nil {
		return err
	}
	if p.Distance.Values, err = memory.Make[byte](reached * size); err != nil {
		return err
	}
	to, at := memory.View[To](p.Distance.Values), 0
	for i, s := range sources {
		for j, d := range all[i*len(targets) : (i+1)*len(targets)] {
			if d != far {
				p.Source[at], p.Target[at], to[at] = s, targets[j], To(d)
				at++
			}
		}
	}
	return nil
}
