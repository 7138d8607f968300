package cpu

/*
#cgo gobc_only_baseline CFLAGS: -DGOBC_ONLY_ISA=0
#cgo gobc_only_avx2 CFLAGS: -DGOBC_ONLY_ISA=1
#cgo gobc_only_avx512 CFLAGS: -DGOBC_ONLY_ISA=2
#cgo CFLAGS: -std=c11 -O3 -Wall -Wextra -Wno-unknown-pragmas
#cgo LDFLAGS: -lm
#include <stdlib.h>
#include "kernels.h"
*/
import "C"

import (
	"runtime"
	"unsafe"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
)

// workspace is the C memory of a kernel.
type workspace struct{ c unsafe.Pointer }

// openWorkspace opens one with a kernel's own function. Kernels keep the addresses of the arrays of the graph and of
// the pairs' weights, which are C memory, but not those of the two structs.
func openWorkspace(f *graph.Forest, pairs *Pairs,
	open func(*C.gobc_csr, *C.gobc_pairs, *C.gobc_allocator) unsafe.Pointer) (workspace, error) {
	type both struct {
		csr   C.gobc_csr
		pairs C.gobc_pairs
	}
	b := (*both)(C.calloc(1, C.size_t(unsafe.Sizeof(both{}))))
	if b == nil {
		return workspace{}, memory.ErrNoMemory
	}
	defer C.free(unsafe.Pointer(b))
	b.csr = C.gobc_csr{
		vertices:      C.int64_t(f.Vertices),
		out_offsets:   array[C.int64_t](f.Out.Offsets),
		out_targets:   array[C.int32_t](f.Out.Targets),
		in_offsets:    array[C.int64_t](f.In.Offsets),
		in_targets:    array[C.int32_t](f.In.Targets),
		max_in_degree: C.int64_t(f.In.MaxDegree),
		out_weights:   array[C.uint32_t](f.Out.Weights),
		in_weights:    array[C.uint32_t](f.In.Weights),
		out_reals:     array[C.double](f.Out.Reals),
		in_reals:      array[C.double](f.In.Reals),
	}
	b.pairs.cutoff = -1
	if pairs != nil {
		b.pairs = C.gobc_pairs{
			source_weight: array[C.double](pairs.SourceWeight),
			target_weight: array[C.double](pairs.TargetWeight),
			cutoff:        C.double(pairs.Cutoff),
			multiplicity:  array[C.double](pairs.Multiplicity),
			inner_count:   C.int(len(pairs.Inner)),
		}
		for i, cutoff := range pairs.Inner {
			b.pairs.inner[i] = C.double(cutoff)
		}
		if d := pairs.Demand; d != nil {
			b.pairs.demand_offsets, b.pairs.demand_targets = array[C.int64_t](d.Offsets), array[C.int32_t](d.Targets)
			b.pairs.demand_flow = array[C.double](d.Flow)
		}
		b.pairs.decay, b.pairs.ends = cDecay(pairs.DistanceDecay), flag(pairs.Ends)
	}
	w := workspace{open(&b.csr, &b.pairs, (*C.gobc_allocator)(memory.Allocator()))}
	if w.c == nil {
		return w, memory.ErrNoMemory
	}
	return w, nil
}

// cDecay is the function by which pairs count less; nil: none.
func cDecay(d *sums.DistanceDecay) C.gobc_distance_decay {
	if d == nil {
		return C.gobc_distance_decay{}
	}
	two := func(x [2]float64) [2]C.double { return [2]C.double{C.double(x[0]), C.double(x[1])} }
	return C.gobc_distance_decay{function: C.int(d.Function), rate: two(d.Rate), shift: two(d.Shift), log: two(d.Log),
		scale: C.double(d.Scale), reach: C.double(d.Reach)}
}

// Counts tells what the batches met so far.
func (w workspace) Counts() Counts {
	c := C.gobc_workspace_counts(w.c)
	return Counts{int64(c.batches), int64(c.lanes), int64(c.levels), int64(c.pull_levels),
		int64(c.frontier_items), int64(c.visits), int64(c.useful_arcs), int64(c.bytes)}
}

// Close releases the workspace.
func (w workspace) Close() { C.gobc_workspace_close(w.c) }

// array is the address of a slice's elements in C.
func array[To, From any](s []From) *To { return (*To)(unsafe.Pointer(unsafe.SliceData(s))) }

// withTotals points C structs at the arrays, which are C memory, and takes back what the kernel allocated. The structs
// are C memory too: their 1.6 KB would be half of what a batch of a small graph leaves to the garbage collector.
func withTotals(all []*sums.Paths, f func(*C.gobc_totals) C.int) C.int {
	c, err := memory.Make[C.gobc_totals](len(all))
	if err != nil {
		return C.GOBC_KERNEL_NOMEM
	}
	defer memory.Free(c)
	for i, t := range all {
		lendPaths(t, &c[i])
	}
	status := f(&c[0])
	for i, t := range all {
		takePaths(t, &c[i])
	}
	return status
}

func lend(s *sums.PathCounts, c *C.gobc_stress_sums) {
	c.words = array[C.uint64_t](s.Words)
	for k, w := range s.Large {
		c.large[k] = array[C.uint64_t](w)
	}
	c.infinite = array[C.uint8_t](s.Infinite)
}

func take(s *sums.PathCounts, c *C.gobc_stress_sums) {
	for k, w := range c.large {
		if w != nil && s.Windows()[k] == nil {
			s.Large[k] = unsafe.Slice((*uint64)(w), len(s.Words))
		}
	}
	if s.Infinite == nil && c.infinite != nil {
		s.Infinite = unsafe.Slice((*uint8)(c.infinite), len(s.Words)/2)
	}
}

func kernelError(status C.int) error {
	switch status {
	case C.GOBC_KERNEL_OK:
		return nil
	case C.GOBC_KERNEL_CANCELLED:
		return graph.ErrCancelled
	case C.GOBC_KERNEL_STALLED:
		return sums.ErrStalled
	}
	return memory.ErrNoMemory
}

// cTerm is a term as C has it.
func cTerm(t sums.Term) C.gobc_term {
	return C.gobc_term{rate: C.double(t.Rate), shift: C.int32_t(t.Shift), unit: C.int32_t(t.Unit)}
}

// flag is a condition as C has it.
func flag(condition bool) C.int {
	if condition {
		return 1
	}
	return 0
}

// Sweep is a workspace of the batched sweep; one goroutine uses it at a time.
type Sweep struct {
	workspace
	Width int
}

// NewSweep opens a workspace. isa is "" for the best, or one of avx512, avx2, baseline.
func NewSweep(f *graph.Forest, pairs *Pairs, width int, p Precision, needs sums.Kinds, isa string) (*Sweep, error) {
	w, err := openWorkspace(f, pairs, func(csr *C.gobc_csr, pairs *C.gobc_pairs,
		allocator *C.gobc_allocator) unsafe.Pointer {
		return unsafe.Pointer(C.gobc_sweep_open(csr, pairs, C.int(width), C.int(p), C.uint(needs), isaNumber(isa), allocator))
	})
	return &Sweep{w, width}, err
}

// Run runs one batch of distinct sources; see gobc_sweep_run.
func (s *Sweep) Run(sources []int32, first, last int32, t *sums.Paths, cancel *int32) (outOfRange uint64, err error) {
	return s.RunAll(sources, first, last, []*sums.Paths{t}, cancel)
}

// RunAll runs one batch for pairs with inner cutoffs, which have several sums: see gobc_totals.
func (s *Sweep) RunAll(sources []int32, first, last int32, t []*sums.Paths, cancel *int32) (outOfRange uint64,
	err error) {
	var f C.uint64_t
	status := withTotals(t, func(c *C.gobc_totals) C.int {
		return C.gobc_sweep_run((*C.gobc_sweep)(s.c), array[C.int32_t](sources), C.int(len(sources)), C.int32_t(first),
			C.int32_t(last), c, (*C.int32_t)(cancel), &f)
	})
	runtime.KeepAlive(sources)
	return uint64(f), kernelError(status)
}

// Distances is a workspace of the distance sweep.
type Distances struct {
	workspace
	Lanes int
}

// NewDistances opens a workspace for 64, 256 or 512 lanes. Of the pairs the cutoffs count: distances beyond the largest
// count as not reached.
func NewDistances(f *graph.Forest, pairs *Pairs, lanes int, isa string) (*Distances, error) {
	w, err := openWorkspace(f, pairs, func(csr *C.gobc_csr, pairs *C.gobc_pairs,
		allocator *C.gobc_allocator) unsafe.Pointer {
		return unsafe.Pointer(C.gobc_distances_open(csr, pairs, C.int(lanes/64), isaNumber(isa), allocator))
	})
	return &Distances{w, lanes}, err
}

// Run runs one batch; laneReached is nil or has one element a source.
func (d *Distances) Run(sources []int32, first, last int32, t *sums.Hops, laneReached []int64, cancel *int32) error {
	return d.RunAll(sources, first, last, []*sums.Hops{t}, laneReached, cancel)
}

// RunAll runs one batch for pairs with inner cutoffs, which have several sums, with a run of laneReached each: see
// gobc_distance_totals.
func (d *Distances) RunAll(sources []int32, first, last int32, t []*sums.Hops, laneReached []int64,
	cancel *int32) error {
	c, err := memory.Make[C.gobc_distance_totals](len(t))
	if err != nil {
		return err
	}
	defer memory.Free(c)
	for i, hops := range t {
		c[i].term = cTerm(hops.Term)
		lendHops(hops, &c[i])
	}
	return kernelError(C.gobc_distances_run((*C.gobc_distances)(d.c), array[C.int32_t](sources), C.int(len(sources)),
		C.int32_t(first), C.int32_t(last), &c[0], array[C.int64_t](laneReached), (*C.int32_t)(cancel)))
}

// Queue is a workspace for one source of an unweighted graph at a time, with or without exponents.
type Queue struct{ *Serial }

// NewQueue opens a workspace. It leaves weights alone.
func NewQueue(f *graph.Forest, pairs *Pairs, exponents bool, needs sums.Kinds) (*Queue, error) {
	s, err := newSerial(f, true, pairs, 0, exponents, needs)
	return &Queue{s}, err
}

// Run runs one source.
func (q *Queue) Run(source, first, last int32, t *sums.Paths, cancel *int32) (outOfRange bool, err error) {
	return q.Serial.Run(source, first, last, t, nil, nil, cancel)
}

// RunAll runs one source of pairs with inner cutoffs.
func (q *Queue) RunAll(source, first, last int32, t []*sums.Paths, cancel *int32) (outOfRange bool, err error) {
	return q.Serial.RunAll(source, first, last, t, nil, nil, cancel)
}
