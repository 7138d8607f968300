/* The level sweep for several cutoffs at once: betweenness of vertices, in double precision. */
#include "sweep.h"

GOBC_SWEEPS(double, cutoffs_f64, 1024, WithinCutoffs)
