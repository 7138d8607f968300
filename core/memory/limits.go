package memory

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Limit is the memory that may still be used and what sets that bound.
type Limit struct {
	Bytes  int64
	Source string
}

// System is where the limits are read; tests point Root at a made-up tree.
type System struct{ Root string }

// What RLIMIT_AS and RLIMIT_DATA are to leave to Go's runtime, which ends the process where it gets no memory: its heap
// grows in arenas of 64 MiB of addresses, and in steps of 4 MiB of data. capi/start.c asks for as much before a call.
const reservedSpace, reservedData = 100 << 20, 32 << 20

// Below so many bytes, what waits for later calls is given back before anything is said to be too large.
const little = 1 << 30

// Available returns the tightest of: MemAvailable, the free part of every cgroup level (v1 and v2), of RLIMIT_AS and of
// RLIMIT_DATA.
func (s System) Available() Limit {
	l := s.available()
	if s.Root == "" && l.Bytes < little && Trim() > 0 {
		l = s.available()
	}
	return l
}

func (s System) available() Limit {
	best := Limit{math.MaxInt64, "no limit found"}
	take := func(bytes int64, source string) {
		if bytes < best.Bytes {
			best = Limit{max(bytes, 0), source}
		}
	}
	if v, ok := s.memAvailable(); ok {
		take(v, "MemAvailable")
	}
	for _, l := range s.cgroups() {
		take(l.Bytes, l.Source)
	}
	if s.Root == "" {
		if v, ok := below(syscall.RLIMIT_AS, 0); ok {
			take(v-reservedSpace, "RLIMIT_AS")
		}
		if v, ok := below(syscall.RLIMIT_DATA, 5); ok {
			take(v-reservedData, "RLIMIT_DATA")
		}
	}
	return best
}

func (s System) memAvailable() (int64, bool) {
	text, _ := read(s.Root + "/proc/meminfo")
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			kb, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kb * 1024, err == nil
		}
	}
	return 0, false
}

// cgroups returns the free memory of every level from the process's group up to the root.
func (s System) cgroups() []Limit {
	text, _ := read(s.Root + "/proc/self/cgroup")
	var limits []Limit
	for line := range strings.Lines(text) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		base, limit, usage := "/sys/fs/cgroup", "memory.max", "memory.current"
		if parts[1] != "" {
			if !strings.Contains(","+parts[1]+",", ",memory,") {
				continue
			}
			base, limit, usage = "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
		}
		for dir := filepath.Clean("/" + parts[2]); ; dir = filepath.Dir(dir) {
			if l, ok := s.cgroupLevel(base, dir, limit, usage); ok {
				limits = append(limits, l)
			}
			if dir == "/" {
				break
			}
		}
	}
	return limits
}

// reclaimable file pages count as usage in a cgroup but are given up under pressure.
func (s System) cgroupLevel(base, dir, limit, usage string) (Limit, bool) {
	at := s.Root + base + dir + "/"
	top, ok := readInt(at + limit)
	if !ok || top >= math.MaxInt64/2 {
		return Limit{}, false
	}
	used, ok := readInt(at + usage)
	if !ok {
		return Limit{}, false
	}
	stat, _ := read(at + "memory.stat")
	for line := range strings.Lines(stat) {
		f := strings.Fields(line)
		if len(f) == 2 && (f[0] == "inactive_file" || f[0] == "total_inactive_file") {
			if v, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				used -= v
				break
			}
		}
	}
	return Limit{top - used, "cgroup " + filepath.Join(base, dir)}, true
}

func readInt(path string) (int64, bool) {
	text, ok := read(path)
	if !ok {
		return 0, false
	}
	text = strings.TrimSpace(text)
	if text == "max" {
		return math.MaxInt64, true
	}
	v, err := strconv.ParseInt(text, 10, 64)
	return v, err == nil
}

// read returns a file of the kernel. Every call reads several: without Go's poller, which asks about each file and
// watches it, Available takes 20 us and not 41, of the 300 of a short call.
func read(path string) (text string, ok bool) {
	file, err := retried(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) })
	if err != nil {
		return "", false
	}
	defer syscall.Close(file)
	data := make([]byte, 0, 4096)
	for {
		n, err := retried(func() (int, error) { return syscall.Read(file, data[len(data):cap(data)]) })
		if err != nil || n == 0 {
			return string(data), err == nil
		}
		if data = data[:len(data)+n]; len(data) == cap(data) {
			data = slices.Grow(data, 1)
		}
	}
}

// retried calls again where a signal of the host interrupts.
func retried(call func() (int, error)) (n int, err error) {
	for {
		if n, err = call(); err != syscall.EINTR {
			return n, err
		}
	}
}

// below returns what a limit of this process leaves, and whether it is set. Field of /proc/self/statm: the pages it
// counts.
func below(resource, field int) (int64, bool) {
	var r syscall.Rlimit
	if syscall.Getrlimit(resource, &r) != nil || r.Cur > math.MaxInt64/2 {
		return 0, false
	}
	var used int64
	text, _ := read("/proc/self/statm")
	if fields := strings.Fields(text); field < len(fields) {
		pages, _ := strconv.ParseInt(fields[field], 10, 64)
		used = pages * int64(os.Getpagesize())
	}
	return int64(r.Cur) - used, true
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
