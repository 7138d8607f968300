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

// withLengths points C structs at the totals, of which there may be none, and calls f with them. laneReached is nil or
// has as many elements for each of the lengths.
func withLengths(t []*sums.Paths, all []*sums.Lengths, laneReached []int64,
	f func(*C.gobc_totals, *C.gobc_length_totals) C.int) error {
	var lengths []C.gobc_length_totals
	if len(all) > 0 || laneReached != nil {
		var pinner runtime.Pinner
		defer pinner.Unpin()
		lengths = make([]C.gobc_length_totals, max(1, len(all)))
		if laneReached != nil {
			pinner.Pin(unsafe.SliceData(laneReached))
		}
		each := len(laneReached) / len(lengths)
		for i := range lengths {
			lengths[i].lane_reached = array[C.int64_t](laneReached[each*i:])
		}
	}
	for i, l := range all {
		c := &lengths[i]
		lendLengths(l, c)
		c.lane_farthest = array[C.double](l.Farthest)
		c.distance_unit, c.finer, c.term = C.int(l.DistanceUnit), C.int(l.Finer), cTerm(l.Term)
	}
	first := unsafe.SliceData(lengths)
	if len(t) == 0 {
		return kernelError(f(nil, first))
	}
	return kernelError(withTotals(t, func(c *C.gobc_totals) C.int { return f(c, first) }))
}

// some is a list of what is there.
func some[T any](x *T) []*T {
	if x == nil {
		return nil
	}
	return []*T{x}
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
	return s.RunAll(source, first, last, some(t), some(l), laneReached, cancel)
}

// RunAll runs one source for pairs with inner cutoffs, which have several sums: see gobc_totals and gobc_length_totals.
func (s *Serial) RunAll(source, first, last int32, t []*sums.Paths, l []*sums.Lengths, laneReached []int64,
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

// EndAtTargets says that with demand only paths to its targets are wanted, and no sums of distances: searches then end
// at the farthest target of each source.
func (m *LabelCorrecting) EndAtTargets() {
	C.gobc_label_correcting_end_at_targets((*C.gobc_label_correcting)(m.c))
}

// Run runs one batch of distinct sources; totals and lengths may be nil, laneReached is nil or has one element a
// source. Lanes out of range added lengths alone.
func (m *LabelCorrecting) Run(sources []int32, first, last int32, t *sums.Paths, l *sums.Lengths, laneReached []int64,
	cancel *int32) (outOfRange uint64, err error) {
	return m.RunAll(sources, first, last, some(t), some(l), laneReached, cancel)
}

// RunAll runs one batch for pairs with inner cutoffs, as Serial.RunAll runs one source.
func (m *LabelCorrecting) RunAll(sources []int32, first, last int32, t []*sums.Paths, l []*sums.Lengths,
	laneReached []int64, cancel *int32) (outOfRange uint64, err error) {
	var f C.uint64_t
	err = withLengths(t, l, laneReached, func(totals *C.gobc_totals, lengths *C.gobc_length_totals) C.int {
		return C.gobc_label_correcting_run((*C.gobc_label_correcting)(m.c), array[C.int32_t](sources), C.int(len(sources)),
			C.int32_t(first), C.int32_t(last), totals, lengths, (*C.int32_t)(cancel), &f)
	})
	runtime.KeepAlive(sources)
	return uint64(f), err
}
