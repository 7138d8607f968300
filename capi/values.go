// This file passes the columns of a batch to a sink, and reads their values in the producer's memory. It checks
// whether an array as a whole can be read, and finds the first invalid value. Positions count from the start of the
// buffers.
package capi

/*
#include "stream.h"
*/
import "C"

import (
	"fmt"
	"math"
	"runtime/debug"
	"unicode/utf8"
	"unsafe"

	"gobc/core/graph"
	"gobc/core/guard"
)

// ---- batches ----

// deliver checks the rows of a batch and passes its columns to the sink.
func (t *table) deliver(rows int64, sink func([]graph.Column, int64) error) error {
	if rows == 0 {
		return nil
	}
	if err := t.scan(t.columns, rows); err != nil {
		return err
	}
	if t.refused != nil {
		t.rows += rows
		return nil
	}
	if err := t.checkEnds(rows); err != nil {
		return err
	}
	// In pieces, because 2^16 rows of new labels take a sink about 20 ms, and a cancelled call must end within 200 ms.
	// Sinks of several threads look at a cancel themselves.
	piece := int64(1) << 16
	if t.request.threads > 0 {
		piece = int64(t.request.threads) << 18 // so that each thread has huge pages of its own to write to
	}
	for i := range t.columns {
		t.columns[i].know(rows)
	}
	for lo := int64(0); lo < rows; lo += piece {
		if err := t.request.check(); err != nil {
			return err
		}
		var columns []graph.Column
		for i := range t.columns {
			columns = append(columns, t.columns[i].rows(lo, min(lo+piece, rows)))
		}
		if err := sink(columns, t.rows+lo); err != nil {
			return err
		}
	}
	t.rows += rows
	return nil
}

// workers is how many threads read values.
func (r *tableRequest) workers() int { return max(1, r.threads) }

// know allocates the vertices of a dictionary's entries, unless there are more than two entries for each row.
func (c *column) know(rows int64) {
	c.known = nil
	if c.dictionary && c.entries.length <= 2*rows {
		c.known = make([]int32, c.entries.length)
	}
}

// scan is what a thread has while it reads values.
type scan struct {
	seen    []uint64 // bits of the dictionary entries that are known to be valid
	touched byte     // keeps the compiler from removing the reads of touch
}

// finding is the first value of some that is invalid, and what is wrong with it: "" if none is.
type finding struct {
	position int64
	reason   string
	beyond   bool // the values go beyond their memory
}

// scan reads every value of the requested columns once.
func (t *table) scan(columns []column, rows int64) error {
	first := int64(t.reader.validity_offset)
	if bits := t.reader.validity; bits != nil {
		f := safely(func() (f finding) {
			if null := firstZero(unsafe.Pointer(bits), first, first+rows); null >= 0 {
				f = finding{position: null, reason: "is null as a whole; drop such rows first"}
			}
			return f
		})
		if f.beyond {
			return t.wentBeyond("the table's validity")
		}
		if f.reason != "" {
			return fail(C.GOBC_DATA, "%s: row %d %s", t.request.table, t.rows+f.position-first, f.reason)
		}
	}
	for i := range columns {
		if err := t.scanColumn(&columns[i], rows); err != nil {
			return err
		}
	}
	return nil
}

// safely calls f. A fault in it means that a length exceeds the memory of its buffer.
func safely(f func() finding) (found finding) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if _, ok := v.(interface{ Addr() uintptr }); !ok {
			panic(v)
		}
		found = finding{beyond: true}
	}()
	return f()
}

func (t *table) wentBeyond(what string) error {
	return fail(C.GOBC_DATA, "%s: reading %s, batch %d, went beyond its memory: the producer's lengths or addresses are "+
		"wrong", t.request.table, what, int64(t.reader.batches)-1)
}

// scanColumn works in pieces, on all threads of the request, and so that a cancel ends it early in a long batch.
func (t *table) scanColumn(c *column, rows int64) error {
	if c.from == nil {
		return fail(C.GOBC_DATA, "%s: row %d: column %q holds only nulls; every value must be known", t.request.table, t.rows,
			graph.Shorten(c.name))
	}
	offset := int64(c.from.rows.offset)
	bad := func(f finding) error {
		if f.beyond {
			return t.wentBeyond(fmt.Sprintf("column %q", graph.Shorten(c.name)))
		}
		return fail(C.GOBC_DATA, "%s: row %d: column %q %s", t.request.table, t.rows+f.position-offset, graph.Shorten(c.name),
			f.reason)
	}
	if f := safely(func() finding { return finding{position: offset, reason: c.open()} }); f.beyond || f.reason != "" {
		return bad(f)
	}
	if c.whole {
		return t.scanWhole(c, rows, bad)
	}
	const piece = 1 << 17
	t.forget(c.entries)
	pieces := int((rows + piece - 1) / piece)
	found := make([]finding, pieces)
	err := guard.PiecesBy(pieces, len(t.scans), t.request.check, func(worker, i int) error {
		lo := offset + int64(i)*piece
		hi := min(lo+piece, offset+rows)
		found[i] = safely(func() finding { return t.scans[worker].values(c, lo, hi) })
		return nil
	})
	if err != nil {
		return err
	}
	for _, f := range found {
		if f.beyond || f.reason != "" {
			return bad(f)
		}
	}
	return nil
}

// open takes the values of the batch, and returns what is wrong with an array as a whole.
func (c *column) open() (reason string) {
	code := byte(c.from.value)
	if c.dictionary {
		code = byte(c.from.index)
	}
	if c.main, reason = open(&c.from.rows, code); reason == "" && c.dictionary {
		c.entries, reason = open(&c.from.entries, byte(c.from.value))
	}
	if c.gaps {
		c.main.gaps, c.main.validity = c.main.validity, nil
	}
	return reason
}

// values scans the values of a column in [lo, hi).
func (s *scan) values(c *column, lo, hi int64) finding {
	position, reason := s.scanValues(c.main, lo, hi)
	if reason == "" && c.dictionary {
		position, reason = s.scanEntries(c.main, c.entries, lo, hi)
	}
	return finding{position: position, reason: reason}
}

// scanWhole scans floats that should be integers. Nulls are not errors before all values are known, because a later
// fraction shows that the column has no labels.
func (t *table) scanWhole(c *column, rows int64, bad func(finding) error) error {
	const piece = 1 << 20
	missing, validity := int64(-1), c.main.validity
	c.main.validity = nil
	offset, whole := int64(c.from.rows.offset), true
	for lo := offset; lo < offset+rows && whole; lo += piece {
		if err := t.request.check(); err != nil {
			return err
		}
		hi := min(lo+piece, offset+rows)
		f := safely(func() finding {
			position, reason := new(scan).scanValues(c.main, lo, hi)
			whole = reason != "" || c.main.areWhole(validity, lo, hi, &missing)
			return finding{position: position, reason: reason}
		})
		if f.beyond || f.reason != "" {
			return bad(f)
		}
	}
	switch {
	case !whole:
		return t.refused
	case missing >= 0:
		return bad(finding{position: missing, reason: "is null, so the whole column is floats: drop or fill such rows, " +
			"then cast the column to int64"})
	}
	return nil
}

// ---- values ----

const null = "is null; every value must be known: drop or fill such rows first"

// values is an array whose format has one of the codes of stream.c.
type values struct {
	code                 byte
	offset, length       int64
	validity, main, text unsafe.Pointer   // as in stream.h
	gaps                 unsafe.Pointer   // the validity if nulls are not errors of the table
	end                  int64            // size of the text
	bytes                int64            // size of a decimal
	scale                int              // digits of a decimal after the point
	data                 []unsafe.Pointer // data buffers of views
	sizes                []int64          // of those buffers
}

const mostBufferBytes = 1 << 46

// open checks the properties of an array as a whole.
func open(from *C.gobc_values, code byte) (values, string) {
	v := values{code: code, offset: int64(from.offset), length: int64(from.length), validity: from.validity,
		main: from.main, text: from.text,
		bytes: int64(from.bytes), scale: int(from.scale)}
	if v.length == 0 {
		return v, ""
	}
	switch last := v.offset + v.length; code {
	case 'u':
		v.end = int64(unsafe.Slice((*int32)(v.main), last+1)[last])
	case 'U':
		v.end = unsafe.Slice((*int64)(v.main), last+1)[last]
	case 'v':
		v.data, v.sizes = unsafe.Slice(from.data, from.buffers), unsafe.Slice((*int64)(from.sizes), from.buffers)
	}
	if v.end < 0 || v.end > mostBufferBytes || v.end > 0 && v.text == nil {
		return v, fmt.Sprintf("has %d bytes of text by its last offset, at address %#x", v.end, uintptr(v.text))
	}
	for i, size := range v.sizes {
		if size < 0 || size > mostBufferBytes || size > 0 && v.data[i] == nil {
			return v, fmt.Sprintf("has data buffer %d with %d bytes, at address %#x", i, size, uintptr(v.data[i]))
		}
	}
	return v, ""
}

var widths = map[byte]int64{'c': 1, 'C': 1, 's': 2, 'S': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'f': 4, 'g': 8}

// scanValues returns the first position in [lo, hi) with an invalid value and what is wrong with it, or "".
func (s *scan) scanValues(v values, lo, hi int64) (int64, string) {
	if v.validity != nil {
		if p := firstZero(v.validity, lo, hi); p >= 0 {
			return p, null
		}
	}
	switch v.code {
	case 'u':
		return scanText[int32](v, lo, hi)
	case 'U':
		return scanText[int64](v, lo, hi)
	case 'v':
		return scanViews(v, lo, hi)
	case 'b':
		s.touch(v.main, lo/8, (hi+7)/8)
	case 'd':
		s.touch(v.main, lo*v.bytes, hi*v.bytes)
	default:
		s.touch(v.main, lo*widths[v.code], hi*widths[v.code])
	}
	return 0, ""
}

// areWhole reports whether all floats in [lo, hi) are whole numbers, null or NaN, and sets missing to the first
// position of a null or NaN.
func (v values) areWhole(validity unsafe.Pointer, lo, hi int64, missing *int64) bool {
	value := numbers[float64, float64](v, 0)
	if v.code == 'f' {
		value = numbers[float32, float64](v, 0)
	}
	known := func(int64) bool { return true }
	if validity != nil {
		bits := unsafe.Slice((*byte)(validity), (hi+7)/8)
		known = func(i int64) bool { return bits[i/8]>>(i%8)&1 == 1 }
	}
	for i := lo; i < hi; i++ {
		switch x := value(int(i)); {
		case !known(i) || math.IsNaN(x):
			if *missing < 0 {
				*missing = i
			}
		case x != math.Trunc(x):
			return false
		}
	}
	return true
}

// touch reads one byte of every page in [lo, hi), and the last byte.
func (s *scan) touch(data unsafe.Pointer, lo, hi int64) {
	const page = 4096
	bytes := unsafe.Slice((*byte)(data), hi)
	for i := lo; i < hi; i += page {
		s.touched ^= bytes[i]
	}
	s.touched ^= bytes[hi-1]
}

// firstZero returns the first position in [lo, hi) whose bit is clear, or -1.
func firstZero(bitmap unsafe.Pointer, lo, hi int64) int64 {
	bits := unsafe.Slice((*byte)(bitmap), (hi+7)/8)
	for i := lo; i < hi; {
		if i%8 == 0 && i+8 <= hi && bits[i/8] == 0xff {
			i += 8
			continue
		}
		if bits[i/8]>>(i%8)&1 == 0 {
			return i
		}
		i++
	}
	return -1
}

const notText = "is not valid UTF-8; decode it to text first"

// scanText checks that offsets increase, stay within the text and divide it into valid UTF-8.
func scanText[T int32 | int64](v values, lo, hi int64) (int64, string) {
	offsets := unsafe.Slice((*T)(v.main), hi+1)
	before := T(0)
	for i := lo; i <= hi; i++ {
		if offsets[i] < before || int64(offsets[i]) > v.end {
			return max(i-1, lo), fmt.Sprintf("has the offset %d after %d; offsets rise from 0 to %d", offsets[i], before, v.end)
		}
		before = offsets[i]
	}
	text := unsafe.Slice((*byte)(v.text), int64(before))
	good := utf8.Valid(text[offsets[lo]:])
	for i := lo; i < hi; i++ {
		// Text that is valid as a whole and divided between characters is valid piece by piece.
		if good && (offsets[i] == offsets[i+1] || utf8.RuneStart(text[offsets[i]])) {
			continue
		}
		if !utf8.Valid(text[offsets[i]:offsets[i+1]]) {
			return i, notText
		}
	}
	return 0, ""
}

// view is the 16-byte element of a utf8_view column: short texts are inside, long ones in a data buffer.
type view struct {
	size   int32
	prefix [4]byte
	buffer int32
	offset int32
}

const viewInside = 12

// inside returns the text of a view that contains it.
func (w *view) inside() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&w.prefix)), viewInside)[:w.size]
}

func scanViews(v values, lo, hi int64) (int64, string) {
	views := unsafe.Slice((*view)(v.main), hi)
	for i := lo; i < hi; i++ {
		w := &views[i]
		if w.size < 0 {
			return i, fmt.Sprintf("has a view of length %d", w.size)
		}
		if w.size <= viewInside {
			if !utf8.Valid(w.inside()) {
				return i, notText
			}
			continue
		}
		if w.buffer < 0 || int(w.buffer) >= len(v.data) {
			return i, fmt.Sprintf("has a view into data buffer %d of %d", w.buffer, len(v.data))
		}
		end := int64(w.offset) + int64(w.size)
		if w.offset < 0 || end > v.sizes[w.buffer] || end > math.MaxInt32 {
			return i, fmt.Sprintf("has a view of %d bytes at offset %d in a data buffer of %d bytes", w.size, w.offset,
				v.sizes[w.buffer])
		}
		if !utf8.Valid(unsafe.Slice((*byte)(v.data[w.buffer]), end)[w.offset:]) {
			return i, notText
		}
	}
	return 0, ""
}

// ---- dictionaries ----

// forget gives each thread marks of valid entries of a new dictionary. Entries beyond the first 2^26 have no marks, and
// are checked at every use.
func (t *table) forget(entries values) {
	if t.scans == nil {
		t.scans = make([]scan, t.request.workers())
	}
	words := int(min(entries.length, 1<<26)+63) / 64
	for i := range t.scans {
		s := &t.scans[i]
		if words > cap(s.seen) {
			s.seen = make([]uint64, words)
		}
		s.seen = s.seen[:words]
		clear(s.seen)
	}
}

// scanEntries checks the indices in [lo, hi) and each entry that they refer to. Entries that no row uses are not
// checked, because checking all of them in every batch would take their number times the number of batches.
func (s *scan) scanEntries(index, entries values, lo, hi int64) (int64, string) {
	entry := index.ints(lo)
	for i := lo; i < hi; i++ {
		e := entry(int(i - lo)) // indices beyond 2^63 become negative and are refused
		if e < 0 || e >= entries.length {
			return i, fmt.Sprintf("has the dictionary index %d; its dictionary has %d entries", e, entries.length)
		}
		word, bit := e/64, uint64(1)<<(e%64)
		if word < int64(len(s.seen)) {
			if s.seen[word]&bit != 0 {
				continue
			}
			s.seen[word] |= bit
		}
		if _, reason := s.scanValues(entries, entries.offset+e, entries.offset+e+1); reason != "" {
			return i, fmt.Sprintf("refers to dictionary entry %d, which %s", e, reason)
		}
	}
	return 0, ""
}

// ---- columns ----

// rows returns the rows of the batch from lo to hi in the form that the core reads, in the producer's memory. All
// values have been scanned.
func (c *column) rows(lo, hi int64) graph.Column {
	rows := graph.Column{Rows: int(hi - lo), Format: c.format}
	from, first := c.main, c.main.offset+lo
	if c.dictionary {
		entry := c.main.ints(first)
		rows.Entry, rows.Entries = func(row int) int { return int(entry(row)) }, int(c.entries.length)
		rows.Known = c.known
		from, first = c.entries, c.entries.offset
	}
	switch from.code {
	case 'u':
		rows.Text = texts[int32](from, first)
	case 'U':
		rows.Text = texts[int64](from, first)
	case 'v':
		rows.Text = viewTexts(from, first)
	case 'f':
		rows.Real = numbers[float32, float64](from, first)
	case 'g':
		rows.Real = numbers[float64, float64](from, first)
	case 'd':
		rows.Decimal = from.decimals(first)
	default:
		rows.Int = from.ints(first)
		if widths[from.code] == 8 && !c.dictionary {
			rows.Wide = unsafe.Slice((*int64)(from.main), from.offset+from.length)[first : first+hi-lo]
		}
	}
	if from.gaps != nil {
		bits := unsafe.Slice((*byte)(from.gaps), (from.offset+from.length+7)/8)
		return rows.WithGaps(func(row int) bool {
			at := first + int64(row)
			return bits[at/8]>>(at%8)&1 == 1
		})
	}
	return rows
}

// ints returns a function that reads integers, or the bits of booleans, from a position on.
func (v values) ints(first int64) func(row int) int64 {
	switch v.code {
	case 'b':
		bits := unsafe.Slice((*byte)(v.main), (v.offset+v.length+7)/8)
		return func(row int) int64 {
			at := first + int64(row)
			return int64(bits[at/8] >> (at % 8) & 1)
		}
	case 'c':
		return numbers[int8, int64](v, first)
	case 'C':
		return numbers[uint8, int64](v, first)
	case 's':
		return numbers[int16, int64](v, first)
	case 'S':
		return numbers[uint16, int64](v, first)
	case 'i':
		return numbers[int32, int64](v, first)
	case 'I':
		return numbers[uint32, int64](v, first)
	}
	return numbers[int64, int64](v, first) // also for uint64, whose bits are kept
}

// decimals returns a function that reads decimals from a position on.
func (v values) decimals(first int64) func(row int) (float64, error) {
	var number func(row int) int64
	switch v.bytes {
	case 4:
		number = numbers[int32, int64](v, first)
	case 8:
		number = numbers[int64, int64](v, first)
	default:
		words := v.bytes / 8
		data := unsafe.Slice((*uint64)(v.main), (v.offset+v.length)*words)[first*words:]
		return func(row int) (float64, error) {
			at := int64(row) * words
			return graph.DecimalOf(data[at:at+words], v.scale)
		}
	}
	return func(row int) (float64, error) { return graph.DecimalOf([]uint64{uint64(number(row))}, v.scale) }
}

func numbers[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | float32 | float64, R int64 | float64](v values,
	first int64) func(row int) R {
	data := unsafe.Slice((*T)(v.main), v.offset+v.length)[first:]
	return func(row int) R { return R(data[row]) }
}

func texts[T int32 | int64](v values, first int64) func(row int) string {
	offsets := unsafe.Slice((*T)(v.main), v.offset+v.length+1)[first:]
	data := unsafe.Slice((*byte)(v.text), v.end)
	return func(row int) string { return stringOf(data[offsets[row]:offsets[row+1]]) }
}

func viewTexts(v values, first int64) func(row int) string {
	views := unsafe.Slice((*view)(v.main), v.offset+v.length)[first:]
	return func(row int) string {
		w := &views[row]
		if w.size <= viewInside {
			return stringOf(w.inside())
		}
		return stringOf(unsafe.Slice((*byte)(v.data[w.buffer]), v.sizes[w.buffer])[w.offset:][:w.size])
	}
}

// stringOf returns the text in the producer's memory without a copy.
func stringOf(text []byte) string { return unsafe.String(unsafe.SliceData(text), len(text)) }
