/* The full level sweep with stress, of vertices and edges. */
#include "sweep.h"

GOBC_SWEEP_FULL(16, full_stress_f64, true, false, 1024, 1)
GOBC_SWEEP_FULL(32, full_stress_f64, true, false, 1024, 1)
GOBC_SWEEP_FULL(32, shared_full_stress_f64, true, true, 1024, 1)
GOBC_SWEEP_FULL(64, full_stress_f64, true, false, 1024, 1)
GOBC_SWEEP_FULL(128, full_stress_f64, true, false, 1024, 1)
