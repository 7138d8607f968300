/*
 * Path counts as float64: a source with a count beyond the limit is flagged.
 */
#pragma STDC FP_CONTRACT OFF
#include "serial.h"

typedef double count;
#define COUNTS plain

static inline count of(double value) {
  return value;
}

static inline count plus(count a, count b) {
  return a + b;
}

static inline double times(count a, count b) {
  return a * b;
}

static inline count share(double value, count paths) {
  return value / paths;
}

static inline int some(count paths) {
  return paths > 0.0;
}

static inline int within(count paths, double limit) {
  return paths <= limit;
}

#include "serial_paths_body.h"

int gobc_serial_float_paths(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *flagged) {
  return run(serial, cancel, flagged);
}
