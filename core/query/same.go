package query

import (
	"maps"
	"slices"

	"gobc/core/measure"
)

// Same reports whether two queries about the whole of a graph ask the same, in the same way. Of queries with pairs,
// rows or draws of their own it says that they do not.
func (q *Query) Same(other *Query) bool {
	if q.ofSome() || other.ofSome() {
		return false
	}
	return slices.EqualFunc(q.Measures, other.Measures, func(a, b measure.Measure) bool { return a.Name == b.Name }) &&
		q.Convention.Same(&other.Convention) && q.Precision == other.Precision && q.Threads == other.Threads &&
		q.AnyThreads == other.AnyThreads && q.DistanceDecay == other.DistanceDecay && q.Weighted == other.Weighted &&
		q.Tolerance == other.Tolerance && q.MemoryLimit == other.MemoryLimit && q.Devices.Auto == other.Devices.Auto &&
		slices.Equal(q.Devices.Ordinals, other.Devices.Ordinals) && maps.Equal(q.Tuning, other.Tuning) &&
		q.Reductions == other.Reductions && q.Partial == other.Partial && slices.Equal(q.Given, other.Given)
}

// ofSome reports whether a query leaves pairs or rows out, or draws some at random.
func (q *Query) ofSome() bool {
	return q.Pairs != nil || q.Cutoffs != nil || q.Of != nil || q.Estimates()
}
