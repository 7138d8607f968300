/*
 * Adding one float64 term to the integer words of gobc_totals (kernels.h says what the words mean).
 * A kernel first collects its terms, then calls gobc_stress_prepare once for each of the sums, then adds: prepare is
 * the only step that can fail, so a batch is added whole or not at all.
 */
#ifndef GOBC_TOTALS_H
#define GOBC_TOTALS_H

#include <string.h>

#include "kernels.h"

static inline uint64_t gobc_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline double gobc_from_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* exact 2^exponent for -1022 <= exponent <= 1023 */
static inline double gobc_power_of_two(int64_t exponent) { return gobc_from_bits((uint64_t)(exponent + 1023) << 52); }

/* floor(log2(value)) of a normal positive number */
static inline int gobc_exponent_of(double value) { return (int)(gobc_bits(value) >> 52) - 1023; }

/* word[0..1] += value, a 128-bit two's complement number, low word first */
static inline void gobc_words_add(uint64_t *word, unsigned __int128 value) {
  unsigned __int128 sum = ((unsigned __int128)word[1] << 64 | word[0]) + value;
  word[0] = (uint64_t)sum;
  word[1] = (uint64_t)(sum >> 64);
}

/* word[0..1] += high * 2^44 + low, high signed; written out, as compilers send 128-bit sums through the stack */
static inline void gobc_words_add_split(uint64_t *word, uint64_t high, uint64_t low) {
  uint64_t shifted = high << 44, first = word[0] + shifted, second = first + low;
  word[0] = second;
  word[1] += (uint64_t)((int64_t)high >> 20) + (first < shifted) + (second < low);
}

/*
 * The dependency d (0 <= d < 2^31) as the nearest multiple of 2^-64. Adding 1.5*2^32 leaves multiples of 2^-20, whose
 * count is the difference of the bit patterns; the rest, at most 2^-21 and exact, goes through 1.5*2^-12 likewise.
 */
static inline unsigned __int128 gobc_dependency_units(double d) {
  const double coarse = 1.5 * 4294967296.0, fine = 1.5 / 4096.0;
  double h = d + coarse;
  double rest = d - (h - coarse);
  double l = rest + fine;
  __int128 high = (int64_t)(gobc_bits(h) - gobc_bits(coarse));
  __int128 low = (int64_t)(gobc_bits(l) - gobc_bits(fine));
  return (unsigned __int128)(high * ((__int128)1 << 44) + low);
}

/* d^2 in units of 2^-33, nearest; 0 <= d < 2^31. The product with 2^-31 is exact, and below 2^31 again. */
static inline unsigned __int128 gobc_square_units(double d) { return gobc_dependency_units(d * d * 0x1p-31); }

/*
 * Lengths in the integer units of gobc_length_totals, rounded to nearest, ties to even. Whole arithmetic: any float64 and
 * any unit, subnormal numbers too.
 */
/* value * 2^-unit; the caller's unit keeps it below 2^127 */
static inline unsigned __int128 gobc_whole_units(uint64_t value, int unit) {
  if (unit <= 0) return (unsigned __int128)value << -unit;
  if (unit > 64) return 0;
  uint64_t half = (uint64_t)1 << (unit - 1), rest = value & (half | (half - 1));
  uint64_t units = unit < 64 ? value >> unit : 0;
  return units + (rest > half || (rest == half && (units & 1)));
}

/* The same for value >= 0, finite: its 53 bits are a whole number of units of its own last place. */
static inline unsigned __int128 gobc_real_units(double value, int unit) {
  uint64_t bits = gobc_bits(value), place = bits >> 52;
  uint64_t mantissa = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)(place > 0) << 52;
  return gobc_whole_units(mantissa, unit - ((int)(place > 0 ? place : 1) - 1075));
}

/* Adds a length or term to its window of the sums of a vertex: see gobc_length_totals. */
static inline void gobc_window_add(uint64_t *words, double value, int unit, int finer) {
  int window = (unit + 94 - gobc_exponent_of(value)) / GOBC_WINDOW_BITS;
  window = window < 0 ? 0 : window > finer ? finer : window;
  gobc_words_add(words + 2 * window, gobc_real_units(value, unit - GOBC_WINDOW_BITS * window));
}

/* A whole number from float64, positive and finite: its place in the stress words. -1: plain words; k: window k. */
static inline int gobc_stress_window(double term) {
  int exponent = gobc_exponent_of(term);
  return exponent < 96 ? -1 : (exponent - 96) / 32;
}

/* Allocates what terms of these windows (bit k: window k), or infinite ones, need for so many items. */
static inline int gobc_stress_prepare(gobc_stress_sums *sums, uint64_t windows, int infinite, int64_t items,
                                      const gobc_allocator *allocator) {
  for (int k = 0; k < 64 && windows >> k; k++) {
    if (!(windows >> k & 1) || sums->large[k]) continue;
    sums->large[k] = allocator->allocate((size_t)items * 2 * sizeof(uint64_t));
    if (!sums->large[k]) return GOBC_KERNEL_NOMEM;
  }
  if (infinite && !sums->infinite) {
    sums->infinite = allocator->allocate((size_t)items);
    if (!sums->infinite) return GOBC_KERNEL_NOMEM;
  }
  return GOBC_KERNEL_OK;
}

/*
 * The same for the sums of arcs, [0] of the out lists and [1] of the in lists: one array for both is prepared once,
 * and both see it. `sides` has bit 0 for the out lists, bit 1 for the in lists.
 */
static inline int gobc_stress_prepare_arcs(gobc_stress_sums sums[2], int sides, uint64_t windows, int infinite,
                                           const gobc_csr *graph, const gobc_allocator *allocator) {
  int one = graph->out_offsets == graph->in_offsets, status = GOBC_KERNEL_OK;
  if (one) sides = 1;
  if (sides & 1) status = gobc_stress_prepare(sums, windows, infinite, graph->out_offsets[graph->vertices], allocator);
  if (status == GOBC_KERNEL_OK && sides & 2)
    status = gobc_stress_prepare(sums + 1, windows, infinite, graph->in_offsets[graph->vertices], allocator);
  if (one) sums[1] = sums[0];
  return status;
}

/* A term is a whole number >= 0, or infinite: shifted into its unit it stays whole, since float64 keeps 53 bits. */
static inline void gobc_stress_add(gobc_stress_sums *sums, int64_t item, double term) {
  if (!(term >= 1.0)) return;
  if (term > 0x1.fffffffffffffp1023) {
    sums->infinite[item] = 1;
    return;
  }
  int window = gobc_stress_window(term);
  if (window < 0) {
    gobc_words_add(sums->words + 2 * item, (unsigned __int128)term);
  } else {
    double units = term * gobc_power_of_two(-(44 + 32 * window));
    gobc_words_add(sums->large[window] + 2 * item, (unsigned __int128)units);
  }
}

/* Which window a term needs, as a bit; an infinite one sets *infinite instead. */
static inline uint64_t gobc_stress_windows(double term, int *infinite) {
  if (!(term >= 0x1p96)) return 0;
  if (term > 0x1.fffffffffffffp1023) {
    *infinite = 1;
    return 0;
  }
  return (uint64_t)1 << gobc_stress_window(term);
}

#endif
