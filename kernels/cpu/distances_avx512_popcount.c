/* Distances with AVX-512 and its vector popcount (Ice Lake, Zen 4 and later). */
#include "dispatch.h"
#if GOBC_HAS_AVX512
#pragma GCC target("avx512f,avx512vl,avx512vpopcntdq,popcnt")
#include <immintrin.h>
#include "distances.h"
#define GOBC_DISTANCES_NAME gobc_distances_avx512_popcount
#include "distances_instances.h"
#endif
