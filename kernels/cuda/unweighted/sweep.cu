/* The level sweep, with path counts in single and in double precision. */
#include "sweep.h"

GOBC_SWEEPS(float, f32, false, 1024, false, false)
GOBC_SWEEPS(double, f64, false, 1024, false, false)
