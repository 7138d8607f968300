/*
 * Path counts as mantissa and exponent: no graph overflows them. Dependencies stay below 2^31, so they are plain
 * float64; only sigma, (1 + delta) / sigma and gamma carry an exponent. Every operation rounds as float64 does while
 * float64 keeps it, so both kinds of counts give the same bits.
 */
#ifndef GOBC_SCALED_H
#define GOBC_SCALED_H

#include <math.h>

#include "totals.h"

/* mantissa * 2^exponent, mantissa in [1, 2), or 0 with GOBC_SCALED_NOTHING */
typedef struct gobc_scaled {
  double mantissa;
  int64_t exponent;
} gobc_scaled;

#define GOBC_SCALED_NOTHING (INT64_MIN / 4)

static inline gobc_scaled gobc_scaled_nothing(void) {
  return (gobc_scaled){0.0, GOBC_SCALED_NOTHING};
}

/* mantissa in [1, 4) back to [1, 2) */
static inline gobc_scaled gobc_scaled_normal(double mantissa, int64_t exponent) {
  if (mantissa >= 2.0) return (gobc_scaled){mantissa * 0.5, exponent + 1};
  return (gobc_scaled){mantissa, exponent};
}

/* 0 <= value < 2^1000; below 2^-1000, far below what the fixed-point sums keep, it is nothing */
static inline gobc_scaled gobc_scaled_from(double value, int64_t exponent) {
  if (!(value >= 0x1p-1000)) return gobc_scaled_nothing();
  int64_t shift = (int64_t)(gobc_bits(value) >> 52) - 1023;
  return (gobc_scaled){value * gobc_power_of_two(-shift), exponent + shift};
}

/* value / paths, value as above */
static inline gobc_scaled gobc_scaled_share(double value, gobc_scaled paths) {
  return gobc_scaled_from(value / paths.mantissa, -paths.exponent);
}

/* A term 2^-120 times the other is far below its last bit (2^-52), also when 2^31 of them come one by one. */
static inline gobc_scaled gobc_scaled_add(gobc_scaled a, gobc_scaled b) {
  if (a.exponent < b.exponent) {
    gobc_scaled larger = b;
    b = a;
    a = larger;
  }
  int64_t apart = a.exponent - b.exponent;
  if (apart > 120) return a;
  return gobc_scaled_normal(a.mantissa + b.mantissa * gobc_power_of_two(-apart), a.exponent);
}

/* a * b as float64; 0 where it would be below 2^-1000; INFINITY above float64 */
static inline double gobc_scaled_product(gobc_scaled a, gobc_scaled b) {
  gobc_scaled c = gobc_scaled_normal(a.mantissa * b.mantissa, a.exponent + b.exponent);
  if (c.exponent < -1000) return 0.0;
  if (c.exponent > 1023) return INFINITY;
  return c.mantissa * gobc_power_of_two(c.exponent);
}

#endif
