/* The merged sweep with AVX2. */
#include "merged_internal.h"
#if GOBC_HAS_AVX2
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#include <immintrin.h>
#define GOBC_SWEEP_LEVEL 1
#define GOBC_MERGED_TABLE gobc_merged_avx2
#include "merged_instances.h"
#endif
