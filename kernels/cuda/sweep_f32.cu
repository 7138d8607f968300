/* The level sweep with path counts in single precision. */
#include "sweep.h"

GOBC_SWEEP(16, float, f32, false, false, 1024, 1)
GOBC_SWEEP(32, float, f32, false, false, 1024, 1)
GOBC_SWEEP(32, float, shared_f32, false, true, 1024, 1)
GOBC_SWEEP(64, float, f32, false, false, 1024, 1)
GOBC_SWEEP(128, float, f32, false, false, 1024, 1)
