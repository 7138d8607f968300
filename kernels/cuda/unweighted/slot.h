/* The slot and the shared memory of a block of the level sweep. */
#ifndef GOBC_CUDA_SLOT_H
#define GOBC_CUDA_SLOT_H

#include "demand.h"
#include "hubs.h"
#include "range.h"
#include "totals.h"

/* The arrays of a block's slot. */
template <typename Real>
struct Slot {
  const uint32_t *out_offsets, *in_offsets;
  const int32_t *out_targets, *in_targets;
  Real *sigma, *paths_onward, *parts;
  uint32_t *visited, *next, *touched;
  int32_t *entry_vertex, *level_end, *scale_level, *long_lists;
  uint32_t *entry_lanes;
  uint2 *entry_list;
  int16_t *scales;
};

/*
 * Shared memory of a block. The addresses are here, too: in registers they would leave no space for rows in flight. TARGETS: 0, all
 * pairs count alike; 1, sources and targets have weights; 2, the weight of a target also depends on the source; 3, all count
 * alike within several cutoffs.
 */
template <typename Real, int WIDTH, int TARGETS = 0>
struct Shared {
  gobc_sweep_arguments a;
  Slot<Real> slot;
  int batch, entries, tile, stop, above, scales;
  int cancelled;             /* a loop has seen the cancel word; `stop` follows */
  int long_lists, long_tile; /* entries of this level with long lists, and how many of them are taken */
  uint32_t out_of_range[(WIDTH + 31) / 32];
  typename BitsOf<Real>::type largest[WIDTH], smallest[WIDTH];
  short exponent[WIDTH];
  Hubs hubs;
};

template <typename Real, int WIDTH>
struct Shared<Real, WIDTH, 1> : Shared<Real, WIDTH> {
  alignas(16) double weight[WIDTH]; /* of each lane's source */
};
template <typename Real, int WIDTH>
struct Shared<Real, WIDTH, 3> : Shared<Real, WIDTH> {
  gobc_cutoff_arguments cutoffs;
  Real *g;               /* rows of the way back that runs */
  gobc_address delta[2]; /* totals of the largest cutoff */
};
template <typename Real, int WIDTH>
struct Shared<Real, WIDTH, 2> : Shared<Real, WIDTH, 1> {
  Demand<WIDTH> demand;
  double factor, next_factor; /* of this level by its distance, and of the next one up */
};

#endif
