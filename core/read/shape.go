package read

import (
	"fmt"

	"gobc/core/graph"
)

// warnOfShape warns of edges, found by the places of their columns, that are hardly edges: all are loops, or all but
// one in graph.MostShaped have vertices of their own, as the rows of a table of vertices. It looks at graph.MostEndRows
// of them, mostly at fewer.
func (t *Table) warnOfShape() {
	from, to := t.Edges[0].labels(), t.Edges[1].labels()
	rows := min(from.Rows, graph.MostEndRows)
	if rows < graph.LeastShaped {
		return
	}
	loops, shared := true, 0
	edgesOf := map[string]int{}
	for row := 0; row < rows && (loops || shared*graph.MostShaped <= rows); row++ {
		a, b := from.Text(row), to.Text(row)
		loops = loops && a == b
		shared += btoi(a == b || edgesOf[a] > 0 || edgesOf[b] > 0)
		edgesOf[a]++
		edgesOf[b]++
	}
	if shared > 0 && shared*graph.MostShaped <= rows { // and those before them
		shared = 0
		for row := range rows {
			a, b := from.Text(row), to.Text(row)
			shared += btoi(a == b || edgesOf[a] > 1 || edgesOf[b] > 1)
		}
	}
	what := ""
	switch {
	case loops:
		what = "joins a vertex to itself"
	case shared == 0:
		what = "has two vertices that no other has"
	case shared*graph.MostShaped <= rows:
		what = fmt.Sprintf("but %d has two vertices that no other has", shared)
	default:
		return
	}
	t.warn("each of the first %d edges %s, so columns %q and %q may be those of a list of vertices: name both ends with "+
		"source and target if they are edges", rows, what, graph.Shorten(t.Edges[0].Name), graph.Shorten(t.Edges[1].Name))
}
