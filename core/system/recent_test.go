package system

import (
	"testing"
	"time"
)

func TestWhatWasReadIsKeptForAWhile(t *testing.T) {
	reads := 0
	var r recent[int]
	first := time.Unix(1000, 0)
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {keptFor / 2, 1}, {keptFor, 1}, {keptFor + 1, 2}, {2*keptFor + 1, 2}, {2*keptFor + 2, 3}} {
		if n := r.get(first.Add(c.after), func() int { reads++; return reads }); n != c.want {
			t.Errorf("after %v: read %d times, want %d", c.after, n, c.want)
		}
	}
}
