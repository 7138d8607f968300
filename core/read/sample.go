package read

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"

	"gobc/core/graph"
)

// sample is the beginning of a list of edges, cut into cells.
type sample struct {
	delimiter byte
	rows      [][][]byte
	first     row      // the line of the first row
	title     row      // the comment directly before it
	names     [][]byte // the names of columns that the title has; nil if it has none
	comments  [][]byte // the lines before the first row
	doubt     string   // a warning about the delimiter that was found; "" if there is none
	braces    bool     // NetworkX's attributes in braces stand behind the ends
}

type row struct {
	line int64 // from 1; 0 for none
	text []byte
}

// newSample cuts the lines at the delimiter: the one that is given, else that of delimiterOf.
func newSample(first []byte, delimiter byte, format string) (*sample, error) {
	lines := bytes.Split(first, []byte("\n"))
	if len(first) >= looked && len(lines) > 1 {
		lines = lines[:len(lines)-1] // the last may be cut
	}
	said := separatorLine(lines[0])
	begin := slices.IndexFunc(lines, func(line []byte) bool { return len(bytes.TrimSpace(line)) > 0 && !isComment(line) })
	if begin == 0 && said != 0 {
		begin = 1 + slices.IndexFunc(lines[1:], func(line []byte) bool { return len(bytes.TrimSpace(line)) > 0 })
	}
	if begin < 0 || begin == 0 && said != 0 {
		return nil, errors.New("the file has only comments, and no edge")
	}
	comments, lines := lines[:begin], lines[begin:]
	s := &sample{delimiter: delimiter, first: row{int64(begin + 1), lines[0]}, comments: comments}
	whole := wholeLines(lines)
	err := checkAdjacency(comments, whole)
	if err == nil && (delimiter == 0 && said == 0 || delimiter == blanks) {
		s.braces, err = hasBraces(whole)
	}
	switch {
	case err != nil:
		return nil, err
	case delimiter == 0 && said != 0:
		s.delimiter = said
	case s.braces:
		s.delimiter = blanks
	case delimiter == 0:
		var other byte
		if s.delimiter, other = delimiterOf(whole, format); other != 0 {
			s.doubt = fmt.Sprintf("line %d, %s, is split at %s, and could be split at %s: name the delimiter", s.first.line,
				s.first, called(s.delimiter), called(other))
		}
	}
	s.cut(lines)
	if err := checkTuples(s.rows); err != nil {
		return nil, err
	}
	for i, text := range comments {
		if len(bytes.TrimSpace(text)) > 0 {
			s.title = row{int64(i + 1), text}
		}
	}
	s.names = s.namesInComment(s.title.text)
	for i, text := range comments {
		if s.mayBeEdge(text, int64(i+1)) {
			return nil, &LineError{int64(i + 1), errors.New("is this a comment or an edge? It begins with # or %, and the " +
				"lines below it are like it: put quotes around the name, or remove the line")}
		}
	}
	return s, nil
}

// wholeLines are the lines that are not empty, those as one that a text in quotes spans.
func wholeLines(lines [][]byte) [][]byte {
	whole, open := lines[:0:0], false
	for _, line := range lines {
		switch {
		case open:
			last := len(whole) - 1
			whole[last] = slices.Concat(whole[last], []byte("\n"), line)
		case len(bytes.TrimSpace(line)) > 0:
			whole = append(whole, line)
		}
		open = open != (bytes.Count(line, []byte{'"'})%2 != 0)
	}
	if open && len(whole) > 1 {
		return whole[:len(whole)-1] // a quote that is not closed
	}
	return whole
}

// cut makes the rows, up to a line that is wrong, which the reader says.
func (s *sample) cut(lines [][]byte) {
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		cells, err := split(line, s.delimiter, nil)
		for err == errOpen && i+1 < len(lines) && len(line) < longestLine {
			i++
			line = slices.Concat(line, []byte("\n"), lines[i])
			cells, err = split(line, s.delimiter, nil)
		}
		if err != nil {
			return
		}
		s.rows = append(s.rows, cells)
	}
}

// namesInComment returns the names of columns in a comment: it has as many words as the rows have columns, no numbers,
// and no end of an edge.
func (s *sample) namesInComment(comment []byte) [][]byte {
	text := bytes.TrimLeft(comment, "# \t")
	if len(s.rows) == 0 || !bytes.HasPrefix(bytes.TrimLeft(comment, " \t"), []byte("#")) {
		return nil
	}
	names, err := split(text, s.delimiter, nil)
	if err != nil || len(names) != len(s.rows[0]) || slices.ContainsFunc(names, isNumber) {
		return nil
	}
	ends := append(slices.Clone(names[:min(2, len(names))]), slices.Concat([]byte("#"), names[0]))
	if slices.ContainsFunc(s.rows, func(row [][]byte) bool { return shareEnd(ends, row) }) {
		return nil
	}
	return names
}

// mayBeEdge tells whether a comment has as many columns as the rows, or a vertex below is called as it begins, and it
// is no title. Between blanks any sentence may have as many words.
func (s *sample) mayBeEdge(comment []byte, line int64) bool {
	if line == s.title.line && s.names != nil || len(s.rows) == 0 || !isComment(comment) {
		return false
	}
	cells, err := split(comment, s.delimiter, nil)
	if err != nil || len(cells) != len(s.rows[0]) {
		return false
	}
	close := !isRemark(comment)
	return s.delimiter == ',' || s.delimiter == ';' || s.delimiter == '\t' && close &&
		!bytes.HasPrefix(comment, []byte("##")) ||
		close && slices.ContainsFunc(s.rows, func(row [][]byte) bool { return shareEnd(cells[:1], row) })
}

// isComment tells whether a line begins with # or %.
func isComment(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return len(line) > 0 && (line[0] == '#' || line[0] == '%')
}

// isRemark tells whether only a blank follows the # or % that a line begins with: no vertex is called like that.
func isRemark(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	after := bytes.TrimLeft(line, "#%")
	return len(after) < len(line) && (len(after) == 0 || after[0] == ' ' || after[0] == '\t')
}

// columnNames are the cells as texts, or where there are none source, target, weight and column 4, in a list of
// vertices column 1.
func (s *sample) columnNames(cells [][]byte, list bool) []string {
	if len(s.rows) == 0 {
		return nil
	}
	names := make([]string, len(s.rows[0]))
	for i := range names {
		switch {
		case cells != nil:
			names[i] = string(bytes.ToValidUTF8(cells[i], []byte("\uFFFD")))
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

// below are the rows below the first, which is not there where the reader finds it wrong.
func (s *sample) below() [][][]byte { return s.rows[min(1, len(s.rows)):] }

// column returns the cells of a column below the names.
func (s *sample) column(header bool) func(int) iter.Seq[string] {
	return func(at int) iter.Seq[string] {
		return func(yield func(string) bool) {
			for _, row := range s.edges(header) {
				if at < len(row) && !yield(string(row[at])) {
					return
				}
			}
		}
	}
}

// edges are the rows below the names.
func (s *sample) edges(header bool) [][][]byte {
	if header {
		return s.below()
	}
	return s.rows
}

// kinds tells the kind of a column below the names, for graph.FindEnds.
func (s *sample) kinds(header bool) func(int) string {
	rows := s.edges(header)
	return func(at int) string {
		for _, row := range rows {
			if at < len(row) && !isNumber(row[at]) {
				return graph.TextColumn
			}
		}
		return graph.IntegerColumn
	}
}

// isMatrix tells whether the first cells of the rows are those of the first row after its first, in their order, above
// numbers. A first row of numbers has names if its first cell is empty.
func (s *sample) isMatrix(header bool) bool {
	rows := s.below()
	if len(rows) < 2 {
		return false
	}
	names := s.rows[0]
	if !header && len(names[0]) > 0 || len(names) < leastOfMatrix || len(rows) > len(names)-1 {
		return false
	}
	for i, row := range rows {
		if len(row) != len(names) || !bytes.Equal(row[0], names[i+1]) {
			return false
		}
		for _, cell := range row[1:] {
			if !isNumber(cell) && !isMissing(cell) {
				return false
			}
		}
	}
	return true
}

const leastOfMatrix = 4 // columns: of three, the rows could be edges with lengths

// isNumber tells whether a cell is a number with digits, perhaps with a decimal comma: a vertex may be called nan.
func isNumber(cell []byte) bool {
	_, number := kindOf(cell)
	return number && bytes.ContainsAny(cell, "0123456789") || hasDecimalComma(cell)
}
