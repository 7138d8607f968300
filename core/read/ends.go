package read

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"gobc/core/graph"
)

// otherEnds are columns that could be ends of edges as well as the first two, which were chosen by their place: of
// their kind, and not called otherwise. They keep the cells of the first graph.MostEndRows rows, for graph.CheckEnds.
type otherEnds struct {
	names   []string // of all columns of the file
	at      []int
	columns []Column
}

func newOtherEnds(o Options, names []string, kind func(int) string, kept []int) *otherEnds {
	e := &otherEnds{names: names}
	if o.List || o.Source != "" || o.Target != "" || graph.HasEndNames(names) {
		return e
	}
	for at := 2; at < len(names) && len(e.at) < graph.MostEndColumns-2; at++ {
		if !slices.Contains(kept, at) && !graph.IsNoEnd(names[at]) && kind(at) == kind(0) {
			e.at, e.columns = append(e.at, at), append(e.columns, Column{Name: names[at], texts: true})
		}
	}
	return e
}

// add takes the cells of a row whose ends are in t already. A column with an empty cell is no end, and is left out.
func (e *otherEnds) add(cells [][]byte, t *Table) error {
	for i := len(e.at) - 1; i >= 0; i-- {
		cell := cells[e.at[i]]
		if len(cell) == 0 || !utf8.Valid(cell) {
			e.columns[i].free()
			e.at, e.columns = slices.Delete(e.at, i, i+1), slices.Delete(e.columns, i, i+1)
		} else if err := e.columns[i].addText(cell); err != nil {
			return err
		}
	}
	if len(e.at) > 0 && e.columns[0].Rows() == graph.MostEndRows {
		return e.check(t)
	}
	return nil
}

// check compares the columns with the ends in t, once.
func (e *otherEnds) check(t *Table) error {
	defer e.free()
	if len(e.at) == 0 {
		return nil
	}
	names, columns := []string{}, []graph.Column{}
	for _, c := range slices.Concat(t.Edges[:2], e.columns) {
		names, columns = append(names, c.Name), append(columns, c.labels())
	}
	if err := graph.CheckEnds(names, columns); err != nil {
		return fmt.Errorf("%w; the columns are %s", err, listed(e.names))
	}
	return nil
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
