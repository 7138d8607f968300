package run_test

import (
	gonum "gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"

	"gobc/core/graph"
)

// gonumOf returns the graph as a gonum graph, parallel edges merged, self-loops left out. Node IDs are the integer
// labels, or vertex numbers where labels are text. O(n + m).
func gonumOf(g *graph.Graph) gonum.Graph {
	id := func(rank int32) simple.Node {
		v := g.Vertex[rank]
		if g.Labels.Kind == graph.Integer {
			return simple.Node(g.Labels.Int(v))
		}
		return simple.Node(v)
	}
	var into interface {
		gonum.Graph
		AddNode(gonum.Node)
		SetEdge(gonum.Edge)
	} = simple.NewUndirectedGraph()
	if g.Directed {
		into = simple.NewDirectedGraph()
	}
	out := g.View(false).Out
	for r := range int32(g.Vertices) {
		into.AddNode(id(r))
	}
	for u := range int32(g.Vertices) {
		for _, w := range out.List(u) {
			if g.Directed || u < w {
				into.SetEdge(simple.Edge{F: id(u), T: id(w)})
			}
		}
	}
	return into
}
