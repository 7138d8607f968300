/* The level sweep with path counts in single precision, with stress. */
#include "sweep.h"

GOBC_SWEEP(16, float, stress_f32, true, false, 1024, 1)
GOBC_SWEEP(32, float, stress_f32, true, false, 1024, 1)
GOBC_SWEEP(32, float, shared_stress_f32, true, true, 1024, 1)
GOBC_SWEEP(64, float, stress_f32, true, false, 1024, 1)
GOBC_SWEEP(128, float, stress_f32, true, false, 1024, 1)
