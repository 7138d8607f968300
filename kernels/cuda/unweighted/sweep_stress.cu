/* The level sweep with stress. */
#include "sweep.h"

GOBC_SWEEPS(float, stress_f32, 1024, OfVerticesStress)
GOBC_SWEEPS(double, stress_f64, 1024, OfVerticesStress)
