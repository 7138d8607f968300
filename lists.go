package gobc

import (
	"gobc/core/graph"
	"gobc/core/memory"
	"gobc/core/sums"
	"gobc/internal/handoff"
)

// lists looks the vertices of a query up.
func (q Query) lists(g *graph.Graph) (l handoff.Lists, err error) {
	if l.Sources, err = lookup(g, "sources", "sources", q.Sources, q.SourceWeights); err != nil {
		return l, err
	}
	if l.Targets, err = lookup(g, "targets", "targets", q.Targets, q.TargetWeights); err != nil {
		return l, err
	}
	l.Of, err = lookup(g, "of", "nodes", q.Of, nil)
	return l, err
}

// lookup finds the vertices of a list; what they are called in messages. nil of nil.
func lookup(g *graph.Graph, list, what string, ids []int64, weights []float64) (*graph.Lookup, error) {
	if weights != nil && len(weights) != len(ids) {
		return nil, invalid("%s: there are %d weights for %d vertices; give one for each", list, len(weights), len(ids))
	}
	if ids == nil {
		return nil, nil
	}
	l := g.NewLookup(what)
	var weight *graph.Column
	if weights != nil {
		weight = new(graph.Reals(weights))
	}
	if err := l.Add(graph.Integers(ids), weight, 0); err != nil {
		f := invalid("%s: %v", list, err).(*failure)
		f.cause = err
		return nil, f
	}
	return l, nil
}

// freePairs releases the weights of pairs.
func freePairs(pairs *sums.Pairs) {
	if pairs != nil {
		memory.Free(pairs.SourceWeight)
		memory.Free(pairs.TargetWeight)
	}
}
