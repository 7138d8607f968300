package gobc

import "gobc/core/measure"

// Measure names what is computed. Sums run over ordered pairs of vertices s and t, s among the sources; d(s, t) is the
// distance from s to t, and the preset of a query scales. docs/definitions.md has the formulas.
type Measure string

// Measures of vertices.
const (
	// Betweenness is the share of shortest paths that run through a vertex, summed over the pairs of other vertices [1, 2].
	//
	//  1. Freeman: A set of measures of centrality based on betweenness. Sociometry 40 (1977) 35
	//  2. Brandes: A faster algorithm for betweenness centrality. Journal of Mathematical Sociology 25 (2001) 163
	Betweenness Measure = "betweenness"
	// Stress is the number of shortest paths that run through a vertex: exact up to 2^53, rounded beyond, infinite beyond
	// 1.8e308 with a line in [Result.Warnings].
	Stress Measure = "stress"
	// Closeness is the reciprocal of the mean distance, in one of the ways of the presets.
	Closeness Measure = "closeness"
	// Harmonic is the sum of 1 / distance.
	Harmonic Measure = "harmonic"
	// Eccentricity is the largest distance.
	Eccentricity Measure = "eccentricity"
	// EccentricityCentrality is (n-1) / eccentricity of n vertices (Shi and Zhang 2011).
	EccentricityCentrality Measure = "eccentricity_centrality"
)

// Measures of edges: a value for each edge that the graph was built from.
const (
	// EdgeBetweenness is the share of shortest paths that take an edge, summed over pairs (Girvan and Newman 2002). Parallel
	// edges that are merged share the value of their pair evenly, among those of the smallest weight.
	EdgeBetweenness Measure = "edge_betweenness"
	// EdgeStress is the number of shortest paths that take an edge.
	EdgeStress Measure = "edge_stress"
)

// BetweennessError is a column of results, not a measure to ask for: the half-width of the interval in which the betweenness
// lies that an [Estimate] gives.
const BetweennessError Measure = "betweenness_error"

// Measures returns all measures that a query can ask for.
func Measures() []Measure {
	var all []Measure
	for _, m := range measure.Registry() {
		all = append(all, Measure(m.Name))
	}
	return all
}

// ParseMeasures reads names with commas between, such as "betweenness, closeness". Unknown names, repeats and an empty list
// are errors that wrap [ErrInvalid].
func ParseMeasures(list string) ([]Measure, error) {
	parsed, err := measure.Parse(list)
	if err != nil {
		return nil, &failure{ErrInvalid, err, err.Error()}
	}
	measures := make([]Measure, len(parsed))
	for i, m := range parsed {
		measures[i] = Measure(m.Name)
	}
	return measures, nil
}

// OfEdges reports whether the measure has a value for each edge; all others have one for each vertex.
func (m Measure) OfEdges() bool {
	row, err := measure.Select([]string{string(m)})
	return err == nil && row[0].Edges
}

// Summary says in half a sentence what the measure is, "" if there is none of this name.
func (m Measure) Summary() string {
	row, err := measure.Select([]string{string(m)})
	if err != nil {
		return ""
	}
	return row[0].Summary
}
