package cuda

import (
	"math"
	"testing"
)

func TestKeysOf(t *testing.T) {
	for _, c := range []struct {
		typical, share float64
		want           uint32
	}{{100, 0.25, 25}, {1, 0.25, 1}, {1 << 31, 2, math.MaxUint32}, {1 << 30, 8, math.MaxUint32}, {1 << 30, 2, 1 << 31}} {
		if got := keysOf(c.typical, c.share); got != c.want {
			t.Errorf("%g of %g are %d keys, not %d", c.share, c.typical, got, c.want)
		}
	}
}

func TestBlockSize(t *testing.T) {
	for _, c := range []struct {
		vertices       int32
		arcs           int64
		depth          int32
		sources, asked int
		want           int
		name           string
	}{
		{100_000, 1_000_000, 30, 128, 0, 1024, "few sources"},
		{100_000, 1_000_000, 30, 4096, 0, 1024, "large rounds"},
		{8_000, 400_000, 40, 4096, 0, 256, "small rounds"},
		{8_000, 400_000, 40, 132, 0, 1024, "small rounds, few sources"},
		{116_000, 280_000, 30, 4096, 0, 256, "short lists"},
		{115_000, 240_000, 3000, 128, 0, 256, "least rounds, few sources"},
		{115_000, 240_000, 3000, 4096, 0, 128, "least rounds"},
		{115_000, 240_000, 3000, 4096, 512, 512, "asked for"},
		{100_000, 1_000_000, 0, 4096, 0, 1024, "depth unknown"},
	} {
		g := Graph{Arcs: c.arcs}
		g.arguments.vertices = c.vertices
		if got := (Config{Depth: c.depth, Threads: c.asked}).blockSize(&g, c.sources, 132); got != c.want {
			t.Errorf("%s: %d threads, not %d", c.name, got, c.want)
		}
	}
}
