/* The level sweep with path counts in double precision, with stress. */
#include "sweep.h"

GOBC_SWEEP(16, double, stress_f64, true, false, 1024, 1)
GOBC_SWEEP(32, double, stress_f64, true, false, 1024, 1)
GOBC_SWEEP(32, double, shared_stress_f64, true, true, 1024, 1)
GOBC_SWEEP(64, double, stress_f64, true, false, 1024, 1)
GOBC_SWEEP(128, double, stress_f64, true, false, 1024, 1)
