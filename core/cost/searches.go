package cost

// A sweep from this many sources is predicted to take as long as one search, because sources share the reading of an
// arc. Measured on two cores, all three distance measures: 11 on a grid, 24 on a Delaunay mesh; 117 on a small world,
// 204 on a Barabási-Albert graph, 285 on a Kronecker graph of 2^17. With lengths, one core: 3 on a grid, 4 to 5 on a
// Delaunay mesh, 6 on a small world, 7 to 11 on Kronecker and protein networks, 20 on a co-expression network; all
// eccentricities 20 on roads, meshes and Kronecker graphs.
const (
	sourcesASearch, sourcesADenseSearch, sourcesALengthSearch = 30, 300, 20

	denseSearch = 8 // arcs a vertex
)

// SourcesASearch is how many sources of a sweep of distances take as long as one search.
func SourcesASearch(weighted bool, vertices, arcs int64) int {
	switch {
	case weighted:
		return sourcesALengthSearch
	case arcs < denseSearch*vertices:
		return sourcesASearch
	}
	return sourcesADenseSearch
}

// SourcesAThread is how many sources a thread has at least: the narrowest batch.
const SourcesAThread = 8
