// Package engine is the one interface of everything that adds up sums over sources: threads of the CPU, GPUs, the
// published methods. A Task says what is summed, a Stage is a way to do it that is ready to run, and Run carries a task
// out, with the stages that take over what one of them cannot finish.
package engine

import (
	"cmp"
	"errors"
	"fmt"

	"gobc/core/graph"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// Task is one sweep over sources.
type Task struct {
	Forest    *graph.Forest
	Paths     sums.Kinds         // sums over shortest paths; 0: none
	Distances sums.DistanceKinds // sums over distances; 0: none
	Reaches   bool               // how many vertices each source reaches
	Lengths   *Lengths           // nil: distances count edges
	Term      sums.Term          // of distances, where terms are summed
	Pairs     *sums.Pairs        // nil: all pairs, once each, of any length
	Chains    *reduce.Chains     // nil, or of what Forest are the nodes: sources are the numbers of its batches then
	Sources   []int32            // ascending ranks
	Wanted    []int32            // ranks of the vertices whose sums of distances are asked for; nil: all
	Precision sums.Precision     // of path counts
	Partial   bool               // a cancel keeps the sums of the sources that were finished
	Threads   int                // of the CPU
}

// NewSums makes zeroed sums for the task. reaches, which all workers share, may be nil.
func (t *Task) NewSums(reaches []int64) (*sums.Sums, error) { return t.SumShape().New(reaches) }

// SumShape says what sums the task has.
func (t *Task) SumShape() sums.SweepShape {
	w := sums.SweepShape{Shape: t.Shape(), Paths: t.Paths, Exponent: t.Pairs.Scale(), Distances: t.DistanceKinds(),
		Term: t.Term, Reaches: t.Reaches}
	if t.Lengths != nil {
		w.Lengths, w.DistanceUnit, w.Finer = true, t.Lengths.DistanceUnit, t.Lengths.Finer
	}
	return w
}

// DistanceBytes is what sums over distances take.
func (t *Task) DistanceBytes() int64 {
	n := int64(t.Forest.Vertices)
	if t.Lengths != nil {
		return t.DistanceKinds().LengthBytes(n, t.Lengths.Finer)
	}
	return t.Distances.HopBytes(n)
}

// DistanceKinds are the sums over distances that a sweep keeps: where checkLengths has to look at the longest distance,
// that too.
func (t *Task) DistanceKinds() sums.DistanceKinds {
	if t.rounded() || t.mayPassExact() {
		return t.Distances | sums.Eccentricity
	}
	return t.Distances
}

// rounded: of path sweeps with rounded lengths, beside the longest of which no weight may be lost.
func (t *Task) rounded() bool { return t.Paths != 0 && t.Lengths != nil && t.Lengths.PerUnit == 0 }

// mayPassExact: of float64 that hold whole numbers, of which it is not known before that no length rounds.
func (t *Task) mayPassExact() bool {
	l := t.Lengths
	if l == nil || l.PerUnit == 0 || l.RowBits != F64 {
		return false
	}
	cutoff := t.Pairs.Limit()
	return l.Longest*l.PerUnit > graph.MostUnits && (cutoff < 0 || cutoff > graph.MostUnits)
}

// checkLengths returns an error if lengths were rounded so that the answer could be wrong: with the longest distance
// that a sweep met, a weight was lost in a path sweep, or a whole number was not exact.
func (t *Task) checkLengths(s *sums.Sums) error {
	if s == nil || !t.rounded() && !t.mayPassExact() {
		return nil
	}
	longest := s.Longest
	if s.Lengths != nil {
		for _, d := range s.Lengths.Eccentricity {
			longest = max(longest, d)
		}
	}
	return t.lengthError(longest)
}

// lengthError is the error of a sweep of which some distance is this long, in units.
func (t *Task) lengthError(longest float64) error {
	if t.mayPassExact() {
		return t.Lengths.checkExact(t.Forest.Weighting, longest)
	}
	return t.Lengths.CheckTies(t.Forest.Weighting, longest)
}

// explain finds the caller's weight at fault for a sweep that has a distance but no path for some vertex: it was too
// small to resolve. Where no path can be that long the kernel has a defect, and the error stays.
func (t *Task) explain(err error) error {
	if !errors.Is(err, sums.ErrStalled) || t.Lengths == nil {
		return err
	}
	return cmp.Or(t.lengthError(t.Lengths.Longest*t.Lengths.Units()), err)
}

// checkPairs returns an error for pairs whose shares kernels would round wrongly: Pairs.Lighten was to come first.
func (t *Task) checkPairs() error {
	if most := t.Pairs.Heaviest(t.Forest.Vertices); t.Paths&sums.Shares != 0 && most >= sums.MostPerSource {
		return fmt.Errorf("gobc: a task of pairs whose weights are %g together, beyond 2^31", most)
	}
	return nil
}

// Shape is how many sums there are.
func (t *Task) Shape() sums.Shape {
	f := t.Forest
	if t.Chains != nil {
		return sums.Shape{Vertices: t.Chains.Items(), OutArcs: len(f.Out.Targets), InArcs: len(f.In.Targets),
			Undirected: true}
	}
	return sums.Shape{Vertices: f.Vertices, OutArcs: len(f.Out.Targets), InArcs: len(f.In.Targets),
		Undirected: f.Out == f.In}
}

// All reports whether every vertex is a source.
func (t *Task) All() bool { return len(t.Sources) == t.Forest.Vertices }

// IsSource marks the sources by rank; nil where all are.
func (t *Task) IsSource() []bool {
	if t.All() {
		return nil
	}
	return graph.Marks(t.Forest.Vertices, t.Sources)
}
