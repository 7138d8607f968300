/* Shared by levels.c (workspace, dispatch) and the traversals built from levels_body.h. */
#ifndef GOBC_LEVELS_H
#define GOBC_LEVELS_H

#include <string.h>

#include "batch_search.h"
#include "dispatch.h"

struct gobc_levels {
  gobc_batch_search search;
  int bits, slot;
  int lanes;      /* of the last batch */
  void *distance; /* 64 a vertex; one source after the other: 64 times a distance for every vertex */
  const struct gobc_levels_kernel *kernel;
};

typedef struct gobc_levels_batch {
  const int32_t *sources;
  int lanes;
  int32_t first, last;
  const uint8_t *known;
  int32_t *eccentricity, *beyond;
  const volatile int32_t *cancel;
} gobc_levels_batch;

typedef struct gobc_levels_kernel {
  int (*traverse[6])(struct gobc_levels *, const gobc_levels_batch *); /* by slot */
  /* updates the vertices [first, last) from the rows */
  void (*bound[6])(const struct gobc_levels *, int32_t first, int32_t last, const int32_t *eccentricity,
                   const int32_t *beyond, gobc_level_bounds *bounds);
} gobc_levels_kernel;

enum {
  GOBC_LEVELS_SERIAL16,
  GOBC_LEVELS_SERIAL32,
  GOBC_LEVELS_ROWS16,
  GOBC_LEVELS_ROWS32,
  GOBC_LEVELS_PLAIN,
  GOBC_LEVELS_WIDE
};

extern const gobc_levels_kernel gobc_levels_baseline, gobc_levels_avx2, gobc_levels_avx512;

#endif
