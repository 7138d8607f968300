// Package eccentricity finds the eccentricities of all vertices of an undirected graph by lower and upper bounds from few
// searches, and searches from the vertices that bounds leave open.
package eccentricity

import (
	"errors"
	"slices"
	"sync/atomic"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/kernels/cpu"
)

// smallest is the number of vertices from which on a component is worth bounds: below, searching from all of them takes
// eight batches at most.
const smallest = 8192

const wide = 512 // sources in a batch that keeps no distances

// finder is one call. Its goroutines meet at the end of each phase.
type finder struct {
	memory.Scope
	csr        *cpu.CSR
	components []int32
	threads    int
	smallest   int32
	stop       func() error
	cancel     *int32
	progress   func(done int)

	result   []int32
	left     []int32 // vertices that bounds left open
	searches atomic.Int64
}

// All returns, by rank, the largest distance of every vertex to another of its component, and the number of
// sources searched from. The view is undirected; its components are ranges of ranks, as in graph.Graph. The result is of
// package memory. stop is asked between batches and cancel looked at within them; progress gets the number of
// eccentricities found since it was last called, from any goroutine, and may be nil.
func All(view graph.View, components []int32, threads int, stop func() error, cancel *int32,
	progress func(done int)) (ecc []int32, searches int, err error) {
	f := &finder{components: components, threads: max(threads, 1), smallest: smallest, stop: stop, cancel: cancel,
		progress: progress}
	return f.find(view)
}

func (f *finder) find(view graph.View) (ecc []int32, searches int, err error) {
	if f.progress == nil {
		f.progress = func(int) {}
	}
	n := len(view.Out.Offsets) - 1
	f.csr = &cpu.CSR{Vertices: n, OutOffsets: view.Out.Offsets, OutTargets: view.Out.Targets,
		InOffsets: view.In.Offsets, InTargets: view.In.Targets, MaxInDegree: view.In.MaxDegree}
	if f.result, err = memory.Make[int32](n); err != nil {
		return nil, 0, err
	}
	if err = f.run(); err != nil {
		memory.Free(f.result)
		if errors.Is(err, cpu.ErrCancelled) {
			err = graph.ErrCancelled
		}
		return nil, 0, err
	}
	return f.result, int(f.searches.Load()), nil
}

func (f *finder) run() (err error) {
	defer f.Close()
	if f.left, err = memory.In[int32](&f.Scope, f.csr.Vertices); err != nil {
		return err
	}
	f.left = f.left[:0]
	for i := range len(f.components) - 1 {
		first, last := f.components[i], f.components[i+1]
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

// component returns the range of the component that rank v lies in.
func component(components []int32, v int32) (first, last int32) {
	lo, hi := 0, len(components)-1
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; components[mid] <= v {
			lo = mid
		} else {
			hi = mid
		}
	}
	return components[lo], components[hi]
}

// searchLeft searches from all vertices left.
func (f *finder) searchLeft() error {
	lanes := wide
	if len(f.left) <= narrow {
		lanes = narrow
	}
	return sweep(f.left, lanes, f.threads, f.components, f.stop, func() (*sweeper, error) {
		l, err := cpu.NewLevels(f.csr, lanes, 0, "")
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
func sweep(list []int32, lanes, threads int, components []int32, stop func() error, open func() (*sweeper, error)) error {
	var group guard.Group
	var next atomic.Int64
	for range min(threads, (len(list)+lanes-1)/lanes) {
		group.Go(func() error {
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
				first, _ := component(components, slices.Min(batch))
				_, last := component(components, slices.Max(batch))
				if err := s.run(batch, first, last); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
