//go:build cgo && !purego

package cpu

/*
#include "kernels.h"
*/
import "C"

import (
	"unsafe"

	"gobc/core/memory"
	"gobc/core/sums"
)

// PairDependency is a workspace that finds the shares of single pairs' shortest paths; one goroutine uses it at a time.
type PairDependency struct {
	native
	c *C.gobc_pair_dependency
}

// NewPairDependency opens a workspace for an unweighted graph. With exponents path counts carry one from the start: for tests.
func NewPairDependency(g *CSR, exponents bool) (*PairDependency, error) {
	n, err := newNative(g, nil)
	if err != nil {
		return nil, err
	}
	var e C.int
	if exponents {
		e = 1
	}
	c := C.gobc_pair_dependency_open(n.csr, e, allocator())
	if c == nil {
		n.close()
		return nil, memory.ErrNoMemory
	}
	return &PairDependency{n, c}, nil
}

// Run adds the pairs ends[2i], ends[2i+1], which are distinct, to the sums; see gobc_pair_dependency_run. After an error the
// workspace can only be closed.
func (s *PairDependency) Run(ends []int32, into sums.PairDependencies, cancel *int32) error {
	return kernelError(C.gobc_pair_dependency_run(s.c, (*C.int32_t)(unsafe.SliceData(ends)), C.int64_t(len(ends)/2),
		(*C.uint64_t)(unsafe.SliceData(into)), (*C.int32_t)(cancel)))
}

// Counts tells what the pairs met so far: Lanes are pairs, Batches those whose path counts needed exponents.
func (s *PairDependency) Counts() Counts { return counts(C.gobc_pair_dependency_counts(s.c)) }

// Close releases the workspace.
func (s *PairDependency) Close() {
	C.gobc_pair_dependency_close(s.c)
	s.native.close()
}
