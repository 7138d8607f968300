/* The full level sweep with stress, of vertices and edges. */
#include "sweep.h"

GOBC_SWEEPS_FULL(full_stress_f64, true, 1024)
