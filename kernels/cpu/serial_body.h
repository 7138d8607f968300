/*
 * Path counts of one KIND for serial_paths.c, and what goes back. Neighbours are added in the order of the lists on the way
 * out and back, as the label-correcting sweep does it: the bits are the same.
 */

static int OP(forward)(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *out_of_range) {
  count_t *sigma = serial->sigma.KIND;
  const int64_t *offsets = serial->before_offsets;
  const int32_t *before = gobc_serial_before(serial);
  double limit = serial->needs & GOBC_SERIAL_ONWARD ? GOBC_COUNT_STRESS_LIMIT : GOBC_COUNT_LIMIT;
  int64_t left = 0;
  sigma[serial->order[0]] = OP(from)(1.0);
  for (int64_t i = 1; i < serial->reached; i++) {
    if (gobc_serial_cancelled(&left, offsets[i + 1] - offsets[i] + 1, cancel)) return GOBC_KERNEL_CANCELLED;
    count_t paths = OP(nothing)();
    for (int64_t k = offsets[i]; k < offsets[i + 1]; k++) paths = OP(add)(paths, sigma[before[k]]);
    if (!OP(nonzero)(paths)) return GOBC_KERNEL_STALLED;
    if (!OP(within)(paths, limit)) {
      *out_of_range = 1;
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
static int OP(back)(gobc_serial *serial, const volatile int32_t *cancel) {
  count_t *sigma = serial->sigma.KIND, *shares = serial->share.KIND, *paths_onward = serial->paths_onward.KIND;
  const int64_t *offsets = serial->after_offsets;
  const int32_t *kept = gobc_serial_after(serial);
  int64_t left = 0;
  for (int64_t i = serial->reached - 1; i >= 1; i--) {
    int64_t begin = offsets[i], end = offsets[i + 1];
    if (gobc_serial_cancelled(&left, end - begin + 1, cancel)) return GOBC_KERNEL_CANCELLED;
    int32_t v = serial->order[i];
    double weight = gobc_serial_target(serial, v);
    count_t paths = sigma[v], sum = OP(nothing)();
    for (int64_t k = begin; k < end; k++) sum = OP(add)(sum, shares[kept[k]]);
    double delta = OP(product)(paths, sum);
    serial->delta[i] = delta;
    shares[v] = OP(share)(weight + delta, paths);
    if (!paths_onward) continue;
    count_t gamma = OP(nothing)();
    for (int64_t k = begin; k < end; k++) gamma = OP(add)(gamma, paths_onward[kept[k]]);
    if (serial->term) serial->term[i] = OP(product)(paths, gamma);
    paths_onward[v] = OP(add)(gamma, OP(from)(weight));
  }
  return GOBC_KERNEL_OK;
}

static int OP(paths)(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *out_of_range) {
  int status = OP(forward)(serial, cancel, out_of_range);
  return status != GOBC_KERNEL_OK || *out_of_range ? status : OP(back)(serial, cancel);
}
