/*
 * The ready-batch sweep. _levels: distances level by level, 4 or 8 threads an entry (8 is faster above degree 8); _corrected:
 * by label correcting, for roads. _arcs: also sums by arc, for betweenness of edges with or without that of vertices.
 */
#include "ready_batch.h"

#define GOBC_READY_BATCH(NAME, REAL, WALK, CORRECT, THREADS, BLOCKS, ARCS)                                             \
  GOBC_KERNEL(gobc_ready_batch_##NAME, gobc_ready_batch_arguments, THREADS, BLOCKS) {                                  \
    run_ready_batch<REAL, WALK, CORRECT, THREADS, ARCS>(*arguments);                                                   \
  }
#define GOBC_READY_BATCH_SWEEPS(PREFIX, SUFFIX, REAL, ARCS)                                                            \
  GOBC_READY_BATCH(PREFIX##levels4_##SUFFIX, REAL, 4, false, 1024, 1, ARCS)                                            \
  GOBC_READY_BATCH(PREFIX##levels8_##SUFFIX, REAL, 8, false, 1024, 1, ARCS)                                            \
  GOBC_READY_BATCH(PREFIX##corrected_##SUFFIX, REAL, 2, true, 512, 2, ARCS)

GOBC_READY_BATCH_SWEEPS(, f32, float, false)
GOBC_READY_BATCH_SWEEPS(, f64, double, false)
GOBC_READY_BATCH_SWEEPS(arcs_, f64, double, true)
