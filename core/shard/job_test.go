package shard

import (
	"testing"

	"gobc/core/cost"
)

// Shards end at whole batches, none is empty, and the last ones are shorter where they are long and are no samples.
func TestTheLastShardsAreShorter(t *testing.T) {
	for _, c := range []struct {
		n, shards int
		of        sweeps
		whole     int
		shrink    bool
	}{
		{100000, 40, sweeps{}, cost.PathBatch, true},
		{100000, 40, sweeps{hops: true}, cost.DistanceBatch, true},
		{100000, 200, sweeps{hops: true}, cost.PathBatch, true},
		{1000000, 60, sweeps{hops: true, alone: true}, cost.DistanceBatch, true},
		{1000000, 600, sweeps{hops: true, alone: true}, cost.DistanceBatch, false},
		{100000, 40, sweeps{samples: true}, cost.PathBatch, false},
		{10000, 40, sweeps{}, cost.SmallBatch, false},
		{100000, 3, sweeps{}, cost.PathBatch, false},
	} {
		work := make([]float64, c.n)
		for i := range work {
			work[i] = float64(i + 1)
		}
		ends := cut(work, c.shards, c.of)
		if ends[c.shards-1] != c.n {
			t.Fatalf("%+v: the last shard ends at %d", c, ends[c.shards-1])
		}
		sizes := make([]float64, c.shards)
		last := 0
		for i, end := range ends {
			sizes[i] = float64(end - last)
			last = end
			if i < c.shards-1 && end%c.whole != 0 {
				t.Errorf("%+v: shard %d ends at %d, within a batch", c, i, end)
			}
		}
		for i, size := range sizes {
			want := 1.0
			if c.shrink && i >= c.shards-c.shards/8 {
				want = 0.25
			} else if c.shrink && i >= c.shards-c.shards/4 {
				want = 0.5
			}
			if got := size / sizes[0]; size == 0 || got < 0.6*want || got > 1.5*want {
				t.Errorf("%+v: shard %d has %g sources, the first %g", c, i, size, sizes[0])
			}
		}
	}
}
