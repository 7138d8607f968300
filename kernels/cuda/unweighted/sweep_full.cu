/*
 * The full level sweep: edge betweenness, weights of sources and targets. Narrow batches run in blocks of 768 threads, which
 * spill fewer registers; wide ones are faster with 1,024 (BENCHMARKS.md).
 */
#include "sweep.h"

GOBC_SWEEPS_FULL(full_f64, false, 768)
