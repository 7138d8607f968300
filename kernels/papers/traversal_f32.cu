/* The methods of one traversal a block, path counts in single precision. */
#include "methods.h"

GOBC_METHODS(float, f32)
