/*
 * Shared by distances/distances.c (workspace, dispatch, totals) and the traversals built from distances/distances_body.h, one for each
 * instruction set and number of words.
 */
#ifndef GOBC_DISTANCES_H
#define GOBC_DISTANCES_H

#include "distances/batch_search.h"
#include "common/dispatch.h"
#include "common/terms.h"

typedef int gobc_distances_traverse(struct gobc_distances *, const int32_t *sources, int lanes, int32_t first,
                                    int32_t last, const gobc_distance_totals *totals, const volatile int32_t *cancel);

typedef struct gobc_distances_kernel {
  gobc_distances_traverse *traverse[3]; /* for 1, 4 and 8 words */
} gobc_distances_kernel;

/* Sums of the levels between two cutoffs. */
typedef struct gobc_distance_ring {
  int64_t *distance;
  uint64_t *terms; /* 2 words a vertex; NULL until first asked for */
  int32_t *eccentricity;
  int32_t *reached;          /* lanes that have come; NULL where there is one ring, as `visited` has it */
  int64_t lane_reached[512]; /* vertices that each lane has come to so far */
} gobc_distance_ring;

/* Sums are of the running batch, added to the totals at its end: a cancelled batch leaves no trace. */
struct gobc_distances {
  gobc_batch_search search;
  gobc_pairs pairs;
  gobc_distance_ring *rings; /* one for each inner cutoff, and the last one */
  int ring;                  /* to which the levels go; those before it are complete */
  int counts;                /* lane_reached is asked for */
  gobc_distances_traverse *traverse;
};

/* Completes the rings that end before a level, in the range of the batch. */
void gobc_distances_end_rings(struct gobc_distances *d, int64_t level, int lanes, int32_t first, int32_t last);

extern const gobc_distances_kernel gobc_distances_baseline, gobc_distances_avx2, gobc_distances_avx512,
    gobc_distances_avx512_popcount;

#endif
