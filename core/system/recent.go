package system

import (
	"sync"
	"time"
)

// keptFor is how old a limit may be that a short call uses: reading the files of the kernel takes 0.1 ms, longer than a
// call on a small graph.
const keptFor = 50 * time.Millisecond

// recent keeps what was read last.
type recent[T any] struct {
	mu   sync.Mutex
	at   time.Time
	kept T
}

// get returns what read gives, or gave a moment before now.
func (r *recent[T]) get(now time.Time, read func() T) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.at.IsZero() || now.Sub(r.at) > keptFor {
		r.kept, r.at = read(), now
	}
	return r.kept
}
