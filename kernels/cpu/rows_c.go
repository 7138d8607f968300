package cpu

/*
#include "kernels.h"
*/
import "C"

import (
	"math"
	"runtime"
	"unsafe"

	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
)

// Rows is a workspace of searches by hops that leave rows of distances, or count the pairs at each distance; one
// goroutine uses it at a time.
type Rows struct {
	workspace
	Lanes, Bits int
}

// RowLanes are the numbers of sources that a batch of rows can hold.
var RowLanes = []int{1, 64, 512}

// NewRows opens a workspace for batches of 64 or 512 sources, or for one at a time. bits is the type of a distance, 8,
// 16 or 32; 0 counts pairs alone. Distances beyond the cutoff are those of vertices that are not reached; a negative
// one is no limit. isa is "" for the best, or one of avx512, avx2, baseline.
func NewRows(f *graph.Forest, cutoff float64, lanes, bits int, isa string) (*Rows, error) {
	w, err := openWorkspace(f, nil, func(csr *C.gobc_csr, _ *C.gobc_pairs, allocator *C.gobc_allocator) unsafe.Pointer {
		return unsafe.Pointer(C.gobc_rows_open(csr, C.double(cutoff), C.int(lanes/64), C.int(bits), isaNumber(isa),
			allocator))
	})
	return &Rows{w, lanes, bits}, err
}

// Run searches from a batch of distinct sources. levels, of package memory, gets the pairs at each distance where there
// are no rows. sums.ErrStalled: a distance does not fit the type of the rows.
func (r *Rows) Run(sources []int32, first, last int32, levels []int64, cancel *int32) error {
	return kernelError(C.gobc_rows_run((*C.gobc_rows)(r.c), array[C.int32_t](sources), C.int(len(sources)),
		C.int32_t(first), C.int32_t(last), array[C.int64_t](levels), (*C.int32_t)(cancel)))
}

// Sum searches from a batch of distinct sources, in a workspace of 0 bits, and adds the sums of each to the hops at the
// source: over the vertices that are counted, nil: all. sums.ErrStalled: more than `most` arcs were looked at before
// the end, and nothing was added; 0 is no limit. See gobc_rows_sum.
func (r *Rows) Sum(sources []int32, first, last int32, counted []bool, most int64, t *sums.Hops, cancel *int32) error {
	c, err := memory.Make[C.gobc_distance_totals](1)
	if err != nil {
		return err
	}
	defer memory.Free(c)
	c[0].term = cTerm(t.Term)
	lendHops(t, &c[0])
	return kernelError(C.gobc_rows_sum((*C.gobc_rows)(r.c), array[C.int32_t](sources), C.int(len(sources)),
		C.int32_t(first), C.int32_t(last), array[C.uint8_t](counted), C.int64_t(most), &c[0], (*C.int32_t)(cancel)))
}

// Turn copies the distances of the last batch, whose range is [first, last), to the vertices of the columns: those of
// lane i to row places[i] of out, of package memory.
func (r *Rows) Turn(first, last int32, columns []int32, places []int64, out unsafe.Pointer, cancel *int32) error {
	return turn(C.gobc_lane_rows{rows: C.gobc_rows_distances((*C.gobc_rows)(r.c)), stride: C.int64_t(r.Lanes),
		bits: C.int(r.Bits), first: C.int32_t(first), last: C.int32_t(last)}, columns, places, out, cancel)
}

func turn(rows C.gobc_lane_rows, columns []int32, places []int64, out unsafe.Pointer, cancel *int32) error {
	return kernelError(C.gobc_lane_rows_turn(&rows, C.int(len(places)), array[C.int32_t](columns),
		C.int64_t(len(columns)), array[C.int64_t](places), out, (*C.int32_t)(cancel)))
}

// LengthRows is a sweep that leaves rows of lengths: a label-correcting one, or of one source at a time.
type LengthRows struct {
	workspace
	Lanes int
	run   func(sources []int32, first, last int32, totals *C.gobc_length_totals, cancel *int32) C.int
	rows  []float64
}

// NewLengthRows opens a workspace for batches of LabelCorrectingWidth sources, see NewLabelCorrecting, or for one.
func NewLengthRows(f *graph.Forest, cutoff float64, lanes, distance int, isa string) (*LengthRows, error) {
	l := &LengthRows{Lanes: lanes}
	var err error
	if l.rows, err = memory.Make[float64](lanes * max(f.Vertices, 1)); err != nil {
		return nil, err
	}
	pairs := &Pairs{Cutoff: cutoff}
	if lanes == 1 {
		err = l.openSerial(f, pairs)
	} else {
		err = l.openBatches(f, pairs, distance, isa)
	}
	if err != nil {
		memory.Free(l.rows)
		return nil, err
	}
	return l, nil
}

func (l *LengthRows) openSerial(f *graph.Forest, pairs *Pairs) error {
	k, err := NewSerial(f, pairs, 0, false, 0)
	if err != nil {
		return err
	}
	l.workspace = k.workspace
	l.run = func(sources []int32, first, last int32, totals *C.gobc_length_totals, cancel *int32) C.int {
		var outOfRange C.uint64_t
		return C.gobc_serial_run((*C.gobc_serial)(l.c), C.int32_t(sources[0]), C.int32_t(first), C.int32_t(last), nil, totals,
			(*C.int32_t)(cancel), &outOfRange)
	}
	return nil
}

func (l *LengthRows) openBatches(f *graph.Forest, pairs *Pairs, distance int, isa string) error {
	k, err := NewLabelCorrecting(f, pairs, distance, 0, 0, isa)
	if err != nil {
		return err
	}
	l.workspace = k.workspace
	l.run = func(sources []int32, first, last int32, totals *C.gobc_length_totals, cancel *int32) C.int {
		var outOfRange C.uint64_t
		return C.gobc_label_correcting_run((*C.gobc_label_correcting)(l.c), array[C.int32_t](sources), C.int(len(sources)),
			C.int32_t(first), C.int32_t(last), nil, totals, (*C.int32_t)(cancel), &outOfRange)
	}
	return nil
}

// Close releases the workspace.
func (l *LengthRows) Close() {
	l.workspace.Close()
	memory.Free(l.rows)
}

// Run searches from a batch of distinct sources, and returns the longest distance.
func (l *LengthRows) Run(sources []int32, first, last int32, cancel *int32) (longest float64, err error) {
	fillInfinite(l.rows[l.Lanes*int(first) : l.Lanes*int(last)])
	var farthest [LabelCorrectingWidth]float64
	var pinner runtime.Pinner
	defer pinner.Unpin()
	pinner.Pin(&farthest)
	totals := C.gobc_length_totals{lane_rows: array[C.double](l.rows), lane_farthest: (*C.double)(&farthest[0])}
	err = kernelError(l.run(sources, first, last, &totals, cancel))
	runtime.KeepAlive(sources)
	for _, d := range farthest[:len(sources)] {
		longest = max(longest, d)
	}
	return longest, err
}

// Turn does what that of Rows does. Lengths are divided by units.
func (l *LengthRows) Turn(first, last int32, units float64, columns []int32, places []int64, out unsafe.Pointer,
	cancel *int32) error {
	return turn(C.gobc_lane_rows{rows: unsafe.Pointer(unsafe.SliceData(l.rows)), stride: C.int64_t(l.Lanes), bits: 64,
		first: C.int32_t(first), last: C.int32_t(last), units: C.double(units)}, columns, places, out, cancel)
}

// fillInfinite makes all values infinite, in pieces that copies of what is filled make twice as long.
func fillInfinite(values []float64) {
	if len(values) == 0 {
		return
	}
	values[0] = math.Inf(1)
	for done := 1; done < len(values); {
		done += copy(values[done:], values[:min(done, 1<<12)])
	}
}
