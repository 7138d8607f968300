// Package engine is the interface of everything that computes sums over sources: CPU threads, GPUs, and the published
// methods. A Task says what is summed, and a Stage is a way to compute it that is ready to run. Run carries out a
// task; sources that one stage cannot finish go to the next stage.
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
	Chains    *reduce.Chains     // nil, or the chains whose nodes Forest has: Sources are then numbers of their batches
	Sources   []int32            // ascending ranks
	Wanted    []int32            // ranks of the vertices whose sums of distances are asked for; nil: all
	Precision sums.Precision     // of path counts
	Partial   bool               // a cancel keeps the sums of the sources that were finished
	Threads   int                // of the CPU
}

// NewSums makes zeroed sums for the task. reaches, which all workers share, may be nil.
func (t *Task) NewSums(reaches []int64) (*sums.Sums, error) { return t.SumShape().New(reaches) }

// SumShape returns the shape of the task's sums.
func (t *Task) SumShape() sums.SweepShape {
	w := sums.SweepShape{Shape: t.Shape(), Paths: t.Paths, Exponent: t.Pairs.Scale(), Distances: t.DistanceKinds(),
		Term: t.Term, Reaches: t.Reaches}
	if t.Lengths != nil {
		w.Lengths, w.DistanceUnit, w.Finer = true, t.Lengths.DistanceUnit, t.Lengths.Finer
	}
	return w
}

// DistanceBytes returns the bytes of sums over distances.
func (t *Task) DistanceBytes() int64 {
	n := int64(t.Forest.Vertices)
	if t.Lengths != nil {
		return t.DistanceKinds().LengthBytes(n, t.Lengths.Finer)
	}
	return t.Distances.HopBytes(n)
}

// DistanceKinds returns the sums over distances that a sweep keeps: the task's, and the longest distance where
// checkLengths needs it.
func (t *Task) DistanceKinds() sums.DistanceKinds {
	if t.rounded() || t.mayPassExact() {
		return t.Distances | sums.Eccentricity
	}
	return t.Distances
}

// rounded reports whether the task sweeps paths by rounded lengths. No weight may then be lost beside the longest
// distance.
func (t *Task) rounded() bool { return t.Paths != 0 && t.Lengths != nil && t.Lengths.PerUnit == 0 }

// mayPassExact reports whether float64 rows hold whole numbers and some length might be too long to be exact in them.
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

// lengthError returns the error of a sweep whose longest distance is this long, in units.
func (t *Task) lengthError(longest float64) error {
	if t.mayPassExact() {
		return t.Lengths.checkExact(t.Forest.Weighting, longest)
	}
	return t.Lengths.CheckTies(t.Forest.Weighting, longest)
}

// explain finds the weight to blame where a sweep has a distance but no path for some vertex: the weight was too small
// to resolve. Where no path can be that long the kernel has a defect, and the error stays.
func (t *Task) explain(err error) error {
	if !errors.Is(err, sums.ErrStalled) || t.Lengths == nil {
		return err
	}
	return cmp.Or(t.lengthError(t.Lengths.Longest*t.Lengths.Units()), err)
}

// checkPairs returns an error for pairs whose shares kernels would round wrongly. Pairs.Lighten prevents it.
func (t *Task) checkPairs() error {
	if most := t.Pairs.Heaviest(t.Forest.Vertices); t.Paths&sums.Shares != 0 && most >= sums.MostPerSource {
		return fmt.Errorf("gobc: a task of pairs whose weights are %g together, beyond 2^31", most)
	}
	return nil
}

// Shape returns how many sums there are.
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
