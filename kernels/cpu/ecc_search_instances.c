/* The instances of the searches that say how far sources see. */
#include "distances/ecc_search_instances.c"
