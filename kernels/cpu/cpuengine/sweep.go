//go:build cgo

package cpuengine

import (
	"time"

	"gobc/core/engine"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// sweep runs the batched kernel of unweighted path sweeps.
type sweep struct {
	stage
	widths    []int
	precision sums.Precision
	isa       string
}

// Sweep is the batched path sweep, in the first of the widths unless timing the first batches favors another. Sources
// out of its range run in double precision, then one by one with exponents.
func Sweep(t *engine.Task, widths []int, precision sums.Precision, isa string) engine.Stage {
	s := &sweep{newStage(t), widths, precision, isa}
	if precision == sums.Single {
		s.beyond = Sweep(t, widths, sums.Double, isa)
	} else {
		s.beyond = Queue(t, true)
	}
	return s
}

func (s *sweep) Deal(sources []int32, _ *engine.Watch) (engine.Dealer, error) {
	return newTrial(sources, s.widths, s.Workers()), nil
}

func (s *sweep) Open(_ int, watch *engine.Watch, use func(engine.Session) error) error {
	w := &sweeper{s, held[*cpu.Sweep]{watch: watch, paths: true}}
	defer w.end(false)
	err := use(session(w.run))
	w.end(err == nil)
	return err
}

// sweeper is a thread's workspace, of the width of its last chunk.
type sweeper struct {
	*sweep
	held[*cpu.Sweep]
}

// sweepKey names a workspace: a task has the rest of what it is opened with.
type sweepKey struct {
	task      *engine.Task
	width     int
	precision sums.Precision
}

func (w *sweeper) run(chunk engine.Chunk, into *sums.Sums) (done engine.Done, err error) {
	part := chunk.Tag.(attempt)
	if w.kernel == nil || w.kernel.Width != part.width {
		w.end(false)
		if err := w.take(sweepKey{w.task, part.width, w.precision}, func() (*cpu.Sweep, error) {
			return cpu.NewSweep(w.task.Forest, w.task.Pairs, part.width, w.precision, w.task.Paths, w.isa)
		}); err != nil {
			return done, err
		}
	}
	took, timed, err := w.batches(chunk.Sources, into, &done)
	if err != nil {
		return done, err
	}
	part.took(timed, took)
	w.watch.Tell(func(r *engine.Report) { r.Path.Width, r.Path.Timed = part.trial.settled() })
	return done, nil
}

// batches runs consecutive sources in batches. The time leaves out the first batch, which touches fresh memory.
func (w *sweeper) batches(sources []int32, into *sums.Sums,
	done *engine.Done) (took time.Duration, timed int, err error) {
	var start time.Time
	totals := into.OpenPaths()
	for at := 0; at < len(sources); {
		if at > 0 && timed == 0 {
			start = time.Now()
		}
		batch := w.batch(sources[at:])
		first, last := w.task.Forest.RangeOf(batch)
		outOfRange, err := w.kernel.RunAll(batch, first, last, totals, w.watch.Cancel)
		if err != nil {
			return 0, 0, err
		}
		done.Batch(batch, outOfRange, w.watch)
		if at > 0 {
			timed += len(batch)
		}
		at += len(batch)
	}
	if timed > 0 {
		took = time.Since(start)
	}
	return took, timed, nil
}

// batch returns the first of some sources, as many as the kernel takes. Where these end within another component than
// the first source's, it leaves that one to the next batch: a batch takes the time of all lists that it meets.
func (w *sweeper) batch(sources []int32) []int32 {
	if len(sources) <= w.kernel.Width {
		return sources
	}
	count := w.kernel.Width
	first, last := w.task.Forest.ComponentOf(sources[count])
	if sources[count-1] < first || sources[count-1] >= last || sources[0] >= first && sources[0] < last {
		return sources[:count]
	}
	for sources[count-1] >= first && sources[count-1] < last {
		count--
	}
	return sources[:count]
}
