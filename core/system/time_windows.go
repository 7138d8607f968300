package system

import (
	"time"

	"golang.org/x/sys/windows"
)

// ProcessorTime returns how long the threads of this process have run, and whether the system says so.
func ProcessorTime() (time.Duration, bool) {
	var made, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &made, &ended, &kernel, &user) != nil {
		return 0, false
	}
	steps := func(t windows.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) } // of 100 ns
	return time.Duration(100 * (steps(kernel) + steps(user))), true
}
