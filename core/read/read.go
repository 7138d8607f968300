// Package read reads networks from text files: lists of edges, Matrix Market, GML, GraphML, Pajek and METIS, plain or
// compressed. The Go package and the C interface use it. Errors name the line.
package read

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gobc/core/graph"
)

// Options are what a caller says about a file. The zero value: everything is found in the file.
type Options struct {
	Format         string // an ending such as "csv"; "": by the file's name, else by how it begins
	Delimiter      byte   // of lists of edges; 0: found in the first lines
	Header         Choice // whether the first line of a list of edges has the names of its columns
	Source, Target string // columns by name or "#position"; "": by graph.FindEnds
	Weight         string // likewise; "": none is read
	TextIDs        bool   // labels stay as they are written: 007 is not 7
	List           bool   // the file is a list of vertices: all its columns are read
	Directed       Choice // of a matrix: whether (i, j) and (j, i) are two edges
	Threads        int    // that read lines; below 2: the caller's alone

	// Passed is told how many lines are read, and of about how many, by the bytes of the file; 0: not known.
	Passed func(lines, all int64)
}

// Choice is yes, no, or unknown.
type Choice int8

const (
	Unknown Choice = iota
	No
	Yes
)

// Table is what a file holds, in memory of package memory: free it.
type Table struct {
	Edges    []Column // source, target and perhaps a weight; the columns of a list
	Nodes    *Column  // all vertices, where a file lists them
	Directed Choice   // as the file says
	Notes    []string // what was decided about the file
	Warnings []string // what could be read in another way: a caller shows them

	byPlace bool // the ends of edges are columns that nothing named
}

// note adds a note.
func (t *Table) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// warn adds a warning.
func (t *Table) warn(format string, args ...any) {
	t.Warnings = append(t.Warnings, fmt.Sprintf(format, args...))
}

// Free releases the columns.
func (t *Table) Free() {
	for i := range t.Edges {
		t.Edges[i].free()
	}
	if t.Nodes != nil {
		t.Nodes.free()
	}
	*t = Table{}
}

// formats are the readers by endings.
var formats = map[string]func(*source, *Table) error{
	"sif": readSIF, "mtx": readMatrix, "gml": readGML, "graphml": readGraphML, "net": readPajek, "paj": readPajek,
	"graph": readMETIS, "metis": readMETIS,
}

// TextFormats are the endings of tables of text.
var TextFormats = []string{"csv", "tsv", "tab", "txt", "edges", "edgelist", "el", "tab2", "tab3", "ncol", "dat"}

// Formats names what File reads, for messages.
var Formats = strings.Join(TextFormats, ", ") + ", sif, mtx, gml, graphml, net, paj, graph, metis (also .gz, .zst)"

// OptionError is an error of what was asked for, whatever the file holds.
type OptionError struct{ text string }

func (e *OptionError) Error() string { return e.text }

func wrongOption(format string, args ...any) error {
	return &OptionError{fmt.Sprintf(format, args...)}
}

// ErrFile is wrapped by errors of a file that cannot be read, or of what is in it. A table in it whose ends of edges
// are unclear is a graph.EndsError, as one in memory is.
var ErrFile = errors.New("invalid file")

type fileError struct{ err error }

func (e *fileError) Error() string   { return e.err.Error() }
func (e *fileError) Unwrap() []error { return []error{ErrFile, e.err} }

func wrongFile(format string, args ...any) error {
	return &fileError{fmt.Errorf(format, args...)}
}

// LineError is an error in a line of a file.
type LineError struct {
	Line int64
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// File reads a file; "-" is standard input. check is asked at least once in 2^16 lines or 1 MiB, whichever is more, and
// its error ends the call.
func File(path string, o Options, check func() error) (*Table, error) {
	in := os.Stdin
	if path != "-" {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return nil, wrongFile("%q is a folder; name a file", path)
		}
		file, err := os.Open(path)
		var failed *fs.PathError
		if errors.As(err, &failed) {
			err = failed.Err
		}
		if err != nil {
			return nil, wrongFile("%q cannot be opened: %w", path, err)
		}
		defer file.Close()
		in = file
	}
	t, err := Reader(in, path, o, check)
	if err != nil {
		return nil, named(path, err)
	}
	return t, nil
}

// named says which file an error is of. It wraps ErrFile unless it is about the columns, what was asked for, or the
// call.
func named(path string, err error) error {
	name := "standard input"
	if path != "-" {
		name = strconv.Quote(path)
	}
	var line *LineError
	if errors.As(err, &line) {
		name += ", "
	} else {
		name += ": "
	}
	var ends *graph.EndsError
	var option *OptionError
	if errors.As(err, &ends) || errors.As(err, &option) || !graph.IsAboutData(err) {
		return fmt.Errorf("%s%w", name, err)
	}
	return wrongFile("%s%w", name, err)
}

// Reader is File for what is open already. name tells the format by its ending.
func Reader(in io.Reader, name string, o Options, check func() error) (*Table, error) {
	if d := o.Delimiter; d != 0 && strings.ContainsRune("\"\r\n", rune(d)) || d >= utf8.RuneSelf {
		return nil, wrongOption("the delimiter %q: give a character of ASCII that is no quote and ends no line", d)
	}
	from := newCounted(in)
	unpacked, err := unpack(from)
	if err != nil {
		return nil, err
	}
	_, packed := unpacked.(*limited)
	s := &source{options: o, packed: packed, from: from, ended: check}
	defer s.begin(&newlines{Reader: unpacked})()
	first, err := s.Peek(looked)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return nil, err
	}
	if err := s.encoding(first); err != nil {
		return nil, err
	}
	s.format = o.Format
	if s.format == "" {
		s.format = ending(name)
	}
	if s.format == "" {
		s.format = begins(first)
	}
	s.format = strings.TrimPrefix(strings.ToLower(s.format), ".")
	read, known := formats[s.format]
	if isText(s.format) {
		read, known = readText, true
	}
	if !known {
		if way := ways[s.format]; way != "" {
			return nil, fmt.Errorf("gobc does not read the format %q: %s", s.format, way)
		}
		return nil, fmt.Errorf("unknown format %q; gobc reads %s, and in Python parquet, arrow and feather. Name one of "+
			"them as the format",
			graph.Shorten(s.format), Formats)
	}
	if o.List && !isText(s.format) {
		return nil, wrongOption("a list of vertices is read from a table (csv, tsv, txt), not from %s", s.format)
	}
	if isText(s.format) && isJSONLines(first) {
		return nil, errors.New("the file has JSON lines: " + ways["jsonl"])
	}
	t := new(Table)
	if err := read(s, t); err != nil {
		t.Free()
		return nil, err
	}
	if err := t.finish(o); err != nil {
		t.Free()
		return nil, err
	}
	return t, nil
}

const (
	sheet = "save the sheet as CSV, or read it with pandas.read_excel in Python or readxl::read_excel in R, and give " +
		"the table"
	ofR    = "readRDS or load reads it in R; give what it holds, or write it with write.csv and row.names = FALSE"
	packed = "unpack it first, or pack it as .gz or .zst"
	lines  = "give the table of pandas.read_json(path, lines=True) in Python, of jsonlite::stream_in(file(path)) in R"
	drawn  = "give the graph of networkx.nx_pydot.read_dot(path)"
	graph6 = "give the graph of networkx.read_graph6(path) in Python"
	sparse = "give the graph of networkx.read_sparse6(path) in Python"
	others = "export the network as SIF, GraphML or CSV from the program that wrote it"
)

// ways say what to do with formats that are often met and not read.
var ways = map[string]string{"xlsx": sheet, "xls": sheet, "xlsm": sheet, "ods": sheet, "rds": ofR, "rda": ofR,
	"rdata": ofR,
	"zip":   packed, "tar": packed, "tgz": packed, "bz2": packed, "xz": packed, "cys": others, "xgmml": others,
	"cx":   others,
	"cx2":  others,
	"gexf": others, "json": others, "h5ad": "read it with anndata.read_h5ad in Python, and give the AnnData",
	"adjlist": "give the graph of networkx.read_adjlist(path) in Python, or write it by networkx.write_edgelist",
	"dot":     drawn, "gv": drawn, "g6": graph6, "graph6": graph6, "s6": sparse, "sparse6": sparse,
	"leda":     "give the graph of networkx.read_leda(path) in Python",
	"lgl":      "give the graph of igraph.Graph.Read_Lgl(path) in Python, of igraph::read_graph(path, \"lgl\") in R",
	"graphmlz": "name the format graphml",
	"mitab":    "name the format tsv", "jsonl": lines, "ndjson": lines}

// isText tells whether readText reads a format.
func isText(format string) bool {
	return slices.Contains(TextFormats, format)
}

// isJSONLines tells whether the first line is an object of JSON with a name, which no edge is.
func isJSONLines(first []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimSpace(first), []byte("\n"))
	line = bytes.TrimSpace(line)
	return bytes.HasPrefix(line, []byte(`{"`)) && bytes.HasSuffix(line, []byte("}")) && bytes.Contains(line, []byte(`":`))
}

// ending is the format that a name tells; "out.x" is how KONECT calls a list of edges.
func ending(name string) string {
	base := strings.ToLower(filepath.Base(name))
	for _, packed := range []string{".gz", ".zst"} {
		base = strings.TrimSuffix(base, packed)
	}
	if strings.HasPrefix(base, "out.") {
		return "txt"
	}
	return strings.TrimPrefix(filepath.Ext(base), ".")
}

// begins is the format of what begins like this. METIS has no mark of its own.
func begins(first []byte) string {
	text := bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(first, []byte("\ufeff"))))
	for _, mark := range []struct{ text, format string }{
		{"%%matrixmarket", "mtx"}, {"<?xml", "graphml"}, {"<graphml", "graphml"}, {"*vertices", "net"}, {"*network", "net"},
		{"graph [", "gml"}, {"graph\n[", "gml"}, {"creator ", "gml"},
	} {
		if bytes.HasPrefix(text, []byte(mark.text)) {
			return mark.format
		}
	}
	return "txt"
}

// source is a file that is being read, line by line.
type source struct {
	*bufio.Reader
	reader interface {
		io.Reader
		odd() oddBytes // in what it has given
	}
	options Options
	format  string
	packed  bool // it was compressed
	from    *counted
	ended   func() error // whether the caller asked for the end
	line    int64        // of what was read last, from 1
	marked  int64        // the first line after the header that begins with # or % and is read as an edge
	spanned int64        // the first line of a text in quotes that spans several
}

// check tells how far the file is read, and whether the caller asked for the end.
func (s *source) check() error {
	if s.options.Passed != nil {
		s.options.Passed(s.line, s.from.lines(s.line))
	}
	return s.ended()
}

// begin begins to read, and returns a function that ends it.
func (s *source) begin(from *newlines) (end func()) {
	s.reader, end = from, func() {}
	if s.options.Threads > 1 {
		a := newAhead(from)
		s.reader, end = a, a.close
	}
	s.Reader = bufio.NewReaderSize(s.reader, longestLine)
	return end
}

func (s *source) fail(format string, args ...any) error {
	return &LineError{s.line, fmt.Errorf(format, args...)}
}

// next returns a line without its end, valid until the next call; io.EOF after the last.
func (s *source) next() ([]byte, error) {
	s.line++
	line, err := s.ReadSlice('\n')
	switch {
	case err == bufio.ErrBufferFull:
		return nil, s.fail("longer than %d bytes, as no edge is", longestLine)
	case err == io.EOF && len(line) == 0:
		return nil, io.EOF
	case err != nil && err != io.EOF:
		return nil, &LineError{s.line, err}
	}
	if s.line&0xffff == 0 {
		if err := s.check(); err != nil {
			return nil, err
		}
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	if s.reader.odd().zeros && bytes.IndexByte(line, 0) >= 0 {
		return nil, s.fail("a zero byte: this is no text")
	}
	return line, nil
}

// words returns the next line that is neither empty nor a comment, cut at blanks; io.EOF after the last.
func (s *source) words(comment string) ([][]byte, error) {
	for {
		line, err := s.next()
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 && !(comment != "" && bytes.HasPrefix(line, []byte(comment))) {
			return bytes.Fields(line), nil
		}
	}
}

// encoding refuses what is no UTF-8 by its first bytes, and skips its mark.
func (s *source) encoding(first []byte) error {
	switch {
	case len(bytes.TrimSpace(first)) == 0 && len(first) < looked:
		return errors.New("the file is empty")
	case bytes.HasPrefix(first, []byte("PAR1")):
		return s.tableFile("Parquet", "parquet", "arrow::read_parquet", "pqarrow.ReadTable")
	case bytes.HasPrefix(first, []byte("ARROW1")) || bytes.HasPrefix(first, []byte("FEA1")):
		return s.tableFile("Arrow or Feather", "arrow", "arrow::read_feather", "ipc.NewFileReader")
	case bytes.HasPrefix(first, []byte("\xff\xff\xff\xff")):
		return s.tableFile("an Arrow stream", "arrow", "arrow::read_ipc_stream", "ipc.NewReader")
	case bytes.HasPrefix(first, []byte("\xff\xfe")) || bytes.HasPrefix(first, []byte("\xfe\xff")):
		return errors.New("the text is UTF-16; convert it to UTF-8, for example with iconv")
	case bytes.HasPrefix(first, []byte("\ufeff")):
		_, err := s.Discard(3)
		return err
	}
	return nil
}

// tableFile says who reads a file that is a table and no text. Only Python's package and the command have a reader for
// it.
func (s *source) tableFile(what, format, r, golang string) error {
	first := "the file is " + what + ":"
	if s.packed {
		first = "the file is " + what + ", compressed as a whole: decompress it, then"
	}
	return fmt.Errorf("%s in Python and in the shell give %s as the format; in R read it by %s, in Go by %s, and give "+
		"gobc the table",
		first, format, r, golang)
}

// weighted is the column of lengths for a format that has one column of them by name, or none.
func (s *source) weighted(name string, there bool) (bool, error) {
	w := s.options.Weight
	if w == "" {
		return false, nil
	}
	if !there || w != name && w != "weight" && w != "#2" {
		what := "no lengths"
		if there {
			what = fmt.Sprintf("one column of lengths, called %q", name)
		}
		return false, wrongOption("weight %q: the file has %s", graph.Shorten(w), what)
	}
	return true, nil
}

// ends makes the columns of edges, and perhaps of lengths.
func (t *Table) ends(weight string, weighted bool) {
	t.Edges = []Column{{Name: "source"}, {Name: "target"}}
	if weighted {
		t.Edges = append(t.Edges, Column{Name: weight, weight: true})
	}
}

// warnOfAbsent warns of labels that may stand for missing names, which make one vertex of all that is missing.
func (t *Table) warnOfAbsent(labels []*Column) {
	count, absent := 0, ""
	for _, c := range labels {
		if c.texts {
			count, absent = count+c.absences, cmp.Or(absent, c.absent)
		}
	}
	if count == 0 {
		return
	}
	places := "one place"
	if count > 1 {
		places = fmt.Sprintf("%d places", count)
	}
	t.warn("%q is the name of a vertex in %s, and often stands for a missing one: remove these lines if it does", absent,
		places)
}

// finish settles the types of columns: the ends of edges and their vertices have one.
func (t *Table) finish(o Options) error {
	labels := []*Column{}
	for i := range t.Edges {
		if c := &t.Edges[i]; !c.weight && !o.List {
			labels = append(labels, c)
		}
	}
	if t.Nodes != nil {
		labels = append(labels, t.Nodes)
	}
	if !o.TextIDs && t.Nodes == nil {
		t.readWholes(labels)
	}
	text := o.TextIDs || slices.ContainsFunc(labels, func(c *Column) bool { return !c.holdsIntegers() })
	for _, c := range labels {
		if text {
			if err := c.toText(); err != nil {
				return err
			}
		}
		if err := c.finish(text); err != nil {
			return err
		}
	}
	if at := slices.IndexFunc(labels, func(c *Column) bool { return c.padded != "" }); at >= 0 {
		t.warn("labels are read as numbers, %q as %s: --text-ids keeps them as they are written",
			graph.Shorten(labels[at].padded), labels[at].number)
	}
	t.warnOfAbsent(labels)
	if t.byPlace {
		t.warnOfShape()
	}
	for i := range t.Edges {
		if c := &t.Edges[i]; c.weight || o.List {
			if err := c.finish(o.TextIDs && !c.weight && c.Name != o.Weight); err != nil {
				return err
			}
		}
	}
	return nil
}
