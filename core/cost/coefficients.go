package cost

import (
	"math"

	"gobc/core/reduce"
)

// ReferenceThreads is the number of threads that reductions are chosen for: they are made on one.
const ReferenceThreads = 4

// The cost of predicting what steps would save, on one core: of a vertex and of an arc.
const surveyVertex, surveyArc = 1.5e-7, 1.5e-8

// pairStep is a vertex or an arc that searches from both ends of a pair meet.
const pairStep = 5e-9

// Steps, on one core: a vertex and an arc of the graph that they are made of.
var making = map[string]struct{ vertex, arc float64 }{
	reduce.ByBlocks: {1.5e-7, 2e-8},
	reduce.ByChains: {1e-7, 3e-8},
	reduce.ByTwins:  {1e-7, 2e-8},
}

// A batch of hops by its lanes, of one of 64: on 10 graphs of 300 to 20,000 vertices and 1 to 16 threads.
var hopBatch = map[int]float64{64: 1, 256: 1.1, 512: 1.5}

// leastSaving is what another way is predicted to save before it is taken: predictions are no better.
const leastSaving = 0.07

// Saves reports whether a way, a reduction, a kernel or a division of the measures, takes so much less than another one
// that it is taken.
func Saves(seconds, than float64) bool { return seconds < than*(1-leastSaving) }

// The part of a call that may go to looking at what reductions would save: where half of the vertices have two
// neighbors or fewer, and of distances alone, which are rarely swept faster in blocks. In calls of less than `shortest`
// seconds nothing is looked for.
const (
	mostSurvey, mostPromising, mostOfDistances = 0.1, 0.5, 0.02
	shortest                                   = 2e-4
)

// SurveyPays reports whether looking at what reductions would save pays for a call of so many seconds, of paths or of
// distances alone. fewNeighbors returns how many vertices have two neighbors or fewer.
func SurveyPays(call, vertices, arcs float64, paths bool, fewNeighbors func() int) bool {
	survey, most := Survey(vertices, arcs), mostSurvey
	if !paths {
		most = mostOfDistances
	}
	return call >= shortest &&
		(call*most >= survey || call*mostPromising >= survey && 2*float64(fewNeighbors()) >= vertices)
}

// PlanningPays reports whether exact values that are predicted to take so many seconds without reductions are worth a
// plan, which looks for some.
func PlanningPays(seconds, vertices, arcs float64) bool {
	return seconds*mostSurvey >= Survey(vertices, arcs)
}

// worthALook is the least work, sources times vertices and arcs, for which a few searches are made to predict the
// others.
const worthALook = 1e6

// LookPays reports whether a few searches, which predict the others, take little time compared with all searches.
func LookPays(sources int, vertices, arcs float64) bool {
	return float64(sources)*(vertices+arcs) >= worthALook
}

// How near vertices are to each other where nobody looks, as in a small graph: see order.Near.
const GuessedDistances, GuessedDistance, GuessedSpread = 4, 6, 6

// LieTogether reports whether so many sources of a graph are near enough to each other for labels to be settled
// together.
func LieTogether(sources, vertices int) bool { return 2*sources >= vertices }

// WorthGPU is how many seconds a call has to take on processors before "auto" looks for a GPU: a driver starts in some
// tenths of a second, once a process, and of calls of 20 to 100 ms GPUs save nine tenths.
const WorthGPU = 0.02

// leastOfThread is how many seconds of work are worth another thread, which takes some hundredths of a millisecond to
// wake, and on a busy machine more.
const leastOfThread = 1e-4

// WorthThreads returns how many threads are worth work that one core takes so many seconds for.
func WorthThreads(core float64) int { return int(max(1, min(core/leastOfThread, math.MaxInt32))) }

// KeptPlans is how many plans a graph keeps for calls that ask the same: a caller asks few questions in turn.
const KeptPlans = 4

// longestKept is the longest call, in predicted seconds, whose plan is kept: planning takes some microseconds, and up
// to a millisecond with a survey.
const longestKept = 2e-2

// KeepingPays reports whether the plan of a call of so many predicted seconds is worth keeping.
func KeepingPays(seconds float64) bool { return seconds <= longestKept }
