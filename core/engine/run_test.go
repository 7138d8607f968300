package engine

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"gobc/core/graph"
	"gobc/core/sums"
)

// fake is a stage whose workers count each source once, and do as they are told with some of them.
type fake struct {
	on         string
	workers    int
	shared     bool
	outOfRange func(source int32) bool
	noRoom     func(source int32) bool
	fails      func(worker int, source int32) error
	after      map[error]Stage // nil: of any other error
	undealt    error           // of Deal

	mu    sync.Mutex
	dealt []int32
	ran   []int32
	queue
}

func (f *fake) Engine() string { return f.on }
func (f *fake) Workers() int   { return f.workers }
func (f *fake) Shared() bool   { return f.shared }

func (f *fake) After(why error) Stage {
	if next, ok := f.after[why]; ok {
		return next
	}
	return f.after[nil]
}

func (f *fake) Deal(sources []int32, _ *Watch) (Dealer, error) {
	if f.undealt != nil {
		return nil, f.undealt
	}
	f.dealt = append(f.dealt, sources...)
	f.queue = queue{shares: make([][]int32, f.workers), at: make([]int, f.workers)}
	for i, s := range sources {
		f.shares[i%f.workers] = append(f.shares[i%f.workers], s)
	}
	return f, nil
}

// queue deals one source at a time.
type queue struct {
	lock   sync.Mutex
	shares [][]int32
	at     []int
}

func (q *queue) Next(worker int) (Chunk, bool) {
	q.lock.Lock()
	defer q.lock.Unlock()
	share := q.shares[worker][q.at[worker]:]
	q.shares[worker], q.at[worker] = share, min(1, len(share))
	return Chunk{Sources: share[:q.at[worker]]}, len(share) > 0
}

func (q *queue) Redeal(workers []int) (left int) {
	for w := range q.shares {
		if !slices.Contains(workers, w) {
			q.shares[workers[0]] = append(q.shares[workers[0]], q.shares[w]...)
			left += len(q.shares[w])
			q.shares[w], q.at[w] = nil, 0
		}
	}
	return left
}

func (q *queue) Left() []int32 { return slices.Concat(q.shares...) }

func (f *fake) Open(worker int, watch *Watch, use func(Session) error) error {
	return use(&fakeSession{f, worker, watch})
}

type fakeSession struct {
	*fake
	worker int
	watch  *Watch
}

func (s *fakeSession) Run(chunk Chunk, into *sums.Sums) (done Done, err error) {
	source := chunk.Sources[0]
	s.mu.Lock()
	s.ran = append(s.ran, source)
	s.mu.Unlock()
	if s.fails != nil {
		if err := s.fails(s.worker, source); err != nil {
			return done, err
		}
	}
	switch {
	case s.noRoom != nil && s.noRoom(source):
		return Done{NoRoom: chunk.Sources}, nil
	case s.outOfRange != nil && s.outOfRange(source):
		done.Batch(chunk.Sources, 1, s.watch)
		return done, nil
	}
	into.Lock()
	into.Hops.Reached[source]++
	into.Unlock()
	done.Batch(chunk.Sources, 0, s.watch)
	return done, nil
}

const vertices = 60

func newTask(t *testing.T) *Task {
	t.Helper()
	g, err := graph.FromEdges(vertices, []int64{0}, []int64{1}, graph.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Free)
	task := &Task{Forest: g.Forest(graph.Deduplicated), Distances: sums.Reached, Threads: 2}
	for v := range int32(vertices) {
		task.Sources = append(task.Sources, v)
	}
	return task
}

// check runs a task: every source is counted once, and progress tells of each once.
func check(t *testing.T, first Stage) Report {
	t.Helper()
	var report Report
	control := NewControl()
	total, _, err := Run(newTask(t), newTask(t).Sources, first, control, &report)
	if err != nil {
		t.Fatal(err)
	}
	defer total.Free()
	for v, n := range total.Hops.Reached {
		if n != 1 {
			t.Errorf("source %d was counted %d times", v, n)
		}
	}
	if *control.Done != vertices {
		t.Errorf("progress is %d of %d", *control.Done, vertices)
	}
	return report
}

func every(n int32) func(int32) bool { return func(s int32) bool { return s%n == 0 } }

func TestSourcesOutOfRangeGoToTheNextStage(t *testing.T) {
	last := &fake{on: "cpu", workers: 2}
	second := &fake{on: "cpu", workers: 3, outOfRange: every(6), after: map[error]Stage{ErrOutOfRange: last}}
	first := &fake{on: "cuda", workers: 2, shared: true, outOfRange: every(3),
		after: map[error]Stage{ErrOutOfRange: second}}
	report := check(t, first)
	if len(second.ran) != 20 || !slices.IsSorted(second.dealt) || len(last.ran) != 10 || report.Path.OutOfRange != 20 ||
		report.GPU.OnCPU != 20 || report.GPU.Why != "" {
		t.Errorf("%v, then %v, %+v", second.ran, last.ran, report)
	}
}

// A kernel would round them to another number, and say nothing.
func TestPairsThatAreTooHeavyAreRefused(t *testing.T) {
	task := newTask(t)
	task.Paths = sums.Delta
	task.Pairs = &sums.Pairs{SourceWeight: slices.Repeat([]float64{1 << 26}, vertices), Cutoff: -1}
	if _, _, err := Run(task, task.Sources, &fake{on: "cpu", workers: 1}, NewControl(), &Report{}); err == nil ||
		!strings.Contains(err.Error(), "more than 2^31") {
		t.Errorf("%v", err)
	}
}

// Batches without room run before those out of range, and what they give back joins the others.
func TestWithoutRoom(t *testing.T) {
	last := &fake{on: "cpu", workers: 1}
	roomy := &fake{on: "cuda", workers: 1, shared: true, outOfRange: every(10),
		after: map[error]Stage{ErrOutOfRange: last}}
	first := &fake{on: "cuda", workers: 2, shared: true, noRoom: every(5), outOfRange: every(7),
		after: map[error]Stage{ErrOutOfRange: last, ErrNoRoom: roomy}}
	report := check(t, first)
	const lost = 6 + 7 // multiples of 10, and of 7 alone
	if len(roomy.ran) != 12 || !slices.IsSorted(last.dealt) || len(last.ran) != lost || report.GPU.OnCPU != lost {
		t.Errorf("%v, %v, %d on the processor", roomy.ran, last.ran, report.GPU.OnCPU)
	}
}

func TestOtherDevicesDoWhatALostOneLeft(t *testing.T) {
	lost := errors.New("device 1 is lost")
	first := &fake{on: "cuda", workers: 3, shared: true, fails: func(worker int, source int32) error {
		if worker == 1 && source > 20 {
			return lost
		}
		return nil
	}}
	if report := check(t, first); report.GPU.Why != lost.Error() || report.GPU.OnCPU != 0 {
		t.Errorf("%+v", report)
	}
}

func TestAnotherEngineDoesWhatAllDevicesLeft(t *testing.T) {
	lost := errors.New("all are lost")
	here := &fake{on: "cpu", workers: 2}
	first := &fake{on: "cuda", workers: 2, shared: true, after: map[error]Stage{nil: here},
		fails: func(_ int, source int32) error {
			if source >= 30 {
				return lost
			}
			return nil
		}}
	if report := check(t, first); report.GPU.Why != lost.Error() || report.GPU.OnCPU != 30 || len(here.ran) != 30 {
		t.Errorf("%+v, %v", report, here.ran)
	}
}

// A thread that fails may have added a part of its chunk: the run ends.
func TestThreadsThatFailEndTheRun(t *testing.T) {
	broken := errors.New("no memory")
	first := &fake{on: "cpu", workers: 2, fails: func(_ int, source int32) error {
		if source == 31 {
			return broken
		}
		return nil
	}}
	if total, _, err := Run(newTask(t), newTask(t).Sources, first, NewControl(), &Report{}); err != broken ||
		total != nil {
		t.Errorf("%v, %v", total, err)
	}
}

// What was finished before a cancel is kept if a partial result is wanted, of threads and of devices; no other engine
// goes on.
func TestCancelKeepsWhatIsFinished(t *testing.T) {
	for _, shared := range []bool{false, true} {
		for _, partial := range []bool{false, true} {
			task := newTask(t)
			task.Partial = partial
			next := &fake{on: "cpu", workers: 2}
			first := &fake{on: "cuda", workers: 2, shared: shared, after: map[error]Stage{nil: next},
				fails: func(worker int, source int32) error {
					if worker == 0 && source >= 40 {
						return graph.ErrCancelled
					}
					return nil
				}}
			total, finished, err := Run(task, task.Sources, first, NewControl(), &Report{})
			if !errors.Is(err, graph.ErrCancelled) || (total != nil) != partial || len(next.ran) > 0 {
				t.Fatalf("partial %v: %v, %v, then %v", partial, total, err, next.ran)
			}
			if !partial {
				continue
			}
			for v, n := range total.Hops.Reached {
				if (n == 1) != slices.Contains(finished, int32(v)) || n > 1 {
					t.Errorf("source %d: counted %d times, finished %v", v, n, finished)
				}
			}
			total.Free()
		}
	}
}

// A cancel before any worker has begun leaves no sums that could be kept.
func TestCancelBeforeTheFirstSource(t *testing.T) {
	for _, partial := range []bool{false, true} {
		task := newTask(t)
		task.Partial = partial
		first := &fake{on: "cpu", workers: 2, undealt: graph.ErrCancelled}
		total, finished, err := Run(task, task.Sources, first, NewControl(), &Report{})
		if total != nil || finished != nil || !errors.Is(err, graph.ErrCancelled) {
			t.Errorf("partial %v: %v, %v, %v", partial, total, finished, err)
		}
	}
}

func TestTuningIsOfRegisteredKeys(t *testing.T) {
	kept := keys
	defer func() { keys = kept }()
	keys = nil
	RegisterKeys(OneOf("kernel", "fast, slow", "fast", "slow"),
		Integer("width", "8 or more", func(n int) bool { return n >= 8 }),
		Number("room", "", func(x float64) bool { return x > 0 }))
	got, err := ParseTuning(" kernel=fast; width=16;room=0.5;")
	if err != nil || got["kernel"] != "fast" || got.Int("width") != 16 || got.Float("room") != 0.5 ||
		got.Int("other") != 0 {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{
		"kernel=odd": `tuning kernel has no value "odd"`, "width=7": "no value", "room=x": "no value",
		"speed=1": `unknown tuning key "speed"; the keys are kernel (fast, slow), width (8 or more), room`,
	} {
		if _, err := ParseTuning(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if with := got.With("kernel", "slow").With("lanes", "64"); with["kernel"] != "fast" || with["lanes"] != "64" ||
		got["lanes"] != "" {
		t.Errorf("%v", with)
	}
}
