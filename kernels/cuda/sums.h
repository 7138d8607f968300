/*
 * Sums of rows over an adjacency list. For one lane:
 *   total = 0; for each segment of 64 places of the list, in order:
 *     part = 0; for each place of the segment whose vertex counts for the lane, in order: part += row[vertex];
 *     total += part
 * A group of G threads works on one list, each thread on four lanes, and loads G places at once. Warps and blocks share the
 * segments of long lists. A lane's additions always have the order of the loop above: a result does not depend on G, on the
 * other sources of the batch, or on how a long list was divided.
 */
#ifndef GOBC_CUDA_SUMS_H
#define GOBC_CUDA_SUMS_H

#include "device.h"

#define GOBC_SEGMENT 64

/*
 * Rows that a group loads before it adds the first (BENCHMARKS.md). Four rows in double precision take more registers than there
 * are.
 */
template <typename Real>
struct InFlight {
  static constexpr int ROWS = 16 / sizeof(Real);
};

/* The arrays of a slot that sums read. */
template <typename Real>
struct Rows {
  const int32_t *targets;
  const uint32_t *visited; /* forward: a neighbor counts on the lanes that have it; backward: on those that do not */
  const Real *row;
};

/* A thread's place in its group, the group's number in the warp, its first thread, its threads as bits. */
template <int G>
struct Place {
  int thread, group, base;
  uint32_t bits;
};

template <int G>
INLINE Place<G> place_of() {
  Place<G> p;
  int lane = threadIdx.x & 31;
  p.thread = lane & (G - 1);
  p.group = lane / G;
  p.base = lane & ~(G - 1);
  p.bits = G == 32 ? EVERYONE : (1u << (G & 31)) - 1u;
  return p;
}

/*
 * Adds the rows of the vertices u of the group's threads, on their useful lanes, in the order of the threads. A group loads K
 * rows before it adds the first.
 */
template <int K, int G, typename Real, int WORDS>
INLINE void add_rows(const Place<G> &p, const Rows<Real> &rows, int u, const Lanes<WORDS> &useful, Four<Real> &sum) {
  constexpr int WIDTH = 4 * G;
  uint32_t todo = __ballot_sync(EVERYONE, any(useful) != 0) >> p.base & p.bits;
  while (__any_sync(EVERYONE, todo != 0)) {
    Four<Real> row[K];
    uint32_t keep[K];
#pragma unroll
    for (int k = 0; k < K; k++) {
      const int from = p.base + (todo ? __ffs(todo) - 1 : 0);
      const int v = __shfl_sync(EVERYONE, u, from);
      const Lanes<WORDS> lanes = shuffle_lanes(useful, from);
      keep[k] = todo ? lanes_of(lanes, p.thread) : 0u;
      todo &= todo - 1;
      if (keep[k]) row[k] = *(const Four<Real> *)&rows.row[(size_t)v * WIDTH + p.thread * 4];
    }
#pragma unroll
    for (int k = 0; k < K; k++) add_kept(sum, row[k], keep[k]);
  }
}

/* The sum over the places [offset, offset + length), at most 64, on the lanes `mine`. Whole warps. */
template <int G, bool FORWARD, typename Real, int WORDS>
INLINE Four<Real> segment(const Place<G> &p, const Rows<Real> &rows, uint32_t offset, int length,
                          const Lanes<WORDS> &mine) {
  Four<Real> sum = four<Real>(0);
  int ahead = p.thread < length ? rows.targets[offset + p.thread] : 0;
  for (int at = 0; __any_sync(EVERYONE, at < length); at += G) {
    int u = ahead;
    Lanes<WORDS> useful = no_lanes<WORDS>();
    if (at + G + p.thread < length) ahead = rows.targets[offset + at + G + p.thread];
    if (at + p.thread < length) useful = both<!FORWARD>(mine, load_lanes<WORDS>(&rows.visited[(size_t)u * WORDS]));
    add_rows<InFlight<Real>::ROWS>(p, rows, u, useful, sum);
  }
  return sum;
}

/*
 * The sum over a list of any length by a whole warp: its groups share the segments. part_of.part(offset, length) is the sum
 * of a segment.
 */
template <int G, typename Real, typename Part>
INLINE Four<Real> long_list(const Place<G> &p, uint32_t offset, int length, Part &part_of) {
  constexpr int GROUPS = 32 / G;
  Four<Real> total = four<Real>(0);
  for (int at = 0; at < length; at += GROUPS * GOBC_SEGMENT) {
    const int start = at + p.group * GOBC_SEGMENT;
    const int own = start >= length ? 0 : min(length - start, GOBC_SEGMENT);
    const Four<Real> part = part_of.part(offset + start, own);
#pragma unroll
    for (int g = 0; g < GROUPS; g++) {
      const Four<Real> theirs = G == 32 ? part : shuffle(part, g * G + p.thread);
      if (at + g * GOBC_SEGMENT < length) add(total, theirs);
    }
  }
  return total;
}

#endif
