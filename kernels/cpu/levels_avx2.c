/* Levels with AVX2. */
#include "dispatch.h"
#if GOBC_HAS_AVX2
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#include <immintrin.h>
#include "levels_internal.h"
#define GOBC_LEVELS_NAME gobc_levels_avx2
#include "levels_instances.h"
#endif
