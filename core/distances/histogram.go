package distances

import (
	"errors"
	"math"
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/sums"
)

// Histogram says how many pairs of a source and another vertex are at each distance in edges.
type Histogram struct {
	Sources   int
	Pairs     []int64 // at distance d, from 1 on; Pairs[0] is 0
	Unreached int64   // pairs without a path, or beyond the cutoff
}

var errWeights = errors.New("weighted is 1, but a histogram counts pairs by their distance in edges: give " +
	"weighted 0, or lists of pairs for lengths")

// Count counts the pairs of a query of all targets at each distance, without a row for any source. Where most vertices
// of an undirected graph have two edges, their chains are counted at once.
func Count(q Query, control *engine.Control) (*Histogram, error) {
	if q.Weighted {
		return nil, errWeights
	}
	q.Targets = nil
	s, err := q.plan(control)
	if err != nil {
		return nil, err
	}
	control.Enter(engine.Sweeping)
	atomic.StoreInt64(control.Total, int64(len(s.ranks)))
	levels, err := s.count(control)
	defer memory.Free(levels)
	if err != nil {
		return nil, err
	}
	h := &Histogram{Sources: len(s.ranks), Unreached: int64(len(s.ranks)) * int64(max(q.Graph.Vertices-1, 0))}
	longest := 0
	for d, pairs := range levels {
		if h.Unreached -= pairs; pairs > 0 {
			longest = d
		}
	}
	h.Pairs = append([]int64{}, levels[:min(longest+1, len(levels))]...)
	return h, control.Check()
}

// count returns the pairs at each distance, in package memory.
func (s *sweep) count(control *engine.Control) (levels []int64, err error) {
	c, err := s.contract(control)
	if err != nil {
		return nil, err
	}
	if c != nil {
		defer c.close()
		return c.count(control)
	}
	plan := engine.CPU().PlanRows(s.task, 0, len(s.ranks))
	return s.onThreads(plan, plan.Lanes, len(s.ranks), control, func(kernel engine.RowKernel) (counter, error) {
		return &searches{s, kernel, control}, nil
	})
}

// counter is what counts pairs on a thread.
type counter interface {
	// count adds the pairs of some items to levels.
	count(first, last int, levels []int64) error
	close()
}

// searches counts from one batch of sources after the other.
type searches struct {
	*sweep
	kernel  engine.RowKernel
	control *engine.Control
}

func (s *searches) count(first, last int, levels []int64) error {
	sources := s.ranks[first:last]
	from, to := s.task.Forest.RangeOf(sources)
	err := s.kernel.Count(sources, from, to, levels, s.control.Cancel)
	s.control.Add(len(sources))
	return err
}

func (s *searches) close() { s.kernel.Close() }

// onThreads deals items, `each` at a time, to counters, each on a thread and with levels of its own, and returns the
// sums of these. open makes a counter, which takes the kernel over.
func (s *sweep) onThreads(plan engine.RowPlan, each, items int, control *engine.Control,
	open func(engine.RowKernel) (counter, error)) (total []int64, err error) {
	size := s.Graph.Vertices + 1
	threads, err := s.fitting(plan.Bytes+8*int64(size), max(1, min(s.Threads, (items+each-1)/each)))
	if err != nil {
		return nil, err
	}
	counts := make([][]int64, threads)
	var next atomic.Int64
	var group guard.Group
	err = group.Each(threads, func(i int) (err error) {
		if counts[i], err = memory.Make[int64](size); err != nil {
			return err
		}
		kernel, err := engine.CPU().Rows(s.task, plan)
		if err != nil {
			return err
		}
		worker, err := open(kernel)
		if err != nil {
			kernel.Close()
			return err
		}
		defer worker.close()
		for !group.Failed() {
			first := (int(next.Add(1)) - 1) * each
			if first >= items {
				return nil
			}
			if err := control.Check(); err != nil {
				return err
			}
			if err := worker.count(first, min(first+each, items), counts[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		for _, levels := range counts { // some may be nil
			memory.Free(levels)
		}
		return nil, err
	}
	total = counts[0]
	for _, levels := range counts[1:] {
		for d, pairs := range levels {
			total[d] += pairs
		}
		memory.Free(levels)
	}
	return total, nil
}

// fitting returns how many threads of so many bytes fit, up to `most`.
func (s *sweep) fitting(bytes int64, most int) (threads int, err error) {
	budget := memory.NewBudget(s.Limit)
	for threads = most; ; threads-- {
		err = budget.Check(int64(threads)*bytes, "counting distances needs about")
		if err == nil || threads == 1 {
			return threads, err
		}
	}
}

// Sums are those over the pairs of a source and another vertex that it reaches. They are the same for any number of
// threads.
type Sums struct {
	Sources int
	Reached int64   // pairs
	Total   float64 // of the distances
	Inverse float64 // of one over each
	Longest float64
}

// Add sums the distances of a query of all targets: numbers of edges by a histogram, lengths by rows.
func Add(q Query, control *engine.Control) (*Sums, error) {
	if q.Weighted {
		return addLengths(q, control)
	}
	h, err := Count(q, control)
	if err != nil {
		return nil, err
	}
	made := &Sums{Sources: len(q.Sources), Longest: float64(max(len(h.Pairs)-1, 0))}
	var total, inverse sums.Compensated
	for d, pairs := range h.Pairs {
		if pairs > 0 {
			made.Reached += pairs
			total.Add(float64(pairs) * float64(d))
			inverse.Add(float64(pairs) / float64(d))
		}
	}
	made.Total, made.Inverse = total.Value(), inverse.Value()
	return made, nil
}

// addLengths sums rows of lengths, a block of sources at a time, each row in the order of its columns.
func addLengths(q Query, control *engine.Control) (*Sums, error) {
	q.Targets, q.Type = nil, Auto
	all := q.Sources
	made := &Sums{Sources: len(all)}
	var total, inverse sums.Compensated
	each := cost.RowBlock(q.Graph.Vertices, q.Threads)
	atomic.StoreInt64(control.Total, int64(len(all)))
	for first := 0; first < len(all); first += each {
		q.Sources = all[first:min(first+each, len(all))]
		s, err := q.plan(control)
		if err != nil {
			return nil, err
		}
		control.Enter(engine.Sweeping)
		m, err := s.matrix(control, false)
		if err != nil {
			m.Free()
			return nil, err
		}
		for _, d := range memory.View[float64](m.Values) {
			if d > 0 && !math.IsInf(d, 1) {
				made.Reached++
				total.Add(d)
				inverse.Add(1 / d)
				made.Longest = max(made.Longest, d)
			}
		}
		m.Free()
	}
	made.Total, made.Inverse = total.Value(), inverse.Value()
	return made, control.Check()
}
