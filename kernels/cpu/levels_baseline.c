/* Levels for any machine: GCC vectors of 16 bytes. */
#include "dispatch.h"
#if GOBC_HAS_BASELINE
#include "levels_internal.h"
#define GOBC_LEVELS_NAME gobc_levels_baseline
#include "levels_instances.h"
#endif
