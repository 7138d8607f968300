/*
 * Shared by distances.c (workspace, dispatch, totals) and the traversals built from distances_body.h, one for each
 * instruction set and number of words.
 */
#ifndef GOBC_DISTANCES_H
#define GOBC_DISTANCES_H

#include "kernels.h"

/*
 * A row is `words` words of lanes, row v at rows + v * words.
 *   visited   lanes that have reached v
 *   frontier  lanes that reached v on this level, next those of the level after; both all zero between runs
 *   open      1 while v may still gain a lane and is not yet a candidate of this level
 * Sums of the running batch, added to the totals at its end: a cancelled batch leaves no trace.
 */
struct gobc_distances {
  gobc_csr graph;
  double cutoff; /* the longest distance that counts; negative: no limit */
  gobc_allocator allocator;
  int words;
  int dirty; /* a run was cut short: frontier and next are not zero */
  uint64_t *visited, *frontier, *next;
  int32_t *active, *found, *candidates, *unfinished;
  uint8_t *open;
  int64_t *distance;
  uint64_t *harmonic; /* 2 words a vertex; NULL until first asked for */
  int32_t *eccentricity;
  gobc_counts counts;
  int (*traverse)(struct gobc_distances *, const int32_t *sources, int lanes, int32_t first, int32_t last,
                  int harmonic, const volatile int32_t *cancel);
};

typedef int (*gobc_distances_traverse)(struct gobc_distances *, const int32_t *, int, int32_t, int32_t, int,
                                       const volatile int32_t *);

/* instances for 1, 4 and 8 words */
extern const gobc_distances_traverse gobc_distances_baseline[3];
#if defined(__x86_64__)
extern const gobc_distances_traverse gobc_distances_avx2[3];
extern const gobc_distances_traverse gobc_distances_avx512[3];
extern const gobc_distances_traverse gobc_distances_avx512_popcount[3];
#endif

/*
 * A level is pulled when the frontier's out-degrees exceed this share of the unfinished vertices' in-degrees. Best or
 * equal on four graphs; from 1 on a small-world graph takes 3.6 times as long.
 */
#define GOBC_PULL_SHARE 0.3

/* 1 / level in units of 2^-64, nearest; level >= 1 */
static inline unsigned __int128 gobc_reciprocal(int64_t level) {
  return (((unsigned __int128)1 << 64) + (uint64_t)(level >> 1)) / (uint64_t)level;
}

#endif
