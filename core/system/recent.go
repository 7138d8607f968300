package system

import (
	"sync"
	"time"
)

// keptFor is the greatest age of a limit that a short call may use. Reading the kernel's files takes 20 to 100 us,
// and a call on a small graph 50.
const keptFor = 50 * time.Millisecond

// recent keeps the value that was read last.
type recent[T any] struct {
	mu   sync.Mutex
	at   time.Time
	kept T
}

// get returns the kept value if it is no older than keptFor, else a new one from read.
func (r *recent[T]) get(now time.Time, read func() T) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.at.IsZero() || now.Sub(r.at) > keptFor {
		r.kept, r.at = read(), now
	}
	return r.kept
}
