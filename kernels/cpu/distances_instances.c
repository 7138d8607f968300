/* The instances of the search that sums distances. */
#include "distances/distances_instances.c"
