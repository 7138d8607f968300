/* The merged sweep for any machine: GCC vectors of 16 bytes. */
#include "merged_internal.h"
#if GOBC_HAS_BASELINE
#if GOBC_MERGED_X86
#include <emmintrin.h>
#endif
#define GOBC_SWEEP_LEVEL 0
#define GOBC_MERGED_TABLE gobc_merged_baseline
#include "merged_instances.h"
#endif
