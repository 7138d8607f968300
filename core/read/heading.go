package read

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gobc/core/graph"
)

// heading decides where the names of columns are and returns them, and whether they are the first line. What could be
// otherwise is a warning of the table.
func (s *sample) heading(o Options, t *Table) (names []string, header bool) {
	verdict, why, sure := s.firstLineHasNames(o)
	titled := s.names != nil && s.known(s.names, o)
	if titled && verdict != No && !s.known(s.rows[0], o) {
		verdict, sure = No, true
	}
	switch {
	case o.Header == No:
	case o.Header == Yes:
		if header = verdict == Yes || s.names == nil; !header && verdict == Unknown {
			t.warn("line %d, %s, is read as the names of columns, so line %d, %s, is an edge: remove the comment if it has "+
				"no names",
				s.title.line, s.title, s.first.line, s.first)
		}
	default:
		if header = verdict == Yes; verdict == Unknown {
			header = s.names == nil && len(s.rows) > 1 && (s.delimiter == ',' || s.delimiter == ';')
		}
		s.tell(t, o, header, why, sure)
	}
	switch {
	case header && len(s.rows) > 0:
		return s.columnNames(s.rows[0], o.List), true
	case s.names != nil && (!o.List || titled):
		if !titled && verdict == No && !isRemark(s.title.text) && overNumbers(s.names, s.rows, o) == 0 {
			t.warn("line %d, %s, is read as the names of columns: if it is an edge, put quotes around its first label",
				s.title.line, s.title)
		}
		return s.columnNames(s.names, o.List), false
	}
	return s.columnNames(nil, o.List), header
}

// tell notes what the first line was taken as, or warns.
func (s *sample) tell(t *Table, o Options, header bool, why string, sure bool) {
	row := "an edge"
	if o.List {
		row = "a vertex"
	}
	what, otherwise := row, "--header: the names of columns"
	if header {
		what, otherwise = "the names of columns", "--no-header: "+row
	}
	ways := fmt.Sprintf("say --header (names) or --no-header (%s)", row)
	switch { // an option of a caller may be about another file, that of the edges
	case o.List && header:
		ways = fmt.Sprintf("write a line %q above it if it is %s", ListNames[0], row)
	case o.List:
		ways = fmt.Sprintf("write %q in its place if it is the name of a column", ListNames[0])
	}
	if !sure {
		t.warn("line %d, %s, could be the names of columns or %s, and is read as %s: %s", s.first.line, s.first, row, what,
			ways)
	} else if !header && s.names != nil && (!o.List || s.known(s.names, o)) {
		t.note("line %d has the names of the columns, and line %d is the first edge", s.title.line, s.first.line)
	} else if why != "" && o.List {
		t.note("the first line is taken as %s, as %s", what, why)
	} else if why != "" {
		t.note("the first line is taken as %s (%s), as %s", what, otherwise, why)
	}
}

// firstLineHasNames reports whether the first line has names, why, and whether that is certain.
func (s *sample) firstLineHasNames(o Options) (verdict Choice, why string, sure bool) {
	if len(s.rows) == 0 {
		return Yes, "", true // of several lines, or wrong: the reader says so
	}
	first, below, repeated := s.rows[0], s.rows[1:], false
	if others := slices.DeleteFunc(slices.Clone(below), func(row [][]byte) bool { return sameCells(first, row) }); len(
		others) > 0 {
		below, repeated = others, len(others) < len(below)
	}
	recurs := slices.ContainsFunc(below, func(row [][]byte) bool { return shareEnd(first[:min(2, len(first))], row) })
	over := overNumbers(first, below, o)
	missing := missingBeside(first)
	switch {
	case s.known(first, o):
		return Yes, "", len(below) > 0 && !recurs && !numbersOverNumbers(first, below)
	case slices.ContainsFunc(first, isNumber):
		return No, "it has numbers", true
	case s.braces:
		return No, "it has attributes in braces", true
	case missing >= 0:
		again := slices.ContainsFunc(below, func(row [][]byte) bool { return missing < len(row) && isMissing(row[missing]) })
		return No, "it has missing values", recurs || again || o.List // else a column may be called NA
	case over > 1:
		return Yes, "numbers stand below it", true
	case recurs:
		return No, "what it has stands below it too", true
	case over > 0:
		return Yes, "numbers stand below it", false
	case repeated:
		return No, "what it has stands below it too", o.List // an edge, or the names of two files that were joined
	}
	return Unknown, "", false
}

// sameCells tells whether two rows are equal.
func sameCells(a, b [][]byte) bool { return slices.EqualFunc(a, b, bytes.Equal) }

// again finds the names of columns among the rows below them, as in files that were joined one after the other.
type again struct {
	names  [][]byte // nil: there are none
	sure   bool     // they can be nothing else
	warned bool     // a warning has been given
}

// newAgain is for the names in the first line, or in the comment above it.
func (s *sample) newAgain(o Options, header bool) *again {
	if header && len(s.rows) > 0 {
		verdict, _, _ := s.firstLineHasNames(o)
		return &again{names: cloned(s.rows[0]), sure: o.Header == Yes || verdict == Yes}
	}
	if s.names == nil || isRemark(s.title.text) {
		return &again{}
	}
	names, err := split(s.title.text, s.delimiter, nil)
	if err != nil {
		return &again{}
	}
	return &again{names: cloned(names), sure: true}
}

// cloned copies cells, which stand in the buffer of the file.
func cloned(cells [][]byte) [][]byte {
	copies := make([][]byte, len(cells))
	for i, cell := range cells {
		copies[i] = bytes.Clone(cell)
	}
	return copies
}

// check returns an error if a row repeats the names, or warns if the row could be an edge.
func (a *again) check(cells [][]byte, s *source, t *Table) error {
	if a.names == nil || len(cells[0]) != len(a.names[0]) || !sameCells(cells, a.names) {
		return nil
	}
	line := row{s.line, bytes.Join(cells, []byte{' '})}
	if a.sure {
		return s.fail("%s repeats the names of the columns, as in files that were joined: remove this line; if both are "+
			"edges, say that the file has no header", line)
	}
	if !a.warned {
		a.warned = true
		t.warn("line %d, %s, repeats the first line, and is read as an edge: say --no-header if both are edges, "+
			"else remove it", s.line, line)
	}
	return nil
}

// missingBeside is the first column beside the ends whose cell stands for a missing value; -1 if there is none. An
// empty cell does not count: a delimiter at the end of each line makes one, in a line of names, too.
func missingBeside(cells [][]byte) int {
	for at := 2; at < len(cells); at++ {
		if len(cells[at]) > 0 && isMissing(cells[at]) {
			return at
		}
	}
	return -1
}

// overNumbers says whether names are above columns that hold only numbers below them. 0: none is. 2: one beside the
// ends is, or in a list one beside the first column; no edge, vertex or pair has a text there. 1: others are, but a
// vertex may have a text as its label where others have numbers.
func overNumbers(names [][]byte, below [][][]byte, o Options) int {
	found := 0
	for at := range names {
		numbers, beside := len(below) > 0, at > 1 || at > 0 && o.List
		for _, row := range below {
			numbers = numbers && at < len(row) && isNumber(row[at])
		}
		switch {
		case beside && isMissing(names[at]):
		case beside && numbers:
			return 2
		case numbers:
			found = 1
		}
	}
	return found
}

// numbersOverNumbers tells whether a cell beside the ends is a number above numbers alone, as in a line of an edge from
// u to v.
func numbersOverNumbers(names [][]byte, below [][][]byte) bool {
	for at := 2; at < len(names); at++ {
		cells := func(row [][]byte) bool { return at < len(row) && isNumber(row[at]) }
		if cells(names) && !slices.ContainsFunc(below, func(row [][]byte) bool { return !cells(row) }) {
			return true
		}
	}
	return false
}

// shareEnd tells whether a row has one of the cells in its first two columns.
func shareEnd(a, b [][]byte) bool {
	return slices.ContainsFunc(a, func(cell []byte) bool {
		return slices.ContainsFunc(b[:min(2, len(b))], func(other []byte) bool { return bytes.Equal(cell, other) })
	})
}

// isMissing tells whether a cell stands for a missing value, as programs write it.
func isMissing(cell []byte) bool {
	return slices.Contains([]string{"", "-", ".", "?", "na", "n/a", "nan", "null", "none", "inf", "-inf", `\n`,
		"<na>", "nat", "(null)"},
		strings.ToLower(string(cell)))
}

// ListNames are names of columns in lists of vertices.
var ListNames = []string{"node", "nodes", "vertex", "vertices", "id", "name", "label", "weight"}

// known tells whether cells are names of columns beyond doubt: those of the ends of edges, or one that was asked for.
func (s *sample) known(cells [][]byte, o Options) bool {
	lower := make([]string, len(cells))
	for i, cell := range cells {
		lower[i] = strings.ToLower(strings.TrimSpace(string(cell)))
	}
	if o.List {
		return slices.ContainsFunc(lower, func(name string) bool { return slices.Contains(ListNames, name) })
	}
	for _, asked := range []string{o.Source, o.Target, o.Weight} {
		bare := bareName(asked)
		if slices.ContainsFunc(lower, func(name string) bool { return asked != "" && strings.EqualFold(name, bare) }) {
			return true
		}
	}
	return slices.ContainsFunc(graph.EndNames, func(pair [2]string) bool {
		return slices.Contains(lower, pair[0]) && slices.Contains(lower, pair[1])
	})
}

// String is the beginning of the line, in quotes.
func (r row) String() string { return strconv.Quote(graph.Shorten(string(bytes.TrimSpace(r.text)))) }
