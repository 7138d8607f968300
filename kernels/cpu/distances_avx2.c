/* Distances with AVX2. */
#include "dispatch.h"
#if GOBC_HAS_AVX2
#pragma GCC target("avx2,popcnt")
#include <immintrin.h>
#include "distances.h"
#define GOBC_DISTANCES_NAME gobc_distances_avx2
#include "distances_instances.h"
#endif
