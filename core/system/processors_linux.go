package system

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// affinity returns how many processors the mask has; 0: not known.
func affinity() int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return 0
	}
	return set.Count()
}

// quota is the tightest number of processors that a cgroup level (v1 or v2) grants.
func quota(root string) float64 {
	best := math.Inf(1)
	for _, level := range cgroups(root, "cpu") {
		best = min(best, level.quota(root))
	}
	return best
}

func (c cgroup) quota(root string) float64 {
	at := root + c.folder + "/"
	var text string
	if c.v1 {
		q, _ := read(at + "cpu.cfs_quota_us")
		p, _ := read(at + "cpu.cfs_period_us")
		text = q + " " + p
	} else {
		text, _ = read(at + "cpu.max")
	}
	f := strings.Fields(text)
	if len(f) != 2 {
		return math.Inf(1)
	}
	q, err1 := strconv.ParseFloat(f[0], 64)
	p, err2 := strconv.ParseFloat(f[1], 64)
	if err1 != nil || err2 != nil || q <= 0 || p <= 0 {
		return math.Inf(1)
	}
	return q / p
}
