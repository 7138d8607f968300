package cost

// A sweep from this many sources is predicted to take as long as one search, because sources share the reading of an
// arc. Measured on two cores, all three distance measures: 11 on a grid, 24 on a Delaunay mesh; 117 on a small world,
// 204 on a Barabási-Albert graph, 285 on a Kronecker graph of 2^17, on which searches share as much where they start at
// several wanted vertices. With lengths, one core: 3 on a grid, 4 to 5 on a Delaunay mesh, 6 on a small world, 7 to
// 11 on Kronecker and protein networks, 20 on a co-expression network; all eccentricities 20 on roads, meshes and
// Kronecker graphs.
const sourcesASearch, sourcesALengthSearch = 30, 20

// SourcesASearch is how many sources of a sweep of distances take as long as a search from a wanted vertex.
func SourcesASearch(weighted bool) int {
	if weighted {
		return sourcesALengthSearch
	}
	return sourcesASearch
}

// SourcesAThread is how many sources a thread has at least: the narrowest batch.
const SourcesAThread = 8

// WantedBatch returns how many wanted vertices are searched from at once, at most `lanes`: every thread has as many
// batches, where there are enough vertices.
func WantedBatch(wanted, lanes, threads int) int {
	threads = max(1, min(threads, wanted/SourcesAThread))
	batches := (wanted + lanes*threads - 1) / (lanes * threads) * threads
	return (wanted + batches - 1) / batches
}

// MostVisits bounds how many arcs a batch of so many lanes looks at, in a part of the graph with so many, before they
// are searched from one at a time: see RowsApart. Few lanes share little, but take no longer either, many are not
// waited for, and a small part says nothing about the others.
func MostVisits(lanes int, arcs int64) int64 {
	return max(leastVisits, arcs*int64(max(fewVisits, min(lanes/sharedLanes, narrowVisits), lanes/wideShare)))
}

const leastVisits, fewVisits, narrowVisits, wideShare = 1 << 16, 10, 16, 16

// RoomForWanted reports whether the workspaces of batches of wanted vertices leave room for sums and results: narrower
// batches take as much less memory as they take longer.
func RoomForWanted(bytes, limit int64) bool { return bytes <= limit/wantedRoom*(wantedRoom-1) }

const wantedRoom = 4
