/* Its instances. */
#include "weighted/instances.c"
