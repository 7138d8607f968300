//go:build cgo

package cpuengine

import (
	"errors"

	"gobc/core/engine"
	"gobc/core/order"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// batches runs a kernel on one batch of sources after the other.
type batches struct {
	stage
	lanes int          // of a batch
	near  bool         // sources that lie near each other are a batch
	from  []int32      // sources in place of those dealt; nil: none
	alone engine.Stage // for batches that are given up; nil: none is
	key   any          // of the workspace, under which it is kept; nil: it is not
	width int          // that the report tells; 0: none
	open  func() (opened, error)
}

// opened is a workspace and how it runs a batch, whose sources reach the vertices [first, last) at most. reached, if
// not nil, gets how many each reaches, in a run for each cutoff: see gobc_distance_totals.
type opened struct {
	kernelMemory
	run func(batch []int32, first, last int32, into *sums.Sums, reached []int64, cancel *int32) (outOfRange uint64,
		err error)
}

func (s *batches) Workers() int {
	if s.from != nil {
		return min(s.task.Threads, (len(s.from)+s.lanes-1)/s.lanes)
	}
	return s.task.Threads
}

func (s *batches) After(why error) engine.Stage {
	if why == engine.ErrNoRoom {
		return s.alone
	}
	return s.stage.After(why)
}

// Deal cuts sources into batches. Near ones: greedy clusters, 1.3 to 3 times as fast as breadth-first order on roads
// and meshes, as fast elsewhere. The same bits come out in any order.
func (s *batches) Deal(sources []int32, watch *engine.Watch) (_ engine.Dealer, err error) {
	if s.from != nil {
		sources = s.from
	}
	if s.near {
		sources, err = order.SourceBalls(s.task.Forest.View, sources, s.lanes, watch.Check)
	}
	return engine.Evenly(sources, s.lanes), err
}

func (s *batches) Open(_ int, watch *engine.Watch, use func(engine.Session) error) error {
	w := held[opened]{watch: watch, paths: s.task.Paths != 0}
	if err := w.take(s.key, s.open); err != nil {
		return err
	}
	defer w.end(false)
	if s.width != 0 {
		watch.Tell(func(r *engine.Report) { r.Path.Width = s.width })
	}
	err := use(session(func(chunk engine.Chunk, into *sums.Sums) (done engine.Done, err error) {
		batch := chunk.Sources
		if err := watch.Check(); err != nil {
			return done, err // a batch that reaches little does not look
		}
		var reached []int64
		if into.Reaches != nil {
			reached = make([]int64, len(batch)*s.task.Pairs.Cutoffs())
		}
		first, last := s.task.Forest.RangeOf(batch)
		outOfRange, err := w.kernel.run(batch, first, last, into, reached, watch.Cancel)
		if s.alone != nil && errors.Is(err, engine.ErrNoRoom) {
			done.NoRoom = batch
			return done, nil
		}
		if err != nil {
			return done, err
		}
		for lane := range min(len(batch), len(reached)) {
			into.AddReached(batch[lane], func(cutoff int) int64 { return reached[len(batch)*cutoff+lane] })
		}
		done.Batch(batch, outOfRange, watch)
		return done, nil
	}))
	w.end(err == nil)
	return err
}

// workspaceKey names a workspace of batches: a task has the rest of what it is opened with.
type workspaceKey struct {
	task *engine.Task
	kind string
}

// Distances searches distances in edges from `each` sources at once; lanes is the size of a batch of the kernel.
func Distances(t *engine.Task, lanes, each int, isa string) engine.Stage {
	s := &batches{stage: newStage(t), lanes: each, key: workspaceKey{t, "distances"}}
	s.open = func() (opened, error) {
		k, err := cpu.NewDistances(t.Forest, t.Pairs, lanes, isa)
		return opened{k, func(batch []int32, first, last int32, into *sums.Sums, reached []int64, cancel *int32) (uint64,
			error) {
			return 0, k.RunAll(batch, first, last, into.OpenHops(), reached, cancel)
		}}, err
	}
	return s
}

// Weighted is the batched sweep of weighted graphs: path sums, sums of lengths, or both. Sources out of its range add
// their lengths, and their paths run one by one with exponents.
func Weighted(t *engine.Task, isa string) engine.Stage {
	s := labelCorrecting(t, func() (*cpu.LabelCorrecting, error) {
		return cpu.NewLabelCorrecting(t.Forest, t.Pairs, t.Lengths.RowBits, t.Lengths.Tolerance, t.Paths, isa)
	})
	if t.Paths != 0 {
		s.beyond = Serial(t, true, false)
	}
	return s
}

// labelCorrecting runs the label-correcting sweep in workspaces that open makes.
func labelCorrecting(t *engine.Task, open func() (*cpu.LabelCorrecting, error)) *batches {
	s := &batches{stage: newStage(t), lanes: cpu.LabelCorrectingWidth, near: true,
		key: workspaceKey{t, "label correcting"}}
	s.open = func() (opened, error) {
		k, err := open()
		if err == nil && !t.Partial {
			k.MayTear()
		}
		if err == nil && t.Distances == 0 && !t.Reaches {
			k.EndAtTargets()
		}
		return opened{k, func(batch []int32, first, last int32, into *sums.Sums, reached []int64, cancel *int32) (uint64,
			error) {
			return k.RunAll(batch, first, last, into.OpenPaths(), into.OpenLengths(), reached, cancel)
		}}, err
	}
	if t.Paths != 0 {
		s.width = cpu.LabelCorrectingWidth
	}
	return s
}

// Queue is Brandes' method with a plain queue, for graphs without weights; with exponents no path count is out of
// range.
func Queue(t *engine.Task, exponents bool) engine.Stage {
	s := &batches{stage: newStage(t), lanes: 1, key: workspaceKey{t, oneByOne("queue", exponents)}}
	s.open = func() (opened, error) {
		k, err := cpu.NewQueue(t.Forest, t.Pairs, exponents, t.Paths)
		return opened{k, func(batch []int32, first, last int32, into *sums.Sums, _ []int64, cancel *int32) (uint64, error) {
			outOfRange, err := k.RunAll(batch[0], first, last, into.OpenPaths(), cancel)
			return mask(outOfRange), err
		}}, err
	}
	if !exponents {
		s.beyond = Queue(t, true)
	}
	return s
}

// Serial is Brandes' method with a heap, for weighted graphs; with exponents no path count is out of range. lengths:
// the task's sums of distances are added too, else an earlier stage has.
func Serial(t *engine.Task, exponents, lengths bool) engine.Stage {
	s := &batches{stage: newStage(t), lanes: 1, key: workspaceKey{t, oneByOne("serial", exponents)}}
	s.open = func() (opened, error) {
		k, err := cpu.NewSerial(t.Forest, t.Pairs, t.Lengths.Tolerance, exponents, t.Paths)
		return opened{k, func(batch []int32, first, last int32, into *sums.Sums, _ []int64, cancel *int32) (uint64, error) {
			distances := into.OpenLengths()
			if !lengths {
				distances = nil
			}
			outOfRange, err := k.RunAll(batch[0], first, last, into.OpenPaths(), distances, nil, cancel)
			return mask(outOfRange), err
		}}, err
	}
	if !exponents {
		s.beyond = Serial(t, true, false)
	}
	return s
}

// oneByOne names a kernel of single sources.
func oneByOne(kind string, exponents bool) string {
	if exponents {
		return kind + " with exponents"
	}
	return kind
}

// mask is the lanes out of range of a batch of one.
func mask(outOfRange bool) uint64 {
	if outOfRange {
		return 1
	}
	return 0
}
