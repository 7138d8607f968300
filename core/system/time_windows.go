package system

import (
	"syscall"
	"time"
)

// ProcessorTime returns how long the threads of this process have run, and whether the system says so.
func ProcessorTime() (time.Duration, bool) {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0, false
	}
	var made, ended, kernel, user syscall.Filetime
	if syscall.GetProcessTimes(process, &made, &ended, &kernel, &user) != nil {
		return 0, false
	}
	steps := func(t syscall.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) } // of 100 ns
	return time.Duration(100 * (steps(kernel) + steps(user))), true
}
