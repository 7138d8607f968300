/*
 * Path counts as float64. Neighbours are added in the order of the lists on the way out and back, as the merged sweep
 * does it: the bits are the same.
 */
#pragma STDC FP_CONTRACT OFF
#include "serial.h"

static int forward(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *flagged) {
  double *sigma = serial->sigma.plain;
  const int64_t *offsets = serial->before_offsets;
  double limit = serial->needs & GOBC_SERIAL_ONWARD ? GOBC_SERIAL_STRESS_LIMIT : GOBC_SERIAL_LIMIT;
  int64_t left = 0;
  sigma[serial->order[0]] = 1.0;
  for (int64_t i = 1; i < serial->reached; i++) {
    if (gobc_serial_cancelled(&left, offsets[i + 1] - offsets[i] + 1, cancel)) return GOBC_KERNEL_CANCELLED;
    double paths = 0.0;
    for (int64_t k = offsets[i]; k < offsets[i + 1]; k++) paths += sigma[serial->before[k]];
    if (!(paths > 0.0)) return GOBC_KERNEL_STALLED;
    if (!(paths <= limit)) {
      *flagged = 1;
      return GOBC_KERNEL_OK;
    }
    sigma[serial->order[i]] = paths;
  }
  return GOBC_KERNEL_OK;
}

/*
 * delta(v) = sigma(v) * sum of share(w), share(w) = (target weight + delta(w)) / sigma(w), over the successors w; share
 * may take sigma's place, as the successors of a vertex come before it.
 */
static int back(gobc_serial *serial, const volatile int32_t *cancel) {
  double *sigma = serial->sigma.plain, *share = serial->share.plain, *onward = serial->onward.plain;
  const int64_t *offsets = serial->after_offsets;
  const int32_t *kept = serial->after;
  int64_t left = 0;
  for (int64_t i = serial->reached - 1; i >= 1; i--) {
    int64_t begin = offsets[i], end = offsets[i + 1];
    if (gobc_serial_cancelled(&left, end - begin + 1, cancel)) return GOBC_KERNEL_CANCELLED;
    int32_t v = serial->order[i];
    double paths = sigma[v], weight = gobc_serial_target(serial, v), sum = 0.0;
    for (int64_t k = begin; k < end; k++) sum += share[kept[k]];
    double delta = paths * sum;
    serial->delta[i] = delta;
    share[v] = (weight + delta) / paths;
    if (!onward) continue;
    double gamma = 0.0;
    for (int64_t k = begin; k < end; k++) gamma += onward[kept[k]];
    if (serial->term) serial->term[i] = paths * gamma;
    onward[v] = weight + gamma;
  }
  return GOBC_KERNEL_OK;
}

int gobc_serial_float_paths(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *flagged) {
  int status = forward(serial, cancel, flagged);
  return status != GOBC_KERNEL_OK || *flagged ? status : back(serial, cancel);
}
