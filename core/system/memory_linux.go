package system

import (
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// machineLimits returns MemAvailable and the free part of every cgroup level, v1 and v2. Root is "", or stands for "/"
// in a test.
func machineLimits(root string) []Limit {
	var limits []Limit
	if v, ok := memAvailable(root); ok {
		limits = append(limits, Limit{v, "MemAvailable"})
	}
	for _, level := range cgroups(root, "memory") {
		if l, ok := level.memory(root); ok {
			limits = append(limits, l)
		}
	}
	return limits
}

// processLimits returns the free part of RLIMIT_AS and of RLIMIT_DATA.
func processLimits() (limits []Limit) {
	if v, ok := below(syscall.RLIMIT_AS, 0); ok {
		limits = append(limits, Limit{v - reservedSpace, "RLIMIT_AS"})
	}
	if v, ok := below(syscall.RLIMIT_DATA, 5); ok {
		limits = append(limits, Limit{v - reservedData, "RLIMIT_DATA"})
	}
	return limits
}

func memAvailable(root string) (int64, bool) {
	text, _ := read(root + "/proc/meminfo")
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "MemAvailable:"); ok {
			kb, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kb * 1024, err == nil
		}
	}
	return 0, false
}

// memory returns what the level has free. Reclaimable file pages count as usage in a cgroup but are given up under
// pressure.
func (c cgroup) memory(root string) (Limit, bool) {
	limit, usage := "memory.max", "memory.current"
	if c.v1 {
		limit, usage = "memory.limit_in_bytes", "memory.usage_in_bytes"
	}
	at := root + c.folder + "/"
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
	return Limit{top - used, "cgroup " + c.folder}, true
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

// below returns what a limit of this process leaves, and whether the limit is set. field is the field of
// /proc/self/statm with the number of pages that count against the limit.
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
