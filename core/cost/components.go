package cost

// Small components run in the shared memory of a block (kernels/cuda/many), in batches as wide as fit. Barriers leave
// blocks idle, so two on a multiprocessor are better than one that is twice as wide; the narrowest batches read lists
// too often for that.
var componentShapes = []struct{ width, blocks int }{{32, 2}, {16, 2}, {16, 1}, {8, 1}}

// NarrowComponent is the width of the narrowest batches of small components, in lanes.
const NarrowComponent = 8

// ComponentWidth returns how many lanes batches of a component have, of which bytes returns the shared memory; 0: a
// block has no room for it.
func ComponentWidth(shared int64, bytes func(width int) int64) int {
	for _, shape := range componentShapes {
		if int64(shape.blocks)*bytes(shape.width) <= shared {
			return shape.width
		}
	}
	return 0
}

// A group of 8 threads has about groupRounds vertices, in blocks of leastComponentThreads to mostComponentThreads: more
// threads wait at barriers, fewer leave a multiprocessor idle.
const (
	groupThreads, groupRounds                   = 8, 8
	leastComponentThreads, mostComponentThreads = 128, 512
)

// ComponentThreads returns how many threads a block has for components of up to so many vertices, a power of two.
func ComponentThreads(vertices int) int {
	threads := leastComponentThreads
	for threads < mostComponentThreads && threads/groupThreads*groupRounds < vertices {
		threads *= 2
	}
	return threads
}

// Components pay up to so many vertices: from there on batches are narrower, or a multiprocessor has one block.
// Random components on an H200 took, by levels and in shared memory: of 450 vertices 33.1 and 29.5 ms, of 600 29.6 and
// 26.5, of 700 41.3 and 52.3; in single precision of 450 24.3 and 18.0 ms, of 600 20.8 and 25.6.
const mostPaying, mostPayingSingle = 600, 500

// ComponentPays reports whether a component of so many vertices takes less time than by levels.
func ComponentPays(vertices int64, single bool) bool {
	if single {
		return vertices <= mostPayingSingle
	}
	return vertices <= mostPaying
}

// Components are taken whole where they are leastComponents and fill the multiprocessors, and have mostOfWork of it:
// what is too large for a block runs again, level by level.
const (
	leastComponents = 64
	mostOfWork      = 0.9
)

// ComponentsPay reports whether components are swept whole: so many of them are small, and have so much of all work.
func ComponentsPay(components, multiprocessors int, small, all float64) bool {
	return components >= max(leastComponents, multiprocessors) && small >= mostOfWork*all
}

// MostSmallBatches is MostChunk of batches of small components, which are shorter: sums are fetched more rarely.
const MostSmallBatches = 1 << 20
