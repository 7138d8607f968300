package engine

import (
	"errors"
	"sync"
	"sync/atomic"

	"gobc/core/sums"
)

// Stage is a method made ready for a task. It runs sources on workers: each a thread of the CPU, or a GPU.
type Stage interface {
	Engine() string // "cpu", "cuda": sources that move from one engine to another are reported
	Workers() int
	// Shared reports whether all workers add to one Sums, a chunk at a time and under its lock. Then a chunk that fails
	// has added nothing, and other workers run it again. Else each worker has sums of its own, and its failure ends the
	// run.
	Shared() bool
	// Deal cuts sources into chunks for the workers.
	Deal(sources []int32, watch *Watch) (Dealer, error)
	// Open readies a worker, calls use with its session, and closes it.
	Open(worker int, watch *Watch, use func(Session) error) error
	// After is the stage for sources that this one gives back: why is ErrOutOfRange, ErrNoRoom, or the error that all
	// workers failed with, which is no cancel. It is nil if there is none.
	After(why error) Stage
}

// Why sources come back from a stage.
var (
	ErrOutOfRange = errors.New("path counts leave the range of the stage")
	ErrNoRoom     = errors.New("a batch needs more room, or other batches")
)

// ErrDeviceLost is returned where no other engine may take over what a device left: its sums would have another order.
var ErrDeviceLost = errors.New("the device failed")

// Session is a worker at work. One goroutine uses it at a time.
type Session interface {
	// Run adds the sums of a chunk, batch by batch: a batch is added whole or not at all, and sources out of range are
	// never added. Done is valid beside an error too: it says what was added before.
	Run(chunk Chunk, into *sums.Sums) (Done, error)
}

// Chunk is what a worker runs at a time.
type Chunk struct {
	Sources []int32 // nil where Tag names them
	Tag     any     // what the stage's dealer tells its session of the chunk
}

// Done says what happened to the sources of a chunk.
type Done struct {
	Finished   []int32 // added; noted only where a partial result may be kept
	OutOfRange []int32
	NoRoom     []int32
}

// Batch records a batch that was added, except for the lanes of the mask.
func (d *Done) Batch(batch []int32, outOfRange uint64, watch *Watch) {
	for lane, s := range batch {
		if outOfRange>>lane&1 != 0 {
			d.OutOfRange = append(d.OutOfRange, s)
		} else if watch.Partial {
			d.Finished = append(d.Finished, s)
		}
	}
	watch.Progress(len(batch))
	watch.passBatch()
}

// Dealer hands the chunks of a stage out to its workers. Its methods are called from any goroutine.
type Dealer interface {
	Next(worker int) (Chunk, bool)
}

// Redealer is the Dealer of a shared stage. A chunk counts as run once its worker asks for the next.
type Redealer interface {
	Dealer
	// Redeal gives what failed workers left to the others, and returns how much that is: 0 where nothing is left.
	Redeal(workers []int) int
	// Left returns the sources that were not run.
	Left() []int32
}

// Evenly deals consecutive sources, `each` at a time, to the worker that asks next.
func Evenly(sources []int32, each int) Dealer { return &evenDealer{sources: sources, each: each} }

type evenDealer struct {
	sources []int32
	each    int
	next    atomic.Int64
}

func (e *evenDealer) Next(int) (Chunk, bool) {
	lo := (int(e.next.Add(1)) - 1) * e.each
	if lo >= len(e.sources) {
		return Chunk{}, false
	}
	return Chunk{Sources: e.sources[lo:min(lo+e.each, len(e.sources))]}, true
}

// Watch is how a session reports progress and learns when to stop.
type Watch struct {
	*Control
	Partial bool // sums of whole batches are wanted after a cancel too

	first  bool // these sources run for the first time: they count as progress
	mu     sync.Mutex
	report *Report
}

// Progress counts sources as done, unless they run again.
func (w *Watch) Progress(sources int) {
	if w.first {
		w.Add(sources)
	}
}

// Rollback takes back the progress of sources whose sums were lost.
func (w *Watch) Rollback(sources int) {
	if w.first {
		w.rollback(sources)
	}
}

// First reports whether the sources run for the first time. Only then does their report describe the run.
func (w *Watch) First() bool { return w.first }

// Tell changes the report.
func (w *Watch) Tell(change func(*Report)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(w.report)
}

func (w *Watch) passBatch() {
	if w.passed != nil {
		w.passed()
	}
}
