package cost

// If the number of shards is automatic, a shard takes shardSeconds on one core: its fixed cost, a millisecond, is then
// one percent, and the wait for the last shards is short. If sums are large, a shard takes shardByte for each byte of
// them, because they are new memory and are added up. There are no more than mostShards, because sums are sent or
// written.
const (
	shardSeconds = 0.1
	shardByte    = 20e-9 // s
	mostShards   = 1024
)

// Shards is the automatic number of shards of a job, by the seconds that its sweeps take on one core, the bytes of its
// sums and the number of its batches.
func Shards(core float64, bytes int64, batches int) int {
	each := max(shardSeconds, shardByte*float64(bytes))
	return max(1, min(int(core/each), mostShards, batches))
}

// The number of sources in a batch of paths (the largest and the usual number), and in a batch of distances.
const PathBatch, SmallBatch, DistanceBatch = 64, 16, 512

// ShardBatch returns the number of which a shard's sources are a multiple: a batch, if shards have more than a few.
// hops says that distances in edges are swept; alone that nothing else is.
func ShardBatch(sources, shards int, hops, alone bool) int {
	long := func(batches, batch int) bool { return sources >= batches*batch*shards }
	switch {
	case alone && long(1, DistanceBatch), hops && long(4, DistanceBatch):
		return DistanceBatch
	case long(4, PathBatch):
		return PathBatch
	case long(4, SmallBatch):
		return SmallBatch
	}
	return 1
}

// ShardsShrink reports whether the last shards have whole batches where they are a quarter as long as others.
func ShardsShrink(sources, shards, batch int) bool {
	return batch >= PathBatch && sources >= 4*batch*shards
}

// BeforeShard is the share of the work before some shard. Where they shrink, the last quarter of the shards are half as
// long as those before, and of these the last half a quarter, as workers wait for the last to end.
func BeforeShard(shard, shards int, shrink bool) float64 {
	if !shrink {
		return float64(shard) / float64(shards)
	}
	units := func(shard int) int { // quarters of a long shard
		return shard + min(shard, shards-shards/8) + 2*min(shard, shards-shards/4)
	}
	return float64(units(shard)) / float64(units(shards))
}
