/* Distances for any machine: GCC vectors of 16 bytes. */
#include "dispatch.h"
#if GOBC_HAS_BASELINE
#include "distances.h"
#define GOBC_DISTANCES_NAME gobc_distances_baseline
#include "distances_instances.h"
#endif
