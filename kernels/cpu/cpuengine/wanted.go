//go:build cgo

package cpuengine

import (
	"errors"
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// Wanted searches from the vertices whose sums are asked for, against the arcs: a pair has the same distance either
// way, so the sums at those vertices are the ones of a sweep from all sources (but for the last bits where lengths are
// rounded). The others stay zero. lanes is the size of a batch of hops.
func Wanted(t *engine.Task, lanes int, isa string) engine.Stage {
	if t.Lengths == nil {
		return wantedHops(t, lanes, isa)
	}
	s := &batches{stage: newStage(t), lanes: 1, from: t.Wanted}
	against, isSource := t.Forest.Reverse(), t.IsSource()
	s.open = func() (opened, error) {
		left, err := t.NewSums(nil)
		if err != nil {
			return opened{}, err
		}
		k, err := cpu.NewSerial(against, &cpu.Pairs{Cutoff: t.Pairs.Limit()}, t.Lengths.Tolerance, false, 0)
		if err != nil {
			left.Free()
			return opened{}, err
		}
		return opened{search{k, left}, func(batch []int32, first, last int32, into *sums.Sums, _ []int64,
			cancel *int32) (uint64, error) {
			_, err := k.Run(batch[0], first, last, nil, left.Lengths, nil, cancel)
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
}

func (s search) Close() {
	s.kernelMemory.Close()
	s.left.Free()
}

// wantedHops searches hops in batches, whose sums are by lane. Once a batch has shown that its vertices share too
// little, they are searched from one at a time.
func wantedHops(t *engine.Task, lanes int, isa string) engine.Stage {
	isSource := t.IsSource()
	one := sumsOfRows(t, 1, isa, isSource)
	if lanes == 1 {
		one.from = t.Wanted
		return one
	}
	s := sumsOfRows(t, lanes, isa, isSource)
	s.lanes, s.from, s.alone = cost.WantedBatch(len(t.Wanted), lanes, t.Threads), t.Wanted, one
	return s
}

// sumsOfRows runs batches of so many sources against the arcs. It stops looking at batches, which then come back, when
// one of them has been given up.
func sumsOfRows(t *engine.Task, lanes int, isa string, isSource []bool) *batches {
	against := t.Forest.Reverse()
	var givenUp atomic.Bool
	s := &batches{stage: newStage(t), lanes: lanes}
	s.open = func() (opened, error) {
		k, err := cpu.NewRows(against, t.Pairs.Limit(), lanes, 0, isa)
		return opened{k, func(batch []int32, first, last int32, into *sums.Sums, _ []int64, cancel *int32) (uint64, error) {
			if givenUp.Load() {
				return 0, engine.ErrNoRoom
			}
			most := cost.MostVisits(len(batch), against.Out.Offsets[last]-against.Out.Offsets[first])
			err := k.Sum(batch, first, last, isSource, most, into.Hops, cancel)
			if errors.Is(err, sums.ErrStalled) {
				givenUp.Store(true)
				return 0, engine.ErrNoRoom
			}
			return 0, err
		}}, err
	}
	return s
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
