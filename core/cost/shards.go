package cost

// A shard of the automatic number takes shardSeconds on one core, so that its fixed cost, a millisecond, is one in a
// hundred, and the last ones to end are not waited for. Where sums are large it takes shardByte for each byte of them,
// as they are new memory, and are added up. There are no more than mostShards, as sums are sent, or written.
const (
	shardSeconds = 0.1
	shardByte    = 20e-9 // s
	mostShards   = 1024
)

// Shards is the automatic number of shards of a job whose sweeps take so many seconds on one core, in so many batches,
// and whose sums have so many bytes.
func Shards(core float64, bytes int64, batches int) int {
	each := max(shardSeconds, shardByte*float64(bytes))
	return max(1, min(int(core/each), mostShards, batches))
}

// Sources of a batch of paths, at most and mostly, and of one of distances.
const PathBatch, SmallBatch, DistanceBatch = 64, 16, 512

// ShardBatch returns what a shard has a multiple of sources of: a batch, where shards are longer than a few. hops:
// distances in edges are swept; alone: and nothing else.
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
