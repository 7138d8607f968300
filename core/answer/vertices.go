package answer

import (
	"errors"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/paths"
)

// LocalEfficiency computes the efficiency of the neighbors of each vertex, by vertex number, in numbers of edges.
func LocalEfficiency(g *graph.Graph, q Question, control *engine.Control) ([]float64, error) {
	if g.Directed && q.Choices.Direction != "all" {
		return nil, &engine.UnsupportedError{What: "local efficiency is defined for undirected graphs: give " +
			"direction=\"all\" to take edges either way"}
	}
	counted := false
	q.Weighted = &counted
	query, err := q.ofVertices(g, "local efficiency")
	if err != nil {
		return nil, err
	}
	return paths.LocalEfficiency(query, control)
}

// ClosenessVitality computes, by vertex number, by how much the sum of all distances falls without each vertex.
func ClosenessVitality(g *graph.Graph, q Question, control *engine.Control) ([]float64, error) {
	query, err := q.ofVertices(g, "closeness vitality")
	if err != nil {
		return nil, err
	}
	return paths.Vitality(query, control)
}

// ofVertices checks a question about each vertex of a whole graph.
func (q Question) ofVertices(g *graph.Graph, what string) (p paths.Query, err error) {
	if q.Cutoff != nil && *q.Cutoff >= 0 {
		return p, errors.New("cutoff does not apply to " + what + ": leave it out")
	}
	if q.Choices.Parallel != "" {
		return p, errors.New("parallel does not apply to " + what + ": leave it out")
	}
	if p, err = q.ofPaths(g, what); err == nil {
		err = q.noLists(p)
	}
	return p, err
}
