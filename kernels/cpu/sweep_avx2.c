/* The batched sweep with AVX2 (Haswell, Zen and later). */
#include "sweep_internal.h"
#if GOBC_HAS_AVX2
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#include <immintrin.h>
#define GOBC_SWEEP_LEVEL 1
#define GOBC_SWEEP_TABLE gobc_sweep_avx2
#include "sweep_instances.h"
#endif
