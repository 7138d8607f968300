/* The level sweep with stress. */
#include "sweep.h"

GOBC_SWEEPS(float, stress_f32, true)
GOBC_SWEEPS(double, stress_f64, true)
