//go:build unix

package system

import (
	"time"

	"golang.org/x/sys/unix"
)

// ProcessorTime returns how long the threads of this process have run, and whether the system says so.
func ProcessorTime() (time.Duration, bool) {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0, false
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), true
}
