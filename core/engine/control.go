package engine

import (
	"sync/atomic"

	"gobc/core/graph"
)

// Control is where a call is watched and stopped: addresses in the caller's control block, or in words of our own. It
// also has what the call shares with other calls.
type Control struct {
	Cancel *int32
	Phase  *int32
	Done   *int64
	Total  *int64

	Predicted *int64 // milliseconds that the sweeps are predicted to take; nil: nobody asks
	Rows      *int64 // of edges that are read or built in; nil: nobody asks, as of AllRows
	AllRows   *int64 // of how many; 0: not known

	Workspaces *Workspaces // of earlier calls, and for later ones; nil: none are kept

	// Sources that were counted as done on a device whose sums were lost after that: they are not counted again.
	owed atomic.Int64

	passed func() // set by tests: called after every batch on the CPU
}

// NewControl returns a control block that nobody else watches.
func NewControl() *Control {
	return &Control{Cancel: new(int32), Phase: new(int32), Done: new(int64), Total: new(int64)}
}

// Phases of a call, as gobc_control.phase shows them.
const (
	Reading int32 = iota
	Building
	Planning
	Sweeping
	Finishing
)

// Predict sets how long the sweeps are predicted to take.
func (c *Control) Predict(seconds float64) {
	if c.Predicted != nil {
		atomic.StoreInt64(c.Predicted, int64(min(seconds*1e3, 1e15)))
	}
}

// Pass sets how many rows are read or built in, of how many.
func (c *Control) Pass(rows, all int64) {
	if c.Rows != nil {
		atomic.StoreInt64(c.Rows, rows)
		atomic.StoreInt64(c.AllRows, all)
	}
}

// Enter sets the phase.
func (c *Control) Enter(phase int32) { atomic.StoreInt32(c.Phase, phase) }

// Cancelled reports whether the caller has cancelled.
func (c *Control) Cancelled() bool { return atomic.LoadInt32(c.Cancel) != 0 }

// Add counts sources as done.
func (c *Control) Add(sources int) {
	for left := int64(sources); ; {
		owed := c.owed.Load()
		pay := min(owed, left)
		if c.owed.CompareAndSwap(owed, owed-pay) {
			atomic.AddInt64(c.Done, left-pay)
			return
		}
	}
}

// Passed sets a function that is called after every batch on the CPU, on any thread. It is for tests.
func (c *Control) Passed(f func()) { c.passed = f }

// rollback takes back the count of sources that must run again; Done never falls.
func (c *Control) rollback(sources int) { c.owed.Add(int64(sources)) }

// Check returns ErrCancelled once the caller has cancelled.
func (c *Control) Check() error {
	if c.Cancelled() {
		return graph.ErrCancelled
	}
	return nil
}
