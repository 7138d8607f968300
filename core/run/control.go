package run

import (
	"sync/atomic"

	"gobc/core/graph"
)

// Phases of a call, as gobc_control.phase shows them.
const (
	Reading int32 = iota
	Building
	Planning
	Sweeping
	Finishing
)

// Control is where a call is watched and stopped: addresses in the caller's control block, or in words of our own.
type Control struct {
	Cancel *int32
	Phase  *int32
	Done   *int64
	Total  *int64
}

// NewControl returns a control block that nobody else watches.
func NewControl() *Control {
	return &Control{new(int32), new(int32), new(int64), new(int64)}
}

// Enter notes the phase.
func (c *Control) Enter(phase int32) { atomic.StoreInt32(c.Phase, phase) }

// Cancelled reports whether the caller asked for the end.
func (c *Control) Cancelled() bool { return atomic.LoadInt32(c.Cancel) != 0 }

func (c *Control) add(sources int) { atomic.AddInt64(c.Done, int64(sources)) }

// Check returns ErrCancelled once the caller asked for the end.
func (c *Control) Check() error {
	if c.Cancelled() {
		return graph.ErrCancelled
	}
	return nil
}
