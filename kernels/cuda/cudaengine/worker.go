package cudaengine

import (
	"cmp"
	"math"
	"time"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// drainTime is how long batches may run to their end after a cancel, if their sums may be wanted; of the 0.2 s that a
// cancel may take. With 100 ms the ready-batch sweep of a Kronecker graph of 2^19 vertices, which looks at the cancel
// word late, ended after 0.28 s (H200).
const drainTime = 40 * time.Millisecond

func (s *stage) drain(watch *engine.Watch) time.Duration {
	if !watch.Partial {
		return 0
	}
	return cmp.Or(s.on.Drain, drainTime)
}

// worker is what sessions of all stages have.
type worker struct {
	number  int
	on      *device.Session
	watch   *engine.Watch
	batches int // of the next chunk
	sources int // the most of a chunk: what sums on the device hold until they are collected
}

// work opens a worker.
func (s *stage) work(number int, watch *engine.Watch, use func(worker) error) error {
	return s.open[number].Do(watch.Check, func(on *device.Session) error {
		on.Threads = s.task.Threads
		w := worker{number, on, watch, cost.MostChunk, math.MaxInt}
		if watch.Partial {
			w.batches = cost.FirstChunk(on.Multiprocessors)
		}
		return use(w)
	})
}

// next limits the worker's next chunk.
func (s *stage) next(w *worker) {
	s.limit(w.number, max(1, min(w.batches, w.sources/s.lanes)))
}

// took settles how many batches the next chunk may have, by the time of the last one.
func (w *worker) took(out *cuda.Outcome, batches int) {
	if w.watch.Partial && out.Seconds > 0 {
		w.batches = cost.NextChunk(batches, out.Slots, out.Seconds)
	}
}
