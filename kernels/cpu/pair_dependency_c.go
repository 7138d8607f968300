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
