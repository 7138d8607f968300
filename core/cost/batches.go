package cost

import "math"

// Kernels of a GPU for paths without lengths are compared by scores: times a lane, fitted to an H200's (1 = what a
// distance an arc takes a batch of the ready-batch sweep).
//
// The ready-batch sweep finds the distances level by level, or, where those are many, by label correcting; then its
// entries are 1 a vertex and about 10 more times the share of split arcs: simulated 1.05 to 1.2 where that is 0.005 to
// 0.03 (Delaunay, random geometric, roads in balls), 1.4 to 2 at 0.1 to 0.15 (co-expression, proteins, roads
// breadth-first). It then wins or loses as measured on Delaunay, random geometric, roads (wins 1.7 to 3.2 times) and
// small world (loses).
const (
	levelTime       = 3.4
	readyBatchTime  = 5.6
	readyBatchSplit = 10
	mostDistances   = 8
)

// LevelLane scores the level sweep in batches of a width, by the distances that a batch has at a vertex.
func LevelLane(distances float64, width int) float64 { return levelTime * distances / float64(width) }

// ReadyBatchLane scores the ready-batch sweep; splits is the share of arcs whose ends change places within a batch.
func ReadyBatchLane(distances, splits float64, width int) float64 {
	return (min(distances, mostDistances) + readyBatchTime*(1+readyBatchSplit*splits)) / float64(width)
}

// FewDistances returns the least number of distances that a batch of random sources has, on any graph of some size.
func FewDistances(width int) float64 { return 1 + 0.2*math.Log2(float64(width)) }

// The ready-batch sweep is not looked at below these: all graphs on which it won had at least 3.3 distances in batches
// of 16 and 150 levels; small world graphs have 12 levels.
const (
	readyBatchDistances = 2.5
	readyBatchDepth     = 24
)

// ReadyBatchMayPay reports whether the ready-batch sweep is looked at, where a level sweep was predicted to meet so
// many distances at a vertex, and levels.
func ReadyBatchMayPay(distances float64, depth int32) bool {
	return distances >= readyBatchDistances && depth >= readyBatchDepth
}

// A source alone takes 0.6 to 1 on graphs of many levels (meshes, roads). On those of few, a batch of l random sources
// of D distances took 1.3 to 3, 2.2 as a rule, times D as long as one source, for all l from 1 to 32, all
// multiprocessors busy:
//
//	l                                 2          4          8          16         32
//	Barabasi-Albert, 40,000 x 50   D  1.4 time 2.4  1.7  3.2  1.9  3.8  2.0  4.3  2.0  4.9
//	Kronecker 18, edge factor 48      1.2      2.5  1.5  3.0  1.6  3.5  1.7  4.0  1.8  4.7
//	Erdős-Rényi, 100,000 x 20         1.4      3.1  1.9  4.4  2.3  5.8  2.7  7.4  3.0  8.8
//	small world 100,000               1.7      4.1  2.6  6.5  3.4  9.1  4.2 11.2  4.8 13.6
//	Barabasi-Albert, 20,000 x 20      1.3      1.9  1.5  2.5  1.7  3.1  1.9  3.7  2.1  4.4
//
// Of graphs of fewer than cachedVertices, whose rows of batches stay in the cache, it takes as long where lists are
// short: 0.26 to 0.85 on 10 meshes and roads of 1,300 to 11,000 vertices, 0.5 to 1.1 on 6 random graphs and small
// worlds. Of longer lists, which one warp passes while the others wait, 0.6 to 2.3 on 11 graphs, and more than any
// batch takes where one holds a quarter of the vertices: complete graphs, connectomes and airlines of 120 to 600
// vertices took 2 to 4 times as long as in batches.
const (
	aloneTime        = 0.75
	shallowAloneTime = 1.45

	cachedVertices = 40000
	shortList      = 64 // arcs
	longListsTime  = 2.5
	hubTime        = 5.
	hubPart        = 4.  // a hub's list holds at least one vertex of so many
	leastReach     = 0.4 // of a search's time is for the vertices that it does not reach
)

// Sources describes sources that may run one by one.
type Sources struct {
	Vertices int
	Longest  float64 // the length of the longest list of neighbors
	Reach    float64 // the share of arcs that a source reaches
	Depth    int32   // levels
}

// Alone returns the score of running the sources one by one.
func (s Sources) Alone() float64 {
	reach := s.Reach
	if s.Vertices < cachedVertices {
		reach = leastReach + (1-leastReach)*reach
	}
	switch long := s.Vertices < cachedVertices && s.Longest > shortList; {
	case long && s.Longest*hubPart >= float64(s.Vertices):
		return hubTime * reach
	case long:
		return longListsTime * reach
	case s.Depth >= readyBatchDepth:
		return aloneTime * reach
	}
	return shallowAloneTime * reach
}

// Another order must be predicted to save 3 %, for it takes a relabeling, and the estimate is one: on a small world
// graph balls ran 1.10 times as fast as breadth-first order at 0.952 times its score. In the ready-batch sweep
// breadth-first ran 1.1 times as fast as balls on a Delaunay mesh at 1.05 times their score.
const (
	levelGain      = 0.97
	readyBatchGain = 0.85
)

// SavesLevels reports whether a score is enough less than that of the level sweep, in breadth-first order.
func SavesLevels(score, than float64) bool { return score < levelGain*than }

// SavesReadyBatches reports whether an order saves enough of the ready-batch sweep in breadth-first order.
func SavesReadyBatches(score, than float64) bool { return score < readyBatchGain*than }

// On graphs with hubs, vertices numbered in reverse Cuthill-McKee order bring the hubs' rows together: on Kronecker
// graphs of 2^16 and 2^18 vertices a device took 0.82 and 0.89 times as long as in breadth-first order, at 1.00 and
// 1.08 times the visits.
const (
	HubGain   = 0.85
	hubDegree = 64 // the largest degree is so many times the mean
)

// Hubs reports whether few vertices hold much of a graph.
func Hubs(largestDegree, vertices, arcs float64) bool {
	return largestDegree*vertices >= hubDegree*arcs
}

// Dense reports whether degrees are so large that searches pass over most arcs, and levels are few.
func Dense(vertices, arcs float64) bool { return arcs >= 16*vertices }

// levelVisits is what a level costs beside its visits, in visits: a block waits at barriers and for the first loads.
const levelVisits = 8192

// Batch returns the cost of a batch in visits, its levels included.
func Batch(visits int64, depth int32) int64 { return visits + levelVisits*int64(depth+1) }

// The time that choosing an order may take is predicted from the graph's size, never clocked: a share of what the sweep
// is predicted to take, or leastOrdering, which passes beside the preparation of a device. Searches run on atOnce
// threads, it is assumed. Where degrees are small the right sweep is worth a factor of 2 to 3, and the share is larger.
const (
	orderShare       = 0.1
	sparseOrderShare = 0.15
	leastOrdering    = 2.5e-3 // s
	atOnce           = 4
)

// Edges times sources a second, seen on one H200: roads, other graphs of small degrees, dense ones; sources one by one.
const (
	roadRate  = 28e9
	meshRate  = 60e9
	denseRate = 250e9
	aloneRate = 16e9

	aloneRounds = 4 // of sources one by one; batches take about as long, however many sources they have
)

// ordering returns the seconds that choosing an order of the sources may take.
func ordering(vertices, arcs, sources float64) float64 {
	share, rate := sparseOrderShare, meshRate
	switch {
	case Dense(vertices, arcs):
		share, rate = orderShare, denseRate
	case arcs < 4*vertices:
		rate = roadRate
	}
	return max(leastOrdering, share*arcs/2*sources/rate)
}

// orderingAlone does the same for sources that may run one by one on a number of workers.
func orderingAlone(arcs, sources float64, workers int) float64 {
	rounds := max(1, min(sources/float64(workers), aloneRounds))
	return orderShare * arcs / 2 * float64(workers) * rounds / aloneRate
}

// makingOrder predicts the seconds of making an order: 2 ns an arc and 20 ns a vertex were measured on one core.
func makingOrder(vertices, arcs float64) float64 { return 2e-9*arcs + 20e-9*vertices }

// search predicts the seconds of a search with counting, on the threads of a call. It passes over most arcs of a dense
// graph, else it takes 3 ns an arc; counting takes 15 ns a vertex.
func search(vertices, arcs float64) float64 {
	if Dense(vertices, arcs) {
		return (.5e-9*arcs + 15e-9*vertices) / atOnce
	}
	return (3e-9*arcs + 15e-9*vertices) / atOnce
}
