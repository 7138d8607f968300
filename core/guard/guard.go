// Package guard starts goroutines whose panics cannot end the process. It has the only go statement of this module.
//
// A panic in an unguarded goroutine aborts the host. If a deferred Done runs before recover, the call can even return
// success first. Group therefore recovers before it counts the worker as done.
package guard

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// PanicError is a recovered panic: a defect in gobc, never the caller's fault.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Hook, when set by a test build, runs at the start of every task and may panic.
var Hook func()

// Threads, where it is set, sees to it that so many tasks can each have a thread. Its error is that of the task which
// needs it.
var Threads func(tasks int) error

var tasks atomic.Int64 // that run now

// Group runs tasks and keeps the first error.
type Group struct {
	wg     sync.WaitGroup
	once   sync.Once
	err    error
	failed atomic.Bool
}

// Go runs f on a goroutine of its own, or fails at once where that could not have a thread.
func (g *Group) Go(f func() error) {
	g.wg.Add(1)
	err := start(func() {
		if err := Run(f); err != nil {
			g.fail(err)
		}
	}, g.wg.Done)
	if err != nil {
		g.fail(err)
		g.wg.Done()
	}
}

// start runs f, which does not panic, on a goroutine of its own, and then calls ended. An error says that it could not
// have a thread.
func start(f, ended func()) error {
	running := tasks.Add(1)
	if Threads != nil {
		if err := Threads(int(running)); err != nil {
			tasks.Add(-1)
			return err
		}
	}
	go func() {
		defer ended()
		defer tasks.Add(-1)
		f()
	}()
	return nil
}

func (g *Group) fail(err error) {
	g.once.Do(func() { g.err = err })
	g.failed.Store(true)
}

// Failed reports whether a task has ended with an error: the others may stop early.
func (g *Group) Failed() bool { return g.failed.Load() }

// Wait waits for all tasks and returns the first error.
func (g *Group) Wait() error {
	g.wg.Wait()
	return g.err
}

// Run calls f on the calling goroutine and turns a panic, also one from a memory fault, into a PanicError.
func Run(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	if Hook != nil {
		Hook()
	}
	return f()
}

// Each calls f with the numbers below n, each on a goroutine of its own, and returns the first error. One alone runs on
// the calling goroutine: to wake another thread takes longer than a small graph.
func (g *Group) Each(n int, f func(i int) error) error {
	if n == 1 {
		if err := Run(func() error { return f(0) }); err != nil {
			g.fail(err)
		}
		return g.Wait()
	}
	for i := range n {
		g.Go(func() error { return f(i) })
	}
	return g.Wait()
}

// Chunks cuts [0, n) into pieces and runs f on them with the given number of workers. Before each piece it asks stop,
// whose error ends the work.
func Chunks(n, workers int, stop func() error, f func(lo, hi int) error) error {
	const piece = 1 << 16
	return Pieces((n+piece-1)/piece, workers, stop, func(i int) error { return f(i*piece, min((i+1)*piece, n)) })
}

// Pieces runs f on the numbers below n with the given number of workers, as Chunks does on pieces.
func Pieces(n, workers int, stop func() error, f func(i int) error) error {
	return PiecesBy(n, workers, stop, func(_, i int) error { return f(i) })
}

// PiecesBy is Pieces with the number of the worker, below workers, that runs f.
func PiecesBy(n, workers int, stop func() error, f func(worker, i int) error) error {
	if n == 1 {
		return Run(func() error {
			if err := stop(); err != nil {
				return err
			}
			return f(0, 0)
		})
	}
	var g Group
	var next atomic.Int64
	return g.Each(min(workers, n), func(worker int) error {
		for !g.Failed() {
			i := int(next.Add(1)) - 1
			if i >= n {
				return nil
			}
			if err := stop(); err != nil {
				return err
			}
			if err := f(worker, i); err != nil {
				return err
			}
		}
		return nil
	})
}
