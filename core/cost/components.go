package cost

// ComponentShape says how a block runs batches of sources of a small component (kernels/cuda/many).
type ComponentShape struct {
	Warps   uint8  // of a team, which sweeps a source at a time; 0: all sources of a batch are swept at once
	Threads uint16 // of a block; 0: no block has room for the component
}

// Teams returns how many teams a block has.
func (s ComponentShape) Teams() int {
	if s.Warps == 0 {
		return 0
	}
	return int(s.Threads) / (warpThreads * int(s.Warps))
}

// ComponentLanes is how many sources a batch of a small component has at most.
const ComponentLanes = 32

// warpThreads is the number of threads of a warp.
const warpThreads = 32

// All sources of a batch are swept at once in components of up to mostAtOnce vertices, or mostSparseAtOnce if they have
// fewer than denseArcs arcs each (kernels/cuda/BENCHMARKS.md): where levels are many or have few of the vertices, whose
// lists are read on each, teams are faster.
const mostAtOnce, mostSparseAtOnce, denseArcs = 128, 64, 8

// teamShapes are tried one after the other, until so many blocks fit a multiprocessor: more teams of fewer warps wait
// less, as long as there is room for their vertices.
var teamShapes = []struct {
	ComponentShape
	blocks int64
}{
	{ComponentShape{1, 256}, 4}, {ComponentShape{2, 256}, 4}, {ComponentShape{4, 512}, 3}, {ComponentShape{4, 512}, 2},
	{ComponentShape{8, 1024}, 1}, {ComponentShape{8, 768}, 1}, {ComponentShape{16, 1024}, 1}, {ComponentShape{16, 512}, 1},
}

// ShapeOfComponent returns how blocks with so much shared memory run batches of a component, of which bytes returns
// what a shape takes.
func ShapeOfComponent(vertices, arcs, shared int64, bytes func(ComponentShape) int64) ComponentShape {
	if vertices <= mostSparseAtOnce || vertices <= mostAtOnce && arcs >= denseArcs*vertices {
		if all := bytes(ComponentShape{Threads: mostThreadsAtOnce}); all <= shared {
			return ComponentShape{Threads: threadsAtOnce(shared / all)}
		}
	}
	for _, s := range teamShapes {
		if s.blocks*bytes(s.ComponentShape) <= shared {
			return s.ComponentShape
		}
	}
	return ComponentShape{}
}

// Blocks that sweep a batch at once have leastThreadsAtOnce to mostThreadsAtOnce threads, so that those that fit a
// multiprocessor together have fullMultiprocessor: fewer leave it idle, more wait at barriers.
const (
	leastThreadsAtOnce, mostThreadsAtOnce = 32, 256
	fullMultiprocessor                    = 1024
)

// threadsAtOnce returns how many threads a block has where so many fit a multiprocessor, a power of two.
func threadsAtOnce(blocks int64) uint16 {
	threads := int64(leastThreadsAtOnce)
	for threads < mostThreadsAtOnce && threads*blocks < fullMultiprocessor {
		threads *= 2
	}
	return uint16(threads)
}

// Teams of wideTeam warps wait where levels have few vertices, as in grids, whose vertices have fewer than wideArcs
// arcs.
const wideTeam, wideArcs = 8, 5

// ComponentPays reports whether a component takes less time in such a shape than by levels.
func ComponentPays(s ComponentShape, vertices, arcs int64) bool {
	return s.Threads > 0 && (s.Warps < wideTeam || arcs >= wideArcs*vertices)
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
