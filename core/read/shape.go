package read

import "gobc/core/graph"

// leastShaped is from how many edges on their shape says something: fewer may be as they are by chance.
const leastShaped = 10

// warnOfShape warns of edges, found by the places of their columns, that are hardly edges: all are loops, or no two
// have a vertex in common, as the rows of a table of vertices. It looks at graph.MostEndRows of them, mostly at fewer.
func (t *Table) warnOfShape() {
	from, to := t.Edges[0].labels(), t.Edges[1].labels()
	rows := min(from.Rows, graph.MostEndRows)
	if rows < leastShaped {
		return
	}
	loops, alone := true, true
	seen := map[string]bool{}
	for row := 0; row < rows && (loops || alone); row++ {
		a, b := from.Text(row), to.Text(row)
		loops = loops && a == b
		if alone {
			alone = a != b && !seen[a] && !seen[b]
			seen[a], seen[b] = true, true
		}
	}
	what := ""
	switch {
	case loops:
		what = "joins a vertex to itself"
	case alone:
		what = "has two vertices that no other has"
	default:
		return
	}
	t.warn("each of the first %d edges %s, so columns %q and %q may be those of a list of vertices: name both ends with "+
		"source and target if they are edges", rows, what, graph.Shorten(t.Edges[0].Name), graph.Shorten(t.Edges[1].Name))
}
