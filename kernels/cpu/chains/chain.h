/* The code of chains that does not depend on a type: a chain, places on it, and its sums. */
#ifndef GOBC_CHAIN_H
#define GOBC_CHAIN_H

#include <string.h>

#include "chains/chains.h"

#define LANES GOBC_LABEL_CORRECTING_WIDTH

/* The sums of a chain in totals->delta, in items of two words; see Chains.Items. */
typedef struct items_t {
  uint64_t *sources, *ties, *ends; /* item 0, item 2k (so that ties begin at 1), item 3k + 1 */
} items_t;

static inline items_t items_of(const gobc_chains *chains, int32_t chain, gobc_totals *totals) {
  const int64_t first = chains->first[chain], k = chains->first[chain + 1] - first;
  uint64_t *item = totals->delta + 2 * (chains->nodes + 3 * (first + chain));
  return (items_t){item, item + 4 * k, item + 2 * (3 * k + 1)};
}

/* The same when paths are counted: the numbers of the items of U[0], of V[0] and of the ends in totals->stress. */
typedef struct counted_t {
  int64_t before, behind, ends;
} counted_t;

static inline counted_t counted_of(const gobc_chains *chains, int32_t chain) {
  const int64_t first = chains->first[chain], k = chains->first[chain + 1] - first;
  const int64_t item = chains->nodes + 3 * (first + chain);
  return (counted_t){item, item + k + 1, item + 3 * k + 1};
}

static inline void add_count(gobc_totals *totals, int64_t item, double count) {
  gobc_stress_add(&totals->stress, item, count);
}

/* value * 2^64, rounded down, for 0 <= value < 2^62; in halves, because signed conversions are one instruction */
static inline unsigned __int128 fixed_point(double value) {
  const int64_t whole = (int64_t)value;
  const double rest = (value - (double)whole) * 0x1p32;
  const int64_t high = (int64_t)rest, low = (int64_t)((rest - (double)high) * 0x1p32);
  return (unsigned __int128)(uint64_t)whole << 64 | (uint64_t)high << 32 | (uint64_t)low;
}

/* A sum of fixed-point numbers, which is exact in any order, as a float64. */
static inline double number_of(__int128 sum) { return (double)(int64_t)(sum >> 64) + (double)(uint64_t)sum * 0x1p-64; }

/* The sum of a row of lanes by halves, which is also the order of a warp. */
static inline double row_sum(double *row) {
  _Static_assert(LANES == 64, "halves are written out");
  for (int lane = 0; lane < 32; lane++) row[lane] += row[lane + 32];
  for (int lane = 0; lane < 16; lane++) row[lane] += row[lane + 16];
  for (int lane = 0; lane < 8; lane++) row[lane] += row[lane + 8];
  for (int lane = 0; lane < 4; lane++) row[lane] += row[lane + 4];
  return (row[0] + row[2]) + (row[1] + row[3]);
}

/* A chain in the form that the loops use: k inner vertices, sums[0 .. k]. */
typedef struct chain_t {
  const uint32_t *doubled;
  const double *sums;
  int64_t length;
  int32_t k, first, last; /* ends */
} chain_t;

static inline chain_t chain_of(const gobc_chains *chains, int32_t chain) {
  const int32_t first = chains->first[chain];
  return (chain_t){chains->doubled + first,          chains->sums + first + chain, chains->length[chain],
                   chains->first[chain + 1] - first, chains->ends[2 * chain],      chains->ends[2 * chain + 1]};
}

/* The distance of a batch from its next check of the cancel word, in steps of some tens of nanoseconds. */
typedef struct watch_t {
  const volatile int32_t *cancel;
  int64_t steps;
} watch_t;

static inline int stops(watch_t *watch, int64_t steps) {
  if ((watch->steps += steps) < 1 << 14) return 0;
  watch->steps = 0;
  return *watch->cancel != 0;
}

/* The position of x among doubled places: 2r if x is after r of them, 2r + 1 if it equals the next one. For hops they
   are 2, 4, 6, ... */
static inline int32_t place_of(const chain_t *chain, int64_t x, int hops) {
  if (hops) return x <= 1 ? 0 : x > 2 * chain->k ? 2 * chain->k : (int32_t)x - 1;
  if (x <= (int64_t)chain->doubled[0]) return x == (int64_t)chain->doubled[0]; /* most x are at one end of a chain */
  if (x > (int64_t)chain->doubled[chain->k - 1]) return 2 * chain->k;
  int32_t low = 0; /* the first place not before x is among the next `left` places */
  for (int32_t left = chain->k, half; left > 1; left -= half) { /* no branches, because none could be predicted */
    half = left >> 1;
    low += half & -((int64_t)chain->doubled[low + half - 1] < x);
  }
  return 2 * low + ((int64_t)chain->doubled[low] == x);
}

/* The same for all lanes. On a short chain, 16 lanes at once are compared with every place (limits of 20, 32 and 64
   vertices were tried). */
static inline void places_of(const chain_t *chain, const int64_t x[LANES], int32_t place[LANES], int hops) {
  typedef int32_t some_t __attribute__((vector_size(64), may_alias));
  if (hops || chain->k > 64 || chain->doubled[chain->k - 1] >= INT32_MAX) {
    for (int lane = 0; lane < LANES; lane++) place[lane] = place_of(chain, x[lane], hops);
    return;
  }
  for (int lane = 0; lane < LANES; lane++)
    place[lane] = x[lane] < 0 ? 0 : x[lane] < INT32_MAX ? (int32_t)x[lane] : INT32_MAX;
  for (some_t *at = (some_t *)place; at < (some_t *)(place + LANES); at++) {
    const some_t none = {0};
    some_t before = none;
    for (int32_t r = 0; r < chain->k; r++) {
      const some_t doubled = none + (int32_t)chain->doubled[r];
      before += (doubled < *at) + (doubled <= *at); /* a true comparison is -1 */
    }
    *at = -before;
  }
}

/* The weights of the inner vertices that are reached through the first end, and through the last; both at a tie. */
static inline double before_place(const chain_t *chain, int32_t place) { return chain->sums[(place + 1) >> 1]; }
static inline double behind_place(const chain_t *chain, int32_t place) {
  return chain->sums[chain->k] - chain->sums[place >> 1];
}

/* weight * paths */
static inline double gobc_plain_weighed(double weight, double paths) { return weight * paths; }
static inline double gobc_scaled_weighed(double weight, gobc_scaled_count paths) {
  return gobc_scaled_product(gobc_scaled_from(weight), paths);
}

/* a / (a + b) */
static inline double gobc_plain_part(double a, double b) { return a / (a + b); }
static inline double gobc_scaled_part(gobc_scaled_count a, gobc_scaled_count b) {
  const gobc_scaled_count part = gobc_scaled_over(a, gobc_scaled_add(a, b));
  return part.exponent < -1000 ? 0.0 : part.mantissa * gobc_power_of_two(part.exponent);
}

#endif
