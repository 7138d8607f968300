/*
 * Sums of distances by lane of a batch, over the vertices that each lane comes to. A row of lanes is added to counters of
 * 8 bits, a bit of all lanes in each plane; they go to one number a lane before they are full, and at the end of a level
 * become sums.
 */
#ifndef GOBC_LANE_TOTALS_H
#define GOBC_LANE_TOTALS_H

#include "kernels.h"

enum { GOBC_LANES = 512, GOBC_PLANES = 8, GOBC_PLANES_FULL = (1 << GOBC_PLANES) - 1 };

typedef struct gobc_lane_totals {
  const uint8_t *counted; /* by vertex; NULL: all */
  gobc_term term;
  int sums_terms;
  int words;    /* of a row */
  int64_t most; /* arcs that may be looked at; 0: any number */
  int given_up; /* more were */
  int held;     /* rows in the planes, below GOBC_PLANES_FULL */
  uint64_t planes[GOBC_PLANES][GOBC_LANES / 64] __attribute__((aligned(64)));
  uint32_t came[GOBC_LANES]; /* on this level, without what the planes hold */
  int64_t distance[GOBC_LANES], reached[GOBC_LANES];
  uint64_t terms[GOBC_LANES][2];
  int32_t eccentricity[GOBC_LANES];
} gobc_lane_totals;

/* Adds the planes to `came`. */
void gobc_lane_totals_flush(gobc_lane_totals *totals);
/* Makes sums of what came on a level, from 0 on. */
void gobc_lane_totals_end_level(gobc_lane_totals *totals, int64_t level, int lanes);
#endif
