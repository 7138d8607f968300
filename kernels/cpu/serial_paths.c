/* One source at a time: path counts and dependencies. */
#include "serial/paths.c"
