/*
 * Path counts of two kinds with the same operations: `plain` is float64, and `scaled` is a mantissa and an exponent,
 * which no graph overflows. Dependencies stay below 2^31, so they are float64 with both kinds; only sigma, (1 +
 * delta) / sigma and gamma are counts. A scaled operation rounds like float64 as long as the value is in the range of
 * float64, so both kinds give the same bits. A body for both kinds uses the macro KIND: `count_t` is the type, and
 * OP(add) is an operation.
 *
 *   nothing()            0
 *   from(value)          0 <= value < 2^1000
 *   add, times, over     two counts give a count
 *   product              two counts give a float64
 *   share(value, paths)  value / paths as a count, value as in from
 *   nonzero, within      comparisons; scaled counts are within every limit
 */
#ifndef GOBC_PATH_COUNT_H
#define GOBC_PATH_COUNT_H

#include <math.h>

#include "common/template.h"
#include "common/totals.h"

#define OP(name) GOBC_NAME(gobc, KIND, name)
#define count_t OP(count)

typedef double gobc_plain_count;

static inline double gobc_plain_nothing(void) { return 0.0; }
static inline double gobc_plain_from(double value) { return value; }
static inline double gobc_plain_add(double a, double b) { return a + b; }
static inline double gobc_plain_times(double a, double b) { return a * b; }
static inline double gobc_plain_over(double a, double b) { return a / b; }
static inline double gobc_plain_product(double a, double b) { return a * b; }
static inline double gobc_plain_share(double value, double paths) { return value / paths; }
static inline int gobc_plain_nonzero(double a) { return a != 0.0; }
static inline int gobc_plain_within(double a, double limit) { return a <= limit; }

/* mantissa * 2^exponent, mantissa in [1, 2), or 0 with GOBC_SCALED_NOTHING */
typedef struct gobc_scaled_count {
  double mantissa;
  int64_t exponent;
} gobc_scaled_count;

#define GOBC_SCALED_NOTHING (INT64_MIN / 4)

static inline gobc_scaled_count gobc_scaled_nothing(void) { return (gobc_scaled_count){0.0, GOBC_SCALED_NOTHING}; }

/* normalizes a mantissa in [1, 4) to [1, 2) */
static inline gobc_scaled_count gobc_scaled_normal(double mantissa, int64_t exponent) {
  if (mantissa >= 2.0) return (gobc_scaled_count){mantissa * 0.5, exponent + 1};
  return (gobc_scaled_count){mantissa, exponent};
}

/* value * 2^exponent; a value below 2^-1000 becomes 0, as it is far below the last bit of fixed-point sums */
static inline gobc_scaled_count gobc_scaled_at(double value, int64_t exponent) {
  if (!(value >= 0x1p-1000)) return gobc_scaled_nothing();
  int64_t shift = gobc_exponent_of(value);
  return (gobc_scaled_count){value * gobc_power_of_two(-shift), exponent + shift};
}

static inline gobc_scaled_count gobc_scaled_from(double value) { return gobc_scaled_at(value, 0); }

static inline gobc_scaled_count gobc_scaled_share(double value, gobc_scaled_count paths) {
  return gobc_scaled_at(value / paths.mantissa, -paths.exponent);
}

/* A term of 2^-120 times the other is far below its last bit (2^-52), even after 2^31 additions. */
static inline gobc_scaled_count gobc_scaled_add(gobc_scaled_count a, gobc_scaled_count b) {
  if (a.exponent < b.exponent) {
    gobc_scaled_count larger = b;
    b = a;
    a = larger;
  }
  int64_t apart = a.exponent - b.exponent;
  if (apart > 120) return a;
  return gobc_scaled_normal(a.mantissa + b.mantissa * gobc_power_of_two(-apart), a.exponent);
}

static inline gobc_scaled_count gobc_scaled_times(gobc_scaled_count a, gobc_scaled_count b) {
  return gobc_scaled_normal(a.mantissa * b.mantissa, a.exponent + b.exponent);
}

static inline gobc_scaled_count gobc_scaled_over(gobc_scaled_count a, gobc_scaled_count b) {
  double mantissa = a.mantissa / b.mantissa;
  int below = mantissa < 1.0;
  return (gobc_scaled_count){below ? mantissa * 2.0 : mantissa, a.exponent - b.exponent - below};
}

/* 0 if the product is below 2^-1000; INFINITY if it is beyond float64 */
static inline double gobc_scaled_product(gobc_scaled_count a, gobc_scaled_count b) {
  gobc_scaled_count c = gobc_scaled_times(a, b);
  if (c.exponent < -1000) return 0.0;
  if (c.exponent > 1023) return INFINITY;
  return c.mantissa * gobc_power_of_two(c.exponent);
}

static inline int gobc_scaled_nonzero(gobc_scaled_count a) { return a.mantissa != 0.0; }
static inline int gobc_scaled_within(gobc_scaled_count a, double limit) { return (void)a, (void)limit, 1; }

/* A path count above the first limit, or above the second with stress, is out of range. So products stay within
   float64. */
#define GOBC_COUNT_LIMIT 0x1p900
#define GOBC_COUNT_STRESS_LIMIT 0x1p450

/* The number of arcs between two checks of the cancel word. */
#define GOBC_COUNT_STEP 65536

/* An array of counts of either kind. */
typedef union gobc_path_counts {
  void *any;
  gobc_plain_count *plain;
  gobc_scaled_count *scaled;
} gobc_path_counts;

static inline size_t gobc_path_count_bytes(int exponents) {
  return exponents ? sizeof(gobc_scaled_count) : sizeof(gobc_plain_count);
}

#endif
