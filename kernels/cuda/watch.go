package cuda

import (
	"sync/atomic"
	"time"

	"gobc/kernels/cuda/device"
)

// Watch follows and stops a running kernel.
type Watch struct {
	Cancel   *int32            // stops the kernel if it is not zero
	Finished func(sources int) // is called with the number of sources that have finished since the last call
	// Drain is how long batches may run to their end once Cancel is set, while no others begin. A batch that is stopped
	// while it runs leaves parts of its sums in the totals; then the totals of the whole run are lost.
	Drain time.Duration
}

// drained is a place beyond all batches of a launch; blocks count on from it and stay below 2^31.
const drained uint32 = 1 << 30

// watching is the state of a Watch during a run.
type watching struct {
	Watch
	s        *device.Session
	b        *BatchArguments
	out      *Outcome
	since    time.Time // when no more batches began
	reported int
}

// poll checks the cancel word and reports progress while a kernel runs.
func (w *watching) poll() error {
	if w.Cancel != nil && atomic.LoadInt32(w.Cancel) != 0 && !w.out.Torn {
		if err := w.stop(); err != nil {
			return err
		}
	}
	return w.report()
}

func (w *watching) stop() error {
	switch {
	case w.Drain > 0 && !w.out.Stopped:
		w.out.Stopped, w.since = true, time.Now()
		return device.Write(w.s, w.b.next, drained)
	case w.Drain > 0 && time.Since(w.since) < w.Drain:
		return nil
	}
	w.out.Stopped, w.out.Torn = true, true
	return device.Write(w.s, w.b.cancel, int32(1))
}

// ended is called after a launch: no batch runs that a cancel could interrupt.
func (w *watching) ended() error {
	if w.Cancel != nil && atomic.LoadInt32(w.Cancel) != 0 {
		w.out.Stopped = true
	}
	return w.report()
}

func (w *watching) report() error {
	if w.Finished == nil {
		return nil
	}
	finished, err := device.Read[uint64](w.s, w.b.finished)
	if err != nil {
		return err
	}
	w.Finished(int(finished) - w.reported)
	w.reported = int(finished)
	return nil
}
