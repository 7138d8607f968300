/*
 * Sums over successors that also add up what passes through each arc. For one lane and the entry v it is
 *   for each place of the list whose vertex w counts for the lane: arc(v, w) += units of sigma(v) * row[w] * weight
 * beside the loop of sums.h, whose order of additions stays. Terms become integers lane by lane, as those of vertices
 * do. The four lanes of a thread are added by the thread; then its group folds the sums of four arcs together: on every
 * step a thread keeps half of the sums it has parts of and hands the other half to its partner, so that four arcs of
 * two words take 7 shuffles and one for every doubling of the group beyond 8 threads, not 24. What is left is one word
 * a thread, those of an arc side by side in memory.
 */
#ifndef GOBC_CUDA_EDGES_H
#define GOBC_CUDA_EDGES_H

#include "range.h"
#include "sums.h"
#include "totals.h"

/* What terms are made of beside the rows of successors. */
struct Arcs {
  Four<double> sigma; /* of the thread's lanes */
  int record;         /* of the exponents that the level behind was scaled by, or negative */
  bool common;        /* no exponents, and all sources weigh 1 */
};

/* Words of an arc's total: coarse and fine units, or three digits. */
template <bool WHOLE> struct Term { static constexpr int PARTS = WHOLE ? 3 : 2; };

/*
 * add_units with one rounding less, by the bits that units stand in: h + rest + small is d + big + small. A lane that
 * is left out has d = 0, so 4 G lanes bring 4 G times the bits of big and small, which `settled` takes off.
 */
INLINE void add_raw_units(double d, word64 (&sum)[2]) {
  const double big = 1.5 * 4294967296.0, both = big + 1.5 / 4096.0;
  const double h = d + big;
  sum[0] += (word64)__double_as_longlong(h);
  sum[1] += (word64)__double_as_longlong(d + (both - h));
}

template <int G> INLINE word64 settled(word64 sum, bool fine) {
  return sum - (word64)(4 * G) * (fine ? 0x3f38000000000000ull : 0x41f8000000000000ull);
}

template <bool WHOLE> INLINE void add_term(double term, word64 (&sum)[Term<WHOLE>::PARTS]) {
  if constexpr (WHOLE) add_digits(term, sum);
  else add_raw_units(term, sum);
}

/* The term of a lane where sources have weights or levels were scaled. */
template <int WIDTH, typename Common>
INLINE double uncommon(const Common &common, int record, int lane, double sigma, double row) {
  if (record >= 0) row = scaled(row, -global(common.slot.scales)[(size_t)record * WIDTH + lane]);
  return sigma * row * common.weight[lane];
}

/* What the lanes `keep` of a thread bring to an arc. */
template <int G, bool WHOLE, typename Common>
INLINE void term_of(const Common &common, const Place<G> &p, const Arcs &arcs, const Four<double> &row, uint32_t keep,
                    word64 (&sum)[Term<WHOLE>::PARTS]) {
  constexpr int WIDTH = 4 * G;
  double x = 0, y = 0, z = 0, w = 0;
  if (arcs.common) {
    if (keep & 1) x = arcs.sigma.x * row.x;
    if (keep & 2) y = arcs.sigma.y * row.y;
    if (keep & 4) z = arcs.sigma.z * row.z;
    if (keep & 8) w = arcs.sigma.w * row.w;
  } else {
    const int lane = p.thread * 4;
    if (keep & 1) x = uncommon<WIDTH>(common, arcs.record, lane, arcs.sigma.x, row.x);
    if (keep & 2) y = uncommon<WIDTH>(common, arcs.record, lane + 1, arcs.sigma.y, row.y);
    if (keep & 4) z = uncommon<WIDTH>(common, arcs.record, lane + 2, arcs.sigma.z, row.z);
    if (keep & 8) w = uncommon<WIDTH>(common, arcs.record, lane + 3, arcs.sigma.w, row.w);
  }
#pragma unroll
  for (int k = 0; k < Term<WHOLE>::PARTS; k++) sum[k] = 0;
  add_term<WHOLE>(x, sum);
  add_term<WHOLE>(y, sum);
  add_term<WHOLE>(z, sum);
  add_term<WHOLE>(w, sum);
}

/* Of two sums that threads hold parts of, those without `bit` go on with a, the others with b. */
INLINE word64 fold(word64 a, word64 b, int thread, int bit) {
  const bool second = thread & bit;
  const word64 mine = second ? b : a, theirs = second ? a : b;
  return mine + __shfl_xor_sync(EVERYONE, theirs, bit);
}

INLINE void add_to(word64 *total, word64 sum) {
  if (sum) atomicAdd(total, sum);
}

/*
 * Adds up four arcs, of which `part` has what the pairs (0, 1) and (2, 3) are after the first fold, by bit 0 of the
 * thread. `place` has their places from the one of `totals` on, or -1.
 */
template <int G>
INLINE void add_arcs(const Place<G> &p, const word64 (&part)[2][2], const int (&place)[2][2], word64 *totals) {
  const int one = p.thread & 1, word = p.thread >> 1 & 1;
  const word64 first = fold(part[0][0], part[0][1], p.thread, 2), second = fold(part[1][0], part[1][1], p.thread, 2);
  const int at = place[0][one], other = place[1][one];
  if constexpr (G == 4) {
    if (at >= 0) add_to(totals + 2 * at + word, settled<G>(first, word));
    if (other >= 0) add_to(totals + 2 * other + word, settled<G>(second, word));
  } else {
    word64 sum = fold(first, second, p.thread, 4);
#pragma unroll
    for (int step = 8; step < G; step <<= 1) sum += __shfl_xor_sync(EVERYONE, sum, step);
    const int mine = p.thread & 4 ? other : at;
    if (p.thread < 8 && mine >= 0) add_to(totals + 2 * mine + word, settled<G>(sum, word));
  }
}

template <int G>
INLINE void add_arcs(const Place<G> &p, const word64 (&part)[2][3], const int (&place)[2][2], word64 *totals) {
  const int mine = place[p.thread >> 1 & 1][p.thread & 1];
#pragma unroll
  for (int k = 0; k < 3; k++) {
    word64 sum = fold(part[0][k], part[1][k], p.thread, 2);
#pragma unroll
    for (int step = 4; step < G; step <<= 1) sum += __shfl_xor_sync(EVERYONE, sum, step);
    if (p.thread < 4 && mine >= 0) add_to(totals + 3 * mine + k, sum);
  }
}

/* As rows_of on the way back, for one array, with the terms of arcs added to their totals. */
template <int G, bool WHOLE, int WORDS, typename Common>
INLINE Four<double> arcs_of(const Common &common, const Place<G> &p, const Rows<double> &rows, uint32_t offset, int length,
                            const Lanes<WORDS> &mine, const Arcs &arcs) {
  constexpr int WIDTH = 4 * G, PARTS = Term<WHOLE>::PARTS;
  Four<double> sum = four(0.0);
  int ahead = p.thread < length ? rows.targets[offset + p.thread] : 0;
  for (int at = 0; __any_sync(EVERYONE, at < length); at += G) {
    int u = ahead;
    Lanes<WORDS> useful = no_lanes<WORDS>();
    if (at + G + p.thread < length) ahead = rows.targets[offset + at + G + p.thread];
    if (at + p.thread < length) useful = both<true>(mine, load_lanes<WORDS>(&rows.visited[(size_t)u * WORDS]));
    uint32_t todo = __ballot_sync(EVERYONE, any(useful) != 0) >> p.base & p.bits;
    while (__any_sync(EVERYONE, todo != 0)) {
      word64 part[2][PARTS];
      int place[2][2];
#pragma unroll
      for (int pair = 0; pair < 2; pair++) {
        Four<double> row[2];
        uint32_t keep[2];
#pragma unroll
        for (int k = 0; k < 2; k++) {
          const int one = todo ? __ffs(todo) - 1 : 0, from = p.base + one;
          const int w = __shfl_sync(EVERYONE, u, from);
          const Lanes<WORDS> lanes = shuffle_lanes(useful, from);
          keep[k] = todo ? lanes_of(lanes, p.thread) : 0u;
          place[pair][k] = todo ? at + one : -1;
          todo &= todo - 1;
          if (keep[k]) row[k] = *(const Four<double> *)&rows.first[(size_t)w * WIDTH + p.thread * 4];
        }
        word64 first[PARTS], second[PARTS];
        add_kept(sum, row[0], keep[0]);
        term_of<G, WHOLE>(common, p, arcs, row[0], keep[0], first);
        add_kept(sum, row[1], keep[1]);
        term_of<G, WHOLE>(common, p, arcs, row[1], keep[1], second);
#pragma unroll
        for (int k = 0; k < PARTS; k++) part[pair][k] = fold(first[k], second[k], p.thread, 1);
      }
      add_arcs<G>(p, part, place, global(WHOLE ? common.edge_stress : common.edge_delta) + (size_t)offset * PARTS);
    }
  }
  return sum;
}

#endif
