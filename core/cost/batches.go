package cost

import "math"

// GPU kernels for unweighted paths are compared by scores: times per lane, fitted to an H200. The unit is the time that
// the ready-batch sweep takes per arc and distance of a batch.
//
// The ready-batch sweep finds the distances level by level or, where levels have few vertices, by label correcting. It
// then has 1 entry per vertex, plus about 10 times the share of split arcs. In simulations it had 1.05 to 1.2 entries
// where that share is 0.005 to 0.03 (Delaunay, random geometric, roads in balls), and 1.4 to 2 where it is 0.1 to 0.15
// (co-expression, proteins, roads breadth-first). By these scores the sweep wins and loses where it does when measured:
// it wins by a factor of 1.7 to 3.2 on Delaunay, random geometric and road graphs, and loses on small worlds.
const (
	levelTime       = 3.4
	readyBatchTime  = 5.6
	readyBatchSplit = 10
	mostDistances   = 8
)

// LevelLane scores the level sweep in batches of the given width. distances is how many different distances a batch has
// at a vertex.
func LevelLane(distances float64, width int) float64 { return levelTime * distances / float64(width) }

// ReadyBatchLane scores the ready-batch sweep. splits is the share of split arcs: some lanes of a batch meet one end
// first, and some lanes the other.
func ReadyBatchLane(distances, splits float64, width int) float64 {
	return (min(distances, mostDistances) + readyBatchTime*(1+readyBatchSplit*splits)) / float64(width)
}

// FewDistances returns the smallest number of distances that a batch of random sources has at a vertex, on any graph of
// some size.
func FewDistances(width int) float64 { return 1 + 0.2*math.Log2(float64(width)) }

// The ready-batch sweep is not considered below these limits. All graphs on which it won had at least 3.3 distances in
// batches of 16, and at least 150 levels; small world graphs have 12 levels.
const (
	readyBatchDistances = 2.5
	readyBatchDepth     = 24
)

// ReadyBatchMayPay reports whether the ready-batch sweep is considered. distances (at a vertex) and depth (in levels)
// are predictions for the level sweep.
func ReadyBatchMayPay(distances float64, depth int32) bool {
	return distances >= readyBatchDistances && depth >= readyBatchDepth
}

// A source that runs alone scores 0.6 to 1 on graphs of many levels (meshes, roads). On graphs of few levels, a batch
// of l random sources with D distances at a vertex took c D times as long as one source, with all multiprocessors busy.
// c was 1.3 to 3, as a rule 2.2, for all l from 1 to 32:
//
//	l                                 2          4          8          16         32
//	Barabasi-Albert, 40,000 x 50   D  1.4 time 2.4  1.7  3.2  1.9  3.8  2.0  4.3  2.0  4.9
//	Kronecker 18, edge factor 48      1.2      2.5  1.5  3.0  1.6  3.5  1.7  4.0  1.8  4.7
//	Erdős-Rényi, 100,000 x 20         1.4      3.1  1.9  4.4  2.3  5.8  2.7  7.4  3.0  8.8
//	small world 100,000               1.7      4.1  2.6  6.5  3.4  9.1  4.2 11.2  4.8 13.6
//	Barabasi-Albert, 20,000 x 20      1.3      1.9  1.5  2.5  1.7  3.1  1.9  3.7  2.1  4.4
//
// On graphs of fewer than cachedVertices, the rows of batches stay in the cache. There a source alone scores the same
// where lists are short: 0.26 to 0.85 on 10 meshes and roads of 1,300 to 11,000 vertices, 0.5 to 1.1 on 6 random graphs
// and small worlds. With longer lists it scores 0.6 to 2.3 (11 graphs), because one warp passes through a list while
// the others wait. Where one list holds a quarter of the vertices it takes longer than any batch: complete graphs,
// connectomes and airlines of 120 to 600 vertices took 2 to 4 times as long as in batches.
const (
	aloneTime        = 0.75
	shallowAloneTime = 1.45

	cachedVertices = 40000
	shortList      = 64 // arcs
	longListsTime  = 2.5
	hubTime        = 5.
	hubPart        = 4.  // a hub's list holds at least 1/hubPart of the vertices
	leastReach     = 0.4 // the share of a search's time that does not depend on its reach
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

// Another order must be predicted to save 3 %, because it needs a relabeling and because scores are only estimates. On
// a small world graph, balls ran 1.10 times as fast as breadth-first order, at 0.952 times its score. In the
// ready-batch sweep on a Delaunay mesh, breadth-first order ran 1.1 times as fast as balls, at 1.05 times their score.
const (
	levelGain      = 0.97
	readyBatchGain = 0.85
)

// SavesLevels reports whether a score is far enough below that of the level sweep in breadth-first order.
func SavesLevels(score, than float64) bool { return score < levelGain*than }

// SavesReadyBatches reports whether a score is far enough below that of the ready-batch sweep in breadth-first order.
func SavesReadyBatches(score, than float64) bool { return score < readyBatchGain*than }

// On graphs with hubs, vertices numbered in reverse Cuthill-McKee order bring the hubs' rows together: on Kronecker
// graphs of 2^16 and 2^18 vertices a device took 0.82 and 0.89 times as long as in breadth-first order, at 1.00 and
// 1.08 times the visits.
const (
	HubGain   = 0.85
	hubDegree = 64 // with hubs, the largest degree is at least this many times the mean
)

// Hubs reports whether few vertices hold much of a graph.
func Hubs(largestDegree, vertices, arcs float64) bool {
	return largestDegree*vertices >= hubDegree*arcs
}

// Dense reports whether degrees are so large that searches skip most arcs, and levels are few.
func Dense(vertices, arcs float64) bool { return arcs >= 16*vertices }

// levelVisits is the fixed cost of a level, in visits: a block waits at barriers and for the first loads.
const levelVisits = 8192

// Batch returns the cost of a batch in visits, its levels included.
func Batch(visits int64, depth int32) int64 { return visits + levelVisits*int64(depth+1) }

// The time that choosing an order may take is predicted from the graph's size, never measured. It is a share of the
// predicted time of the sweep, but at least leastOrdering, because a device is prepared in the meantime. Searches are
// assumed to run on atOnce threads. Where degrees are small, the right sweep is worth a factor of 2 to 3, so the share
// is larger.
const (
	orderShare       = 0.1
	sparseOrderShare = 0.15
	leastOrdering    = 2.5e-3 // s
	atOnce           = 4
)

// Edges times sources per second, measured on one H200: on roads, other graphs of small degrees and dense graphs, and
// for sources one by one.
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

// search predicts the seconds of a search with counting, on the threads of a call. It skips most arcs of a dense graph;
// otherwise an arc takes 3 ns. Counting takes 15 ns a vertex.
func search(vertices, arcs float64) float64 {
	if Dense(vertices, arcs) {
		return (.5e-9*arcs + 15e-9*vertices) / atOnce
	}
	return (3e-9*arcs + 15e-9*vertices) / atOnce
}
