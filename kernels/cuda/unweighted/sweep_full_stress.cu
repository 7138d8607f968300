/* The full level sweep with stress, also of edges. */
#include "sweep.h"

GOBC_SWEEPS(double, full_stress_f64, 1024, FullStress)
