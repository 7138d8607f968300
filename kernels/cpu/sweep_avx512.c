/* The batched sweep with AVX-512 (Skylake server and later). */
#include "sweep_internal.h"
#if GOBC_HAS_AVX512
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,lzcnt,popcnt")
#include <immintrin.h>
#define GOBC_SWEEP_LEVEL 2
#define GOBC_SWEEP_TABLE gobc_sweep_avx512
#include "sweep_instances.h"
#endif
