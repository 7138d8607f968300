/*
 * The full level sweep: betweenness of edges, with weights of sources and targets or without. Narrow batches run in blocks of
 * 768 threads, which spill fewer registers; wide ones are faster with 1,024 (BENCHMARKS.md).
 */
#include "sweep.h"

GOBC_SWEEPS(double, full_f64, 768, Full)
