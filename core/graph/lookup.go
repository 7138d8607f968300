package graph

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
)

// Lookup collects vertex numbers of labels, for sources named by the caller.
type Lookup struct {
	g        *Graph
	seen     map[int32]bool
	Vertices []int32
}

// NewLookup starts an empty lookup.
func (g *Graph) NewLookup() *Lookup { return &Lookup{g: g, seen: map[int32]bool{}} }

// Add looks a batch of labels up. Unknown and repeated labels are errors with the row.
func (l *Lookup) Add(column arrow.Array, firstRow int64) error {
	if l.g.Labels.Kind == None && column.Len() > 0 {
		return &RowError{firstRow, fmt.Errorf("the graph has no vertices, so it has no such source")}
	}
	next, err := l.g.Labels.read(column, false)
	if err != nil {
		return err
	}
	for row := range column.Len() {
		v, err := next(row)
		if err != nil {
			return &RowError{firstRow + int64(row), err}
		}
		if v < 0 {
			return &RowError{firstRow + int64(row), fmt.Errorf("label %s is not a vertex of the graph", column.ValueStr(row))}
		}
		if l.seen[v] {
			return &RowError{firstRow + int64(row), fmt.Errorf("label %s was given before; sources must be distinct", column.ValueStr(row))}
		}
		l.seen[v] = true
		l.Vertices = append(l.Vertices, v)
	}
	return nil
}
