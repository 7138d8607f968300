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

// mostLanes is the largest number of sources in a weighted batch.
const mostLanes = 64

// weighted is what both workspaces of weighted graphs have: room in C memory for what each lane reaches.
type weighted struct {
	native
	reached []int64
}

func newWeighted(g *CSR, pairs *Pairs) (weighted, error) {
	reached, err := memory.Make[int64](mostLanes)
	if err != nil {
		return weighted{}, err
	}
	n, err := newNative(g, pairs)
	if err != nil {
		memory.Free(reached)
		return weighted{}, err
	}
	if len(g.OutTargets) == 0 { // no entry, so no array: the kernels still ask which kind it is, and are content with both
		empty := unsafe.Pointer(unsafe.SliceData(reached))
		n.csr.out_weights, n.csr.in_weights = (*C.uint32_t)(empty), (*C.uint32_t)(empty)
		n.csr.out_reals, n.csr.in_reals = (*C.double)(empty), (*C.double)(empty)
	}
	return weighted{n, reached}, nil
}

func (w *weighted) close() {
	w.native.close()
	memory.Free(w.reached)
	w.reached = nil
}

// run points C structs at the totals, each nil or not, and calls f with them.
func (w *weighted) run(t *sums.Paths, l *sums.Lengths, laneReached []int64, f func(*C.gobc_totals, *C.gobc_length_totals) C.int) error {
	var lengths *C.gobc_length_totals
	if l != nil || laneReached != nil {
		lengths = w.lend(l)
	}
	var status C.int
	if t == nil {
		status = f(nil, lengths)
	} else {
		status = withTotals(t, func(c *C.gobc_totals) C.int { return f(c, lengths) })
	}
	switch status {
	case C.GOBC_KERNEL_OK:
		copy(laneReached, w.reached)
	case C.GOBC_KERNEL_STALLED:
		return ErrStalled
	}
	return kernelError(status)
}

func (w *weighted) lend(l *sums.Lengths) *C.gobc_length_totals {
	c := &C.gobc_length_totals{lane_reached: (*C.int64_t)(unsafe.SliceData(w.reached))}
	if l != nil {
		c.distance = (*C.uint64_t)(unsafe.SliceData(l.Distance))
		c.harmonic = (*C.uint64_t)(unsafe.SliceData(l.Harmonic))
		c.reached = (*C.int64_t)(unsafe.SliceData(l.Reached))
		c.eccentricity = (*C.double)(unsafe.SliceData(l.Eccentricity))
		c.lane_farthest = (*C.double)(unsafe.SliceData(l.Farthest))
		c.distance_unit, c.harmonic_unit = C.int(l.DistanceUnit), C.int(l.HarmonicUnit)
	}
	return c
}

// Serial is a workspace for one weighted source at a time, with or without exponents.
type Serial struct {
	weighted
	c *C.gobc_serial
}

// NewSerial opens a workspace. Real lengths tie within a relative tolerance, whole ones exactly.
func NewSerial(g *CSR, pairs *Pairs, tolerance float64, exponents bool, needs sums.Kinds) (*Serial, error) {
	w, err := newWeighted(g, pairs)
	if err != nil {
		return nil, err
	}
	var e C.int
	if exponents {
		e = 1
	}
	c := C.gobc_serial_open(w.csr, w.pairs, C.double(tolerance), e, C.uint(needs), allocator())
	if c == nil {
		w.close()
		return nil, memory.ErrNoMemory
	}
	return &Serial{w, c}, nil
}

// Run runs one source; totals and lengths may be nil, laneReached is nil or has one element. A source out of range added
// lengths alone.
func (s *Serial) Run(source, first, last int32, t *sums.Paths, l *sums.Lengths, laneReached []int64,
	cancel *int32) (outOfRange bool, err error) {
	var f C.uint64_t
	err = s.run(t, l, laneReached, func(totals *C.gobc_totals, lengths *C.gobc_length_totals) C.int {
		return C.gobc_serial_run(s.c, C.int32_t(source), C.int32_t(first), C.int32_t(last), totals, lengths,
			(*C.int32_t)(cancel), &f)
	})
	return f != 0, err
}

// Counts tells what the sources met so far.
func (s *Serial) Counts() Counts { return counts(C.gobc_serial_counts(s.c)) }

// Close releases the workspace.
func (s *Serial) Close() {
	C.gobc_serial_close(s.c)
	s.weighted.close()
}

// LabelCorrecting is a workspace of the label-correcting sweep; one goroutine uses it at a time.
type LabelCorrecting struct {
	weighted
	c *C.gobc_label_correcting
}

// NewLabelCorrecting opens a workspace. distance is the type of the distance rows, which no finite distance may reach the largest
// value of; isa is "" for the best, or one of avx512, avx2, baseline.
func NewLabelCorrecting(g *CSR, pairs *Pairs, distance int, tolerance float64, needs sums.Kinds, isa string) (*LabelCorrecting, error) {
	w, err := newWeighted(g, pairs)
	if err != nil {
		return nil, err
	}
	c := C.gobc_label_correcting_open(w.csr, w.pairs, C.int(distance), C.double(tolerance), C.uint(needs),
		isaNumber(isa), allocator())
	if c == nil {
		w.close()
		return nil, memory.ErrNoMemory
	}
	return &LabelCorrecting{w, c}, nil
}

// Run runs one batch of distinct sources; totals and lengths may be nil, laneReached is nil or has one element a
// source. Lanes out of range added lengths alone.
func (m *LabelCorrecting) Run(sources []int32, first, last int32, t *sums.Paths, l *sums.Lengths, laneReached []int64,
	cancel *int32) (outOfRange uint64, err error) {
	var f C.uint64_t
	err = m.run(t, l, laneReached, func(totals *C.gobc_totals, lengths *C.gobc_length_totals) C.int {
		return C.gobc_label_correcting_run(m.c, (*C.int32_t)(unsafe.SliceData(sources)), C.int(len(sources)), C.int32_t(first),
			C.int32_t(last), totals, lengths, (*C.int32_t)(cancel), &f)
	})
	runtime.KeepAlive(sources)
	return uint64(f), err
}

// Counts tells what the batches met so far.
func (m *LabelCorrecting) Counts() Counts { return counts(C.gobc_label_correcting_counts(m.c)) }

// Close releases the workspace.
func (m *LabelCorrecting) Close() {
	C.gobc_label_correcting_close(m.c)
	m.weighted.close()
}
