/* One pair at a time. */
#include "serial/pair_dependency.c"
