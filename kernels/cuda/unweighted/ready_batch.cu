/* The ready-batch sweep. _arcs: also sums by arc, for betweenness of edges with or without that of vertices. */
#include "ready_batch.h"

GOBC_READY_BATCH_SWEEPS(, f32, float, false, 0)
GOBC_READY_BATCH_SWEEPS(, f64, double, false, 0)
GOBC_READY_BATCH_SWEEPS(arcs_, f64, double, true, 0)
