/*
 * Sums over successors that also sum what passes through each arc. For one lane and the entry v:
 *   for each place of the list whose vertex w counts for the lane: arc(v, w) += units of (sigma(v) * weight) * row[w]
 * and, if WHOLE, digits of sigma(v) * row[w] * weight.
 * The order of additions to the sums over successors is that of sums.h. Terms become integers lane by lane, as for vertices.
 * Each thread adds its four lanes. Then the group reduces the sums of four arcs together: in every step a thread keeps half
 * of its partial sums and passes the other half to its partner. Four arcs of two words take 7 shuffles with 8 threads, and
 * one more for every doubling of the threads, instead of 24. In the end each thread holds one word and adds it to memory;
 * the words of an arc are adjacent.
 */
#ifndef GOBC_CUDA_EDGES_H
#define GOBC_CUDA_EDGES_H

#include "range.h"
#include "sums.h"
#include "totals.h"

/* The factors of the terms, beside the rows of successors. */
struct Arcs {
  Four<double> sigma; /* of the thread's lanes, without the next level's exponent; unless WHOLE, times their weights */
  bool counted;       /* false: only the sums over successors are wanted */
  const double *weight; /* WHOLE: of the sources of all lanes, by which terms are multiplied last; nullptr: 1 each */
  const gobc_address &totals; /* of all arcs; read where they are added to, as a register for them would spill */
};

/* The words of an arc's total: coarse and fine units, or (WHOLE) three digits. */
template <bool WHOLE>
struct Term {
  static constexpr int PARTS = WHOLE ? 3 : 2;
};

/*
 * Like add_units, with one rounding less: the sum keeps the bits of big and small. Lanes that do not count have d = 0, so
 * that 4 G lanes always add 4 G times these bits, and `settled` can subtract them.
 */
INLINE void add_raw_units(double d, word64 (&sum)[2]) {
  const double big = 1.5 * 4294967296.0, both = big + 1.5 / 4096.0;
  const double h = d + big;
  sum[0] += (word64)__double_as_longlong(h);
  sum[1] += (word64)__double_as_longlong(d + (both - h));
}

template <int G>
INLINE word64 settled(word64 sum, bool fine) {
  return sum - (word64)(4 * G) * (fine ? 0x3f38000000000000ull : 0x41f8000000000000ull);
}

template <bool WHOLE>
INLINE void add_term(double term, word64 (&sum)[Term<WHOLE>::PARTS]) {
  if constexpr (WHOLE) add_digits(term, sum);
  else add_raw_units(term, sum);
}

/* The terms of a thread's lanes; lanes that do not count have a term of 0. */
template <bool WHOLE>
INLINE void add_terms(const Four<double> &term, word64 (&sum)[Term<WHOLE>::PARTS]) {
#pragma unroll
  for (int k = 0; k < Term<WHOLE>::PARTS; k++) sum[k] = 0;
  add_term<WHOLE>(term.x, sum);
  add_term<WHOLE>(term.y, sum);
  add_term<WHOLE>(term.z, sum);
  add_term<WHOLE>(term.w, sum);
}

INLINE void multiply(Four<double> &a, const Four<double> &b) {
  a.x *= b.x;
  a.y *= b.y;
  a.z *= b.z;
  a.w *= b.w;
}

/* One step of reducing two sums: threads without `bit` continue with a, the others with b. */
INLINE word64 fold(word64 a, word64 b, int thread, int bit) {
  const bool second = thread & bit;
  const word64 mine = second ? b : a, theirs = second ? a : b;
  return mine + __shfl_xor_sync(EVERYONE, theirs, bit);
}

INLINE void add_to(word64 *total, word64 sum) {
  if (sum) atomicAdd(total, sum);
}

/* The place of the k-th of the first four bits of a set; -1 if there are fewer. */
INLINE int place_in(uint32_t set, int k) {
  if (k & 1) set &= set - 1;
  if (k & 2) {
    set &= set - 1;
    set &= set - 1;
  }
  return __ffs(set) - 1;
}

/*
 * Adds the sums of the first four arcs of `set` to memory. `part` has the pairs (0, 1) and (2, 3) after the first fold,
 * which was by bit 0 of the thread. `totals` are those of the arc at bit 0 of `set`.
 */
template <int G>
INLINE void add_arcs(const Place<G> &p, const word64 (&part)[2][2], uint32_t set, word64 *totals) {
  const int one = p.thread & 1, word = p.thread >> 1 & 1;
  const word64 first = fold(part[0][0], part[0][1], p.thread, 2), second = fold(part[1][0], part[1][1], p.thread, 2);
  if constexpr (G == 4) {
    const int at = place_in(set, one), other = place_in(set, one + 2);
    if (at >= 0) add_to(totals + 2 * at + word, settled<G>(first, word));
    if (other >= 0) add_to(totals + 2 * other + word, settled<G>(second, word));
  } else {
    word64 sum = fold(first, second, p.thread, 4);
#pragma unroll
    for (int step = 8; step < G; step <<= 1) sum += __shfl_xor_sync(EVERYONE, sum, step);
    const int at = place_in(set, one | p.thread >> 1 & 2);
    if (p.thread < 8 && at >= 0) add_to(totals + 2 * at + word, settled<G>(sum, word));
  }
}

template <int G>
INLINE void add_arcs(const Place<G> &p, const word64 (&part)[2][3], uint32_t set, word64 *totals) {
  const int at = place_in(set, p.thread & 3);
#pragma unroll
  for (int k = 0; k < 3; k++) {
    word64 sum = fold(part[0][k], part[1][k], p.thread, 2);
#pragma unroll
    for (int step = 4; step < G; step <<= 1) sum += __shfl_xor_sync(EVERYONE, sum, step);
    if (p.thread < 4 && at >= 0) add_to(totals + 3 * at + k, sum);
  }
}

/* Sets the other lanes of a row; adding zero does not change a sum of numbers that are not negative. */
INLINE void keep_only(Four<double> &row, uint32_t keep, double other = 0) {
  row.x = keep & 1 ? row.x : other;
  row.y = keep & 2 ? row.y : other;
  row.z = keep & 4 ? row.z : other;
  row.w = keep & 8 ? row.w : other;
}

/*
 * As add_rows; also adds the terms of the arcs, from place `first` on, to their totals. FEW: most vertices have at
 * most two arcs, as on roads. As one function: with the pairs in a function of their own, registers spill half as much again.
 */
template <bool WHOLE, bool FEW, int G, int WORDS>
INLINE void pass_rows(const Place<G> &p, const double *rows, int u, const Lanes<WORDS> &useful, const Arcs &arcs,
                      Four<double> &sum, uint32_t first_place) {
  constexpr int PARTS = Term<WHOLE>::PARTS;
  uint32_t todo = __ballot_sync(EVERYONE, any(useful) != 0) >> p.base & p.bits;
  while (__any_sync(EVERYONE, todo != 0)) {
    const uint32_t set = todo;
    word64 part[2][PARTS];
#pragma unroll
    for (int pair = 0; pair < 2; pair++) {
      if (FEW && pair == 1 && !__any_sync(EVERYONE, todo != 0)) { /* parts that are not computed belong to no arc */
        part[1][0] = part[1][1] = 0;
        continue;
      }
      Four<double> row[2];
      uint32_t keep[2];
#pragma unroll
      for (int k = 0; k < 2; k++) {
        const int from = p.base + (todo ? __ffs(todo) - 1 : 0);
        const int w = __shfl_sync(EVERYONE, u, from);
        const Lanes<WORDS> lanes = shuffle_lanes(useful, from);
        keep[k] = todo ? lanes_of(lanes, p.thread) : 0u;
        todo &= todo - 1;
        row[k] = four(0.0);
        if (keep[k]) row[k] = *(const Four<double> *)&rows[(size_t)w * 4 * G + p.thread * 4];
      }
#pragma unroll
      for (int k = 0; k < 2; k++) {
        keep_only(row[k], keep[k]);
        add(sum, row[k]);
      }
      if (!arcs.counted) continue;
      multiply(row[0], arcs.sigma);
      multiply(row[1], arcs.sigma);
      if (WHOLE && arcs.weight) {
        const Four<double> weight = *(const Four<double> *)&arcs.weight[p.thread * 4];
        multiply(row[0], weight);
        multiply(row[1], weight);
      }
      word64 first[PARTS], second[PARTS];
      add_terms<WHOLE>(row[0], first);
      add_terms<WHOLE>(row[1], second);
#pragma unroll
      for (int k = 0; k < PARTS; k++) part[pair][k] = fold(first[k], second[k], p.thread, 1);
    }
    if (arcs.counted) add_arcs<G>(p, part, set, global(pointer<word64>(arcs.totals)) + (size_t)first_place * PARTS);
  }
}

/* As the backward segment; also adds the terms of the arcs to their totals. */
template <int G, bool WHOLE, int WORDS>
INLINE Four<double> arcs_of(const Place<G> &p, const Rows<double> &rows, uint32_t offset, int length,
                            const Lanes<WORDS> &mine, const Arcs &arcs) {
  Four<double> sum = four(0.0);
  int ahead = p.thread < length ? rows.targets[offset + p.thread] : 0;
  for (int at = 0; __any_sync(EVERYONE, at < length); at += G) {
    int u = ahead;
    Lanes<WORDS> useful = no_lanes<WORDS>();
    if (at + G + p.thread < length) ahead = rows.targets[offset + at + G + p.thread];
    if (at + p.thread < length) useful = both<true>(mine, load_lanes<WORDS>(&rows.visited[(size_t)u * WORDS]));
    pass_rows<WHOLE, false>(p, rows.row, u, useful, arcs, sum, offset + at);
  }
  return sum;
}

#endif
