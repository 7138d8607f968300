/*
 * Includes the file GOBC_BODY for each instruction set in GOBC_BODY_SETS that is compiled in. gobc_isas_here asks the
 * processor for these flags.
 */
#if GOBC_BODY_SETS & GOBC_HAS_BASELINE
/* Any machine: GCC vectors of 16 bytes. */
#define GOBC_SET baseline
#define GOBC_LEVEL 0
#pragma GCC push_options
#include GOBC_BODY
#pragma GCC pop_options
#undef GOBC_SET
#undef GOBC_LEVEL
#endif

#if GOBC_BODY_SETS & GOBC_HAS_AVX2
/* Haswell, Zen and later. */
#define GOBC_SET avx2
#define GOBC_LEVEL 1
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#include GOBC_BODY
#pragma GCC pop_options
#undef GOBC_SET
#undef GOBC_LEVEL
#endif

#if GOBC_BODY_SETS & GOBC_HAS_AVX512
/* Skylake server and later. */
#define GOBC_SET avx512
#define GOBC_LEVEL 2
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,lzcnt,popcnt")
#include GOBC_BODY
#pragma GCC pop_options
#undef GOBC_SET
#undef GOBC_LEVEL
#endif

#if GOBC_HAS_AVX512 && (GOBC_BODY_SETS & GOBC_HAS_POPCOUNT)
/* Ice Lake, Zen 4 and later: AVX-512 with a vector popcount. */
#define GOBC_SET avx512_popcount
#define GOBC_LEVEL 2
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi,bmi2,lzcnt,popcnt")
#include GOBC_BODY
#pragma GCC pop_options
#undef GOBC_SET
#undef GOBC_LEVEL
#endif
