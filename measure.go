package gobc

import (
	"gobc/core/answer"
	"gobc/core/measure"
)

// Measure names what is computed. Sums run over ordered pairs of vertices s and t, s among the sources; d(s, t) is the
// distance from s to t, and the preset of a query scales. measures.go has their constants,
// docs/reference/definitions.md the formulas.
type Measure string

// BetweennessError is a column of results, not a measure to ask for: the half-width of the interval in which the
// betweenness lies that an [Estimate] gives.
const BetweennessError Measure = answer.ErrorColumn

// Measures returns all measures that a query can ask for.
func Measures() []Measure {
	var all []Measure
	for _, m := range measure.Registry() {
		all = append(all, Measure(m.Name))
	}
	return all
}

// ParseMeasures reads names with commas between, such as "betweenness, closeness". Unknown names, repeats and an empty
// list are errors that wrap [ErrInvalid].
func ParseMeasures(list string) ([]Measure, error) {
	parsed, err := measure.Parse(list)
	if err != nil {
		return nil, answer.Classify(err)
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
