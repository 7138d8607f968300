/* The one place that knows all instances. Nothing here needs more than the baseline. */
#include "common/dispatch.h"

#include "distances/distances.h"
#include "distances/ecc_search.h"
#include "distances/rows.h"
#include "weighted/label_correcting.h"
#include "sweep/sweep.h"

#define KERNELS(set)                                                                                                   \
  {gobc_sweep_##set, &gobc_label_correcting_##set, &gobc_distances_##set, &gobc_ecc_search_##set, &gobc_rows_##set}

static const gobc_kernels kernels[] = {
#if GOBC_HAS_BASELINE
    [GOBC_ISA_BASELINE] = KERNELS(baseline),
#endif
#if GOBC_HAS_AVX2
    [GOBC_ISA_AVX2] = KERNELS(avx2),
#endif
#if GOBC_HAS_AVX512
    [GOBC_ISA_AVX512] = KERNELS(avx512),
#endif
};

#if GOBC_HAS_AVX512
/* With the vector popcount of Ice Lake, Zen 4 and later. */
static const gobc_kernels popcount = {gobc_sweep_avx512, &gobc_label_correcting_avx512, &gobc_distances_avx512_popcount,
                                      &gobc_ecc_search_avx512, &gobc_rows_avx512_popcount};
#endif

static int runs(int isa) {
  if (isa == GOBC_ISA_BASELINE) return 1;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (isa == GOBC_ISA_AVX2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  if (isa == GOBC_ISA_AVX512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2");
#endif
  return 0;
}

unsigned gobc_isas_built(void) { return GOBC_ISAS; }

unsigned gobc_isas_here(void) {
  unsigned sets = 0;
  for (int isa = GOBC_ISA_BASELINE; isa <= GOBC_ISA_AVX512; isa++)
    if (runs(isa)) sets |= 1u << isa;
  return sets;
}

int gobc_isa(int asked) {
  unsigned sets = gobc_isas_built() & gobc_isas_here();
  if (asked >= 0) return sets >> asked & 1 ? asked : -1;
  for (int isa = GOBC_ISA_AVX512; isa >= 0; isa--)
    if (sets >> isa & 1) return isa;
  return -1;
}

const gobc_kernels *gobc_dispatch(int asked) {
  int isa = gobc_isa(asked);
#if GOBC_HAS_AVX512
  if (isa == GOBC_ISA_AVX512 && __builtin_cpu_supports("avx512vpopcntdq")) return &popcount;
#endif
  return isa < 0 ? NULL : kernels + isa;
}
