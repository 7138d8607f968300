// Package query has the measures and options of a call in decoded form, and every rule for options that cannot be
// combined (conflicts.go).
package query

import (
	"slices"

	"gobc/core/engine"
	"gobc/core/measure"
	"gobc/core/sums"
)

// Query is a question about a graph.
type Query struct {
	Measures      []measure.Measure
	Convention    measure.Convention
	Precision     sums.Precision
	Threads       int         // 0: all
	AnyThreads    bool        // Threads is what there is, not what was asked for: fewer will do
	Pairs         *sums.Pairs // nil: all, of any length
	DistanceDecay DistanceDecay
	Cutoffs       []float64 // of a list of them, ascending: Pairs has the same; nil: not a list
	Weighted      bool      // lengths are sums of weights, which the graph has
	Tolerance     float64   // of ties between lengths that are no whole numbers of units, relative
	MemoryLimit   int64     // 0: what the system leaves
	Devices       engine.Devices
	Tuning        engine.Tuning
	Reductions    string   // Auto, NoReductions or the name of a step of package reduce; "": Auto
	Partial       bool     // a call that is cancelled while it sweeps answers for the sources finished by then
	Of            []int32  // the vertices whose rows are asked for, in this order; nil: all
	Estimate      Estimate // the zero value: exact
	Given         []string // names of options that were given and cannot be told from their defaults above
}

// Values of Query.Reductions, beside the names of reduce.Steps.
const (
	Auto         = "auto"
	NoReductions = "none"
)

// What estimates draw: values of tuning sample.
const (
	DrawnSources = "sources"
	DrawnPairs   = "pairs"
)

func init() {
	engine.RegisterKeys(engine.OneOf("sample", "sources, pairs", DrawnSources, DrawnPairs))
}

// Estimate asks for betweenness to be estimated from pairs or sources drawn at random, more and more of them until one
// of its rules is met: every vertex within Epsilon (of betweenness as a share of all pairs), or the TopK largest
// separated from the others; or, with Adaptive, from sources by the rule of core/estimate/adaptive.go for the vertices
// of the query or for TopK. With probability 1 - Delta all intervals of all rounds hold the exact value.
type Estimate struct {
	Epsilon  float64 // 0: no such rule
	TopK     int     // 0: no such rule
	Delta    float64
	Seed     uint64
	Adaptive float64 // the constant c of the rule; 0: no such rule
}

// Estimates reports whether values are estimated. A wrong rule is one too: Check says so.
func (q Query) Estimates() bool {
	return q.Estimate.Epsilon != 0 || q.Estimate.TopK != 0 || q.Estimate.Adaptive != 0
}

// DrawsPairs reports whether an estimate can draw pairs: in an unweighted graph, without a cutoff, and where neither a
// GPU nor a kernel is asked for.
func (q Query) DrawsPairs(vertices int) bool {
	return !q.HasWeights() && !q.Cut() && !q.Weighted && vertices >= 3 && len(q.Devices.Ordinals) == 0 &&
		q.Tuning["kernel"] == "" &&
		q.Tuning["strategy"] == "" && q.Tuning["sample"] != DrawnSources
}

// Cut reports whether long paths are left out.
func (q Query) Cut() bool { return q.Pairs != nil && q.Pairs.Cutoff >= 0 }

// SweepsForEndpoints reports whether counting paths at their end vertices takes a sweep of distances of its own. In an
// undirected graph without a cutoff the components tell how many vertices a source reaches.
func (q Query) SweepsForEndpoints(directed bool) bool {
	return q.Convention.Endpoints && (directed || q.Cut()) && !q.Pairs.WeighsByPair() &&
		slices.ContainsFunc(q.Measures, func(m measure.Measure) bool { return m.Path&sums.Delta != 0 })
}

// HasSourceWeights and HasTargetWeights report whether those have weights of their own. Targets that are a part of all
// vertices weigh 1, and the others 0.
func (q Query) HasSourceWeights() bool { return q.Pairs != nil && q.Pairs.SourceWeight != nil }

func (q Query) HasTargetWeights() bool { return q.Pairs != nil && q.Pairs.TargetWeight != nil }

// HasWeights reports whether pairs have weights of their own, or their ends have.
func (q Query) HasWeights() bool { return q.Pairs.HasWeights() }
