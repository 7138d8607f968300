package gobc

import (
	"sync/atomic"
	"time"

	"gobc/core/engine"
)

// Phase says what a call is doing.
type Phase int32

// The phases of a call, in their order; 0 before it begins.
const (
	Planning  = Phase(engine.Planning)
	Sweeping  = Phase(engine.Sweeping)
	Finishing = Phase(engine.Finishing)
)

// Progress tells how far a call is. Its methods may be called on any goroutine while the call runs; it is for one call
// at a time.
type Progress struct {
	done, total, predicted int64
	phase                  int32
}

// Phase returns what the call is doing.
func (p *Progress) Phase() Phase { return Phase(atomic.LoadInt32(&p.phase)) }

// Done returns how many sources are finished, once for every sweep that the measures need. It never falls.
func (p *Progress) Done() int64 { return atomic.LoadInt64(&p.done) }

// Total returns how many sources there are in all, 0 before it is known. It is that of Done at the end of a call that
// was not stopped, and may change while a call estimates.
func (p *Progress) Total() int64 { return atomic.LoadInt64(&p.total) }

// Predicted returns about how long the sweeps of the call take on an idle machine, of an estimate at most; 0 before it
// is known.
func (p *Progress) Predicted() time.Duration {
	return time.Duration(atomic.LoadInt64(&p.predicted)) * time.Millisecond
}

// control watches a call through p, which may be nil.
func (p *Progress) control() *engine.Control {
	if p == nil {
		return engine.NewControl()
	}
	atomic.StoreInt64(&p.done, 0)
	atomic.StoreInt64(&p.total, 0)
	atomic.StoreInt64(&p.predicted, 0)
	return &engine.Control{Cancel: new(int32), Phase: &p.phase, Done: &p.done, Total: &p.total, Predicted: &p.predicted}
}
