package cuda

import (
	"sync/atomic"
	"time"

	"gobc/kernels/cuda/device"
)

// Watch is how a running kernel is followed and stopped.
type Watch struct {
	Cancel   *int32            // stops the kernel when not zero
	Finished func(sources int) // told how many more sources have finished
	// Drain is how long batches may run to their end once Cancel is set, while no others begin. A batch that is stopped
	// within leaves parts of its sums in the totals: then those of the whole run are lost.
	Drain time.Duration
}

// drained is beyond all batches of a launch; blocks, which count on from it, stay below 2^31.
const drained uint32 = 1 << 30

// watching is a Watch at work.
type watching struct {
	Watch
	s        *device.Session
	f        *Frame
	out      *Outcome
	since    time.Time // when no more batches began
	reported int
}

// poll looks at the cancel word and tells progress while a kernel runs.
func (w *watching) poll() error {
	if w.Cancel != nil && atomic.LoadInt32(w.Cancel) != 0 && !w.out.Torn {
		if err := w.stop(); err != nil {
			return err
		}
	}
	return w.tell()
}

func (w *watching) stop() error {
	switch {
	case w.Drain > 0 && !w.out.Stopped:
		w.out.Stopped, w.since = true, time.Now()
		next := drained
		return device.Aside(w.s, w.f.control+nextAt, &next, true)
	case w.Drain > 0 && time.Since(w.since) < w.Drain:
		return nil
	}
	w.out.Stopped, w.out.Torn = true, true
	one := int32(1)
	return device.Aside(w.s, w.f.control+cancelAt, &one, true)
}

// ended is asked once a launch has ended: nothing runs that a cancel could tear.
func (w *watching) ended() error {
	if w.Cancel != nil && atomic.LoadInt32(w.Cancel) != 0 {
		w.out.Stopped = true
	}
	return w.tell()
}

func (w *watching) tell() error {
	if w.Finished == nil {
		return nil
	}
	var finished uint64
	if err := device.Aside(w.s, w.f.control+finishedAt, &finished, false); err != nil {
		return err
	}
	w.Finished(int(finished) - w.reported)
	w.reported = int(finished)
	return nil
}
