package answer

import (
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/measure"
	"gobc/core/paths"
)

// PathCounts counts the shortest paths of a question about pairs, and says which vertices rows and columns are of. The
// caller frees the matrix.
func PathCounts(g *graph.Graph, q Question, control *engine.Control) (m *paths.Matrix, sources, targets []int32,
	err error) {
	query, err := q.paths(g)
	if err != nil {
		return nil, nil, nil, err
	}
	if m, err = paths.Count(query, control); err != nil {
		return nil, nil, nil, err
	}
	return m, query.Sources, query.Targets, nil
}

// PathCountPairs lists the pairs of a block of sources with their numbers of paths; see DistancePairs.
func PathCountPairs(g *graph.Graph, q Question, first, count int, control *engine.Control) (*paths.Pairs, int, error) {
	query, err := q.paths(g)
	if err == nil {
		err = checkBlock(first, count, len(query.Sources))
	}
	if err != nil {
		return nil, 0, err
	}
	p, err := paths.Block(query, first, count, control)
	return p, len(query.Sources), err
}

// ShortestPaths finds a path of each pair of vertices. The caller frees it.
func ShortestPaths(g *graph.Graph, q Question, from, to []int32, control *engine.Control) (*paths.Routes, error) {
	if len(from) != len(to) {
		return nil, Invalid("there are %d sources and %d targets of paths; give one of each for every pair", len(from),
			len(to))
	}
	query, err := q.paths(g)
	if err == nil {
		err = q.noLists(query)
	}
	if err != nil {
		return nil, err
	}
	return paths.Find(query, from, to, control)
}

// noLists refuses sources and targets where the question names vertices in another way.
func (q Question) noLists(p paths.Query) error {
	if p.Targets != nil || p.Listed {
		return Invalid("sources and targets are for matrices and lists of pairs: leave them out here")
	}
	return nil
}

// paths checks a question about shortest paths of pairs, which has no measures.
func (q Question) paths(g *graph.Graph) (paths.Query, error) { return q.ofPaths(g, "shortest paths") }

// ofPaths checks a question about shortest paths; what names the question in messages.
func (q Question) ofPaths(g *graph.Graph, what string) (p paths.Query, err error) {
	convention, err := measure.Resolve(measure.Choices{Normalized: -1, Parallel: q.Choices.Parallel})
	if err != nil {
		return p, err
	}
	p.Parallel, q.Choices.Parallel = convention.CountParallel, ""
	p.Query, err = q.ofPairs(g, "", what)
	return p, err
}
