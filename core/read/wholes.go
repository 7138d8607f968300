package read

import (
	"bytes"
	"cmp"

	"gobc/core/graph"
)

var pointZero = []byte(graph.PointZero)

// readWholes takes .0 off whole numbers if all labels are whole numbers then. Else 5365.0 in one column and 5365 in
// another would be two vertices.
func (t *Table) readWholes(labels []*Column) {
	first := ""
	for _, c := range labels {
		if !c.texts || !c.other {
			continue
		}
		cell := c.firstPointZero()
		if cell == "" {
			return
		}
		first = cmp.Or(first, cell)
	}
	if first == "" {
		return
	}
	for _, c := range labels {
		if c.texts && c.other {
			c.dropPointZero()
		}
	}
	t.warn("labels are read as whole numbers, %q as %s: --text-ids keeps them as they are written", graph.Shorten(first),
		graph.Shorten(first[:len(first)-len(pointZero)]))
}

// firstPointZero returns the first cell with .0 of a column of whole numbers; "" if a cell is something else.
func (c *Column) firstPointZero() (first string) {
	if c.named {
		return ""
	}
	begin := int64(0)
	for _, end := range c.Ends {
		cell := c.Text[begin:end]
		begin = end
		number := bytes.TrimSuffix(cell, pointZero)
		if whole, _ := kindOf(number); !whole {
			return ""
		}
		if first == "" && len(number) < len(cell) {
			first = string(cell)
		}
	}
	return first
}

func (c *Column) dropPointZero() {
	begin, to := int64(0), 0
	for i, end := range c.Ends {
		to += copy(c.Text[to:], bytes.TrimSuffix(c.Text[begin:end], pointZero))
		begin, c.Ends[i] = end, int64(to)
	}
	c.Text, c.other = c.Text[:to], false
}
