/* Levels with AVX2. */
#if defined(__x86_64__)
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#include <immintrin.h>

#include "levels_internal.h"
#define GOBC_LEVELS_NAME gobc_levels_avx2
#include "levels_instances.h"
#endif
