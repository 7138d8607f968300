/*
 * Path counts as mantissa and exponent (scaled.h): the formulas and the order of serial_float.c, and its bits wherever
 * it does not flag.
 */
#pragma STDC FP_CONTRACT OFF
#include "serial.h"

static int forward(gobc_serial *serial, const volatile int32_t *cancel) {
  gobc_scaled *sigma = serial->sigma.scaled;
  const int64_t *offsets = serial->before_offsets;
  int64_t left = 0;
  sigma[serial->order[0]] = (gobc_scaled){1.0, 0};
  for (int64_t i = 1; i < serial->reached; i++) {
    if (gobc_serial_cancelled(&left, offsets[i + 1] - offsets[i] + 1, cancel)) return GOBC_KERNEL_CANCELLED;
    gobc_scaled paths = gobc_scaled_nothing();
    for (int64_t k = offsets[i]; k < offsets[i + 1]; k++)
      paths = gobc_scaled_add(paths, sigma[serial->before[k]]);
    if (!(paths.mantissa > 0.0)) return GOBC_KERNEL_STALLED;
    sigma[serial->order[i]] = paths;
  }
  return GOBC_KERNEL_OK;
}

static int back(gobc_serial *serial, const volatile int32_t *cancel) {
  gobc_scaled *sigma = serial->sigma.scaled, *share = serial->share.scaled, *onward = serial->onward.scaled;
  const int64_t *offsets = serial->after_offsets;
  const int32_t *kept = serial->after;
  int64_t left = 0;
  for (int64_t i = serial->reached - 1; i >= 1; i--) {
    int64_t begin = offsets[i], end = offsets[i + 1];
    if (gobc_serial_cancelled(&left, end - begin + 1, cancel)) return GOBC_KERNEL_CANCELLED;
    int32_t v = serial->order[i];
    double weight = gobc_serial_target(serial, v);
    gobc_scaled paths = sigma[v], sum = gobc_scaled_nothing();
    for (int64_t k = begin; k < end; k++) sum = gobc_scaled_add(sum, share[kept[k]]);
    double delta = gobc_scaled_product(paths, sum);
    serial->delta[i] = delta;
    share[v] = gobc_scaled_from((weight + delta) / paths.mantissa, -paths.exponent);
    if (!onward) continue;
    gobc_scaled gamma = gobc_scaled_nothing();
    for (int64_t k = begin; k < end; k++) gamma = gobc_scaled_add(gamma, onward[kept[k]]);
    if (serial->term) serial->term[i] = gobc_scaled_product(paths, gamma);
    onward[v] = gobc_scaled_add(gamma, gobc_scaled_from(weight, 0));
  }
  return GOBC_KERNEL_OK;
}

int gobc_serial_exponents_paths(gobc_serial *serial, const volatile int32_t *cancel) {
  int status = forward(serial, cancel);
  return status != GOBC_KERNEL_OK ? status : back(serial, cancel);
}
