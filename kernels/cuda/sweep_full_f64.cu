/* The full level sweep: edge betweenness, weights of sources and targets. */
#include "sweep.h"

GOBC_DEVICE_CONSTANT(int, gobc_arguments_size, (int)sizeof(gobc_full_arguments))

GOBC_SWEEP_FULL(16, full_f64, false, false, 1024, 1)
GOBC_SWEEP_FULL(32, full_f64, false, false, 1024, 1)
GOBC_SWEEP_FULL(32, shared_full_f64, false, true, 1024, 1)
GOBC_SWEEP_FULL(64, full_f64, false, false, 1024, 1)
GOBC_SWEEP_FULL(128, full_f64, false, false, 1024, 1)
