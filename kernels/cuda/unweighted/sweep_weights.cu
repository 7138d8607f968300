/*
 * Betweenness with weights of sources and targets, in double precision. Instances of their own: with weights in those of all
 * calls, these took up to 1.05 times as long (BENCHMARKS.md).
 */
#include "ready_batch.h"
#include "sweep.h"

GOBC_SWEEPS(double, weights_f64, 1024, Weighed)
GOBC_READY_BATCH_SWEEPS(weights_, f64, double, false, 1)
GOBC_READY_BATCH_SWEEPS(weights_arcs_, f64, double, true, 1)
