package cuda

import "gobc/kernels/cuda/device"

// The structs of arguments.h, field by field; every module is asked for its size before it runs.

type GraphArguments struct {
	vertices, _            int32
	outOffsets, outTargets device.Address
	inOffsets, inTargets   device.Address
}

type BatchArguments struct {
	sourcesCount, batches, launched, lanes int32
	sources, order, next, cancel           device.Address
	finished, status, flagged, cost        device.Address
	counts                                 device.Address
}

type TotalArguments struct {
	coarse, fine device.Address
	stress       [3]device.Address
}

type sweepArguments struct {
	graph   GraphArguments
	batches BatchArguments
	totals  TotalArguments

	sigma, gamma, visited, next, touched         device.Address
	entryVertex, entryLanes, entryList           device.Address
	levelEnd, longs, scales, scaleLevel, hubRows device.Address
	entries, scaleRoom                           int32
	sharedMasks, sharedTouched                   int32
	stressMost                                   float64
	hub, levels                                  int32
}

type fullArguments struct {
	sweepArguments

	edgeDelta, edgeStress, targetWeight, sourceWeight device.Address
}

type mergedArguments struct {
	graph   GraphArguments
	batches BatchArguments
	totals  TotalArguments

	sigma, state, queue, touched, waiting    device.Address
	entriesOf, bucketEnd, roundEnd, distance device.Address
	entries, rounds, bucketRounds, _         int32
}

// mergedArcsArguments are those of merged.h.
type mergedArcsArguments struct {
	mergedArguments

	edgeDelta device.Address
}

type queueArguments struct {
	graph   GraphArguments
	batches BatchArguments
	totals  TotalArguments

	sigma, distance, stack, levelEnd device.Address
	levels, _                        int32
}

type weightedArguments struct {
	graph   GraphArguments
	batches BatchArguments
	totals  TotalArguments

	outWeights, inWeights                             device.Address
	edgeDelta, edgeStress, targetWeight, sourceWeight device.Address
	lengths, harmonic                                 [3]device.Address
	reached, longest                                  device.Address
	state, distance, sigma, onward, before, after     device.Address
	touched, order, waiting, later, longs             device.Address
	bucketEnd, roundEnd, entriesOf                    device.Address
	far, arcs                                         uint64
	keyScale, tolerance                               float64
	scale, harmonicScale, stressMost                  float64
	step, bucketKeys                                  uint32
	entries, rounds, buckets, bucketRounds            int32
}

type weightedQueueArguments struct {
	graph   GraphArguments
	batches BatchArguments
	totals  TotalArguments

	outWeights, inWeights, outLeast, inLeast device.Address
	targetWeight, sourceWeight               device.Address
	distance, sigma, stack, roundEnd         device.Address
	near, later, longs                       device.Address
	far                                      uint64
	keyScale, tolerance                      float64
	step, _                                  uint32
}

type distancesArguments struct {
	graph   GraphArguments
	batches BatchArguments

	visited, next, touched                                     device.Address
	queueVertex, queueLanes, queueList, reachedList            device.Address
	distance, reached, harmonicHigh, harmonicLow, eccentricity device.Address
	sharedMasks, sharedTouched                                 int32
	levels, _                                                  int32
}

// How a batch ended, as arguments.h says.
const (
	batchDone    = 1
	batchNoRoom  = 2
	batchStalled = 3
)
