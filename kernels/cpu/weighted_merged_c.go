//go:build cgo && !purego

package cpu

/*
#include "kernels.h"
*/
import "C"

import (
	"runtime"
	"unsafe"

	"gobc/core/memory"
	"gobc/core/sums"
)

// Merged is a workspace of the merged sweep; one goroutine uses it at a time.
type Merged struct {
	weighted
	c *C.gobc_merged
}

// NewMerged opens a workspace. distance is the type of the distance rows, which no finite distance may reach the largest
// value of; isa is "" for the best, or one of avx512, avx2, baseline.
func NewMerged(g *CSR, pairs *Pairs, distance int, tolerance float64, needs sums.Kinds, isa string) (*Merged, error) {
	w, err := newWeighted(g, pairs)
	if err != nil {
		return nil, err
	}
	c := C.gobc_merged_open(w.csr, w.pairs, C.int(distance), C.double(tolerance), C.uint(needs),
		isaNumber(isa), allocator())
	if c == nil {
		w.close()
		return nil, memory.ErrNoMemory
	}
	return &Merged{w, c}, nil
}

// Run runs one batch of distinct sources; totals and lengths may be nil, laneReached is nil or has one element a
// source. Flagged lanes added lengths alone.
func (m *Merged) Run(sources []int32, first, last int32, t *sums.Paths, l *sums.Lengths, laneReached []int64,
	cancel *int32) (flagged uint64, err error) {
	var f C.uint64_t
	err = m.run(t, l, laneReached, func(totals *C.gobc_totals, lengths *C.gobc_length_totals) C.int {
		return C.gobc_merged_run(m.c, (*C.int32_t)(unsafe.SliceData(sources)), C.int(len(sources)), C.int32_t(first),
			C.int32_t(last), totals, lengths, (*C.int32_t)(cancel), &f)
	})
	runtime.KeepAlive(sources)
	return uint64(f), err
}

// Counts tells what the batches met so far.
func (m *Merged) Counts() Counts { return counts(C.gobc_merged_counts(m.c)) }

// Close releases the workspace.
func (m *Merged) Close() {
	C.gobc_merged_close(m.c)
	m.weighted.close()
}
