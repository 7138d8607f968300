/* Stress with weights of sources and targets, and the sums of paths from each source. */
#include "sweep.h"

GOBC_SWEEPS(double, weights_stress_f64, 1024, WeighedStress)
