package distances

import (
	"errors"
	"sync/atomic"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/sums"
)

// listing finds what sources reach, one round of them after the other. Batches are the same for any number of threads.
type listing struct {
	*sweep
	control *engine.Control
	budget  memory.Budget
	column  []int32 // by rank: the column of a vertex, negative if it is no target

	types   []Type // of rows while searching, the one in use first
	plan    engine.RowPlan
	kernels []engine.ListKernel // by thread; nil: not open
	rounds  []round
	found   atomic.Int64 // pairs
}

// round is some sources, the batches they were searched in, and what these have reached.
type round struct {
	sources, ranks []int32 // vertex numbers; ascending ranks
	places         []int64 // of each rank in sources
	lanes          int
	lists          []sums.Lists // by batch
}

// batch returns the first and the last source of a batch, by their places in ranks.
func (r *round) batch(i int) (first, last int) {
	return i * r.lanes, min((i+1)*r.lanes, len(r.ranks))
}

func newListing(s *sweep, control *engine.Control) (l *listing, err error) {
	l = &listing{sweep: s, control: control, budget: memory.NewBudget(s.Limit), column: s.Graph.Vertex}
	if s.Targets != nil {
		l.column = make([]int32, s.Graph.Vertices)
		for r := range l.column {
			l.column[r] = -1
		}
		for i, r := range s.columns {
			l.column[r] = int32(i)
		}
	}
	if l.types, err = s.types(); err != nil {
		return l, err
	}
	// Of numbers of edges, the first type that holds the cutoff.
	for len(l.types) > 1 && s.Cutoff >= float64(engine.Unreached(bitsOf[l.types[0]])) {
		l.types = l.types[1:]
	}
	return l, nil
}

// free releases what is left.
func (l *listing) free() {
	l.close()
	for _, r := range l.rounds {
		for i := range r.lists {
			r.lists[i].Free()
		}
	}
}

func (l *listing) close() {
	for i, k := range l.kernels {
		if k != nil {
			k.Close()
		}
		l.kernels[i] = nil
	}
}

// find searches from the sources, or only from the first of them, until there are enough pairs for a block.
func (l *listing) find(sources []int32, all bool) error {
	next, first, wanted := len(sources), 0, cost.ListedPairs(l.Graph.Vertices)
	if !all {
		next = len(l.Sources)
	}
	for first < len(sources) && (first == 0 || l.found.Load() < wanted) {
		next = min(next, len(sources)-first)
		atomic.StoreInt64(l.control.Total, int64(first+next))
		if err := l.search(sources[first : first+next]); err != nil {
			return err
		}
		first += next
		next = cost.NextListed(first, l.found.Load(), wanted)
	}
	return l.control.Check()
}

// search adds a round.
func (l *listing) search(sources []int32) error {
	l.sort(sources)
	l.rounds = append(l.rounds, round{sources: sources, ranks: l.ranks, places: l.places})
	if len(l.columns) == 0 {
		return nil
	}
	r := &l.rounds[len(l.rounds)-1]
	for {
		if err := l.open(len(sources)); err != nil {
			return err
		}
		if r.lists == nil {
			r.lanes = l.plan.Lanes
			r.lists = make([]sums.Lists, (len(r.ranks)+r.lanes-1)/r.lanes)
		}
		err := l.run(r)
		if !errors.Is(err, engine.ErrTooFar) || len(l.types) == 1 {
			return err
		}
		l.close()
		l.types = l.types[1:]
	}
}

// open plans a round of so many sources. Kernels of an earlier one stay where they fit.
func (l *listing) open(sources int) error {
	plan := engine.CPU().PlanLists(l.task, bitsOf[l.types[0]], sources, len(l.columns))
	if plan.Lanes != l.plan.Lanes || plan.Bits != l.plan.Bits {
		l.close()
	}
	l.plan = plan
	for threads := max(l.Threads, 1); ; threads-- {
		err := l.fit(threads)
		if err == nil || threads == 1 {
			l.task.Threads = threads
			if len(l.kernels) < threads {
				l.kernels = append(l.kernels, make([]engine.ListKernel, threads-len(l.kernels))...)
			}
			return err
		}
	}
}

// fit checks whether the searches of so many threads fit beside the pairs found.
func (l *listing) fit(threads int) error {
	return l.budget.Check(l.found.Load()*l.bytesOfPair()+int64(threads)*l.plan.Bytes, "a block of pairs needs about")
}

// bytesOfPair are those of a pair in the lists and in the result.
func (l *listing) bytesOfPair() int64 {
	const ends = 3 * 4
	if l.task.Lengths != nil {
		return ends + 2*8
	}
	return ends + 2*4
}

func (l *listing) run(r *round) error {
	var next atomic.Int64
	var group guard.Group
	return group.Each(min(l.task.Threads, len(r.lists)), func(thread int) (err error) {
		if l.kernels[thread] == nil {
			if l.kernels[thread], err = engine.CPU().Lists(l.task, l.plan, l.column); err != nil {
				return err
			}
		}
		for !group.Failed() {
			batch := int(next.Add(1)) - 1
			if batch >= len(r.lists) {
				return nil
			}
			if err := l.batch(l.kernels[thread], r, batch); err != nil {
				return err
			}
		}
		return nil
	})
}

func (l *listing) batch(kernel engine.ListKernel, r *round, batch int) error {
	if err := l.control.Check(); err != nil || r.lists[batch].Starts != nil {
		return err
	}
	first, last := r.batch(batch)
	sources := r.ranks[first:last]
	from, to := l.task.Forest.RangeOf(sources)
	longest, err := kernel.List(sources, from, to, l.control.Cancel)
	if err == nil {
		err = l.task.CheckLongest(longest)
	}
	if err != nil {
		return err
	}
	r.lists[batch] = kernel.Take()
	l.found.Add(int64(len(r.lists[batch].Columns)))
	l.control.Add(len(sources))
	return l.fit(l.task.Threads)
}

// pairs puts the lists of all rounds, which it releases, in the order of their sources, of which the first has this
// place.
func (l *listing) pairs(first int) (p *Pairs, err error) {
	l.close()
	count := int(l.found.Load())
	p = &Pairs{Next: first, Distance: &Matrix{Type: Int32, Rows: 1, Columns: count}}
	if l.task.Lengths != nil {
		p.Distance.Type = Float64
	}
	size := bitsOf[p.Distance.Type] / 8
	if err := l.budget.Check(int64(count)*l.bytesOfPair(), "a block of pairs needs about"); err != nil {
		return p, err
	}
	if p.Source, err = memory.Make[int32](count); err != nil {
		return p, err
	}
	if p.Target, err = memory.Make[int32](count); err != nil {
		return p, err
	}
	if p.Distance.Values, err = memory.Make[byte](count * size); err != nil {
		return p, err
	}
	at := 0
	for i := range l.rounds {
		r := &l.rounds[i]
		starts := r.starts(at)
		at = starts[len(r.sources)]
		for batch := range r.lists {
			l.copy(p, r, batch, starts, size)
		}
		p.Next += len(r.sources)
	}
	return p, nil
}

// starts returns where the pairs of each source of a round begin, and where the last ones end.
func (r *round) starts(first int) []int {
	starts := make([]int, len(r.sources)+1)
	for batch, lists := range r.lists {
		from, to := r.batch(batch)
		for i, place := range r.places[from:to] {
			starts[place+1] = int(lists.Starts[i+1] - lists.Starts[i])
		}
	}
	starts[0] = first
	for i := range r.sources {
		starts[i+1] += starts[i]
	}
	return starts
}

// copy moves the lists of a batch to the pairs.
func (l *listing) copy(p *Pairs, r *round, batch int, starts []int, size int) {
	lists := &r.lists[batch]
	from, to := r.batch(batch)
	for i, place := range r.places[from:to] {
		first, last := int(lists.Starts[i]), int(lists.Starts[i+1])
		begin, end := starts[place], starts[place+1]
		for at := begin; at < end; at++ {
			p.Source[at] = r.sources[place]
		}
		copy(p.Target[begin:end], lists.Columns[first:last])
		copy(p.Distance.Values[begin*size:end*size], lists.Distances[first*size:last*size])
		if l.Targets != nil {
			for at := begin; at < end; at++ {
				p.Target[at] = l.Targets[p.Target[at]]
			}
		}
	}
	lists.Free()
}
