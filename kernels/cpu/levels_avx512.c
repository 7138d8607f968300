/* Levels with AVX-512 (Skylake server and later): distances are written with masks. */
#include "dispatch.h"
#if GOBC_HAS_AVX512
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,popcnt")
#include <immintrin.h>
#include "levels_internal.h"
#define GOBC_LEVELS_NAME gobc_levels_avx512
#include "levels_instances.h"
#endif
