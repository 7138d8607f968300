/*
 * Path counts and what goes back, for a type `count`, the member COUNTS of gobc_serial_count. Neighbours are added in the
 * order of the lists on the way out and back, as the merged sweep does it: the bits are the same.
 */

static int forward(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *flagged) {
  count *sigma = serial->sigma.COUNTS;
  const int64_t *offsets = serial->before_offsets;
  const int32_t *before = gobc_serial_before(serial);
  double limit = serial->needs & GOBC_SERIAL_ONWARD ? GOBC_SERIAL_STRESS_LIMIT : GOBC_SERIAL_LIMIT;
  int64_t left = 0;
  sigma[serial->order[0]] = of(1.0);
  for (int64_t i = 1; i < serial->reached; i++) {
    if (gobc_serial_cancelled(&left, offsets[i + 1] - offsets[i] + 1, cancel)) return GOBC_KERNEL_CANCELLED;
    count paths = of(0.0);
    for (int64_t k = offsets[i]; k < offsets[i + 1]; k++) paths = plus(paths, sigma[before[k]]);
    if (!some(paths)) return GOBC_KERNEL_STALLED;
    if (!within(paths, limit)) {
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
  count *sigma = serial->sigma.COUNTS, *shares = serial->share.COUNTS, *onward = serial->onward.COUNTS;
  const int64_t *offsets = serial->after_offsets;
  const int32_t *kept = gobc_serial_after(serial);
  int64_t left = 0;
  for (int64_t i = serial->reached - 1; i >= 1; i--) {
    int64_t begin = offsets[i], end = offsets[i + 1];
    if (gobc_serial_cancelled(&left, end - begin + 1, cancel)) return GOBC_KERNEL_CANCELLED;
    int32_t v = serial->order[i];
    double weight = gobc_serial_target(serial, v);
    count paths = sigma[v], sum = of(0.0);
    for (int64_t k = begin; k < end; k++) sum = plus(sum, shares[kept[k]]);
    double delta = times(paths, sum);
    serial->delta[i] = delta;
    shares[v] = share(weight + delta, paths);
    if (!onward) continue;
    count gamma = of(0.0);
    for (int64_t k = begin; k < end; k++) gamma = plus(gamma, onward[kept[k]]);
    if (serial->term) serial->term[i] = times(paths, gamma);
    onward[v] = plus(gamma, of(weight));
  }
  return GOBC_KERNEL_OK;
}

static int run(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *flagged) {
  int status = forward(serial, cancel, flagged);
  return status != GOBC_KERNEL_OK || *flagged ? status : back(serial, cancel);
}
