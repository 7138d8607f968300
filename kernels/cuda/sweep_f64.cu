/* The level sweep with path counts in double precision. */
#include "sweep.h"

GOBC_SWEEP(16, double, f64, false, false, 1024, 1)
GOBC_SWEEP(32, double, f64, false, false, 1024, 1)
GOBC_SWEEP(32, double, shared_f64, false, true, 1024, 1)
GOBC_SWEEP(64, double, f64, false, false, 1024, 1)
GOBC_SWEEP(128, double, f64, false, false, 1024, 1)
