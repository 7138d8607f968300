/* Distances with AVX-512 (Skylake server and later). */
#include "dispatch.h"
#if GOBC_HAS_AVX512
#pragma GCC target("avx512f,popcnt")
#include <immintrin.h>
#include "distances.h"
#define GOBC_DISTANCES_NAME gobc_distances_avx512
#include "distances_instances.h"
#endif
