/* The level sweep, with path counts in single and in double precision. */
#include "sweep.h"

GOBC_SWEEPS(float, f32, 1024, OfVertices)
GOBC_SWEEPS(double, f64, 1024, OfVertices)
