/* One source at a time: levels by hops. */
#include "serial/levels.c"
