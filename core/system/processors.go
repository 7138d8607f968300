package system

import (
	"math"
	"runtime"
	"time"
)

// Processors returns how many processors this process may use: those of the affinity mask, but no more than the cgroup
// quota of any level allows. Go reads the mask and the quotas once, when it starts. Processors reads them at most every
// 50 ms.
func Processors() int { return recentProcessors.get(time.Now(), processors) }

var recentProcessors recent[int]

func processors() int {
	n := runtime.NumCPU()
	if set := affinity(); set > 0 {
		n = set
	}
	if q := quota(""); q < float64(n) {
		n = int(math.Ceil(q))
	}
	return max(n, 1)
}
