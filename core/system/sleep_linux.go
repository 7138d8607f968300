package system

import (
	"syscall"
	"time"
)

// Sleep pauses the thread of the caller, or less long when a signal comes. time.Sleep, whose goroutine other threads
// wake, comes up to 1 ms late.
func Sleep(d time.Duration) {
	pause := syscall.NsecToTimespec(int64(d))
	_ = syscall.Nanosleep(&pause, nil)
}
