/*
 * The full level sweep: edge betweenness, weights of sources and targets. Narrow batches run in blocks of 768 threads,
 * which spill less: edges of co-expression took 1.57 times as long as vertices, not 1.63. In wide ones 1,024 are better:
 * small world 1.33, not 1.41.
 */
#include "sweep.h"

GOBC_SWEEPS_FULL(full_f64, false, 768)
