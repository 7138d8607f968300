//go:build cgo

package cpuengine

import (
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// Wanted searches from the vertices whose sums are asked for, against the arcs: a pair has the same distance either
// way, so the sums at those vertices are the ones of a sweep from all sources (but for the last bits where lengths are
// rounded). The others stay zero.
func Wanted(t *engine.Task, isa string) engine.Stage {
	s := &batches{stage: newStage(t), lanes: 1, from: t.Wanted}
	against := t.Forest.Reverse()
	isSource := t.IsSource()
	s.open = func() (opened, error) {
		left, err := t.NewSums(nil)
		if err != nil {
			return opened{}, err
		}
		k, err := openSearch(against, t, left, isa)
		if err != nil {
			left.Free()
			return opened{}, err
		}
		return opened{k, func(batch []int32, first, last int32, into *sums.Sums, _ []int64, cancel *int32) (uint64, error) {
			err := k.run(batch, first, last, cancel)
			if err == nil {
				found{batch[0], first, last, isSource}.gather(into, left)
			}
			return 0, err
		}}, nil
	}
	return s
}

// search is a kernel that leaves the distances from one vertex at the vertices of its component [first, last).
type search struct {
	kernelMemory
	left *sums.Sums
	run  func(vertex []int32, first, last int32, cancel *int32) error
}

func openSearch(f *graph.Forest, t *engine.Task, left *sums.Sums, isa string) (search, error) {
	if left.Hops != nil {
		k, err := cpu.NewDistances(f, &cpu.Pairs{Cutoff: t.Pairs.Limit()}, cpu.DistanceLanes[0], isa)
		return search{k, left, func(vertex []int32, first, last int32, cancel *int32) error {
			return k.Run(vertex, first, last, left.Hops, nil, cancel)
		}}, err
	}
	k, err := cpu.NewSerial(f, &cpu.Pairs{Cutoff: t.Pairs.Limit()}, t.Lengths.Tolerance, false, 0)
	return search{k, left, func(vertex []int32, first, last int32, cancel *int32) error {
		_, err := k.Run(vertex[0], first, last, nil, left.Lengths, nil, cancel)
		return err
	}}, err
}

func (s search) Close() {
	s.kernelMemory.Close()
	s.left.Free()
}

// found is where a search from v has been: the vertices [first, last), of which isSource counts; nil: all.
type found struct {
	v, first, last int32
	isSource       []bool
}

// gather adds to the vertex's sums what the search left at sources, and clears what it left.
func (f found) gather(into, left *sums.Sums) { into.Gather(f.v, left, f.sources, f.first, f.last) }

func (f found) sources(yield func(int32) bool) {
	for u := f.first; u < f.last; u++ {
		if (f.isSource == nil || f.isSource[u]) && !yield(u) {
			return
		}
	}
}
