/* What all kernels share. */
#include "common/arena.c"
#include "common/dispatch.c"
