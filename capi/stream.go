// Reading a caller's table: stream.c checks and projects the structures, this file checks the values, imports the
// wanted columns and hands them on batch by batch.
//
// Values are read here and not in C because a length that runs off mapped memory is then an error and not the end of
// the process: SetPanicOnFault works for faults in Go code alone. Everything the sink may read has been read once.
package main

/*
#include "stream.h"
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/cdata"
)

const (
	edgesTable   = "edges"
	nodesTable   = "nodes"
	sourcesTable = "sources"
)

// tableRequest says what to read.
type tableRequest struct {
	table string       // edgesTable, nodesTable or sourcesTable: decides the defaults, named in errors
	names []string     // the label columns, "" for the default: two for edges, one for nodes, none for sources
	check func() error // asked before every batch and every million values, its error ends the reading; may be nil
}

// tableInfo says what was read.
type tableInfo struct {
	rows  int64
	names []string         // of the label columns
	types []arrow.DataType // likewise, as the producer has them
}

// readTable reads the wanted columns of a stream and releases it, with everything it gave, before it returns, on the
// calling thread and on every path. The sink gets one array a wanted column for at most 2^16 rows at a time,
// valid during the call only, never empty, without nulls, perhaps with an offset; of a dictionary only the entries that
// rows refer to have been checked. A nodes table with a boolean column "source" gives it as a second array.
func readTable(stream *C.struct_ArrowArrayStream, request tableRequest,
	sink func(columns []arrow.Array, firstRow int64) error) (tableInfo, error) {
	reader := (*C.gobc_reader)(C.calloc(1, C.sizeof_gobc_reader))
	if reader == nil {
		C.gobc_stream_release(stream)
		return tableInfo{}, fail(C.GOBC_MEMORY, "%s: no memory to read the stream", request.table)
	}
	defer C.free(unsafe.Pointer(reader))
	defer C.gobc_reader_close(reader)
	t := &table{reader: reader, request: request}
	if C.gobc_reader_open(reader, stream) != 0 {
		return tableInfo{}, t.failed()
	}
	if err := t.choose(); err != nil {
		return tableInfo{}, err
	}
	for {
		if err := t.poll(); err != nil {
			return tableInfo{}, err
		}
		switch C.gobc_reader_next(reader) {
		case 0:
			return t.info(), nil
		case 1:
			if err := t.deliver(sink); err != nil {
				return tableInfo{}, err
			}
		default:
			return tableInfo{}, t.failed()
		}
	}
}

// table is one stream being read.
type table struct {
	reader  *C.gobc_reader
	request tableRequest
	names   []string         // of the wanted columns
	types   []arrow.DataType // likewise
	rows    int64            // before this batch
	seen    []uint64         // bits of the dictionary entries that are known to be good
	touched byte             // keeps the reads of touch alive
}

func (t *table) info() tableInfo {
	labels := max(len(t.request.names), 1)
	return tableInfo{rows: t.rows, names: t.names[:labels], types: t.types[:labels]}
}

// failed is the reader's own error.
func (t *table) failed() error {
	message := strings.ToValidUTF8(C.GoString(&t.reader.message[0]), "\uFFFD")
	return fail(int32(t.reader.status), "%s: %s", t.request.table, message)
}

func (t *table) poll() error {
	if t.request.check == nil {
		return nil
	}
	return t.request.check()
}

// ---- choosing columns ----

var endpointNames = [][]string{
	{"source", "target"}, {"source", "destination"}, {"src", "dst"}, {"from", "to"}, {"u", "v"},
}

// choose settles which columns are read, by the rules of gobc.h.
func (t *table) choose() error {
	if t.reader.plain != 0 && t.request.table == edgesTable {
		format := C.GoString(C.gobc_reader_format(t.reader, 0))
		return fail(C.GOBC_DATA, "edges: the stream must be of a table (format \"+s\") with two columns; its format is %q",
			shorten(format))
	}
	columns := make([]string, int(t.reader.width))
	for i := range columns {
		columns[i] = C.GoString(C.gobc_reader_name(t.reader, C.int64_t(i)))
	}
	positions, err := t.labelColumns(columns)
	if err != nil {
		return err
	}
	for _, p := range positions {
		if err := t.want(columns, p, 0); err != nil {
			return err
		}
	}
	if t.request.table != nodesTable {
		return nil
	}
	if mark := find(columns, "source"); len(mark) > 0 && mark[0] != positions[0] {
		return t.want(columns, mark[0], 1)
	}
	return nil
}

func (t *table) labelColumns(columns []string) ([]int, error) {
	switch t.request.table {
	case edgesTable:
		return t.endpoints(columns)
	case nodesTable:
		return t.byName(columns, []string{"node"}, []string{"id"})
	}
	if len(columns) != 1 {
		return nil, fail(C.GOBC_DATA, "sources: the stream must have one column of node labels; it has %s", listed(columns))
	}
	return []int{0}, nil
}

func (t *table) endpoints(columns []string) ([]int, error) {
	ends, err := t.byName(columns, endpointNames...)
	if err != nil {
		return nil, err
	}
	if ends[0] == ends[1] {
		return nil, fail(C.GOBC_INVALID, "edges: column %s would be both source and target: name both; the table has %s",
			quoted(columns, ends[0]), listed(columns))
	}
	return ends, nil
}

// byName resolves the names asked for; those left empty come from the first of the choices that the table has whole,
// else from the first columns.
func (t *table) byName(columns []string, choices ...[]string) ([]int, error) {
	var defaults []string
	if i := slices.IndexFunc(choices, func(c []string) bool { return allThere(columns, c) }); i >= 0 {
		defaults = choices[i]
	}
	chosen := make([]int, len(t.request.names))
	for i, name := range t.request.names {
		if name == "" && defaults != nil {
			name = defaults[i]
		}
		if name == "" && i >= len(columns) {
			return nil, fail(C.GOBC_DATA, "%s: the table needs %d label columns; it has %s", t.request.table, len(chosen),
				listed(columns))
		}
		if name == "" {
			chosen[i] = i
			continue
		}
		p, err := t.resolve(columns, name)
		if err != nil {
			return nil, err
		}
		chosen[i] = p
	}
	return chosen, nil
}

func allThere(columns, names []string) bool {
	for _, name := range names {
		if !slices.Contains(columns, name) {
			return false
		}
	}
	return true
}

// resolve finds a column by name, else by "#position".
func (t *table) resolve(columns []string, name string) (int, error) {
	found := find(columns, name)
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) > 1 {
		return 0, fail(C.GOBC_INVALID, "%s: %d columns are named %q; say which by position, \"#%d\" or \"#%d\"",
			t.request.table, len(found), shorten(name), found[0], found[1])
	}
	if position, ok := strings.CutPrefix(name, "#"); ok {
		if p, err := strconv.ParseUint(position, 10, 31); err == nil && int(p) < len(columns) {
			return int(p), nil
		}
	}
	return 0, fail(C.GOBC_INVALID, "%s: there is no column %q; the table has %s", t.request.table, shorten(name),
		listed(columns))
}

func find(columns []string, name string) (positions []int) {
	for i, c := range columns {
		if c == name {
			positions = append(positions, i)
		}
	}
	return positions
}

func (t *table) want(columns []string, position int, flag C.int) error {
	if C.gobc_reader_want(t.reader, C.int64_t(position), flag) != 0 {
		return t.failed()
	}
	column := &t.reader.columns[t.reader.wanted-1]
	kind := valueTypes[byte(column.value)]
	if column.index != 0 {
		kind = &arrow.DictionaryType{IndexType: valueTypes[byte(column.index)], ValueType: kind}
	}
	name := columns[position]
	if name == "" {
		name = "#" + strconv.Itoa(position)
	}
	t.names, t.types = append(t.names, name), append(t.types, kind)
	return nil
}

// valueTypes by the codes of stream.h.
var valueTypes = map[byte]arrow.DataType{
	'c': arrow.PrimitiveTypes.Int8, 'C': arrow.PrimitiveTypes.Uint8,
	's': arrow.PrimitiveTypes.Int16, 'S': arrow.PrimitiveTypes.Uint16,
	'i': arrow.PrimitiveTypes.Int32, 'I': arrow.PrimitiveTypes.Uint32,
	'l': arrow.PrimitiveTypes.Int64, 'L': arrow.PrimitiveTypes.Uint64,
	'u': arrow.BinaryTypes.String, 'U': arrow.BinaryTypes.LargeString, 'v': arrow.BinaryTypes.StringView,
	'b': arrow.FixedWidthTypes.Boolean,
}

// listed names the columns of a table, at most twelve of them.
func listed(columns []string) string {
	if len(columns) == 0 {
		return "no columns"
	}
	const most = 12
	var shown []string
	for i := range min(len(columns), most) {
		shown = append(shown, quoted(columns, i))
	}
	list := strings.Join(shown, ", ")
	if len(columns) > most {
		list = fmt.Sprintf("%s and %d more", list, len(columns)-most)
	}
	if len(columns) == 1 {
		return "the column " + list
	}
	return "the columns " + list
}

func quoted(columns []string, i int) string {
	if columns[i] == "" {
		return "#" + strconv.Itoa(i)
	}
	return strconv.Quote(shorten(columns[i]))
}

// shorten cuts a name from outside to what an error message can hold.
func shorten(name string) string {
	const most = 60
	if len(name) > most {
		name = name[:most] + "..."
	}
	return strings.ToValidUTF8(name, "\uFFFD")
}

// ---- batches ----

// deliver checks the batch in the reader, imports its columns and gives them to the sink.
func (t *table) deliver(sink func([]arrow.Array, int64) error) error {
	rows := int64(t.reader.rows)
	if rows == 0 {
		return nil
	}
	if err := t.scan(rows); err != nil {
		return err
	}
	columns := make([]arrow.Array, 0, len(t.types))
	defer func() { release(columns) }()
	for i, kind := range t.types {
		ours := (*cdata.CArrowArray)(unsafe.Pointer(&t.reader.columns[i].array))
		column, err := cdata.ImportCArrayWithType(ours, kind)
		if err != nil {
			return fail(C.GOBC_INTERNAL, "%s: column %q, batch %d passed all checks but cannot be imported: %v", t.request.table,
				shorten(t.names[i]), int64(t.reader.batches)-1, err)
		}
		columns = append(columns, column)
	}
	// In pieces: 2^16 rows of new labels take a sink some 20 ms, and a cancelled call has 200.
	const piece = 1 << 16
	for lo := int64(0); lo < rows; lo += piece {
		if err := t.deliverPiece(columns, lo, min(lo+piece, rows), sink); err != nil {
			return err
		}
	}
	t.rows += rows
	return nil
}

func (t *table) deliverPiece(columns []arrow.Array, lo, hi int64, sink func([]arrow.Array, int64) error) error {
	if err := t.poll(); err != nil {
		return err
	}
	rows := make([]arrow.Array, len(columns))
	for i, column := range columns {
		rows[i] = array.NewSlice(column, lo, hi)
	}
	defer release(rows)
	return sink(rows, t.rows+lo)
}

func release(columns []arrow.Array) {
	for _, column := range columns {
		column.Release()
	}
}

// scan reads every value of the wanted columns once. A fault in it is a length that the memory does not bear out.
func (t *table) scan(rows int64) (err error) {
	at := -1
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if _, ok := v.(interface{ Addr() uintptr }); !ok {
			panic(v)
		}
		what := "the table's validity"
		if at >= 0 {
			what = fmt.Sprintf("column %q", shorten(t.names[at]))
		}
		err = fail(C.GOBC_DATA, "%s: reading %s, batch %d, ran off its memory: the producer's lengths or addresses are wrong",
			t.request.table, what, int64(t.reader.batches)-1)
	}()
	if bits := t.reader.validity; bits != nil {
		first := int64(t.reader.validity_offset)
		if null := firstZero(unsafe.Pointer(bits), first, first+rows); null >= 0 {
			return fail(C.GOBC_DATA, "%s: row %d is null as a whole; drop such rows first", t.request.table, t.rows+null-first)
		}
	}
	for at = range t.types {
		if err := t.scanColumn(at, rows); err != nil {
			return err
		}
	}
	return nil
}

// scanColumn works in pieces, so that a long batch can be left early.
func (t *table) scanColumn(slot int, rows int64) error {
	const piece = 1 << 20
	column := &t.reader.columns[slot]
	offset := int64(column.array.offset)
	bad := func(position int64, reason string) error {
		return fail(C.GOBC_DATA, "%s: row %d: column %q %s", t.request.table, t.rows+position-offset, shorten(t.names[slot]),
			reason)
	}
	var main, entries values
	var reason string
	if column.index == 0 {
		main, reason = open(&column.array, byte(column.value))
	} else if main, reason = open(&column.array, byte(column.index)); reason == "" {
		entries, reason = open(&column.dictionary, byte(column.value))
		t.forget(entries)
	}
	if reason != "" {
		return bad(offset, reason)
	}
	for lo := offset; lo < offset+rows; lo += piece {
		if err := t.poll(); err != nil {
			return err
		}
		hi := min(lo+piece, offset+rows)
		position, reason := t.scanValues(main, lo, hi)
		if reason == "" && column.index != 0 {
			position, reason = t.scanEntries(main, entries, lo, hi)
		}
		if reason != "" {
			return bad(position, reason)
		}
	}
	return nil
}

// ---- values ----

const null = "is null; every label must be known: drop or fill such rows first"

// values are an array of one of our codes; positions in it count from the start of its buffers.
type values struct {
	code           byte
	offset, length int64
	validity, main unsafe.Pointer   // main: data, offsets or views
	text           unsafe.Pointer   // data of utf8
	end            int64            // its size
	data           []unsafe.Pointer // data buffers of views
	sizes          []int64          // theirs
}

const mostBytes = 1 << 46

// open looks at what belongs to an array as a whole; the import of the array reads no more than this.
func open(from *C.struct_ArrowArray, code byte) (values, string) {
	buffers := unsafe.Slice(from.buffers, int(from.n_buffers))
	v := values{code: code, offset: int64(from.offset), length: int64(from.length)}
	v.validity, v.main = buffers[0], buffers[1]
	if v.length == 0 {
		return v, ""
	}
	switch last := v.offset + v.length; code {
	case 'u':
		v.text, v.end = buffers[2], int64(unsafe.Slice((*int32)(v.main), last+1)[last])
	case 'U':
		v.text, v.end = buffers[2], unsafe.Slice((*int64)(v.main), last+1)[last]
	case 'v':
		if n := len(buffers) - 3; n > 0 {
			v.data, v.sizes = buffers[2:n+2], unsafe.Slice((*int64)(buffers[n+2]), n)
		}
	}
	if v.end < 0 || v.end > mostBytes || v.end > 0 && v.text == nil {
		return v, fmt.Sprintf("has %d bytes of text by its last offset, at address %#x", v.end, uintptr(v.text))
	}
	for i, size := range v.sizes {
		if size < 0 || size > mostBytes || size > 0 && v.data[i] == nil {
			return v, fmt.Sprintf("has data buffer %d with %d bytes, at address %#x", i, size, uintptr(v.data[i]))
		}
	}
	return v, ""
}

var widths = map[byte]int64{'c': 1, 'C': 1, 's': 2, 'S': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8}

// scanValues returns the first bad position in [lo, hi) and what is wrong there, or "".
func (t *table) scanValues(v values, lo, hi int64) (int64, string) {
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
		t.touch(v.main, lo/8, (hi+7)/8)
	default:
		t.touch(v.main, lo*widths[v.code], hi*widths[v.code])
	}
	return 0, ""
}

// touch reads a byte of every page in [lo, hi), and the last.
func (t *table) touch(data unsafe.Pointer, lo, hi int64) {
	const page = 4096
	bytes := unsafe.Slice((*byte)(data), hi)
	for i := lo; i < hi; i += page {
		t.touched ^= bytes[i]
	}
	t.touched ^= bytes[hi-1]
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

// scanText checks that offsets rise, stay within the text and cut it into valid UTF-8.
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
		// Valid as a whole and cut between characters is valid piece by piece.
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

func scanViews(v values, lo, hi int64) (int64, string) {
	views := unsafe.Slice((*view)(v.main), hi)
	for i := lo; i < hi; i++ {
		w := &views[i]
		if w.size < 0 {
			return i, fmt.Sprintf("has a view of length %d", w.size)
		}
		if w.size <= viewInside {
			if !utf8.Valid(unsafe.Slice((*byte)(unsafe.Pointer(&w.prefix)), viewInside)[:w.size]) {
				return i, notText
			}
			continue
		}
		if w.buffer < 0 || int(w.buffer) >= len(v.data) {
			return i, fmt.Sprintf("has a view into data buffer %d of %d", w.buffer, len(v.data))
		}
		end := int64(w.offset) + int64(w.size)
		if w.offset < 0 || end > v.sizes[w.buffer] || end > math.MaxInt32 {
			return i, fmt.Sprintf("has a view at %d, %d bytes long, in a data buffer of %d bytes", w.offset, w.size,
				v.sizes[w.buffer])
		}
		if !utf8.Valid(unsafe.Slice((*byte)(v.data[w.buffer]), end)[w.offset:]) {
			return i, notText
		}
	}
	return 0, ""
}

// ---- dictionaries ----

// forget makes ready for a new dictionary. Entries beyond the first 2^26 are checked at every use instead.
func (t *table) forget(entries values) {
	words := int(min(entries.length, 1<<26)+63) / 64
	if words > cap(t.seen) {
		t.seen = make([]uint64, words)
	}
	t.seen = t.seen[:words]
	clear(t.seen)
}

// scanEntries checks the indices at [lo, hi) and each entry they refer to. Entries that no row uses may be anything:
// checking all of them in every batch would cost their number times that of the batches.
func (t *table) scanEntries(index, entries values, lo, hi int64) (int64, string) {
	at := indexReader(index)
	for i := lo; i < hi; i++ {
		e := at(i)
		if e < 0 || e >= entries.length {
			return i, fmt.Sprintf("has the dictionary index %d; its dictionary has %d entries", e, entries.length)
		}
		word, bit := e/64, uint64(1)<<(e%64)
		if word < int64(len(t.seen)) {
			if t.seen[word]&bit != 0 {
				continue
			}
			t.seen[word] |= bit
		}
		if _, reason := t.scanValues(entries, entries.offset+e, entries.offset+e+1); reason != "" {
			return i, fmt.Sprintf("refers to dictionary entry %d, which %s", e, reason)
		}
	}
	return 0, ""
}

func indexReader(v values) func(int64) int64 {
	data := v.main
	switch v.code {
	case 'c':
		return indices[int8](data)
	case 'C':
		return indices[uint8](data)
	case 's':
		return indices[int16](data)
	case 'S':
		return indices[uint16](data)
	case 'i':
		return indices[int32](data)
	case 'I':
		return indices[uint32](data)
	case 'L':
		return indices[uint64](data) // beyond 2^63 they come out negative: refused
	}
	return indices[int64](data)
}

func indices[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64](data unsafe.Pointer) func(int64) int64 {
	return func(i int64) int64 {
		return int64(*(*T)(unsafe.Add(data, i*int64(unsafe.Sizeof(T(0))))))
	}
}
