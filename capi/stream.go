// This file reads a caller's table. stream.c checks the structures; this file chooses the columns, and values.go
// passes them to a sink, batch by batch.
// Values are read in Go because a length that exceeds mapped memory is then an error and does not end the process:
// SetPanicOnFault works only for faults in Go code. All values that the sink may read have been read once before.
package capi

/*
#include "stream.h"
#include <stdlib.h>
*/
import "C"

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"gobc/core/graph"
)

const (
	edgesTable    = "edges"
	nodesTable    = "nodes"
	sourcesTable  = "sources"
	targetsTable  = "targets"
	ofTable       = "of"
	demandTable   = "demand"
	subgraphTable = "subgraph"
)

// tableRequest says what to read.
type tableRequest struct {
	table   string       // edgesTable or another of the constants; sets the defaults and is named in errors
	names   []string     // the label columns, "" for the default: two for edges, one for nodes, none for other tables
	weight  string       // the weight column of edges, "" for none
	by      string       // the column that names the network of each edge, which comes last; "" for none
	gaps    bool         // weights may be null: graph.Column.WithGaps
	threads int          // that read values; 0: the caller's alone
	later   bool         // rows came before this table, and have shown which columns are the ends
	check   func() error // called before every batch and every million values; its error ends the reading
}

// readTable reads the requested columns of a stream. Before it returns, it releases the stream and its batches on the
// calling thread, also on errors. The sink receives 1 to 2^16 rows of the requested columns at a time (2^18 for each of
// the request's threads), which are valid only during its call. In a dictionary, only the entries that rows refer to
// have been checked. After the labels come, if they exist, the requested weights of edges, the boolean column "source"
// of a nodes table, or the column "weight" of sources and targets. readTable returns these columns.
func readTable(stream *C.struct_ArrowArrayStream, request tableRequest,
	sink func(columns []graph.Column, firstRow int64) error) ([]column, error) {
	t, err := openTable(stream, request)
	if err != nil {
		return nil, err
	}
	defer t.close()
	for more := true; more; {
		if more, err = t.next(sink); err != nil {
			return nil, err
		}
	}
	return t.columns, nil
}

// openTable opens a stream, which next reads batch by batch and close releases. After an error it is released.
func openTable(stream *C.struct_ArrowArrayStream, request tableRequest) (*table, error) {
	reader := (*C.gobc_reader)(C.calloc(1, C.sizeof_gobc_reader))
	if reader == nil {
		return nil, fail(C.GOBC_MEMORY, "%s: no memory to read the stream", request.table)
	}
	t := &table{reader: reader, request: request}
	err := error(nil)
	if C.gobc_reader_open(reader, stream) != 0 {
		err = t.failed()
	}
	if err == nil {
		err = t.choose()
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// next gives a batch to the sink, and reports whether there may be another.
func (t *table) next(sink func(columns []graph.Column, firstRow int64) error) (more bool, err error) {
	if err := t.request.check(); err != nil {
		return false, err
	}
	switch C.gobc_reader_next(t.reader) {
	case 0:
		if t.rows == 0 {
			t.refused = nil
		}
		return false, t.refused
	case 1:
		return true, t.deliver(int64(t.reader.rows), sink)
	}
	return false, t.failed()
}

func (t *table) close() {
	C.gobc_reader_close(t.reader)
	C.free(unsafe.Pointer(t.reader))
}

// table is one stream being read.
type table struct {
	reader  *C.gobc_reader
	request tableRequest
	header  []string // names of all columns
	columns []column // the requested ones
	byPlace bool     // the ends are the first two columns, until the first batch has been checked
	others  []column // other columns that may be ends of edges, until the first batch has been checked
	refused error    // the error for a label column of a wrong type, unless rows show a better one or there are no rows
	rows    int64    // number of rows before this batch
	scans   []scan   // of threads
}

// column is a requested column.
type column struct {
	name          string
	format        string // Arrow's letter for the values, u for any text
	dictionary    bool
	whole         bool                  // floats that should be integers
	gaps          bool                  // nulls are errors of their rows only
	from          *C.gobc_reader_column // valid while the table is read
	main, entries values                // of the batch; entries are those of a dictionary
	known         []int32               // vertices of the entries, valid while the batch is read
}

// failed returns the reader's own error.
func (t *table) failed() error {
	message := strings.ToValidUTF8(C.GoString(&t.reader.message[0]), "\uFFFD")
	return fail(int32(t.reader.status), "%s: %s", t.request.table, message)
}

// ---- choosing columns ----

var nodeNames = [][]string{{"node"}, {"id"}}

// choose determines which columns are read, by the rules of gobc.h.
func (t *table) choose() error {
	for i := range int(t.reader.width) {
		t.header = append(t.header, C.GoString(C.gobc_reader_name(t.reader, C.int64_t(i))))
	}
	switch t.request.table {
	case edgesTable:
		return t.chooseEdges()
	case nodesTable:
		return t.chooseNodes()
	case demandTable:
		return t.chooseDemand()
	}
	return t.chooseList()
}

func (t *table) chooseEdges() error {
	if t.reader.plain != 0 {
		contents := C.GoString(C.gobc_reader_contents(C.gobc_reader_format(t.reader, 0)))
		return fail(C.GOBC_DATA, "edges: a table with two columns of vertices is needed, and this is one column "+
			"that holds %s", contents)
	}
	by := -1
	if t.request.by != "" {
		var err error
		if by, err = t.resolve(t.request.by); err != nil {
			return err
		}
	}
	ends, err := t.ends(by)
	if err != nil {
		return err
	}
	byPlace := !t.namesAnEnd() && !graph.HasEndNames(t.header)
	if ends[0] == ends[1] {
		return fail(C.GOBC_INVALID, "edges: column %s would be both source and target: name both; the table has %s",
			quoted(t.header, ends[0]), listed(t.header))
	}
	if err := t.wantLabels(ends...); err != nil {
		return err
	}
	weight := -1
	if t.request.weight != "" {
		if weight, err = t.resolve(t.request.weight); err != nil {
			return err
		}
	}
	if slices.Contains(ends, weight) {
		return fail(C.GOBC_INVALID, "edges: column %s cannot be both an end of the edge and its weight; the table has %s",
			quoted(t.header, weight), listed(t.header))
	}
	if weight >= 0 {
		if err := t.want(C.GOBC_COLUMN_WEIGHTS, weight); err != nil {
			return err
		}
		t.columns[len(t.columns)-1].gaps = t.request.gaps
	}
	used := append(ends, weight)
	if by >= 0 {
		if err := t.wantNetworks(by, used); err != nil {
			return err
		}
		used = append(used, by)
	}
	if t.byPlace = byPlace && t.refused == nil && !t.request.later; t.byPlace {
		t.wantOthers(used)
	}
	return nil
}

// namesAnEnd reports whether a label column is asked for by its name.
func (t *table) namesAnEnd() bool {
	return slices.ContainsFunc(t.request.names, func(name string) bool { return name != "" })
}

// wantNetworks requests the column that names the network of each edge.
func (t *table) wantNetworks(by int, others []int) error {
	if slices.Contains(others, by) {
		return fail(C.GOBC_INVALID, "edges: column %s cannot be both an end or the weight of the edge and the name of its "+
			"network; the table has %s", quoted(t.header, by), listed(t.header))
	}
	return t.wantLabels(by)
}

// wantLabels requests columns of labels. A column of floats or nulls cannot be labels, but the table may be empty, or
// the column may have held integers before a value was lost. So it is read like weights, and refused later.
func (t *table) wantLabels(columns ...int) error {
	for _, at := range columns {
		switch t.kind(at) {
		case graph.FloatColumn:
			t.refuse(C.gobc_reader_want(t.reader, C.int64_t(at), C.GOBC_COLUMN_LABELS))
			if err := t.want(C.GOBC_COLUMN_WEIGHTS, at); err != nil {
				return err
			}
			t.columns[len(t.columns)-1].whole = true
		case graph.NullColumn:
			t.refuse(C.gobc_reader_want(t.reader, C.int64_t(at), C.GOBC_COLUMN_LABELS))
			t.columns = append(t.columns, column{name: t.header[at], format: "n"})
		default:
			if err := t.want(C.GOBC_COLUMN_LABELS, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// refuse stores the first error of the reader until the end of the table.
func (t *table) refuse(failed C.int) {
	if failed != 0 && t.refused == nil {
		t.refused = t.failed()
	}
}

// wantOthers requests the columns that could be ends instead of those that were taken by their place, the first of the
// used ones: those of the same kind whose names do not say otherwise.
func (t *table) wantOthers(used []int) {
	kind, own := t.kind(used[0]), t.columns
	defer func() { t.columns = own }()
	t.columns = nil
	for at := 0; at < len(t.header) && len(t.columns) < graph.MostEndColumns-2; at++ {
		if !slices.Contains(used, at) && t.kind(at) == kind && !graph.IsNoEnd(t.header[at]) {
			_ = t.want(C.GOBC_COLUMN_LABELS, at) // a dictionary that cannot be read is left out
		}
	}
	t.others = t.columns
}

// ends returns the columns of the ends: the requested ones, or else those that graph.FindEnds finds among all columns
// except `by`.
func (t *table) ends(by int) ([]int, error) {
	if !slices.Contains(t.request.names, "") {
		return t.byName(nil)
	}
	names, at := t.header, func(i int) int { return i }
	if by >= 0 {
		names = slices.Delete(slices.Clone(names), by, by+1)
		at = func(i int) int {
			if i >= by {
				i++
			}
			return i
		}
	}
	find := func(kind func(int) string) (source, target int, err error) {
		source, target, err = graph.FindEnds(names, func(i int) string { return kind(at(i)) })
		return at(source), at(target), err
	}
	source, target, err := find(t.kind)
	if err != nil {
		err = fail(C.GOBC_DATA, "edges: %v; the table has %s", err, listed(t.header))
		var unclear error
		if source, target, unclear = find(t.kindOfWhole); unclear != nil {
			return nil, err
		}
		t.refused = err // replaced later if an integer is missing
	}
	if by >= 0 && !t.namesAnEnd() && !graph.HasEndNames(names) {
		if err := graph.CheckBy(t.header, by, source, target); err != nil {
			return nil, fail(C.GOBC_DATA, "edges: %v; the table has %s", err, listed(t.header))
		}
	}
	ends := []int{source, target}
	for i, name := range t.request.names {
		name = cmp.Or(name, t.known(ends[i]))
		if name == "" {
			continue
		}
		if ends[i], err = t.resolve(name); err != nil {
			return nil, err
		}
	}
	return ends, nil
}

// known returns the name of a column if it is one of graph.EndNames and no other column has it.
func (t *table) known(i int) string {
	if slices.ContainsFunc(graph.EndNames, func(pair [2]string) bool { return slices.Contains(pair[:], t.header[i]) }) {
		return t.header[i]
	}
	return ""
}

// kind returns the type of a column's values, or of the entries of a dictionary.
func (t *table) kind(i int) string {
	schema := &t.reader.schema
	if t.reader.plain == 0 {
		schema = unsafe.Slice(schema.children, t.reader.width)[i]
	}
	dictionary := schema.dictionary != nil
	if dictionary {
		schema = schema.dictionary
	}
	switch format := C.GoString(schema.format); format {
	case "u", "U", "vu":
		return graph.TextColumn
	case "c", "C", "s", "S", "i", "I", "l", "L":
		return graph.IntegerColumn
	case "f", "g":
		if !dictionary {
			return graph.FloatColumn
		}
	case "n":
		if !dictionary {
			return graph.NullColumn
		}
	}
	return graph.OtherColumn
}

// kindOfWhole returns the kind that the column has if integers became floats because one is missing.
func (t *table) kindOfWhole(i int) string {
	if kind := t.kind(i); kind != graph.FloatColumn {
		return kind
	}
	return graph.IntegerColumn
}

func (t *table) chooseNodes() error {
	node, err := t.byName(nodeNames)
	if err != nil {
		return err
	}
	if err := t.wantLabels(node...); err != nil {
		return err
	}
	if mark := slices.Index(t.header, "source"); mark >= 0 && mark != node[0] {
		return t.want(C.GOBC_COLUMN_MARKS, mark)
	}
	return nil
}

// chooseDemand takes the three columns of the table of demand.
func (t *table) chooseDemand() error {
	if len(t.header) != 3 {
		return fail(C.GOBC_DATA, "demand: the stream must have three columns, of origins, destinations and flows; it has %s",
			listed(t.header))
	}
	if err := t.wantLabels(0, 1); err != nil {
		return err
	}
	return t.want(C.GOBC_COLUMN_WEIGHTS, 2)
}

// chooseList chooses the columns of the tables of sources, targets and of.
func (t *table) chooseList() error {
	weights := find(t.header, "weight")
	switch {
	case len(t.header) == 1:
		return t.wantLabels(0)
	case t.request.table == ofTable || t.request.table == subgraphTable:
		return fail(C.GOBC_DATA, "%s: the stream must have one column, of node labels; it has %s", t.request.table,
			listed(t.header))
	case len(t.header) != 2 || len(weights) != 1:
		return fail(C.GOBC_DATA, "%s: the stream must have one column of node labels, and perhaps one called \"weight\"; "+
			"it has %s",
			t.request.table, listed(t.header))
	}
	if err := t.wantLabels(1 - weights[0]); err != nil {
		return err
	}
	return t.want(C.GOBC_COLUMN_WEIGHTS, weights[0])
}

// byName resolves the requested names. Empty names are replaced by the first of the choices whose names are all in
// the table, else by the first columns.
func (t *table) byName(choices [][]string) ([]int, error) {
	missing := func(name string) bool { return !slices.Contains(t.header, name) }
	whole := slices.IndexFunc(choices, func(names []string) bool { return !slices.ContainsFunc(names, missing) })
	chosen := make([]int, len(t.request.names))
	for i, name := range t.request.names {
		if name == "" && whole >= 0 {
			name = choices[whole][i]
		}
		if name == "" && i >= len(t.header) {
			return nil, fail(C.GOBC_DATA, "%s: the table needs %d label columns; it has %s", t.request.table, len(chosen),
				listed(t.header))
		}
		if name == "" {
			chosen[i] = i
			continue
		}
		p, err := t.resolve(name)
		if err != nil {
			return nil, err
		}
		chosen[i] = p
	}
	return chosen, nil
}

// resolve finds a column by its name or by "#position".
func (t *table) resolve(name string) (int, error) {
	found := find(t.header, name)
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) > 1 {
		return 0, fail(C.GOBC_INVALID, "%s: %d columns are named %q; say which by position, \"#%d\" or \"#%d\"",
			t.request.table, len(found), graph.Shorten(name), found[0], found[1])
	}
	if position, ok := strings.CutPrefix(name, "#"); ok {
		if p, err := strconv.ParseUint(position, 10, 31); err == nil && int(p) < len(t.header) {
			return int(p), nil
		}
	}
	return 0, fail(C.GOBC_INVALID, "%s: there is no column %q; the table has %s", t.request.table, graph.Shorten(name),
		listed(t.header))
}

func find(columns []string, name string) (positions []int) {
	for i, c := range columns {
		if c == name {
			positions = append(positions, i)
		}
	}
	return positions
}

func (t *table) want(kind C.int, positions ...int) error {
	for _, p := range positions {
		if C.gobc_reader_want(t.reader, C.int64_t(p), kind) != 0 {
			return t.failed()
		}
		from := &t.reader.columns[t.reader.wanted-1]
		format := string(byte(from.value))
		if format == "U" || format == "v" {
			format = "u"
		}
		name := cmp.Or(t.header[p], "#"+strconv.Itoa(p))
		t.columns = append(t.columns, column{name: name, format: format, dictionary: from.index != 0, from: from})
	}
	return nil
}

// listed returns the names of a table's columns, at most twelve, for messages.
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
	return strconv.Quote(graph.Shorten(columns[i]))
}

// checkEnds compares the first two columns of the first batch, which are the ends by position, with other columns of
// the same kind.
func (t *table) checkEnds(rows int64) error {
	if !t.byPlace {
		return nil
	}
	t.byPlace = false
	rows = min(rows, graph.MostEndRows)
	var columns []graph.Column
	var names []string
	for i := range t.others {
		if t.scan(t.others[i:i+1], rows) != nil {
			t.others[i].from = nil // it has nulls, which does not matter otherwise
		}
	}
	for _, c := range slices.Concat(t.columns[:2], t.others) {
		if c.from != nil {
			columns, names = append(columns, c.rows(0, rows)), append(names, c.name)
		}
	}
	t.others, t.reader.wanted = nil, C.int32_t(len(t.columns))
	err := graph.CheckEdgeNames(names, func(at int) iter.Seq[string] { return columns[at].Texts() })
	if err = cmp.Or(err, graph.CheckEnds(names, columns)); err != nil {
		return fail(C.GOBC_DATA, "edges: %v; the table has %s", err, listed(t.header))
	}
	return nil
}
