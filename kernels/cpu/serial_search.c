/* One source at a time: distances with weights. */
#include "serial/search.c"
