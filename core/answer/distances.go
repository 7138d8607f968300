package answer

import (
	"errors"
	"fmt"
	"slices"

	"gobc/core/distances"
	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/run"
)

// Distances computes the matrix of a question about distances, and says which vertices its rows and columns are of. The
// caller frees it.
func Distances(g *graph.Graph, q Question, of string, control *engine.Control) (m *distances.Matrix, sources,
	targets []int32, err error) {
	query, err := q.distances(g, of)
	if err != nil {
		return nil, nil, nil, err
	}
	if m, err = distances.Compute(query, control); err != nil {
		return nil, nil, nil, err
	}
	return m, query.Sources, query.Targets, nil
}

// DistancePairs lists the pairs of a block of sources, from a place on; see distances.Block. It also returns the number
// of all sources.
func DistancePairs(g *graph.Graph, q Question, first, count int,
	control *engine.Control) (*distances.Pairs, int, error) {
	query, err := q.distances(g, "")
	if err != nil {
		return nil, 0, err
	}
	if err := checkBlock(first, count, len(query.Sources)); err != nil {
		return nil, 0, err
	}
	p, err := distances.Block(query, first, count, control)
	return p, len(query.Sources), err
}

// checkBlock refuses a block that is not among the sources.
func checkBlock(first, count, sources int) error {
	if first < 0 || count < 0 || first > sources {
		return fmt.Errorf("a block of %d sources from %d on: there are sources 0 to %d", count, first, sources-1)
	}
	return nil
}

// DistanceHistogram counts the pairs of sources and other vertices at each distance in edges.
func DistanceHistogram(g *graph.Graph, q Question, control *engine.Control) (*distances.Histogram, error) {
	query, err := q.distances(g, "")
	if err == nil {
		err = q.toAll(query)
	}
	if err != nil {
		return nil, err
	}
	return distances.Count(query, control)
}

// DistanceSums sums the distances from sources to all other vertices.
func DistanceSums(g *graph.Graph, q Question, control *engine.Control) (*distances.Sums, error) {
	query, err := q.distances(g, "")
	if err == nil {
		err = q.toAll(query)
	}
	if err != nil {
		return nil, err
	}
	return distances.Add(query, control)
}

// toAll refuses targets where distances are counted or summed.
func (q Question) toAll(d distances.Query) error {
	if d.Targets != nil {
		return errors.New("targets are for matrices and lists of pairs: counts and sums of distances include all vertices")
	}
	return nil
}

// distances checks a question about distances themselves, which has no measures.
func (q Question) distances(g *graph.Graph, of string) (distances.Query, error) {
	return q.ofPairs(g, of, "distances of pairs")
}

// ofPairs checks a question about pairs of vertices; what names the question in messages.
func (q Question) ofPairs(g *graph.Graph, of, what string) (d distances.Query, err error) {
	d = distances.Query{Graph: g, Type: distances.Auto, Cutoff: -1}
	if of != "" {
		d.Type = distances.Type(of)
	}
	if !slices.Contains(distances.Types, d.Type) {
		return d, fmt.Errorf("type is %q; choose one of %q", of, distances.Types)
	}
	if err := q.onlyOfPairs(what); err != nil {
		return d, err
	}
	devices, threads, limit, err := q.Place.decode()
	if err != nil {
		return d, err
	}
	if len(devices.Ordinals) > 0 {
		return d, &engine.UnsupportedError{What: "GPUs do not compute " + what +
			", only processors do: give device=\"auto\" or \"cpu\""}
	}
	d.Threads, d.Limit = threads, limit
	if d.Tolerance, err = q.tolerance(); err != nil {
		return d, err
	}
	if q.Cutoffs != nil {
		return d, fmt.Errorf("%s: give a single number as cutoff, not a list", what)
	}
	if q.Cutoff != nil {
		d.Cutoff = *q.Cutoff
	}
	forests := map[string]string{"": graph.Deduplicated, "out": graph.Deduplicated, "in": graph.Reversed,
		"all": graph.Union}
	var known bool
	if d.Forest, known = forests[q.Choices.Direction]; !known {
		return d, fmt.Errorf("direction is %q; choose in, out or all", q.Choices.Direction)
	}
	if d.Weighted, err = q.weighted(g); err != nil {
		return d, err
	}
	if d.Sources, err = q.listOf(g, "sources"); err != nil {
		return d, err
	}
	if d.Listed = d.Sources != nil; !d.Listed {
		for _, r := range run.Sources(g, nil) {
			d.Sources = append(d.Sources, g.Vertex[r])
		}
		slices.Sort(d.Sources)
	}
	d.Targets, err = q.listOf(g, "targets")
	return d, err
}

// onlyOfPairs refuses what a question about pairs has no use for.
func (q Question) onlyOfPairs(what string) error {
	c, e := q.Choices, q.Estimate
	for _, option := range []struct {
		name  string
		given bool
	}{{"preset", c.Preset != ""}, {"parallel", c.Parallel != ""}, {"normalized", c.Normalized >= 0},
		{"endpoints", c.Endpoints}, {"sampled", c.Sampled}, {"epsilon", e.Epsilon != 0}, {"top_k", e.TopK != 0},
		{"adaptive", e.Adaptive != 0}, {"partial", q.Partial}, {"precision", q.Precision != ""},
		{"tuning", q.Tuning != ""}, {"demand", q.AddDemand != nil},
		{"distance_decay", q.DistanceDecay != ""}, {"alpha", len(c.Numbers) > 0},
		{"reductions", q.Reductions != ""}} {
		if option.given {
			return fmt.Errorf("%s does not apply to %s: leave it out", option.name, what)
		}
	}
	return nil
}

// listOf reads a list of vertices without weights; nil: the question has none.
func (q Question) listOf(g *graph.Graph, list string) ([]int32, error) {
	found := g.NewLookup(list)
	given, err := q.AddList(list, found)
	switch {
	case err != nil || !given:
		return nil, err
	case found.Weights != nil:
		return nil, errors.New(list + " have weights, which distances of pairs do not use: give labels alone")
	}
	return found.Vertices, nil
}
