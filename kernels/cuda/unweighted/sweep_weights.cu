/*
 * Betweenness with weights of sources and targets, in double precision. Instances of their own: with weights in those of all
 * calls, these took up to 1.05 times as long (BENCHMARKS.md).
 */
#include "ready_batch.h"
#include "sweep.h"

#define GOBC_SWEEP_WEIGHS(WIDTH, NAME, MASKS_SHARED)                                                                   \
  GOBC_KERNEL(gobc_sweep_w##WIDTH##_##NAME, gobc_sweep_arguments, 1024, 1) {                                           \
    run_sweep<WIDTH / 4, double, false, MASKS_SHARED, 1024, false, true>(*arguments);                                  \
  }

GOBC_SWEEP_WEIGHS(16, weights_f64, false)
GOBC_SWEEP_WEIGHS(32, weights_f64, false)
GOBC_SWEEP_WEIGHS(32, shared_weights_f64, true)
GOBC_SWEEP_WEIGHS(64, weights_f64, false)
GOBC_SWEEP_WEIGHS(128, weights_f64, false)

GOBC_READY_BATCH_SWEEPS(weights_, f64, double, false, true)
GOBC_READY_BATCH_SWEEPS(weights_arcs_, f64, double, true, true)
