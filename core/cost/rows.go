package cost

// WideRows reports whether batches of 512 sources, whose rows take so many bytes, pay in place of 64. They look at an
// arc as often, which pays while every thread has some and the rows stay in the inner cache: on a co-expression network
// (2.4 MB) they took 0.75 times as long, on a Kronecker graph of 2^13 (8 MB) 2.5 times.
func WideRows(sources, threads int, bytes int64) bool {
	return sources >= wideRows*max(threads, 1) && bytes <= widestRows
}

const wideRows, widestRows = 256, 3 << 20

// FewRows reports whether there are so few sources that each is searched from alone.
func FewRows(sources int) bool { return sources < fewRows }

const fewRows = 4

// RowsApart reports whether the sources of a batch share so little that each is searched from alone: a batch that
// reached so many pairs came to its vertices `entries` times. A batch of 64 neighbors comes to a vertex 57 times on a
// grid and 41 on a road network, and takes 3 to 30 times as long as 64 searches; 8 times on a Delaunay mesh, 4 on a
// small world and 2 on a Kronecker graph, where it is faster.
func RowsApart(entries, pairs int64) bool { return sharedLanes*entries > pairs }

const sharedLanes = 4

// RowBlock returns how many sources have their rows made at a time where pairs are handed out one block after the
// other: a batch a thread, and calls that are few, but no more pairs than some hundred megabytes hold, at 30 bytes
// each.
func RowBlock(targets, threads int) int {
	const narrow, fewPairs, mostPairs = 64, 4 << 20, 16 << 20
	wanted := max(narrow*max(threads, 1), fewPairs/max(targets, 1))
	return max(1, min(wanted, mostPairs/max(targets, 1)))
}

// ListedPairs returns how many pairs a block of listed pairs has at least, unless its sources are numbered: a block
// takes some nanoseconds and bytes for each vertex, and about 30 bytes for each pair.
func ListedPairs(vertices int) int64 {
	const each, fewest, most = 8, 1 << 18, 1 << 20
	return min(max(each*int64(vertices), fewest), most)
}

// NextListed returns how many sources to search from next after so many, which have found so many pairs, until there
// are `wanted`. Later sources may find more than the first ones did, so there are not many times as many.
func NextListed(sources int, pairs, wanted int64) int {
	const growth = 4
	mean := max(float64(pairs)/float64(max(sources, 1)), 1)
	left := float64(max(wanted-pairs, 0))
	return max(1, min(growth*sources, int(left/mean)+1))
}

// ChainsPay reports whether to count distances over nodes and chains, where so many of the vertices are nodes. A source
// then takes some nanoseconds for each chain in place of each vertex. On Luxembourg's roads, of which 15 % are nodes,
// it takes a sixth of the time; where half of the vertices are nodes, about the same.
func ChainsPay(vertices, nodes int) bool {
	return vertices >= leastOfChains && nodeShare*nodes <= vertices
}

const leastOfChains, nodeShare = 16, 3

// BitRowsPay reports whether pairs at distance 2 among so many vertices, with so many arcs between them, are found by
// rows of bits: a pair then takes a word or more of both, where a search takes an arc.
func BitRowsPay(vertices, arcs int) bool {
	return vertices <= mostBitRows && arcs > vertices*vertices/wordBits
}

// BytesOfBitRows returns the memory of the rows of at most so many vertices.
func BytesOfBitRows(most int64) int64 {
	k := min(most, mostBitRows)
	return k * k / 8
}

const mostBitRows, wordBits = 1 << 14, 64
