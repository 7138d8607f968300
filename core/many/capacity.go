package many

import (
	"sync"

	"gobc/core/memory"
)

// capacity is the memory that the networks which run at once have together. One that needs more than is left waits for
// others to end; where none runs it goes on, as its plan fits into the memory of the call.
type capacity struct {
	mu      sync.Mutex
	freed   *sync.Cond
	left    int64
	running int
}

// newCapacity is what a limit, or 0 for what the system leaves, has beside what is held.
func newCapacity(limit, held int64) *capacity {
	left := memory.Recent().Bytes
	if limit > 0 {
		left = min(left, limit)
	}
	r := &capacity{left: left - held}
	r.freed = sync.NewCond(&r.mu)
	return r
}

// take waits until so much is left, and returns what gives it back.
func (r *capacity) take(bytes int64) (release func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for bytes > r.left && r.running > 0 {
		r.freed.Wait()
	}
	r.left -= bytes
	r.running++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.left += bytes
		r.running--
		r.freed.Broadcast()
	}
}
