package cuda

import "testing"

func TestSourcesUntilTotalsAreFull(t *testing.T) {
	for _, c := range []struct {
		most, total float64
		want        int64
	}{
		{0, 0, 1 << 20}, {1 << 22, 0, 1 << 20}, {1 << 23, 0, 1 << 19}, {1 << 30, 0, 1 << 12}, // of each source alone
		{1 << 30, 1 << 42, 1 << 20}, {1 << 30, 1<<42 + 1, 1 << 12}, // of all together
	} {
		if got := (Config{Most: c.most, Total: c.total}).limit(); got != c.want {
			t.Errorf("%g from a source, %g from all: %d, want %d", c.most, c.total, got, c.want)
		}
		if got := (Config{Most: c.most, Total: c.total, Demand: &Demand{Ends: true}}).limit(); got != min(c.want, 1<<18) {
			t.Errorf("%g from a source, %g from all, with ends: %d", c.most, c.total, got)
		}
	}
}
