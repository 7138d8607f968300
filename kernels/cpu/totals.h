/*
 * Adding one float64 term to the integer words of gobc_totals (kernels.h says what the words mean).
 * A kernel first collects its terms, then calls gobc_totals_prepare once, then adds: prepare is the only step that can
 * fail, so a batch is added whole or not at all.
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
static inline double gobc_power_of_two(int64_t exponent) {
  return gobc_from_bits((uint64_t)(exponent + 1023) << 52);
}

/* word[0..1] += value, a 128-bit two's complement number, low word first */
static inline void gobc_words_add(uint64_t *word, unsigned __int128 value) {
  unsigned __int128 sum = ((unsigned __int128)word[1] << 64 | word[0]) + value;
  word[0] = (uint64_t)sum;
  word[1] = (uint64_t)(sum >> 64);
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

/* A whole number from float64, positive and finite: its place in the stress words. -1: plain words; k: window k. */
static inline int gobc_stress_window(double term) {
  int exponent = (int)(gobc_bits(term) >> 52) - 1023;
  return exponent < 96 ? -1 : (exponent - 96) / 32;
}

/* Allocates what terms of these windows (bit k: window k), or infinite ones, need. */
static inline int gobc_totals_prepare(gobc_totals *totals, uint64_t windows, int infinite, int64_t vertices,
                                      const gobc_allocator *allocator) {
  for (int k = 0; windows >> k; k++) {
    if (!(windows >> k & 1) || totals->stress_large[k]) continue;
    totals->stress_large[k] = allocator->allocate((size_t)vertices * 2 * sizeof(uint64_t));
    if (!totals->stress_large[k]) return GOBC_KERNEL_NOMEM;
  }
  if (infinite && !totals->stress_infinite) {
    totals->stress_infinite = allocator->allocate((size_t)vertices);
    if (!totals->stress_infinite) return GOBC_KERNEL_NOMEM;
  }
  return GOBC_KERNEL_OK;
}

/* A term is a whole number >= 0, finite: shifted into its unit it stays whole, since float64 keeps 53 bits. */
static inline void gobc_totals_add_stress(gobc_totals *totals, int64_t vertex, double term) {
  if (!(term >= 1.0)) return;
  int window = gobc_stress_window(term);
  if (window < 0) {
    gobc_words_add(totals->stress + 2 * vertex, (unsigned __int128)term);
  } else {
    double units = term * gobc_power_of_two(-(44 + 32 * window));
    gobc_words_add(totals->stress_large[window] + 2 * vertex, (unsigned __int128)units);
  }
}

#endif
