package plan

import (
	"testing"

	"gobc/core/device"
)

func TestSourcesABatch(t *testing.T) {
	one, two := []device.Info{{Multiprocessors: 132}}, []device.Info{{Multiprocessors: 100}, {Multiprocessors: 32}}
	for _, c := range []struct{ sources, width, asked, want int }{
		{0, 32, 0, 1}, {1, 32, 0, 1}, {132, 32, 0, 1}, {133, 32, 0, 2}, {3 * 132, 32, 0, 4}, {16 * 132, 32, 0, 16},
		{16*132 + 1, 32, 0, 32}, {1 << 20, 32, 0, 32}, {1 << 20, 128, 0, 128}, {72 * 132, 128, 0, 128},
		{1 << 20, 64, 5, 5}, {1, 64, 128, 64},
	} {
		for _, infos := range [][]device.Info{one, two} {
			g := GPU{Devices: infos, lanes: c.asked}
			if got := g.LanesFor(c.sources, c.width); got != c.want {
				t.Errorf("%d sources, width %d, %d asked for, %d devices: %d a batch, not %d", c.sources, c.width, c.asked, len(infos), got, c.want)
			}
		}
	}
}
