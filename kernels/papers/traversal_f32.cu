/* The methods of one traversal a block, path counts in single precision. */
#include "methods.h"

GOBC_DEVICE_CONSTANT(int, gobc_arguments_size, (int)sizeof(gobc_traversal_arguments))

GOBC_METHODS(float, f32)
