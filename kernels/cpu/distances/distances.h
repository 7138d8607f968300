/*
 * Shared by distances/distances.c (workspace, dispatch, totals) and the traversals built from distances/distances_body.h, one for each
 * instruction set and number of words.
 */
#ifndef GOBC_DISTANCES_H
#define GOBC_DISTANCES_H

#include "distances/batch_search.h"
#include "common/dispatch.h"
#include "common/terms.h"

/* term: NULL if no terms are asked for */
typedef int gobc_distances_traverse(struct gobc_distances *, const int32_t *sources, int lanes, int32_t first,
                                    int32_t last, const gobc_term *term, const volatile int32_t *cancel);

typedef struct gobc_distances_kernel {
  gobc_distances_traverse *traverse[3]; /* for 1, 4 and 8 words */
} gobc_distances_kernel;

/* Sums are of the running batch, added to the totals at its end: a cancelled batch leaves no trace. */
struct gobc_distances {
  gobc_batch_search search;
  double cutoff; /* the longest distance that counts; negative: no limit */
  int64_t *distance;
  uint64_t *terms; /* 2 words a vertex; NULL until first asked for */
  int32_t *eccentricity;
  gobc_distances_traverse *traverse;
};

extern const gobc_distances_kernel gobc_distances_baseline, gobc_distances_avx2, gobc_distances_avx512,
    gobc_distances_avx512_popcount;

#endif
