package plan

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Threads returns the number of workers: as asked, else the processors of the affinity mask, no more than the cgroup
// quota of any level allows. Go looks at these once, when it starts; a call looks each time.
func Threads(asked int) int {
	if asked > 0 {
		return asked
	}
	n := runtime.NumCPU()
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) == nil && set.Count() > 0 {
		n = set.Count()
	}
	if q := quota("/sys/fs/cgroup", "/proc/self/cgroup"); q < float64(n) {
		n = int(math.Ceil(q))
	}
	return max(n, 1)
}

// quota is the tightest number of processors that a cgroup level (v1 or v2) grants.
func quota(root, self string) float64 {
	best := math.Inf(1)
	data, err := os.ReadFile(self)
	if err != nil {
		return best
	}
	for line := range strings.Lines(string(data)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		base, v1 := root, parts[1] != ""
		if v1 {
			if !strings.Contains(","+parts[1]+",", ",cpu,") {
				continue
			}
			base = filepath.Join(root, "cpu")
		}
		for dir := filepath.Clean("/" + parts[2]); ; dir = filepath.Dir(dir) {
			best = min(best, quotaAt(filepath.Join(base, dir), v1))
			if dir == "/" {
				break
			}
		}
	}
	return best
}

func quotaAt(dir string, v1 bool) float64 {
	var text string
	if v1 {
		q, _ := os.ReadFile(filepath.Join(dir, "cpu.cfs_quota_us"))
		p, _ := os.ReadFile(filepath.Join(dir, "cpu.cfs_period_us"))
		text = string(q) + " " + string(p)
	} else {
		data, _ := os.ReadFile(filepath.Join(dir, "cpu.max"))
		text = string(data)
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
