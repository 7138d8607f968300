/*
 * Path counts as mantissa and exponent (scaled.h): the bits of serial_float.c wherever that does not flag.
 */
#pragma STDC FP_CONTRACT OFF
#include "serial.h"

typedef gobc_scaled count;
#define COUNTS scaled

static inline count of(double value) {
  return gobc_scaled_from(value, 0);
}

static inline count plus(count a, count b) {
  return gobc_scaled_add(a, b);
}

static inline double times(count a, count b) {
  return gobc_scaled_product(a, b);
}

static inline count share(double value, count paths) {
  return gobc_scaled_share(value, paths);
}

static inline int some(count paths) {
  return paths.mantissa > 0.0;
}

static inline int within(count paths, double limit) {
  return (void)paths, (void)limit, 1;
}

#include "serial_paths_body.h"

int gobc_serial_exponents_paths(gobc_serial *serial, const volatile int32_t *cancel) {
  uint64_t flagged = 0;
  return run(serial, cancel, &flagged);
}
