/* Shared by levels.c (workspace, dispatch) and the traversals built from levels_body.h. */
#ifndef GOBC_LEVELS_INTERNAL_H
#define GOBC_LEVELS_INTERNAL_H

#include <string.h>

#include "levels.h"

/*
 * A row is `words` words of lanes, row v at rows + v * words.
 *   visited   lanes that have reached v
 *   frontier  lanes that reached v on this level, next those of the level after; both all zero between runs
 *   open      1 while v may still gain a lane and is not yet a candidate of this level
 *   distance  64 distances a vertex; one source after the other: 64 times a distance for every vertex
 */
struct gobc_levels {
  gobc_csr graph;
  gobc_allocator allocator;
  int words, bits, slot;
  int dirty; /* a run was cut short: frontier and next are not zero */
  int lanes; /* of the last batch */
  uint64_t *visited, *frontier, *next;
  int32_t *active, *found, *candidates, *unfinished;
  uint8_t *open;
  void *distance;
  gobc_counts counts;
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

extern const gobc_levels_kernel gobc_levels_baseline;
#if defined(__x86_64__)
extern const gobc_levels_kernel gobc_levels_avx2;
extern const gobc_levels_kernel gobc_levels_avx512;
#endif

/* A level is pulled when the frontier's degrees exceed this share of the unfinished vertices' (as in distances.h). */
#define GOBC_LEVELS_PULL_SHARE 0.3

#endif
