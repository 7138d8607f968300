package cost

// Widths of batches are timed where that pays. Sources are dealt in chunks of TrialChunk. In each of TrialRounds places
// every width runs on a chunk: what a source costs differs from place to place, and only ratios within one count. Those
// at the slower widths are lost time, so that a trial takes a part of the chunks at most.
const (
	TrialChunk  = 128
	TrialRounds = 3
	mostTrial   = 1. / 8
)

// TrialPays reports whether there are enough sources to time so many widths.
func TrialPays(widths, sources int) bool {
	return widths > 1 && float64(TrialRounds*widths*TrialChunk) < mostTrial*float64(sources)
}

// mostSampled bounds the graphs on which a sample batch is run to count what one takes: it takes seconds beyond.
const mostSampled = 1 << 27 // arcs

// SampleBatchPays reports whether a graph is small enough for a sample batch.
func SampleBatchPays(arcs int64) bool { return arcs <= mostSampled }

// mostCounted bounds the arcs of graphs on which a plan that is only shown runs sample batches: they take up to
// some seconds there, more than all else that planning does. The bound that is shown beyond is 1.3 times as high.
const (
	mostCounted         = 1 << 23
	mostCountedWeighted = mostCounted / 8
)

// CountingPays reports whether a graph is small enough to count the memory of a plan that is only shown.
func CountingPays(arcs int64, weighted bool) bool {
	if weighted {
		return arcs <= mostCountedWeighted
	}
	return arcs <= mostCounted
}

// DepthPays reports whether there are enough sources to search for the depth of a graph.
func DepthPays(sources int) bool { return sources >= 2*TrialChunk }

// UntimedChunk is how many sources a worker takes at a time where widths are not timed: fewer, whole batches, until
// every thread has several chunks.
func UntimedChunk(sources, threads, width int) int {
	return max(width, min(TrialChunk, sources/(4*threads)/width*width))
}

// AtOnce reports whether a worker takes all sources at once, so that batches end only where components do: it is alone,
// and they are few.
func AtOnce(sources, threads int) bool { return threads == 1 && sources <= 4*TrialChunk }

// trialMargin is by how much another width than the first, which is that by rule, has to be faster. With 0.95, grids
// and graphs of Barabási and Albert kept the first, which is a tenth slower there.
const trialMargin = 0.99

// Timed returns how long the width by rule counts as taking against others in a trial.
func Timed(byRule float64) float64 { return byRule * trialMargin }

// A single shard of a job is too short for such a trial. So a width is tried for ShardTrials shards, the first of which
// fills its memory and is not timed. Because a wrong width takes up to twice as long, trials begin once a process has
// run so many shards that all trials are an eighth of them at most. The times of single shards vary, so the median
// counts, and a width other than the one by rule has to be faster by a larger margin.
const (
	ShardTrials   = 4
	shardPatience = 8 * ShardTrials
	shardMargin   = 0.95
)

// ShardsBefore is how many shards run before the given number of widths is tried.
func ShardsBefore(widths int) int { return shardPatience * (widths - 1) }

// TimedShards is to shards what Timed is to a trial.
func TimedShards(byRule float64) float64 { return byRule * shardMargin }
