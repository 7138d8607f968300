package cost

// The level sweep of GPUs is narrow where many batches are wanted and a slot's state is small, and wide where lists are
// long and rows leave the cache anyway.
const (
	narrowest, middle, widest = 32, 64, 128

	longLists = 14 // arcs a vertex, on average
)

// LevelWidth is the width of the level sweep, where so many batches run at once: never wider than all multiprocessors
// need to be busy. 4,224 random sources took, in widths of 32, 64 and 128, 75, 93, 128 ms on a Barabási-Albert graph
// (40,000 x 50), 28, 38, 57 on Kronecker 16, 60, 82, 142 on a small world; 8,448 took 141, 122, 158 ms, 49, 47, 68 and
// 118, 102, 170 (an H200).
func LevelWidth(vertices int, degree float64, sources, workers int) int {
	width := widest
	switch {
	case vertices < cachedVertices:
		width = narrowest
	case degree < longLists:
		width = middle
	}
	for width > narrowest && sources <= width/2*workers {
		width /= 2
	}
	return width
}

// wholeBlock is the length from which the whole block sums a list: few vertices of a protein network, which ran 12 %
// faster. In wide batches, where many vertices of Kronecker graphs are that long, warps alone did better by 5 %.
const wholeBlock = 1024

// WholeBlock returns from which length on the whole block sums a list in batches of some width; 0: none.
func WholeBlock(width int) int {
	if width <= narrowest {
		return wholeBlock
	}
	return 0
}

// LeastSlots is how many batches have to fit into a device's memory at once, or narrower ones run.
const LeastSlots = 64

// The ready-batch sweep finds distances by label correcting where lists are short and levels many. Of graphs of less
// than 3 arcs a vertex, roads of 299 and 535 levels took 0.84 and 0.73 times as long so, and 8 graphs of 77 to 217
// levels 1.1 to 1.8 times. By levels it looks at eight neighbors at once where lists are long, else at four.
const (
	correctedDegree = 3
	correctedDepth  = 250
	eightAtOnce     = 8
)

// CorrectsLabels reports whether distances are found by label correcting.
func CorrectsLabels(vertices, arcs int64, depth int32) bool {
	return arcs < correctedDegree*vertices && depth >= correctedDepth
}

// EightAtOnce reports whether eight neighbors are looked at at once.
func EightAtOnce(vertices, arcs int64) bool { return arcs > eightAtOnce*vertices }

// Source by source, small blocks are faster for small graphs, and for graphs of many levels; see
// kernels/cuda/BENCHMARKS.md, source by source.
const (
	wideSources    = 2 // sources a multiprocessor up to which large blocks are faster
	narrowFrontier = 512
	narrowVertices = 10000
)

// SmallBlocks reports whether sources without lengths run in small blocks. depth is the predicted number of levels; 0:
// it is not known.
func SmallBlocks(vertices int64, depth int32, sources, multiprocessors int) bool {
	if sources <= wideSources*multiprocessors {
		return false
	}
	return vertices < narrowVertices || depth > 0 && vertices < narrowFrontier*int64(depth)
}
