/*
 * Instruction sets: which ones are compiled in, and which one a workspace takes. Instances of a kernel are named after
 * their set, NAME_baseline, NAME_avx2, NAME_avx512. Every set gives the same bits.
 */
#ifndef GOBC_ISA_H
#define GOBC_ISA_H

#include "kernels.h"

/* The sets that are compiled in, 1 << GOBC_ISA_*: all that the target has, or the one that the build names. */
#if !defined(__x86_64__) || defined(__clang__)
#define GOBC_ISAS 1
#elif defined(GOBC_ONLY_ISA)
#define GOBC_ISAS (1 << GOBC_ONLY_ISA)
#else
#define GOBC_ISAS 7
#endif
#define GOBC_HAS_BASELINE (GOBC_ISAS & 1)
#define GOBC_HAS_AVX2 (GOBC_ISAS & 2)
#define GOBC_HAS_AVX512 (GOBC_ISAS & 4)

/* GOBC_INSTANCE(isa, NAME): the instance of a set that gobc_isa has returned. */
#if GOBC_HAS_BASELINE
#define GOBC_BASELINE(name) name##_baseline
#else
#define GOBC_BASELINE(name) NULL
#endif
#if GOBC_HAS_AVX2
#define GOBC_AVX2(name) name##_avx2
#else
#define GOBC_AVX2(name) NULL
#endif
#if GOBC_HAS_AVX512
#define GOBC_AVX512(name) name##_avx512
#else
#define GOBC_AVX512(name) NULL
#endif
#define GOBC_INSTANCE(isa, name) \
  ((isa) == GOBC_ISA_AVX512 ? GOBC_AVX512(name) : (isa) == GOBC_ISA_AVX2 ? GOBC_AVX2(name) : GOBC_BASELINE(name))

/* The set to take when `asked` is wanted, or -1 for the best. -1 if it is not compiled in or not of this processor. */
int gobc_isa(int asked);

#endif /* GOBC_ISA_H */
