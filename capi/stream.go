// Reading a caller's table: stream.c checks and projects the structures, this file checks the values and hands the
// wanted columns on batch by batch.
//
// Values are read here and not in C because a length that runs off mapped memory is then an error and not the end of
// the process: SetPanicOnFault works for faults in Go code alone. Everything the sink may read has been read once.
package capi

/*
#include "stream.h"
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"gobc/core/graph"
)

const (
	edgesTable   = "edges"
	nodesTable   = "nodes"
	sourcesTable = "sources"
	targetsTable = "targets"
	ofTable      = "of"
)

// tableRequest says what to read.
type tableRequest struct {
	table  string       // edgesTable or another of the constants: decides the defaults, named in errors
	names  []string     // the label columns, "" for the default: two for edges, one for nodes, none for other tables
	weight string       // the weight column of edges, "" for none
	check  func() error // asked before every batch and every million values, its error ends the reading; may be nil
}

// tableInfo says what was read.
type tableInfo struct {
	rows    int64
	names   []string // of the label columns
	formats []string // likewise, of their values
	weight  string   // of the weight column of edges
}

// readTable reads the wanted columns of a stream and releases it, with everything it gave, before it returns, on the
// calling thread and on every path. The sink gets the wanted columns for at most 2^16 rows at a time, valid during the call
// only, never empty; of a dictionary only the entries that rows refer to have been checked. After the labels come the weights of edges if asked for, the boolean column "source"
// of a nodes table, or the column "weight" of sources and targets, each if there is one.
func readTable(stream *C.struct_ArrowArrayStream, request tableRequest,
	sink func(columns []graph.Column, firstRow int64) error) (tableInfo, error) {
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
	columns []column // the wanted ones
	rows    int64    // before this batch
	seen    []uint64 // bits of the dictionary entries that are known to be good
	touched byte     // keeps the reads of touch alive
}

// column is a wanted column.
type column struct {
	from          *C.gobc_reader_column
	name          string
	dictionary    bool
	main, entries values // of the batch; entries are those of a dictionary
}

// format is Arrow's letter for the values, u for any text.
func (c *column) format() string {
	switch code := byte(c.from.value); code {
	case 'U', 'v':
		return "u"
	default:
		return string(code)
	}
}

func (t *table) info() tableInfo {
	labels := max(len(t.request.names), 1)
	info := tableInfo{rows: t.rows}
	for _, c := range t.columns[:labels] {
		info.names, info.formats = append(info.names, c.name), append(info.formats, c.format())
	}
	if t.request.weight != "" {
		info.weight = t.columns[labels].name
	}
	return info
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
		if err := t.want(columns, p, C.GOBC_COLUMN_LABELS); err != nil {
			return err
		}
	}
	return t.chooseBeside(columns, positions)
}

// chooseBeside settles the column beside the labels.
func (t *table) chooseBeside(columns []string, labels []int) error {
	switch t.request.table {
	case edgesTable:
		if t.request.weight == "" {
			return nil
		}
		p, err := t.resolve(columns, t.request.weight)
		if err != nil {
			return err
		}
		if slices.Contains(labels, p) {
			return fail(C.GOBC_INVALID, "edges: column %s would be an end of the edge and its weight; the table has %s",
				quoted(columns, p), listed(columns))
		}
		return t.want(columns, p, C.GOBC_COLUMN_WEIGHTS)
	case nodesTable:
		if mark := find(columns, "source"); len(mark) > 0 && mark[0] != labels[0] {
			return t.want(columns, mark[0], C.GOBC_COLUMN_MARKS)
		}
	default:
		if len(columns) == 2 {
			return t.want(columns, 1-labels[0], C.GOBC_COLUMN_WEIGHTS)
		}
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
	weights := find(columns, "weight")
	switch {
	case len(columns) == 1:
		return []int{0}, nil
	case t.request.table == ofTable:
		return nil, fail(C.GOBC_DATA, "of: the stream must have one column, of node labels; it has %s", listed(columns))
	case len(columns) == 2 && len(weights) == 1:
		return []int{1 - weights[0]}, nil
	}
	return nil, fail(C.GOBC_DATA, "%s: the stream must have one column of node labels, and perhaps one called \"weight\"; it has %s",
		t.request.table, listed(columns))
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

func (t *table) want(columns []string, position int, kind C.int) error {
	if C.gobc_reader_want(t.reader, C.int64_t(position), kind) != 0 {
		return t.failed()
	}
	name := columns[position]
	if name == "" {
		name = "#" + strconv.Itoa(position)
	}
	wanted := &t.reader.columns[t.reader.wanted-1]
	t.columns = append(t.columns, column{from: wanted, name: name, dictionary: wanted.index != 0})
	return nil
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

// deliver checks the batch in the reader and gives its columns to the sink.
func (t *table) deliver(sink func([]graph.Column, int64) error) error {
	rows := int64(t.reader.rows)
	if rows == 0 {
		return nil
	}
	if err := t.scan(rows); err != nil {
		return err
	}
	// In pieces: 2^16 rows of new labels take a sink some 20 ms, and a cancelled call has 200.
	const piece = 1 << 16
	for lo := int64(0); lo < rows; lo += piece {
		if err := t.poll(); err != nil {
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
			what = fmt.Sprintf("column %q", shorten(t.columns[at].name))
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
	for at = range t.columns {
		if err := t.scanColumn(&t.columns[at], rows); err != nil {
			return err
		}
	}
	return nil
}

// scanColumn works in pieces, so that a long batch can be left early.
func (t *table) scanColumn(c *column, rows int64) error {
	const piece = 1 << 20
	offset := int64(c.from.rows.offset)
	bad := func(position int64, reason string) error {
		return fail(C.GOBC_DATA, "%s: row %d: column %q %s", t.request.table, t.rows+position-offset, shorten(c.name), reason)
	}
	code := byte(c.from.value)
	if c.dictionary {
		code = byte(c.from.index)
	}
	var reason string
	if c.main, reason = open(&c.from.rows, code); reason == "" && c.dictionary {
		c.entries, reason = open(&c.from.entries, byte(c.from.value))
		t.forget(c.entries)
	}
	if reason != "" {
		return bad(offset, reason)
	}
	for lo := offset; lo < offset+rows; lo += piece {
		if err := t.poll(); err != nil {
			return err
		}
		hi := min(lo+piece, offset+rows)
		position, reason := t.scanValues(c.main, lo, hi)
		if reason == "" && c.dictionary {
			position, reason = t.scanEntries(c.main, c.entries, lo, hi)
		}
		if reason != "" {
			return bad(position, reason)
		}
	}
	return nil
}
