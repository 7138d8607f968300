package plan

import "gobc/core/system"

// Threads returns the number of workers: as asked, else the processors that the system grants now.
func Threads(asked int) int {
	if asked > 0 {
		return asked
	}
	return system.Processors()
}
