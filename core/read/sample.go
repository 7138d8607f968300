package read

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gobc/core/graph"
)

// sample is the beginning of a list of edges, cut into cells.
type sample struct {
	delimiter byte // 0: there are only comments
	rows      [][][]byte
	odd       string // why the first comment may be an edge
}

// newSample cuts the lines at the delimiter: the one that is given, else the first of tab, comma and semicolon (in csv of comma,
// semicolon and tab) that every line has, else blanks, or what the first line has if it has no blanks.
func newSample(first []byte, delimiter byte, format string) *sample {
	lines := bytes.Split(first, []byte("\n"))
	if len(first) >= looked && len(lines) > 1 {
		lines = lines[:len(lines)-1] // the last may be cut
	}
	kept, comment := lines[:0:0], []byte(nil)
	for _, line := range lines {
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(bytes.TrimSpace(line)) > 0 && (len(kept) > 0 || !isComment(line)) {
			kept = append(kept, line)
		} else if comment == nil && len(kept) == 0 && len(line) > 0 {
			comment = line
		}
	}
	s := new(sample)
	if len(kept) == 0 {
		return s
	}
	if s.delimiter = delimiter; delimiter == 0 {
		s.delimiter = delimiterOf(kept, format)
	}
	for _, line := range kept {
		cells, err := split(line, s.delimiter, nil)
		if err != nil {
			break // of several lines, or wrong: the reader says so
		}
		s.rows = append(s.rows, cells)
	}
	if s.delimiter == ',' || s.delimiter == ';' {
		cells, err := split(comment, s.delimiter, nil)
		if err == nil && comment != nil && len(s.rows) > 0 && len(cells) == len(s.rows[0]) {
			s.odd = "is this a comment or an edge? It begins with # or %, and has as many columns as the lines below: put quotes around the name, or remove the line"
		}
	}
	return s
}

func delimiterOf(lines [][]byte, format string) byte {
	candidates := "\t,;"
	if format == "csv" {
		candidates = ",;\t"
	}
	for i := range len(candidates) {
		if !slices.ContainsFunc(lines, func(line []byte) bool { return bytes.IndexByte(line, candidates[i]) < 0 }) {
			return candidates[i]
		}
	}
	if format == "csv" || format == "tsv" {
		return candidates[0] // a list of vertices has one column
	}
	if first := bytes.TrimSpace(lines[0]); !bytes.ContainsAny(first, " \t") {
		if at := bytes.IndexAny(first, ",;"); at >= 0 {
			return first[at] // a line below has none, which the reader says
		}
	}
	return blanks
}

// names are those of the first line, else source, target, weight and column 4, in a list of vertices column 1.
func (s *sample) names(header, list bool) []string {
	if len(s.rows) == 0 {
		return nil
	}
	names := make([]string, len(s.rows[0]))
	for i, cell := range s.rows[0] {
		switch {
		case header:
			names[i] = strings.ToValidUTF8(string(cell), "\uFFFD")
		case len(names) == 1:
			names[i] = "node"
		case i < 3 && !list:
			names[i] = []string{"source", "target", "weight"}[i]
		default:
			names[i] = fmt.Sprintf("column %d", i+1)
		}
	}
	return names
}

// kinds tells the kind of a column below the names, for graph.FindEnds.
func (s *sample) kinds(header bool) func(int) string {
	rows := s.rows
	if header {
		rows = rows[1:]
	}
	return func(at int) string {
		for _, row := range rows {
			if at < len(row) && !isNumber(row[at]) {
				return graph.TextColumn
			}
		}
		return graph.IntegerColumn
	}
}

// decide tells whether the first line has names, and notes it in the table unless it names the ends of edges.
func (s *sample) decide(t *Table) bool {
	header, why := s.hasNames()
	if why != "" {
		what := "an edge (--header: the names of columns)"
		if header {
			what = "the names of columns (--no-header: an edge)"
		}
		t.Notes = append(t.Notes, fmt.Sprintf("the first line is taken as %s, as %s", what, why))
	}
	return header
}

// hasNames compares the first line with those below it: names are not of the kind of what stands below them.
func (s *sample) hasNames() (header bool, why string) {
	if len(s.rows) == 0 {
		return true, ""
	}
	first, below := s.rows[0], s.rows[1:]
	lower := make([]string, len(first))
	for i, name := range first {
		lower[i] = strings.ToLower(strings.TrimSpace(string(name)))
	}
	for _, pair := range graph.EndNames {
		if slices.Contains(lower, pair[0]) && slices.Contains(lower, pair[1]) {
			return true, ""
		}
	}
	if slices.ContainsFunc(first, isNumber) {
		return false, "it has numbers"
	}
	for at := range first {
		numbers := len(below) > 0
		for _, row := range below {
			numbers = numbers && at < len(row) && isNumber(row[at])
		}
		if numbers {
			return true, "numbers stand below it"
		}
	}
	for _, row := range below {
		for _, cell := range row[:min(2, len(row))] {
			if slices.ContainsFunc(first[:min(2, len(first))], func(name []byte) bool { return bytes.Equal(name, cell) }) {
				return false, "what it has stands below it too"
			}
		}
	}
	return true, "what it has stands nowhere below it"
}

// isNumber tells whether a cell is a number with digits: a vertex may be called nan.
func isNumber(cell []byte) bool {
	_, number := kindOf(cell)
	return number && bytes.ContainsAny(cell, "0123456789")
}
