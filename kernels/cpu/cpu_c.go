//go:build cgo && !purego

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

	"gobc/core/memory"
	"gobc/core/sums"
)

// native is what every C workspace keeps in C memory: the addresses of the graph and of the pairs' weights, which live
// in C memory themselves.
type native struct {
	csr   *C.gobc_csr
	pairs *C.gobc_pairs
}

func newNative(g *CSR, pairs *Pairs) (native, error) {
	type both struct {
		csr   C.gobc_csr
		pairs C.gobc_pairs
	}
	b := (*both)(C.calloc(1, C.size_t(unsafe.Sizeof(both{}))))
	if b == nil {
		return native{}, memory.ErrNoMemory
	}
	b.csr = C.gobc_csr{
		vertices:      C.int64_t(g.Vertices),
		out_offsets:   (*C.int64_t)(unsafe.SliceData(g.OutOffsets)),
		out_targets:   (*C.int32_t)(unsafe.SliceData(g.OutTargets)),
		in_offsets:    (*C.int64_t)(unsafe.SliceData(g.InOffsets)),
		in_targets:    (*C.int32_t)(unsafe.SliceData(g.InTargets)),
		max_in_degree: C.int64_t(g.MaxInDegree),
		out_weights:   (*C.uint32_t)(unsafe.SliceData(g.OutWeights)),
		in_weights:    (*C.uint32_t)(unsafe.SliceData(g.InWeights)),
		out_reals:     (*C.double)(unsafe.SliceData(g.OutReals)),
		in_reals:      (*C.double)(unsafe.SliceData(g.InReals)),
	}
	b.pairs.cutoff = -1
	if pairs != nil {
		b.pairs = C.gobc_pairs{
			source_weight: (*C.double)(unsafe.SliceData(pairs.SourceWeight)),
			target_weight: (*C.double)(unsafe.SliceData(pairs.TargetWeight)),
			cutoff:        C.double(pairs.Cutoff),
		}
	}
	return native{&b.csr, &b.pairs}, nil
}

func (n *native) close() {
	C.free(unsafe.Pointer(n.csr)) // the pairs lie behind it
	n.csr, n.pairs = nil, nil
}

func allocator() *C.gobc_allocator { return (*C.gobc_allocator)(memory.Allocator()) }

// withTotals points a C struct at the arrays, which are C memory, and takes back what the kernel allocated.
func withTotals(t *sums.Paths, f func(*C.gobc_totals) C.int) C.int {
	var c C.gobc_totals
	c.delta = (*C.uint64_t)(unsafe.SliceData(t.Delta))
	c.squares = (*C.uint64_t)(unsafe.SliceData(t.Squares))
	lend(&t.Stress, &c.stress)
	for i := range t.EdgeDelta {
		c.edge_delta[i] = (*C.uint64_t)(unsafe.SliceData(t.EdgeDelta[i]))
		lend(&t.EdgeStress[i], &c.edge_stress[i])
	}
	status := f(&c)
	take(&t.Stress, &c.stress)
	for i := range t.EdgeStress {
		take(&t.EdgeStress[i], &c.edge_stress[i])
	}
	return status
}

func lend(s *sums.PathCounts, c *C.gobc_stress_sums) {
	c.words = (*C.uint64_t)(unsafe.SliceData(s.Words))
	for k, w := range s.Large {
		c.large[k] = (*C.uint64_t)(unsafe.SliceData(w))
	}
	c.infinite = (*C.uint8_t)(unsafe.SliceData(s.Infinite))
}

func take(s *sums.PathCounts, c *C.gobc_stress_sums) {
	for k := range s.Large {
		if s.Large[k] == nil && c.large[k] != nil {
			s.Large[k] = unsafe.Slice((*uint64)(c.large[k]), len(s.Words))
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
		return ErrCancelled
	}
	return memory.ErrNoMemory
}

func counts(c *C.gobc_counts) Counts {
	return Counts{int64(c.batches), int64(c.lanes), int64(c.levels), int64(c.pull_levels),
		int64(c.frontier_items), int64(c.visits), int64(c.useful_arcs), int64(c.bytes)}
}

// Sweep is a workspace of the batched sweep; one goroutine uses it at a time.
type Sweep struct {
	native
	c     *C.gobc_sweep
	Width int
}

// NewSweep opens a workspace. isa is "" for the best, or one of avx512, avx2, baseline.
func NewSweep(g *CSR, pairs *Pairs, width int, p Precision, needs sums.Kinds, isa string) (*Sweep, error) {
	n, err := newNative(g, pairs)
	if err != nil {
		return nil, err
	}
	s := &Sweep{native: n, Width: width}
	s.c = C.gobc_sweep_open(n.csr, n.pairs, C.int(width), C.int(p), C.uint(needs), isaNumber(isa), allocator())
	if s.c == nil {
		n.close()
		return nil, memory.ErrNoMemory
	}
	return s, nil
}

// Run runs one batch of distinct sources; see gobc_sweep_run.
func (s *Sweep) Run(sources []int32, first, last int32, t *sums.Paths, cancel *int32) (outOfRange uint64, err error) {
	var f C.uint64_t
	status := withTotals(t, func(c *C.gobc_totals) C.int {
		return C.gobc_sweep_run(s.c, (*C.int32_t)(unsafe.SliceData(sources)), C.int(len(sources)), C.int32_t(first),
			C.int32_t(last), c, (*C.int32_t)(cancel), &f)
	})
	runtime.KeepAlive(sources)
	return uint64(f), kernelError(status)
}

// Counts tells what the batches met so far.
func (s *Sweep) Counts() Counts { return counts(C.gobc_sweep_counts(s.c)) }

// Close releases the workspace.
func (s *Sweep) Close() {
	C.gobc_sweep_close(s.c)
	s.native.close()
}

// Distances is a workspace of the distance sweep.
type Distances struct {
	native
	c     *C.gobc_distances
	Lanes int
}

// NewDistances opens a workspace for 64, 256 or 512 lanes. Distances beyond the cutoff count as not reached; a negative
// one is no limit.
func NewDistances(g *CSR, cutoff float64, lanes int, isa string) (*Distances, error) {
	n, err := newNative(g, nil)
	if err != nil {
		return nil, err
	}
	c := C.gobc_distances_open(n.csr, C.double(cutoff), C.int(lanes/64), isaNumber(isa), allocator())
	if c == nil {
		n.close()
		return nil, memory.ErrNoMemory
	}
	return &Distances{n, c, lanes}, nil
}

// Run runs one batch; laneReached is nil or has one element a source.
func (d *Distances) Run(sources []int32, first, last int32, t *sums.Hops, laneReached []int64, cancel *int32) error {
	c := C.gobc_distance_totals{
		distance:     (*C.int64_t)(unsafe.SliceData(t.Distance)),
		reached:      (*C.int64_t)(unsafe.SliceData(t.Reached)),
		harmonic:     (*C.uint64_t)(unsafe.SliceData(t.Harmonic)),
		eccentricity: (*C.int32_t)(unsafe.SliceData(t.Eccentricity)),
	}
	status := C.gobc_distances_run(d.c, (*C.int32_t)(unsafe.SliceData(sources)), C.int(len(sources)), C.int32_t(first),
		C.int32_t(last), &c, (*C.int64_t)(unsafe.SliceData(laneReached)), (*C.int32_t)(cancel))
	return kernelError(status)
}

// Counts tells what the batches met so far.
func (d *Distances) Counts() Counts { return counts(C.gobc_distances_counts(d.c)) }

// Close releases the workspace.
func (d *Distances) Close() {
	C.gobc_distances_close(d.c)
	d.native.close()
}

// Queue is a workspace of the plain queue, with or without exponents.
type Queue struct {
	native
	c *C.gobc_queue
}

// NewQueue opens a workspace.
func NewQueue(g *CSR, pairs *Pairs, exponents bool, needs sums.Kinds) (*Queue, error) {
	n, err := newNative(g, pairs)
	if err != nil {
		return nil, err
	}
	var e C.int
	if exponents {
		e = 1
	}
	c := C.gobc_queue_open(n.csr, n.pairs, e, C.uint(needs), allocator())
	if c == nil {
		n.close()
		return nil, memory.ErrNoMemory
	}
	return &Queue{n, c}, nil
}

// Run runs one source.
func (q *Queue) Run(source, first, last int32, t *sums.Paths, cancel *int32) (outOfRange bool, err error) {
	var f C.uint64_t
	status := withTotals(t, func(c *C.gobc_totals) C.int {
		return C.gobc_queue_run(q.c, C.int32_t(source), C.int32_t(first), C.int32_t(last), c, (*C.int32_t)(cancel), &f)
	})
	return f != 0, kernelError(status)
}

// Counts tells what the sources met so far.
func (q *Queue) Counts() Counts { return counts(C.gobc_queue_counts(q.c)) }

// Close releases the workspace.
func (q *Queue) Close() {
	C.gobc_queue_close(q.c)
	q.native.close()
}
