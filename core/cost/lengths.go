package cost

// On GPUs, sources of a weighted graph run one by one, or in batches whose lanes coincide. Time of batches divided by
// time one by one, for random sources on an H200 (weights 1 to 10; iRef: 1.02 - score; Twitter mentions: weights of
// the file):
//
//	arcs a vertex            128   1,024  4,096  8,192  16,384  32,768  all
//	 50  co-expression       10.5  5.0    2.0                           1.2
//	 28  Kronecker 16        17.8  4.3    1.9    1.26   1.22    1.20    1.21
//	 23  iRef proteins       18.6  5.7    2.5    1.7                    1.7
//	 10  small world         6.2   2.8    1.4    1.3    1.2     1.07    0.85
//	  6  Delaunay 2^17       5.0   6.9    1.2    0.78   0.61    0.52
//	  4  Erdős-Rényi 2^17    4.9   2.2    1.09   1.01   0.97    0.90    0.77
//	2.4  Twitter mentions    18    6.8    2.9    1.5    0.94    0.81    0.65
//	  2  luxembourg          2.0   3.4    1.3
//
// Kronecker 20 with 8 sources: 19. All vertices of small graphs, whose searches stay in the cache: Erdős-Rényi with
// 5,000 vertices 2.07, roads with 3,000 1.41, small world with 4,000 1.17, grid with 10,000 0.70, roads with 8,000
// 0.48.
const (
	denseDegree  = 16 // arcs a vertex
	middleDegree = 8

	denseBatches, middleBatches, sparseBatches = 1.2, 0.85, 0.65
	apartBatches                               = 1.1 // for sources far apart
	middleShare, sparseShare                   = 1. / 3, 1. / 24

	smallGraph, smallBatches = 6000, 1.3
)

// BatchesOfLengths returns the time that the sources of a weighted graph take on a GPU in batches of `lanes`, with
// one batch per worker at a time, divided by the time one by one. together is the share of the sources' neighbors
// that are sources too. For random sources it is the share of sources among vertices; for sources near each other it
// is close to 1.
func BatchesOfLengths(vertices, degree, together float64, sources, lanes, workers int) float64 {
	times, least := sparseBatches, sparseShare
	if degree >= middleDegree {
		times, least = middleBatches, middleShare
	}
	switch {
	case degree >= denseDegree:
		times = denseBatches
	case together < least:
		times = apartBatches
	}
	if vertices <= smallGraph {
		times *= smallBatches
	}
	all := lanes * max(workers, 1)
	waves := (sources + all - 1) / all
	return times * float64(waves*all) / float64(max(sources, 1)) // workers wait for the last batch
}
