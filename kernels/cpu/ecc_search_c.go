//go:build cgo && !purego

package cpu

/*
#include "kernels.h"
*/
import "C"

import (
	"unsafe"

	"gobc/core/memory"
)

// LevelBounds are bounds on eccentricities, by vertex, which batches of Levels tighten; see gobc_level_bounds in
// kernels.h. The arrays are of package memory.
type LevelBounds struct{ Lower, Upper, Shortfall []int32 }

// Levels is a workspace of searches that tell how far their sources see.
type Levels struct {
	native
	c     *C.gobc_ecc_search
	Lanes int
}

// NewLevels opens a workspace for 64 or 512 lanes, or with 1 for batches of up to 64 sources, one after the other. bits is
// the type of the distances kept, 16 or 32, with 1 and 64 lanes; 0 keeps none, with 64 and 512. isa is "" for the best, or
// one of avx512, avx2, baseline.
func NewLevels(g *CSR, lanes, bits int, isa string) (*Levels, error) {
	n, err := newNative(g, nil)
	if err != nil {
		return nil, err
	}
	c := C.gobc_ecc_search_open(n.csr, C.int(lanes/64), C.int(bits), isaNumber(isa), allocator())
	if c == nil {
		n.close()
		return nil, memory.ErrNoMemory
	}
	return &Levels{n, c, lanes}, nil
}

// Run runs one batch and fills in, by lane, the largest distance, and that to a vertex whose byte in known is 0. known
// and beyond may be nil. See gobc_ecc_search_run.
func (l *Levels) Run(sources []int32, first, last int32, known []uint8, eccentricity, beyond []int32, cancel *int32) error {
	return kernelError(C.gobc_ecc_search_run(l.c, (*C.int32_t)(unsafe.SliceData(sources)), C.int(len(sources)), C.int32_t(first),
		C.int32_t(last), (*C.uint8_t)(unsafe.SliceData(known)), (*C.int32_t)(unsafe.SliceData(eccentricity)),
		(*C.int32_t)(unsafe.SliceData(beyond)), (*C.int32_t)(cancel)))
}

// Bound tightens the bounds of the vertices [first, last), one component, by what the last batch found.
func (l *Levels) Bound(first, last int32, eccentricity, beyond []int32, b *LevelBounds, cancel *int32) error {
	c := C.gobc_ecc_bounds{
		lower:     (*C.int32_t)(unsafe.SliceData(b.Lower)),
		upper:     (*C.int32_t)(unsafe.SliceData(b.Upper)),
		shortfall: (*C.int32_t)(unsafe.SliceData(b.Shortfall)),
	}
	return kernelError(C.gobc_ecc_search_bound(l.c, C.int32_t(first), C.int32_t(last),
		(*C.int32_t)(unsafe.SliceData(eccentricity)), (*C.int32_t)(unsafe.SliceData(beyond)), &c, (*C.int32_t)(cancel)))
}

// Counts tells what the batches met so far.
func (l *Levels) Counts() Counts { return counts(C.gobc_ecc_search_counts(l.c)) }

// Close releases the workspace.
func (l *Levels) Close() {
	C.gobc_ecc_search_close(l.c)
	l.native.close()
}
