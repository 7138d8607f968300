/* Distances with AVX2. */
#if defined(__x86_64__)
#pragma GCC target("avx2,popcnt")
#include <immintrin.h>

#include "distances.h"
#define GOBC_DISTANCES_NAME gobc_distances_avx2
#include "distances_instances.h"
#endif
