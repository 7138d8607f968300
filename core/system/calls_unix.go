//go:build unix

package system

import (
	"os"
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

func mapFile(file *os.File, bytes int) ([]byte, error) {
	return unix.Mmap(int(file.Fd()), 0, bytes, unix.PROT_READ, unix.MAP_SHARED)
}

func unmapFile(data []byte) error { return unix.Munmap(data) }

// rename gives a file a name, and takes it from the file that had it.
func rename(from, to string) error { return os.Rename(from, to) }
