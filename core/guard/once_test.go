package guard

import (
	"errors"
	"sync/atomic"
	"testing"
)

func goOn() error { return nil }

// What several callers need at once runs once, and not again after it has succeeded.
func TestOnceRunsOnceForAllCallers(t *testing.T) {
	for range 200 {
		var o Once
		var g Group
		var ran atomic.Int64
		for range 8 {
			g.Go(func() error {
				return o.Do(goOn, func(func() error) error { ran.Add(1); return nil })
			})
		}
		if err := g.Wait(); err != nil || ran.Load() != 1 || !o.Done() {
			t.Fatalf("%v after %d runs", err, ran.Load())
		}
		if err := o.Do(goOn, func(func() error) error { return errors.New("again") }); err != nil {
			t.Fatal(err)
		}
	}
}

// A caller that stops leaves the others with their run; the last one stays until the run has ended, which is then tried
// again.
func TestCallersLeaveOnce(t *testing.T) {
	var o Once
	var first, second atomic.Bool
	gone := errors.New("gone")
	until := func(stopped *atomic.Bool) func() error {
		return func() error {
			if stopped.Load() {
				return gone
			}
			return nil
		}
	}
	entered, left, ended, others := make(chan func() error), make(chan error), false, make(chan error)
	run := func(stop func() error) error {
		entered <- stop
		for stop() == nil {
		}
		ended = true
		return stop()
	}
	var g Group
	defer g.Wait() //nolint:errcheck // its tasks return nil
	g.Go(func() error { left <- o.Do(until(&first), run); return nil })
	stop := <-entered
	g.Go(func() error { others <- o.Do(until(&second), run); return nil })
	for {
		o.run.mu.Lock()
		both := len(o.run.waiting) == 2
		o.run.mu.Unlock()
		if both {
			break
		}
	}
	first.Store(true)
	if err := <-left; err != gone || stop() != nil || o.Done() {
		t.Fatalf("the first caller: %v; the run goes on: %v", err, stop())
	}
	second.Store(true)
	if err := <-others; err != gone || !ended || o.Done() {
		t.Fatalf("the last caller: %v; the run has ended: %v", err, ended)
	}
	if err := o.Do(goOn, func(func() error) error { return nil }); err != nil || !o.Done() {
		t.Error(err)
	}
}

// Panics, also those of a test build before the function begins, are errors of all callers, and so are threads that
// cannot be had.
func TestOnceFails(t *testing.T) {
	var o Once
	var crash *PanicError
	if err := o.Do(goOn, func(func() error) error { panic("planted") }); !errors.As(err, &crash) || o.Done() {
		t.Errorf("ended as %v", err)
	}
	Hook = func() { panic("before") }
	err := o.Do(goOn, func(func() error) error { return nil })
	Hook = nil
	if !errors.As(err, &crash) || o.Done() {
		t.Errorf("ended as %v", err)
	}
	none := errors.New("no thread")
	Threads = func(int) error { return none }
	err = o.Do(goOn, func(func() error) error { return nil })
	Threads = nil
	if err != none || o.Done() {
		t.Errorf("ended as %v", err)
	}
	if err := o.Do(func() error { return none }, func(func() error) error { panic("not run") }); err != none {
		t.Errorf("ended as %v", err)
	}
}
