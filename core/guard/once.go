package guard

import (
	"sync"
	"sync/atomic"
)

// Once runs a function that several callers need, and each of which may stop waiting for. The zero value is ready.
type Once struct {
	done atomic.Bool
	mu   sync.Mutex
	run  *sharedRun // that goes on; nil: none does
}

// Done reports whether the function has returned nil.
func (o *Once) Done() bool { return o.done.Load() }

// Do returns nil once f has returned nil, in this call or in another. Calls that come while f runs wait for it and get
// its error, but a later call runs f again. A caller whose stop returns an error leaves with that error. f gets a stop
// that returns an error when nobody waits any more. The last caller leaves after f has returned, so that f may use what
// its callers own.
func (o *Once) Do(stop func() error, f func(stop func() error) error) error {
	for !o.Done() {
		if err := stop(); err != nil {
			return err
		}
		run, left := o.join(stop, f)
		if run == nil {
			break
		}
		select {
		case err := <-left:
			return err
		case <-run.ended:
			if left != nil {
				return run.err
			}
		}
	}
	return nil
}

// join enters a caller in the run that goes on, or starts one, unless f has returned nil meanwhile: run is nil then.
// left is nil if everybody has left the run: it only ends.
func (o *Once) join(stop func() error, f func(stop func() error) error) (run *sharedRun, left chan error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.Done():
		return nil, nil
	case o.run != nil:
		return o.run, o.run.enter(stop)
	}
	run = &sharedRun{ended: make(chan struct{})}
	o.run, left = run, run.enter(stop)
	if err := start(func() { run.err = Run(func() error { return f(run.stop) }) }, func() { o.end(run) }); err != nil {
		o.run, run.err = nil, err
		close(run.ended)
	}
	return run, left
}

func (o *Once) end(run *sharedRun) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if run.err == nil {
		o.done.Store(true)
	}
	o.run = nil
	close(run.ended)
}

// sharedRun is one run of a function, and who waits for it.
type sharedRun struct {
	ended chan struct{}
	err   error // once it has ended

	mu      sync.Mutex
	waiting []waiting
	nobody  error // what the last one that left was stopped by
}

type waiting struct {
	stop func() error
	left chan error
}

func (r *sharedRun) enter(stop func() error) chan error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.nobody != nil {
		return nil
	}
	left := make(chan error, 1)
	r.waiting = append(r.waiting, waiting{stop, left})
	return left
}

// stop lets those leave whose own stop says so. It returns an error once the last one would leave, who stays to the
// end.
func (r *sharedRun) stop() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := 0; r.nobody == nil && i < len(r.waiting); {
		err := r.waiting[i].stop()
		switch {
		case err == nil:
			i++
		case len(r.waiting) == 1:
			r.nobody = err
		default:
			r.waiting[i].left <- err
			r.waiting = append(r.waiting[:i], r.waiting[i+1:]...)
		}
	}
	return r.nobody
}
