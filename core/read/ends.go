package read

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"gobc/core/graph"
)

// otherEnds are columns that could be ends of edges as well as the first two, which were chosen by their place: of
// their kind, and not called otherwise. They keep the cells of the first graph.MostEndRows rows, for graph.CheckEnds.
// Without names they are columns of text, as numbers beside ids may be lengths and times. As long as the first column
// has the numbers of the rows, from 0 or 1, they are those of the second's kind, too.
type otherEnds struct {
	names    []string // of all columns of the file
	at       []int
	columns  []Column
	nameless bool
	numbered bool
	kind     func(int) string // of columns whose names are known, else nil
	numbers  int              // how many columns, the first, are of numbers, in a file without names
	next     int64            // of the first column of a file without names: of the next row; -1 before the first
}

func newOtherEnds(o Options, names []string, s *sample, header bool, kept []int) *otherEnds {
	e := &otherEnds{names: names, next: -1, nameless: !header && s.names == nil}
	e.numbered = e.nameless
	if !e.byPlace(o) {
		if !o.List && o.Source == "" && o.Target == "" {
			e.kind = s.kinds(header) // known names
		}
		return e
	}
	kind := s.kinds(header)
	if !e.nameless {
		e.take(func(at int) bool {
			return !slices.Contains(kept, at) && !graph.IsNoEnd(names[at]) && kind(at) == kind(0)
		})
		return e
	}
	e.names = places(len(names))
	if kind(1) != graph.TextColumn {
		e.take(func(at int) bool { return !slices.Contains(kept, at) && kind(at) == kind(1) })
		e.numbers = len(e.at)
	}
	e.take(func(at int) bool { return !slices.Contains(kept, at) && kind(at) == graph.TextColumn })
	return e
}

// take adds columns, as many as are compared.
func (e *otherEnds) take(fits func(at int) bool) {
	for at, n := 2, 0; at < len(e.names) && n < graph.MostEndColumns-2; at++ {
		if fits(at) {
			e.at, e.columns = append(e.at, at), append(e.columns, Column{Name: e.names[at], texts: true})
			n++
		}
	}
}

// add takes the cells of a row whose ends are in t already. A column with an empty cell is no end, and is left out.
func (e *otherEnds) add(cells [][]byte, t *Table) error {
	if e.numbered && len(e.at) > 0 && !e.counts(cells[0]) {
		e.numbered = false
		for range e.numbers {
			e.drop(0)
		}
	}
	for i := len(e.at) - 1; i >= 0; i-- {
		cell := cells[e.at[i]]
		if len(cell) == 0 || !utf8.Valid(cell) {
			e.drop(i)
		} else if err := e.columns[i].addText(cell); err != nil {
			return err
		}
	}
	if len(e.at) > 0 && e.columns[0].Rows() == graph.MostEndRows {
		return e.check(t)
	}
	return nil
}

// drop leaves a column out.
func (e *otherEnds) drop(i int) {
	e.columns[i].free()
	e.at, e.columns = slices.Delete(e.at, i, i+1), slices.Delete(e.columns, i, i+1)
	e.numbers -= btoi(i < e.numbers)
}

// check compares the columns with the ends in t, once.
func (e *otherEnds) check(t *Table) error {
	defer e.free()
	if len(e.at) == 0 {
		return nil
	}
	compare := graph.CheckEnds
	if e.numbered {
		compare = graph.CheckNumbered
	}
	names, columns := []string{}, []graph.Column{}
	for _, c := range slices.Concat(t.Edges[:2], e.columns) {
		names, columns = append(names, c.Name), append(columns, c.labels())
	}
	if e.nameless {
		names[0], names[1] = e.names[0], e.names[1]
	}
	if err := compare(names, columns); err != nil {
		return fmt.Errorf("%w; the columns are %s", err, listed(e.names))
	}
	if e.wordBetween(t) {
		return e.holdsOne(1, string(t.Edges[1].Text[:t.Edges[1].Ends[0]]))
	}
	if e.numbered && t.Edges[1].texts && columns[0].Rows > 1 {
		t.warn("the first column has the numbers of the lines, and is read as the sources of edges: if they are in other " +
			"columns, name both ends with source and target")
	}
	return nil
}

// wordBetween tells whether the second column of a file without names has one word in all lines, and the third has
// others.
func (e *otherEnds) wordBetween(t *Table) bool {
	middle := &t.Edges[1]
	return e.nameless && e.at[0] == 2 && middle.texts && middle.Rows() >= graph.LeastConstant && middle.constant() &&
		!e.columns[0].constant()
}

// holdsOne is the error of an end that has the same text in all lines.
func (e *otherEnds) holdsOne(at int, cell string) error {
	return fmt.Errorf("%w; the columns are %s", graph.UnclearEnds("which columns are the ends of edges? "+
		"Column %q holds %q in all lines: name both ends with source and target", e.names[at], graph.Shorten(cell)),
		listed(e.names))
}

// counts tells whether a cell has the number of the row, which is the next one.
func (e *otherEnds) counts(cell []byte) bool {
	x, ok := plain(cell)
	if ok = ok && (x == e.next || e.next < 0 && x <= 1); ok {
		e.next = x + 1
	}
	return ok
}

// byPlace tells whether the ends are the first two columns, as neither a caller nor the file names them.
func (e *otherEnds) byPlace(o Options) bool {
	return !o.List && o.Source == "" && o.Target == "" && (e.nameless || !graph.HasEndNames(e.names))
}

// checkLooks refuses columns that were chosen by their place and are no ends of edges by what they hold: the same sign
// in all lines, or numbers with decimals.
func (e *otherEnds) checkLooks(o Options, t *Table) error {
	if t.byPlace = e.byPlace(o); !t.byPlace {
		return nil
	}
	decimal := [2]string{}
	for i := range decimal {
		c := &t.Edges[i]
		if sign := c.onlySign(); sign != "" && len(e.names) > 2 {
			return e.holdsOne(i, sign)
		}
		decimal[i] = c.decimals()
	}
	found := cmp.Or(decimal[0], decimal[1])
	if found == "" {
		return nil
	}
	at := btoi(decimal[0] == "")
	if len(e.names) > 2 && decimal[1-at] == "" {
		return fmt.Errorf("%w; the columns are %s", graph.UnclearEnds("which columns are the ends of edges? Column %q holds "+
			"numbers with decimals, such as %s: name both ends with source and target", e.names[at], found), listed(e.names))
	}
	t.warn("column %q holds numbers with decimals, such as %s, and is read as ends of edges: name both ends with source "+
		"and target", e.names[at], found)
	return nil
}

// warnOfConstant warns of a column that is an end for its name, and holds one label in all lines, as the name of a
// database does, where a column that is not read holds labels, too.
func (e *otherEnds) warnOfConstant(kept []int, t *Table) {
	if e.kind == nil {
		return
	}
	for i, at := range kept[:2] {
		if t.Edges[i].Rows() < graph.LeastConstant || !t.Edges[i].constant() {
			continue
		}
		for other, name := range e.names {
			if !slices.Contains(kept, other) && !graph.IsNoEnd(name) && e.kind(other) == e.kind(at) {
				t.warn("column %q holds %q in all lines, and is read as ends of edges for its name; %q is not read: name both "+
					"ends with source and target, if others hold them", e.names[at], graph.Shorten(t.Edges[i].labels().Text(0)), name)
				return
			}
		}
	}
}

// constant reports whether a column that is not empty holds one label in all lines.
func (c *Column) constant() bool {
	if !c.texts {
		return !slices.ContainsFunc(c.Ints, func(x int64) bool { return x != c.Ints[0] })
	}
	size := c.Ends[0]
	if int64(len(c.Text)) != size*int64(len(c.Ends)) {
		return false
	}
	for row, end := range c.Ends {
		if end != size*int64(row+1) || !bytes.Equal(c.Text[:size], c.Text[end-size:end]) {
			return false
		}
	}
	return true
}

// onlySign returns the sign that all cells of a column hold, as -> between the ends; "" if there is none.
func (c *Column) onlySign() string {
	if !c.texts || len(c.Ends) == 0 {
		return ""
	}
	size := c.Ends[0]
	first := c.Text[:size]
	noSign := func(r rune) bool { return !unicode.IsPunct(r) && !unicode.IsSymbol(r) }
	if bytes.ContainsFunc(first, noSign) || !c.constant() {
		return ""
	}
	return string(first)
}

// decimals returns the first cell with a fraction, of a column of numbers; "" if there is none.
func (c *Column) decimals() (found string) {
	begin := int64(0)
	for _, end := range c.Ends {
		cell := c.Text[begin:end]
		begin = end
		if !isNumber(cell) {
			return ""
		}
		if found != "" {
			continue
		}
		x, err := strconv.ParseFloat(string(bytes.Replace(cell, []byte{','}, []byte{'.'}, 1)), 64)
		if err == nil && x != math.Floor(x) {
			found = graph.Shorten(string(cell))
		}
	}
	return found
}

func (e *otherEnds) free() {
	for i := range e.columns {
		e.columns[i].free()
	}
	e.at, e.columns = nil, nil
}

// labels are the cells as they are written, before they are finished.
func (c *Column) labels() graph.Column {
	return graph.Column{Rows: c.Rows(), Format: "u", Text: func(row int) string {
		if !c.texts {
			return strconv.FormatInt(c.Ints[row], 10)
		}
		begin := int64(0)
		if row > 0 {
			begin = c.Ends[row-1]
		}
		return string(c.Text[begin:c.Ends[row]])
	}}
}
