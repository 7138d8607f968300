package paths

import (
	"fmt"
	"math"
	"sync/atomic"

	"gobc/core/distances"
	"gobc/core/engine"
	"gobc/core/memory"
)

// Matrix has a row for each source, with the distance to each target and the number of shortest paths: int32 numbers of
// edges or float64 lengths, and float64 numbers of paths, which are exact up to 2^53. A vertex is at one path of length
// 0 from itself; where a target is not reached there are 0 paths. Arrays are of package memory, and the caller's.
type Matrix struct {
	Distance *distances.Matrix
	Paths    []float64
}

// Free releases what nobody has taken over.
func (m *Matrix) Free() {
	m.Distance.Free()
	memory.Free(m.Paths)
	m.Paths = nil
}

// Count fills the matrix of a query. O(k (n + m)) time for k sources without lengths, O(k (m + n log n)) with them.
func Count(q Query, control *engine.Control) (*Matrix, error) {
	p, err := open(q, control)
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Sweeping)
	atomic.StoreInt64(control.Total, int64(len(q.Sources)))
	m, err := p.matrix(q.Sources, "; ask for fewer sources or targets, or for blocks of sources", control)
	if err == nil {
		err = control.Check()
	}
	if err != nil {
		m.Free()
		return nil, err
	}
	return m, nil
}

// bytesOfPair are those of a distance and a number of paths.
func (p *plan) bytesOfPair() int64 {
	if p.task.Lengths != nil {
		return 8 + 8
	}
	return 4 + 8
}

// matrix fills rows of some sources.
func (p *plan) matrix(sources []int32, advice string, control *engine.Control) (m *Matrix, err error) {
	columns := p.rank
	if p.Targets != nil {
		columns = p.ranks(p.Targets)
	}
	m = &Matrix{Distance: &distances.Matrix{Type: distances.Int32, Rows: len(sources), Columns: len(columns)}}
	if p.task.Lengths != nil {
		m.Distance.Type = distances.Float64
	}
	pairs := len(sources) * len(columns)
	held := int64(pairs) * p.bytesOfPair()
	if _, err := p.fitting(1, held, p.bytesOfSearch(false), "counting shortest paths needs about"); err != nil {
		return m, fmt.Errorf("%w%s", err, advice)
	}
	if m.Paths, err = memory.Make[float64](pairs); err != nil {
		return m, err
	}
	if m.Distance.Values, err = memory.Make[byte](int(held) - 8*pairs); err != nil {
		return m, err
	}
	ranks := p.ranks(sources)
	return m, p.each(len(ranks), held, p.bytesOfSearch(false), "counting shortest paths needs about", control,
		func() (func(int) error, func(), error) {
			s, err := p.newSearch(false)
			if err != nil {
				return nil, nil, err
			}
			return func(row int) error {
				if _, err := s.countFrom(ranks[row], control.Cancel); err != nil {
					return err
				}
				s.write(m, row, columns)
				control.Add(1)
				return nil
			}, s.close, nil
		})
}

// write fills a row in.
func (s *search) write(m *Matrix, row int, columns []int32) {
	first := row * len(columns)
	for i, v := range columns {
		place := s.place[v]
		if place >= 0 {
			m.Paths[first+i] = s.sigma[place]
		}
		m.put(first+i, s, place)
	}
}

func (m *Matrix) put(at int, s *search, place int32) {
	if m.Distance.Type == distances.Float64 {
		values := memory.View[float64](m.Distance.Values)
		if values[at] = math.Inf(1); place >= 0 {
			values[at] = s.lengthAt(int(place))
		}
		return
	}
	values := memory.View[int32](m.Distance.Values)
	if values[at] = int32(engine.Unreached(32)); place >= 0 {
		values[at] = int32(s.distance[place])
	}
}

// Pairs are the pairs of a block with a path, each with its number of paths.
type Pairs struct {
	*distances.Pairs
	Paths []float64
}

// Free releases what nobody has taken over.
func (p *Pairs) Free() {
	p.Pairs.Free()
	memory.Free(p.Paths)
	p.Paths = nil
}

// Block lists the pairs of `count` sources from place `first` on, as distances.Block does.
func Block(q Query, first, count int, control *engine.Control) (*Pairs, error) {
	sources, targets := q.Lists(first, count)
	p, err := open(q, control)
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Sweeping)
	atomic.StoreInt64(control.Total, int64(len(sources)))
	m, err := p.matrix(sources, "", control)
	defer m.Free()
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Finishing)
	found := &Pairs{Pairs: &distances.Pairs{Next: first + len(sources)}}
	if err := found.gather(m, sources, targets, p); err != nil {
		found.Free()
		return nil, err
	}
	return found, control.Check()
}

// gather lists what is reached.
func (found *Pairs) gather(m *Matrix, sources, targets []int32, p *plan) (err error) {
	reached := 0
	for _, paths := range m.Paths {
		if paths > 0 {
			reached++
		}
	}
	size := int(p.bytesOfPair()) - 8
	held := int64(len(m.Paths))*p.bytesOfPair() + int64(reached)*(8+p.bytesOfPair())
	if _, err = p.fitting(1, held, 0, "a block of pairs needs about"); err != nil {
		return err
	}
	found.Pairs.Distance = &distances.Matrix{Type: m.Distance.Type, Rows: 1, Columns: reached}
	if found.Source, err = memory.Make[int32](reached); err != nil {
		return err
	}
	if found.Target, err = memory.Make[int32](reached); err != nil {
		return err
	}
	if found.Paths, err = memory.Make[float64](reached); err != nil {
		return err
	}
	if found.Distance.Values, err = memory.Make[byte](reached * size); err != nil {
		return err
	}
	at := 0
	for i, s := range sources {
		for j, t := range targets {
			pair := i*len(targets) + j
			if m.Paths[pair] == 0 {
				continue
			}
			found.Source[at], found.Target[at], found.Paths[at] = s, t, m.Paths[pair]
			copy(found.Distance.Values[at*size:(at+1)*size], m.Distance.Values[pair*size:])
			at++
		}
	}
	return nil
}
