package memory

import (
	"fmt"

	"gobc/core/system"
)

// Where fewer bytes are left, what waits for later calls is given back before anything is said to be too large.
const scarce = 1 << 30

// Available returns the memory that may still be used, and what sets that bound.
func Available() system.Limit {
	l := system.Memory()
	if l.Bytes < scarce && Trim() > 0 {
		l = system.Memory()
	}
	return l
}

// Little is how many bytes a call may take by what Recent says. One that takes more asks Available.
const Little = 64 << 20

// Recent is Available as it was up to 50 ms ago.
func Recent() system.Limit {
	if l := system.RecentMemory(); l.Bytes >= scarce {
		return l
	}
	return Available()
}

// Human writes a number of bytes for a message.
func Human(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.2f GiB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	case bytes >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(bytes)/(1<<10))
	default:
		return fmt.Sprintf("%d bytes", bytes)
	}
}
