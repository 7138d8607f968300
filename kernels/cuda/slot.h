/* What a block of the level sweep works with: the addresses of its slot, and its shared memory. */
#ifndef GOBC_CUDA_SLOT_H
#define GOBC_CUDA_SLOT_H

#include "hubs.h"
#include "range.h"
#include "totals.h"

/* The arrays of a block's slot. */
template <typename Real> struct Slot {
  const uint32_t *out_offsets, *in_offsets;
  const int32_t *out_targets, *in_targets;
  Real *sigma, *gamma, *parts;
  uint32_t *visited, *next, *touched;
  int32_t *entry_vertex, *level_end, *scale_level, *longs;
  uint32_t *entry_lanes;
  uint2 *entry_list;
  int16_t *scales;
};

/* What the threads of a block share. Addresses stand here too: in registers they would crowd out rows in flight. */
template <typename Real, int WIDTH, bool FULL = false> struct Shared {
  gobc_sweep_arguments a;
  Slot<Real> slot;
  int batch, entries, tile, stop, above, scales;
  int cancelled; /* seen by a loop, on its way to `stop` */
  int longs, long_tile; /* entries with long lists of the level at hand, and how many of them are taken */
  uint32_t flagged[(WIDTH + 31) / 32];
  typename BitsOf<Real>::type largest[WIDTH], smallest[WIDTH];
  short exponent[WIDTH];
  Hubs hubs;
};

/* The same of a full instance; an address is null for what is not asked for. */
template <typename Real, int WIDTH> struct Shared<Real, WIDTH, true> : Shared<Real, WIDTH> {
  word64 *edge_delta, *edge_stress;
  const double *target_weight, *source_weight;
  alignas(16) double weight[WIDTH]; /* of the source of a lane */
};

#endif
