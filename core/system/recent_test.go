package system

import (
	"testing"
	"time"
)

func TestWhatWasReadIsKeptForAWhile(t *testing.T) {
	reads := 0
	var r recent[int]
	get := func() int { return r.get(func() int { reads++; return reads }) }
	for range 3 {
		if r.at = time.Now(); reads == 0 {
			r.at = time.Time{}
		}
		if n := get(); n != 1 {
			t.Fatalf("read %d times", n)
		}
	}
	r.at = time.Now().Add(-2 * keptFor)
	if n := get(); n != 2 {
		t.Errorf("what is older than %v was not read again", keptFor)
	}
}
