// Package delay helps tests measure how soon something ends. It measures the processor time of this process, because
// a busy machine runs other programs in between. If GOBC_TEST_DELAYS is set, as by make test-delays, tests check
// seconds on the clock, too.
package delay

import (
	"fmt"
	"os"
	"time"

	"gobc/core/system"
)

// Judged reports whether seconds on the clock are judged as well.
func Judged() bool { return os.Getenv("GOBC_TEST_DELAYS") != "" }

// Processor returns the processor time of all threads of this process.
func Processor() time.Duration {
	used, known := system.ProcessorTime()
	if !known {
		panic("the system does not say how long this process has run")
	}
	return used
}

// Moment is when something is told to end.
type Moment struct {
	clock  time.Time
	worked time.Duration
}

// Now returns this moment.
func Now() Moment { return Moment{time.Now(), Processor()} }

// Late returns an error if so many threads have worked for longer than this since the moment, on average.
func (m Moment) Late(most time.Duration, threads int) error {
	worked, passed := (Processor()-m.worked)/time.Duration(threads), time.Since(m.clock)
	if worked > most || Judged() && passed > most {
		return fmt.Errorf("%v of work on each of %d threads and %v on the clock after it was told to end", worked, threads,
			passed)
	}
	return nil
}
