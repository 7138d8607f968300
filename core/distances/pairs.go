package distances

import (
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

// Block finds the pairs of `count` sources from place `first` on; 0: as many as are worth a call. It takes the time and
// memory of the pairs and of what the searches meet, and O(n) for itself.
func Block(q Query, first, count int, control *engine.Control) (*Pairs, error) {
	sources := q.Sources[first:]
	if count > 0 {
		sources = sources[:min(count, len(sources))]
	}
	q.Sources = sources[:min(len(sources), cost.RowBlock(q.columns(), q.Threads))]
	s, err := q.plan(control)
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Sweeping)
	l, err := newListing(s, control)
	defer l.free()
	if err == nil {
		err = l.find(sources, count > 0)
	}
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Finishing)
	p, err := l.pairs(first)
	if err == nil {
		err = control.Check()
	}
	if err != nil {
		p.Free()
		return nil, err
	}
	return p, nil
}

// columns returns the number of targets.
func (q Query) columns() int {
	if q.Targets == nil {
		return q.Graph.Vertices
	}
	return len(q.Targets)
}
