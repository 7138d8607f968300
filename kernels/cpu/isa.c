/* Instruction sets of this processor that the kernels are compiled for. Nothing here needs more than the baseline. */
#include "isa.h"

static int runs(int isa) {
  if (isa == GOBC_ISA_BASELINE) return 1;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (isa == GOBC_ISA_AVX2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  if (isa == GOBC_ISA_AVX512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2");
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
