// Package eccentricity finds the eccentricities of all vertices of an undirected graph. A few searches give lower and
// upper bounds; vertices whose bounds differ are searched from.
package eccentricity

import (
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/sums"
)

// Searches opens the searches of an engine. They are called once a batch of sources.
type Searches interface {
	// Levels opens searches for batches of up to 512 sources or, with 1 and 64 lanes, of 64; with 1 lane they run one
	// after the other. bits is the type of the distances kept for Bound, 16 or 32, with 1 and 64 lanes; 0 keeps none, with
	// 64 and 512.
	Levels(lanes, bits int) (Levels, error)
	// Lengths opens searches of a weighted graph for batches of up to 64 sources.
	Lengths() (LengthSearch, error)
	// Length opens searches of a weighted graph from one source.
	Length() (LengthSearch, error)
}

// Levels are searches of an unweighted graph; one goroutine uses it at a time. [first, last) is the range that the
// sources reach.
type Levels interface {
	// Run fills in, by source, the largest distance, and that to a vertex whose byte in known is 0. known and beyond may
	// be nil.
	Run(sources []int32, first, last int32, known []uint8, eccentricity, beyond []int32, cancel *int32) error
	// Bound tightens the bounds of one component by what the last batch found.
	Bound(first, last int32, eccentricity, beyond []int32, b *Bounds, cancel *int32) error
	Visits() int64 // arcs looked at so far
	Close()
}

// Bounds are bounds on eccentricities, by vertex: see gobc_ecc_bounds in kernels/cpu/kernels.h. Arrays are of package
// memory.
type Bounds struct{ Lower, Upper, Shortfall []int32 }

// LengthSearch are searches of a weighted graph; one goroutine uses it at a time.
type LengthSearch interface {
	// Run adds the lengths of a batch.
	Run(sources []int32, first, last int32, into *sums.Lengths, cancel *int32) error
	Close()
}

const wide = 512 // sources in a batch that keeps no distances

// finder is one call. Its goroutines meet at the end of each phase.
type finder struct {
	memory.Scope
	forest   *graph.Forest
	searcher Searches
	threads  int
	smallest int32
	stop     func() error
	cancel   *int32
	progress func(done int)

	result   []int32
	left     []int32 // vertices that bounds left open
	searches atomic.Int64
}

// All returns, by rank, the largest distance of every vertex to another of its component, and the number of sources
// searched from. The forest is undirected. The result is of package memory. stop is asked between batches and cancel
// looked at within them; progress gets the number of eccentricities found since it was last called, from any goroutine,
// and may be nil.
func All(forest *graph.Forest, open Searches, threads int, stop func() error, cancel *int32,
	progress func(done int)) (ecc []int32, searches int, err error) {
	f := &finder{forest: forest, searcher: open, threads: max(threads, 1), smallest: cost.BoundedComponent, stop: stop,
		cancel: cancel, progress: progress}
	return f.find()
}

func (f *finder) find() (ecc []int32, searches int, err error) {
	if f.progress == nil {
		f.progress = func(int) {}
	}
	if f.result, err = memory.Make[int32](f.forest.Vertices); err != nil {
		return nil, 0, err
	}
	if err = f.run(); err != nil {
		memory.Free(f.result)
		return nil, 0, err
	}
	return f.result, int(f.searches.Load()), nil
}

func (f *finder) run() (err error) {
	defer f.Close()
	if f.left, err = memory.In[int32](&f.Scope, f.forest.Vertices); err != nil {
		return err
	}
	f.left = f.left[:0]
	for i := range len(f.forest.Components) - 1 {
		first, last := f.forest.Components[i], f.forest.Components[i+1]
		if last-first < f.smallest {
			for v := first; v < last; v++ {
				f.left = append(f.left, v)
			}
			continue
		}
		if err := f.bound(first, last); err != nil {
			return err
		}
	}
	return f.searchLeft()
}

// searchLeft searches from all vertices left.
func (f *finder) searchLeft() error {
	lanes := wide
	if len(f.left) <= narrow {
		lanes = narrow
	}
	return sweep(f.left, lanes, f.threads, f.forest, f.stop, func() (*sweeper, error) {
		l, err := f.searcher.Levels(lanes, 0)
		if err != nil {
			return nil, err
		}
		far := make([]int32, lanes)
		run := func(batch []int32, first, last int32) error {
			if err := l.Run(batch, first, last, nil, far, nil, f.cancel); err != nil {
				return err
			}
			for i, v := range batch {
				f.result[v] = far[i]
			}
			f.searches.Add(int64(len(batch)))
			f.progress(len(batch))
			return nil
		}
		return &sweeper{run, l.Close}, nil
	})
}

// sweeper is one thread's kernel; run takes a batch and the range of ranks that holds its components.
type sweeper struct {
	run   func(batch []int32, first, last int32) error
	close func()
}

// sweep runs a list in batches of up to `lanes`.
func sweep(list []int32, lanes, threads int, forest *graph.Forest, stop func() error,
	open func() (*sweeper, error)) error {
	var group guard.Group
	var next atomic.Int64
	return group.Each(min(threads, (len(list)+lanes-1)/lanes), func(int) error {
		s, err := open()
		if err != nil {
			return err
		}
		defer s.close()
		for !group.Failed() {
			lo := (int(next.Add(1)) - 1) * lanes
			if lo >= len(list) {
				break
			}
			if err := stop(); err != nil {
				return err
			}
			batch := list[lo:min(lo+lanes, len(list))]
			first, last := forest.RangeOf(batch)
			if err := s.run(batch, first, last); err != nil {
				return err
			}
		}
		return nil
	})
}
