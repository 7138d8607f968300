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
	Reaches   bool               // whether to count the vertices that each source reaches
	Lengths   *Lengths           // nil: distances count edges
	Term      sums.Term          // the function of distances whose terms are summed
	Pairs     *sums.Pairs        // nil: all pairs, once each, at any distance
	Chains    *reduce.Chains     // if not nil, Forest has the nodes of these chains, and Sources are numbers of batches
	Sources   []int32            // ascending ranks
	Wanted    []int32            // ranks of the vertices whose sums of distances are requested; nil: all
	Precision sums.Precision     // of path counts
	Partial   bool               // whether a cancelled run returns the sums of the finished sources
	Threads   int                // number of CPU threads
}

// NewSums returns zeroed sums for the task. All workers share reaches, which may be nil.
func (t *Task) NewSums(reaches []int64) (*sums.Sums, error) { return t.SumShape().Open(reaches) }

// SumShape returns the shape of the task's sums.
func (t *Task) SumShape() sums.SweepShape {
	w := sums.SweepShape{Shape: t.Shape(), Paths: t.Paths, Exponent: t.Pairs.Scale(), Distances: t.DistanceKinds(),
		Term: t.Term, Reaches: t.Reaches, Inner: len(t.Pairs.Smaller())}
	if t.Lengths != nil {
		w.Lengths, w.DistanceUnit, w.Finer = true, t.Lengths.DistanceUnit, t.Lengths.Finer
	}
	return w
}

// PathBytes returns the size in bytes of the sums over paths while sources are added.
func (t *Task) PathBytes() int64 {
	return t.Paths.Bytes(t.Shape()) * int64(2*t.Pairs.Cutoffs()-1)
}

// DistanceBytes returns the size in bytes of the sums over distances.
func (t *Task) DistanceBytes() int64 {
	n, cutoffs := int64(t.Forest.Vertices), int64(t.Pairs.Cutoffs())
	if t.Lengths != nil {
		return t.DistanceKinds().LengthBytes(n, t.Lengths.Finer) * cutoffs
	}
	return t.Distances.HopBytes(n) * cutoffs
}

// DistanceKinds returns the sums over distances that a sweep computes: those of the task, and the longest distance if
// checkLengths needs it.
func (t *Task) DistanceKinds() sums.DistanceKinds {
	if t.rounded() || t.mayPassExact() {
		return t.Distances | sums.Eccentricity
	}
	return t.Distances
}

// rounded reports whether the task counts paths by rounded lengths. Then no weight may be too small to change the
// longest distance.
func (t *Task) rounded() bool { return t.Paths != 0 && t.Lengths != nil && t.Lengths.PerUnit == 0 }

// mayPassExact reports whether float64 rows hold whole numbers and some length may be too large to be exact.
func (t *Task) mayPassExact() bool {
	l := t.Lengths
	if l == nil || l.PerUnit == 0 || l.RowBits != F64 {
		return false
	}
	cutoff := t.Pairs.Limit()
	return l.Longest*l.PerUnit > graph.MostUnits && (cutoff < 0 || cutoff > graph.MostUnits)
}

// checkLengths returns an error if rounded lengths could make the answer wrong: at the longest distance that the
// sweep found, a weight is lost in a path sweep, or a whole number is not exact.
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

// lengthError returns the error for a sweep with this longest distance, in units.
func (t *Task) lengthError(longest float64) error {
	if t.mayPassExact() {
		return t.Lengths.CheckExact(t.Forest.Weighting, longest)
	}
	return t.Lengths.CheckTies(t.Forest.Weighting, longest)
}

// explain replaces ErrStalled, for a vertex with a distance but no path, by an error that names a weight too small to
// resolve. If no path is long enough for that, the kernel has a defect, and the error is returned unchanged.
func (t *Task) explain(err error) error {
	if !errors.Is(err, sums.ErrStalled) || t.Lengths == nil {
		return err
	}
	return cmp.Or(t.lengthError(t.Lengths.Longest*t.Lengths.Units()), err)
}

// checkPairs returns an error if kernels would round the dependencies of these pairs wrongly. Pairs.Lighten prevents
// this.
func (t *Task) checkPairs() error {
	if most := t.Pairs.Heaviest(t.Forest.Vertices); t.Paths&sums.Shares != 0 && most >= sums.MostPerSource {
		return fmt.Errorf("gobc: the weights of the pairs of a task sum to %g, more than 2^31", most)
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

// IsSource returns marks of the sources by rank, or nil if all vertices are sources.
func (t *Task) IsSource() []bool {
	if t.All() {
		return nil
	}
	return graph.Marks(t.Forest.Vertices, t.Sources)
}
