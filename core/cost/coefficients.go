package cost

import "gobc/core/reduce"

// Seconds of one core of a reference machine with 16 of them (Sapphire Rapids, AVX-512), all kernels in C, and of an
// NVIDIA H200: fitted to what benchmarks/choices.py recorded of the learning half of benchmarks/halves.py.
const (
	// The level sweep: a vertex, for each distance that a batch of sources has from it, and an arc. Beyond mostDistances
	// batches are narrower.
	levelVertex, levelArc = 7e-9, 2.5e-10
	mostDistances         = 4.5

	// The label-correcting sweep, of lengths or of chains, settles vertices together that lie together: a vertex takes
	// near, and farther where distances are short, as of networks with hubs, far at most; and an arc, and a pair of a
	// chain as source.
	labelNear, labelFarther, labelFar = 2e-8, 5e-7, 8.5e-8
	labelArc, chainPair               = 4e-10, 1e-8

	// A sweep of distances alone, in hops: a vertex, more of it the farther others are, and an arc.
	hopVertex, hopFar, hopArc = 1e-9, 7e-11, 3e-11
	mostFar                   = 150

	stressFactor, sharesAndCountsFactor = 1.12, 1.5
	edgeArc                             = 8e-10 // sums by edge: an arc more
	singleFactor                        = 0.55  // of double precision
	weighsFactor                        = 1.05  // sources and targets have weights of their own
	roundsFactor                        = 1.6   // distances are swept in rounds
	distancesOfLengths                  = 0.7   // of a sweep of paths

	// GPUs: a launch, a vertex and an arc; of lengths; of chains.
	gpuLaunch                     = 2e-3
	gpuVertex, gpuArc             = 5.5e-11, 2.7e-12
	gpuLengthVertex, gpuLengthArc = 3.5e-10, 1.5e-11
	gpuChainVertex, gpuChainArc   = 4e-10, 1.9e-11
	gpuChainPair, gpuChainLaunch  = 2.5e-10, 4e-3
	gpuEdgeArc                    = 1.7e-11
	gpuDistances                  = 0.2 // of a sweep of paths
	gpuRoundsFactor               = 2

	// Looking at what steps would save, on one core: a vertex and an arc.
	surveyVertex, surveyArc = 1.5e-7, 1.5e-8

	pairStep = 5e-9 // searches from both ends of a pair, a vertex or an arc that they meet
)

// Steps, on one core: a vertex and an arc of the graph that they are made of.
var making = map[string]struct{ vertex, arc float64 }{
	reduce.ByBlocks: {1.5e-7, 2e-8},
	reduce.ByChains: {1e-7, 3e-8},
	reduce.ByTwins:  {1e-7, 2e-8},
}

// A batch of hops by its lanes, of one of 64: on 10 graphs of 300 to 20,000 vertices and 1 to 16 threads.
var hopBatch = map[int]float64{64: 1, 256: 1.1, 512: 1.5}

// LeastSaving is what a reduction, or a division of the measures, is predicted to save before it is taken: predictions
// are no better.
const LeastSaving = 0.07

// The part of a call that may go to looking at what reductions would save: where half of the vertices have two
// neighbors or fewer, and of distances alone, which are rarely swept faster in blocks. In calls of less than Shortest
// seconds nothing is looked for.
const (
	MostSurvey, MostPromising, MostOfDistances = 0.1, 0.5, 0.02
	Shortest                                   = 2e-4
)

// WorthALook is from how many sources times vertices and arcs on a few searches are made to predict the others by.
const WorthALook = 1e6

// ReferenceThreads is the number of threads that reductions are chosen for: they are made on one.
const ReferenceThreads = 4

// WorthGPU is how many seconds a call has to take on processors before "auto" looks for a GPU.
const WorthGPU = 0.1
