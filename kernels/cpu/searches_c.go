package cpu

/*
#include "kernels.h"
*/
import "C"

import (
	"unsafe"

	"gobc/core/graph"
	"gobc/core/sums"
)

// LevelBounds are bounds on eccentricities, by vertex, which batches of Levels tighten; see gobc_ecc_bounds in
// kernels.h. The arrays are of package memory.
type LevelBounds struct{ Lower, Upper, Shortfall []int32 }

// Levels is a workspace of searches that tell how far their sources see.
type Levels struct {
	workspace
	Lanes int
}

// NewLevels opens a workspace for 64 or 512 lanes, or with 1 for batches of up to 64 sources, one after the other. bits
// is the type of the distances kept, 16 or 32, with 1 and 64 lanes; 0 keeps none, with 64 and 512. isa is "" for the
// best, or one of avx512, avx2, baseline.
func NewLevels(f *graph.Forest, lanes, bits int, isa string) (*Levels, error) {
	w, err := openWorkspace(f, nil, func(csr *C.gobc_csr, _ *C.gobc_pairs, allocator *C.gobc_allocator) unsafe.Pointer {
		return unsafe.Pointer(C.gobc_ecc_search_open(csr, C.int(lanes/64), C.int(bits), isaNumber(isa), allocator))
	})
	return &Levels{w, lanes}, err
}

// Run runs one batch and fills in, by lane, the largest distance, and that to a vertex whose byte in known is 0. known
// and beyond may be nil. See gobc_ecc_search_run.
func (l *Levels) Run(sources []int32, first, last int32, known []uint8, eccentricity, beyond []int32,
	cancel *int32) error {
	return kernelError(C.gobc_ecc_search_run((*C.gobc_ecc_search)(l.c), array[C.int32_t](sources), C.int(len(sources)),
		C.int32_t(first), C.int32_t(last), array[C.uint8_t](known), array[C.int32_t](eccentricity), array[C.int32_t](beyond),
		(*C.int32_t)(cancel)))
}

// Bound tightens the bounds of the vertices [first, last), one component, by what the last batch found.
func (l *Levels) Bound(first, last int32, eccentricity, beyond []int32, b *LevelBounds, cancel *int32) error {
	c := C.gobc_ecc_bounds{
		lower:     array[C.int32_t](b.Lower),
		upper:     array[C.int32_t](b.Upper),
		shortfall: array[C.int32_t](b.Shortfall),
	}
	return kernelError(C.gobc_ecc_search_bound((*C.gobc_ecc_search)(l.c), C.int32_t(first), C.int32_t(last),
		array[C.int32_t](eccentricity), array[C.int32_t](beyond), &c, (*C.int32_t)(cancel)))
}

// PairDependency is a workspace that finds the dependencies of single pairs; one goroutine uses it at a time. Of its
// counts Lanes are pairs, Batches those whose path counts needed exponents.
type PairDependency struct{ workspace }

// NewPairDependency opens a workspace for an unweighted graph. With exponents path counts carry one from the start: for
// tests.
func NewPairDependency(f *graph.Forest, exponents bool) (*PairDependency, error) {
	w, err := openWorkspace(f, nil, func(csr *C.gobc_csr, _ *C.gobc_pairs, allocator *C.gobc_allocator) unsafe.Pointer {
		return unsafe.Pointer(C.gobc_pair_dependency_open(csr, flag(exponents), allocator))
	})
	return &PairDependency{w}, err
}

// Run adds the pairs ends[2i], ends[2i+1], which are distinct, to the sums; see gobc_pair_dependency_run. After an
// error the workspace can only be closed.
func (s *PairDependency) Run(ends []int32, into sums.PairDependencies, cancel *int32) error {
	return kernelError(C.gobc_pair_dependency_run((*C.gobc_pair_dependency)(s.c), array[C.int32_t](ends),
		C.int64_t(len(ends)/2),
		array[C.uint64_t](into), (*C.int32_t)(cancel)))
}
