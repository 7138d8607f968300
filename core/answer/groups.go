package answer

import (
	"errors"
	"fmt"
	"math"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/paths"
)

// GroupBetweenness computes the betweenness of groups of vertices: sums of the shares of the paths that have a vertex
// of the group, over pairs outside of it or with endpoints over all, each pair of an undirected graph once; normalized,
// as by default, over the number of ordered pairs outside of it.
func GroupBetweenness(g *graph.Graph, q Question, groups [][]int32, control *engine.Control) ([]float64, error) {
	return groupShares(g, q, groups, "group betweenness", paths.Through, control)
}

// CoBetweenness computes the co-betweenness of groups of vertices: as GroupBetweenness, of the paths that have all
// vertices of the group.
func CoBetweenness(g *graph.Graph, q Question, groups [][]int32, control *engine.Control) ([]float64, error) {
	return groupShares(g, q, groups, "co-betweenness", paths.Together, control)
}

// groupShares computes sums of shares of paths and divides them as the question says.
func groupShares(g *graph.Graph, q Question, groups [][]int32, what string,
	sum func(paths.Query, [][]int32, bool, *engine.Control) ([]float64, error), control *engine.Control) ([]float64,
	error) {
	ends, normalized := q.Choices.Endpoints, q.Choices.Normalized != 0
	if q.Choices.Direction != "" {
		return nil, fmt.Errorf("direction does not apply to %s: leave it out", what)
	}
	query, err := q.ofGroups(g, what)
	if err != nil {
		return nil, err
	}
	values, err := sum(query, groups, ends, control)
	if err != nil {
		return nil, err
	}
	for i := range values {
		outside := float64(g.Vertices - paths.Distinct(groups[i]))
		switch {
		case normalized && outside >= 2:
			values[i] /= outside * (outside - 1)
		case normalized && ends:
			values[i] = math.NaN()
		case !normalized && !g.Directed:
			values[i] /= 2
		}
	}
	return values, nil
}

// GroupCloseness computes the closeness of groups: vertices outside of a group over the sum of their distances to its
// nearest vertex, or in another direction from it; 0 where none of them has a path. It returns the vertices with a path
// too.
func GroupCloseness(g *graph.Graph, q Question, groups [][]int32, control *engine.Control) (values []float64,
	reached []int64, err error) {
	if q.Choices.Endpoints || q.Choices.Normalized >= 0 {
		return nil, nil, errors.New("normalized and endpoints do not apply to group closeness: leave them out")
	}
	if q.Choices.Direction == "" {
		q.Choices.Direction = "in"
	}
	query, err := q.ofGroups(g, "group closeness")
	if err != nil {
		return nil, nil, err
	}
	found, err := paths.Near(query, groups, control)
	if err != nil {
		return nil, nil, err
	}
	for i, near := range found {
		value := 0.0
		if near.Sum > 0 {
			value = float64(g.Vertices-paths.Distinct(groups[i])) / near.Sum
		}
		values, reached = append(values, value), append(reached, int64(near.Reached))
	}
	return values, reached, nil
}

// BestGroup chooses a group of so many vertices by their betweenness with endpoints.
func BestGroup(g *graph.Graph, q Question, size int, control *engine.Control) (*paths.Best, error) {
	if size < 0 || size > g.Vertices {
		return nil, Invalid("size is %d; the graph has %d vertices to choose from", size, g.Vertices)
	}
	if q.Choices.Endpoints || q.Choices.Normalized >= 0 || q.Choices.Direction != "" {
		return nil, errors.New("normalized, endpoints and direction do not apply to the choice of a group: leave them out")
	}
	query, err := q.ofGroups(g, "the choice of a group")
	if err != nil {
		return nil, err
	}
	return paths.Choose(query, size, control)
}

// ofGroups checks a question about groups.
func (q Question) ofGroups(g *graph.Graph, what string) (p paths.Query, err error) {
	q.Choices.Endpoints, q.Choices.Normalized = false, -1
	if p, err = q.ofPaths(g, what); err == nil {
		err = q.noLists(p)
	}
	return p, err
}
