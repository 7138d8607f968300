/* The methods of one traversal a block, path counts in double precision. */
#include "methods.h"

GOBC_METHODS(double, f64)
