/*
 * Instruction sets: which ones are compiled in, and which kernels a workspace takes. Instances of a kernel are named after
 * their set, NAME_baseline, NAME_avx2, NAME_avx512. Every set gives the same bits.
 */
#ifndef GOBC_DISPATCH_H
#define GOBC_DISPATCH_H

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

/* Of common/instance_sets.h: the sets of every processor, and AVX-512 with the vector popcount besides. */
#define GOBC_ALL_SETS 7
#define GOBC_HAS_POPCOUNT 8

/* The kernels of one instruction set, as the families declare them. */
typedef struct gobc_kernels {
  const struct gobc_sweep_kernel *const *sweep;
  const struct gobc_label_correcting_kernel *label_correcting;
  const struct gobc_distances_kernel *distances;
  const struct gobc_ecc_search_kernel *ecc_search;
  const struct gobc_rows_kernel *rows;
} gobc_kernels;

/*
 * Returns the instruction set to use: `asked`, or the best one if `asked` is -1. Returns -1 if the set is not compiled in
 * or this processor does not have it.
 */
int gobc_isa(int asked);

/* The kernels of that set, or NULL. */
const gobc_kernels *gobc_dispatch(int asked);

#endif /* GOBC_DISPATCH_H */
