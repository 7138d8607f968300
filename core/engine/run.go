package engine

import (
	"errors"
	"slices"
	"sync"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/sums"
)

// Run carries a task out from some of its sources: the first stage runs them all, and what comes back goes to the
// stages after it. A source's last stage depends on the source alone, so its sums have the same bits whatever the
// workers, chunks and batches are.
//
// A run that was cancelled returns, if a partial result is wanted, the sums of the sources that were finished beside
// the error.
func Run(t *Task, sources []int32, first Stage, c *Control,
	report *Report) (total *sums.Sums, finished []int32, err error) {
	if err := t.checkPairs(); err != nil {
		return nil, nil, err
	}
	r := &run{task: t, control: c, report: report}
	if t.Reaches {
		r.reaches = make([]int64, t.Forest.Vertices*t.Pairs.Cutoffs())
	}
	err = t.explain(r.stages(sources, first))
	if err == nil && r.total == nil {
		r.total, err = c.Workspaces.sums(t.SumShape(), r.reaches)
	}
	if err != nil && (r.total == nil || !r.keeps(err)) { // nil: no worker had begun
		r.total.Free()
		return nil, nil, err
	}
	failed := r.total.Settle()
	if failed == nil {
		failed = t.checkLengths(r.total)
	}
	if failed != nil {
		r.total.Free()
		return nil, nil, failed
	}
	return r.total, r.finished, err
}

type run struct {
	task    *Task
	control *Control
	report  *Report
	reaches []int64

	mu       sync.Mutex
	total    *sums.Sums
	finished []int32
	broken   error // sums were added in part: nothing can be kept
}

// keeps reports whether the sums so far are the answer of a sweep that ended with an error.
func (r *run) keeps(err error) bool {
	return r.broken == nil && r.task.Partial && errors.Is(err, graph.ErrCancelled)
}

// work is sources for a stage.
type work struct {
	stage   Stage
	sources []int32
	first   bool // they did not run before
}

// stages runs sources stage by stage until none comes back.
func (r *run) stages(sources []int32, first Stage) error {
	for todo := []*work{{first, sources, true}}; len(todo) > 0; {
		w := todo[0]
		todo = todo[1:]
		if len(w.sources) == 0 {
			continue
		}
		back, err := r.pool(w)
		if err != nil {
			if errors.Is(err, graph.ErrCancelled) {
				return err
			}
			next := w.stage.After(err)
			if next == nil {
				return err
			}
			r.moved(w.stage, next, back.left, err)
			todo = slices.Insert(todo, 0, &work{next, back.left, w.first})
		}
		if w.first {
			r.report.Path.OutOfRange += len(back.OutOfRange)
		}
		todo = r.add(todo, w, back.OutOfRange, false, ErrOutOfRange)
		todo = r.add(todo, w, back.NoRoom, w.first, ErrNoRoom)
	}
	return nil
}

// add puts sources that came back on the list: those without room before all others.
func (r *run) add(todo []*work, from *work, sources []int32, first bool, why error) []*work {
	if len(sources) == 0 {
		return todo
	}
	next := from.stage.After(why)
	if why == ErrNoRoom {
		return slices.Insert(todo, 0, &work{next, sources, first})
	}
	r.moved(from.stage, next, sources, nil)
	slices.Sort(sources) // neighbors share a batch
	for _, w := range todo {
		if w.stage == next && w.first == first {
			w.sources = append(w.sources, sources...)
			slices.Sort(w.sources)
			return todo
		}
	}
	return append(todo, &work{next, sources, first})
}

// moved reports sources that another engine takes over.
func (r *run) moved(from, to Stage, sources []int32, why error) {
	if from.Engine() == to.Engine() {
		return
	}
	r.report.GPU.OnCPU += len(sources)
	if why != nil {
		r.report.GPU.Why = why.Error()
	}
}

// back is what a stage did not finish.
type back struct {
	Done
	left []int32 // not run: all workers failed
}

// pool runs sources on the workers of a stage.
func (r *run) pool(w *work) (b back, err error) {
	workers := make([]int, w.stage.Workers())
	for i := range workers {
		workers[i] = i
	}
	watch := &Watch{Control: r.control, Partial: r.task.Partial, first: w.first, report: r.report}
	dealer, err := w.stage.Deal(w.sources, watch)
	if err != nil {
		return back{left: w.sources}, err
	}
	if w.stage.Shared() {
		err = r.shared(w.stage, dealer.(Redealer), watch, workers, &b)
	} else {
		err = r.own(w.stage, dealer, watch, workers, &b)
	}
	return b, err
}

// own runs workers with sums of their own.
func (r *run) own(stage Stage, dealer Dealer, watch *Watch, workers []int, b *back) error {
	var group guard.Group
	err := group.Each(len(workers), func(i int) error {
		into, err := r.control.Workspaces.sums(r.task.SumShape(), r.reaches)
		if err != nil {
			return err
		}
		err = r.worker(stage, dealer, watch, workers[i], into, b, group.Failed)
		if err != nil && !r.keeps(err) {
			into.Free()
			return err
		}
		if failed := r.collect(into); failed != nil {
			return failed
		}
		return err
	})
	if r.broken != nil {
		return r.broken
	}
	return err
}

// collect adds a worker's sums to the total.
func (r *run) collect(s *sums.Sums) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.total == nil {
		r.total = s
		return nil
	}
	defer s.Free()
	err := r.total.Add(s)
	if err != nil {
		r.broken = err
	}
	return err
}

// shared runs workers that add to the total. What a failed one leaves is dealt to the others.
func (r *run) shared(stage Stage, dealer Redealer, watch *Watch, workers []int, b *back) (err error) {
	if r.total == nil {
		if r.total, err = r.task.NewSums(r.reaches); err != nil {
			return err
		}
	}
	never := func() bool { return false }
	var lost error
	for {
		failures := make([]error, len(workers))
		var group guard.Group
		for i, worker := range workers {
			group.Go(func() error {
				failures[i] = guard.Run(func() error { return r.worker(stage, dealer, watch, worker, r.total, b, never) })
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
		var alive []int
		for i, worker := range workers {
			var crash *guard.PanicError
			switch failed := failures[i]; {
			case failed == nil:
				alive = append(alive, worker)
			case errors.As(failed, &crash), errors.Is(failed, graph.ErrCancelled):
				return failed
			default:
				lost = failed
			}
		}
		if workers = alive; len(workers) == 0 {
			b.left = dealer.Left()
			return lost
		}
		if dealer.Redeal(workers) == 0 {
			break
		}
	}
	if lost != nil {
		r.report.GPU.Why = lost.Error()
	}
	return nil
}

// worker runs chunks until there are none.
func (r *run) worker(stage Stage, dealer Dealer, watch *Watch, worker int, into *sums.Sums, b *back,
	failed func() bool) error {
	return stage.Open(worker, watch, func(s Session) error {
		for !failed() {
			chunk, ok := dealer.Next(worker)
			if !ok {
				return nil
			}
			done, err := s.Run(chunk, into)
			r.note(b, done)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *run) note(b *back, done Done) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.finished = append(r.finished, done.Finished...)
	b.OutOfRange = append(b.OutOfRange, done.OutOfRange...)
	b.NoRoom = append(b.NoRoom, done.NoRoom...)
}
