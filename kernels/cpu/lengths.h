/*
 * Lengths in the integer units of gobc_length_totals (kernels.h), rounded to nearest, ties to even. Whole arithmetic:
 * any float64 and any unit, subnormal numbers too.
 */
#ifndef GOBC_LENGTHS_H
#define GOBC_LENGTHS_H

#include "totals.h"

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

#endif
