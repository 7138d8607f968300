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

// List lists what the last batch, of so many sources in the range [first, last), has reached, and sets it back. Returns
// the number of pairs reached, those with other vertices than columns too.
func (r *Rows) List(first, last int32, sources int, l *Lists, cancel *int32) (pairs int64, err error) {
	rows := C.gobc_lane_rows{bits: C.int(r.Bits), first: C.int32_t(first), last: C.int32_t(last)}
	C.gobc_rows_reached((*C.gobc_rows)(r.c), &rows)
	if err := l.add(&rows, sources, cancel); err != nil {
		return 0, err
	}
	return int64(C.gobc_rows_set_back((*C.gobc_rows)(r.c), C.int32_t(first), C.int32_t(last))), nil
}

// LengthRows is a sweep that leaves rows of lengths: a label-correcting one, or of one source at a time.
type LengthRows struct {
	workspace
	Lanes int
	run   func(sources []int32, first, last int32, totals *C.gobc_length_totals, cancel *int32) C.int
	rows  []float64 // empty where what is reached is listed
}

// NewLengthRows opens a workspace for batches of LabelCorrectingWidth sources, see NewLabelCorrecting, or for one. It
// is for Run and Turn, or, if it lists what is reached, for List.
func NewLengthRows(f *graph.Forest, cutoff float64, lanes, distance int, lists bool, isa string) (*LengthRows, error) {
	l := &LengthRows{Lanes: lanes}
	var err error
	if !lists {
		if l.rows, err = memory.Make[float64](lanes * max(f.Vertices, 1)); err != nil {
			return nil, err
		}
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
	return l.search(sources, first, last, &C.gobc_length_totals{lane_rows: array[C.double](l.rows)}, cancel)
}

func (l *LengthRows) search(sources []int32, first, last int32, totals *C.gobc_length_totals,
	cancel *int32) (longest float64, err error) {
	var farthest [LabelCorrectingWidth]float64
	var pinner runtime.Pinner
	defer pinner.Unpin()
	pinner.Pin(&farthest)
	totals.lane_farthest = (*C.double)(&farthest[0])
	err = kernelError(l.run(sources, first, last, totals, cancel))
	runtime.KeepAlive(sources)
	for _, d := range farthest[:len(sources)] {
		longest = max(longest, d)
	}
	return longest, err
}

// List searches as Run does, and lists what it reaches. Lengths are divided by units.
func (l *LengthRows) List(sources []int32, first, last int32, units float64, to *Lists,
	cancel *int32) (longest float64, err error) {
	rows := C.gobc_lane_rows{units: C.double(units), first: C.int32_t(first), last: C.int32_t(last)}
	var pinner runtime.Pinner
	defer pinner.Unpin()
	pinner.Pin(&rows)
	longest, err = l.search(sources, first, last, &C.gobc_length_totals{reached_rows: &rows}, cancel)
	if err == nil {
		err = to.add(&rows, len(sources), cancel)
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

// Lists collects what sources reach of some vertices, the columns. One goroutine uses it at a time.
type Lists struct {
	workspace
	sums.Lists
	column []int32 // by vertex, negative for none
	size   int     // of a distance
}

// NewLists opens a workspace for so many columns. column[v] is that of vertex v, negative if it is none.
func NewLists(columns int, column []int32, lengths bool) (*Lists, error) {
	l := &Lists{column: column, size: 4, Lists: sums.Lists{Starts: []int64{0}}}
	if lengths {
		l.size = 8
	}
	l.c = unsafe.Pointer(C.gobc_lane_lists_open(C.int64_t(columns), (*C.gobc_allocator)(memory.Allocator())))
	if l.c == nil {
		return nil, memory.ErrNoMemory
	}
	return l, nil
}

// Close releases the workspace and what was not taken.
func (l *Lists) Close() {
	l.workspace.Close()
	l.Free()
}

// add appends the lists of a batch of so many sources.
func (l *Lists) add(rows *C.gobc_lane_rows, sources int, cancel *int32) error {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	pinner.Pin(rows)
	batch := len(l.Starts) - 1
	l.Starts = append(l.Starts, make([]int64, sources)...)
	ends := l.Starts[batch+1:]
	lists := (*C.gobc_lane_lists)(l.c)
	err := kernelError(C.gobc_lane_lists_find(lists, rows, C.int(sources), array[C.int32_t](l.column),
		array[C.int64_t](ends), (*C.int32_t)(cancel)))
	if err != nil {
		return err
	}
	for i := range ends {
		ends[i] += l.Starts[batch+i]
	}
	if err := l.Grow(l.size); err != nil {
		return err
	}
	return kernelError(C.gobc_lane_lists_write(lists, rows, C.int(sources), array[C.int64_t](l.Starts[batch:]),
		array[C.int32_t](l.Columns), unsafe.Pointer(unsafe.SliceData(l.Distances)), (*C.int32_t)(cancel)))
}
