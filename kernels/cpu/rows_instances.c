/* The instances of the search that writes rows of distances. */
#include "distances/rows_instances.c"
