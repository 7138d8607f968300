/* Contracted chains, in a batch of either kernel with weights. */
#include "chains/chains.c"
