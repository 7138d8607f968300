package cost

// How far the threshold of a search moves on GPUs, and how wide a bucket of path counts is, in typical lengths of an
// arc: see kernels/cuda/BENCHMARKS.md, weighted graphs. Those of chains are wider, as chains differ in length and
// rounds have few vertices: there, chains.
const (
	SearchShare      = 2.0
	BucketShare      = 0.25
	NearShare        = 2.0 // of the near list, of sources one by one
	ChainSearchShare = 8.0
	ChainBucketShare = 1.0
)

// MostBuckets is the largest number of buckets; each of them costs a barrier.
const MostBuckets = 4096

// ChainBatches is how many batches of chains a multiprocessor has at once: two blocks of 512 threads for each run side
// by side twice.
const ChainBatches = 2

// With fewer arcs a vertex than shortLists, two blocks of shortThreads threads a multiprocessor are faster than one of
// 1,024; and so are small blocks for sources one by one, or where rounds have few vertices. See
// kernels/cuda/BENCHMARKS.md, weighted graphs.
const (
	shortLists   = 3
	shortThreads = 512

	largeBlock, smallBlock, leastBlock = 1024, 256, 128 // threads

	smallRound = 1000 // vertices
	leastRound = 100
	fewSources = 1.5 // sources a multiprocessor
)

// ShortLists returns the threads of a block of batches where lists are short; 0: they are not.
func ShortLists(vertices, arcs int64) int {
	if arcs < shortLists*vertices {
		return shortThreads
	}
	return 0
}

// LengthBlock returns the threads of a block that runs a source of a weighted graph in so many rounds.
func LengthBlock(vertices, arcs int64, rounds int32, sources, multiprocessors int) int {
	round := float64(vertices) / float64(max(rounds, 1))
	many := float64(sources) > fewSources*float64(multiprocessors)
	switch {
	case round < leastRound && many:
		return leastBlock
	case round < leastRound, many && (round < smallRound || arcs < shortLists*vertices):
		return smallBlock
	}
	return largeBlock
}

// roundsALength is how many rounds a source takes for a distance of a typical length: vertices that are not much
// further than half of one settle together.
const roundsALength = 4

// LengthRounds predicts the rounds of a source whose farthest vertex is so far. Predicted and measured: co-expression
// 44, 36; iRef 25, 23; Kronecker 16 18, 17; small world 30, 37; Erdős-Rényi 54, 56; Delaunay 360, 490.
func LengthRounds(farthest, typical float64) float64 { return roundsALength * farthest / typical }
