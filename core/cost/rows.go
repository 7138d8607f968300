package cost

// Rows of distances by hops, a batch of sources at a time. A batch of 512 looks at an arc as often as one of 64, which
// pays while every thread has a batch and the rows of one stay in a cache.
const (
	wideRows    = 512
	widestBytes = 64 << 20
)

// WideRows reports whether batches of 512 sources pay, whose rows take so many bytes.
func WideRows(sources, threads int, bytes int64) bool {
	return sources >= wideRows/2*max(threads, 1) && bytes <= widestBytes
}

// FewRows reports whether so few sources are searched from one by one.
func FewRows(sources int) bool { return sources < fewRows }

const fewRows = 4

// RowsApart reports whether the sources of a batch share so little that each is searched from alone: a batch came to its
// vertices `entries` times. On roads a batch of 64 comes to most vertices from 30 to 60 times, and takes four to twelve
// times as long as 64 searches; on a co-expression network from 2 to 4 times.
func RowsApart(entries int64, lanes int, vertices int64) bool {
	return sharedLanes*entries > int64(lanes)*vertices
}

const sharedLanes = 4

// RowBlock returns how many sources have their rows made at a time where pairs are handed out one block after the
// other: enough for a batch a thread, and for calls to be few; pairs of a block take some hundred megabytes at most on
// graphs of 10^5 vertices.
func RowBlock(targets, threads int) int {
	const narrow, pairs = 64, 4 << 20
	return max(narrow*max(threads, 1), pairs/max(targets, 1))
}

// ChainsPay reports whether to count distances over nodes and chains, where so many of the vertices are nodes. A source
// then takes some nanoseconds for each chain in place of each vertex. On Luxembourg's roads, of which 15 % are nodes, it
// takes a sixth of the time; where half of the vertices are nodes, about the same.
func ChainsPay(vertices, nodes int) bool {
	return vertices >= leastOfChains && nodeShare*nodes <= vertices
}

const leastOfChains, nodeShare = 16, 3
