package system

import (
	"math"
	"slices"
	"time"
)

// Limit is the memory that may still be used and what sets that bound.
type Limit struct {
	Bytes  int64
	Source string
}

// The parts of RLIMIT_AS and RLIMIT_DATA that are reserved for Go's runtime, which ends the process if it gets no
// memory. Its heap grows in arenas of 64 MiB of addresses, and in steps of 4 MiB of data. Before a call
// capi/system/start.c checks for about as much.
const reservedSpace, reservedData = 100 << 20, 32 << 20

// Memory returns the tightest limit of all that the system knows, or math.MaxInt64 bytes where it knows none.
func Memory() Limit { return tightest(append(machineLimits(""), processLimits()...)) }

// RecentMemory is Memory as it was up to 50 ms ago. The limits of the process are those of now, or of the start of the
// call: see Unlimited.
func RecentMemory() Limit {
	limits := recentMachine.get(time.Now(), func() []Limit { return machineLimits("") })
	if Unlimited != nil && Unlimited() {
		return tightest(limits)
	}
	return tightest(append(slices.Clone(limits), processLimits()...))
}

// Unlimited, where it is set, reports whether the process had no limits of its own when the latest call began. Reading
// them once more takes 1 us of a call of 20.
var Unlimited func() bool

// LimitsProcess reports whether this process has a limit of its own of the memory that it asks for.
func LimitsProcess() bool { return len(processLimits()) > 0 }

var recentMachine recent[[]Limit]

func tightest(limits []Limit) Limit {
	best := Limit{math.MaxInt64, "no limit found"}
	for _, l := range limits {
		if l.Bytes < best.Bytes {
			best = Limit{max(l.Bytes, 0), l.Source}
		}
	}
	return best
}
