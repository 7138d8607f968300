package cpu

/*
#include "kernels.h"
*/
import "C"

import (
	"runtime"
	"unsafe"

	"gobc/core/graph"
	"gobc/core/sums"
)

// withLengths points C structs at the totals, each nil or not, and calls f with them.
func withLengths(t *sums.Paths, l *sums.Lengths, laneReached []int64,
	f func(*C.gobc_totals, *C.gobc_length_totals) C.int) error {
	var lengths *C.gobc_length_totals
	if l != nil || laneReached != nil {
		var pinner runtime.Pinner
		defer pinner.Unpin()
		lengths = &C.gobc_length_totals{lane_reached: array[C.int64_t](laneReached)}
		if laneReached != nil {
			pinner.Pin(unsafe.SliceData(laneReached))
		}
	}
	if l != nil {
		lendLengths(l, lengths)
		lengths.lane_farthest = array[C.double](l.Farthest)
		lengths.distance_unit, lengths.finer, lengths.term = C.int(l.DistanceUnit), C.int(l.Finer), cTerm(l.Term)
	}
	if t == nil {
		return kernelError(f(nil, lengths))
	}
	return kernelError(withTotals(t, func(c *C.gobc_totals) C.int { return f(c, lengths) }))
}

// Serial is a workspace for one source at a time, with or without exponents.
type Serial struct{ workspace }

// NewSerial opens a workspace. Real lengths tie within a relative tolerance, whole ones exactly.
func NewSerial(f *graph.Forest, pairs *Pairs, tolerance float64, exponents bool, needs sums.Kinds) (*Serial, error) {
	return newSerial(f, false, pairs, tolerance, exponents, needs)
}

func newSerial(f *graph.Forest, hops bool, pairs *Pairs, tolerance float64, exponents bool,
	needs sums.Kinds) (*Serial, error) {
	w, err := openWorkspace(f, pairs, func(csr *C.gobc_csr, pairs *C.gobc_pairs,
		allocator *C.gobc_allocator) unsafe.Pointer {
		return unsafe.Pointer(C.gobc_serial_open(csr, flag(hops), pairs, C.double(tolerance), flag(exponents), C.uint(needs),
			allocator))
	})
	return &Serial{w}, err
}

// Run runs one source; totals and lengths may be nil, laneReached is nil or has one element. A source out of range
// added lengths alone.
func (s *Serial) Run(source, first, last int32, t *sums.Paths, l *sums.Lengths, laneReached []int64,
	cancel *int32) (outOfRange bool, err error) {
	var f C.uint64_t
	err = withLengths(t, l, laneReached, func(totals *C.gobc_totals, lengths *C.gobc_length_totals) C.int {
		return C.gobc_serial_run((*C.gobc_serial)(s.c), C.int32_t(source), C.int32_t(first), C.int32_t(last), totals, lengths,
			(*C.int32_t)(cancel), &f)
	})
	return f != 0, err
}

// LabelCorrecting is a workspace of the label-correcting sweep; one goroutine uses it at a time.
type LabelCorrecting struct{ workspace }

// NewLabelCorrecting opens a workspace. distance is the type of the distance rows, which no finite distance may reach
// the largest value of; isa is "" for the best, or one of avx512, avx2, baseline.
func NewLabelCorrecting(f *graph.Forest, pairs *Pairs, distance int, tolerance float64, needs sums.Kinds,
	isa string) (*LabelCorrecting, error) {
	w, err := openWorkspace(f, pairs, func(csr *C.gobc_csr, pairs *C.gobc_pairs,
		allocator *C.gobc_allocator) unsafe.Pointer {
		return unsafe.Pointer(C.gobc_label_correcting_open(csr, pairs, C.int(distance), C.double(tolerance), C.uint(needs),
			isaNumber(isa), allocator))
	})
	return &LabelCorrecting{w}, err
}

// MayTear says that the sums of a call are not wanted once it is cancelled: a batch is then stopped also while it adds
// to them.
func (m *LabelCorrecting) MayTear() {
	C.gobc_label_correcting_may_tear((*C.gobc_label_correcting)(m.c))
}

// Run runs one batch of distinct sources; totals and lengths may be nil, laneReached is nil or has one element a
// source. Lanes out of range added lengths alone.
func (m *LabelCorrecting) Run(sources []int32, first, last int32, t *sums.Paths, l *sums.Lengths, laneReached []int64,
	cancel *int32) (outOfRange uint64, err error) {
	var f C.uint64_t
	err = withLengths(t, l, laneReached, func(totals *C.gobc_totals, lengths *C.gobc_length_totals) C.int {
		return C.gobc_label_correcting_run((*C.gobc_label_correcting)(m.c), array[C.int32_t](sources), C.int(len(sources)),
			C.int32_t(first), C.int32_t(last), totals, lengths, (*C.int32_t)(cancel), &f)
	})
	runtime.KeepAlive(sources)
	return uint64(f), err
}
