/* The level sweep with stress. */
#include "sweep.h"

GOBC_SWEEPS(float, stress_f32, true, 1024, false, false)
GOBC_SWEEPS(double, stress_f64, true, 1024, false, false)
