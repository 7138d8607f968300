/*
 * Path counts of one KIND for serial/paths.c, and what goes back. Neighbors are added in the order of the lists on the way
 * out and back, as the batched sweeps do it: the bits are the same. A power of two between the two (the sweep by hops
 * rescales) changes no mantissa.
 */
#include "serial/serial.h"

static double OP(limit)(const gobc_serial *serial) {
  return serial->needs & GOBC_SERIAL_ONWARD ? GOBC_COUNT_STRESS_LIMIT : GOBC_COUNT_LIMIT;
}

/* By hops: sigma of order[begin, end) to their successors. */
static void OP(pass)(gobc_serial *serial, int64_t begin, int64_t end) {
  count_t *sigma = serial->sigma.KIND;
  const int32_t *after = gobc_serial_after(serial);
  for (int64_t i = begin; i < end; i++) {
    const count_t paths = sigma[serial->order[i]];
    for (int64_t k = serial->after_offsets[i]; k < serial->after_offsets[i + 1]; k++)
      sigma[after[k]] = OP(add)(sigma[after[k]], paths);
  }
}

/* Scans one level, order[begin, end), and passes its path counts on, a few thousand arcs at a time. */
static int OP(level)(gobc_serial *serial, int64_t begin, int64_t end, uint32_t next, gobc_serial_span *touched,
                     const volatile int32_t *cancel) {
  for (int64_t i = begin; i < end;) {
    const int64_t from = i;
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    int status = gobc_serial_scan(serial, &i, end, next, touched);
    if (status != GOBC_KERNEL_OK) return status;
    OP(pass)(serial, from, i);
  }
  return GOBC_KERNEL_OK;
}

/*
 * Path counts of order[begin, reached) become those of all vertices that each stands for. Stress needs those of one, which wait
 * where paths_onward will stand.
 */
static void OP(multiply)(gobc_serial *serial, int64_t begin) {
  count_t *sigma = serial->sigma.KIND, *one = serial->paths_onward.KIND;
  for (int64_t i = begin; i < serial->reached; i++) {
    const int32_t v = serial->order[i];
    if (one) one[v] = sigma[v];
    sigma[v] = OP(times)(sigma[v], OP(from)(serial->pairs.multiplicity[v]));
  }
}

/*
 * Invariant at the top: order[begin, reached) is the last level found, ascending, with its final path counts; the bitmap
 * is zero.
 */
static int OP(levels)(gobc_serial *serial, int32_t source, const volatile int32_t *cancel, uint64_t *out_of_range) {
  serial->distance.u32[source] = 0;
  serial->order[0] = source;
  serial->after_offsets[0] = 0;
  serial->sigma.KIND[source] = OP(from)(1.0);
  serial->reached = 1;
  int64_t begin = 0;
  for (uint32_t next = 1; begin < serial->reached; next++) {
    const int64_t end = serial->reached;
    gobc_serial_span touched = {INT32_MAX, -1};
    if (next > serial->longest.u32) {
      for (int64_t i = begin; i < end; i++) serial->after_offsets[i + 1] = serial->after_offsets[i];
      return GOBC_KERNEL_OK;
    }
    int status = OP(level)(serial, begin, end, next, &touched, cancel), safe = 1;
    if (status != GOBC_KERNEL_OK) return status;
    begin = end;
    serial->reached = gobc_serial_collect(serial, end, touched);
    if (serial->pairs.multiplicity) OP(multiply)(serial, begin);
    serial->arena.counts.levels += begin < serial->reached;
    for (int64_t i = begin; i < serial->reached; i++)
      safe &= OP(within)(serial->sigma.KIND[serial->order[i]], OP(limit)(serial));
    if (!safe) {
      *out_of_range = 1;
      return GOBC_KERNEL_OK;
    }
  }
  return GOBC_KERNEL_OK;
}

static int OP(forward)(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *out_of_range) {
  count_t *sigma = serial->sigma.KIND;
  const int64_t *offsets = serial->before_offsets;
  const int32_t *before = gobc_serial_before(serial);
  const double limit = OP(limit)(serial);
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

/* The windows that the edges from order[place] need. Terms are looked at as they will be added. */
static void OP(note_edges)(gobc_serial *serial, int64_t place) {
  const int32_t *after = gobc_serial_after(serial);
  const count_t paths = serial->sigma.KIND[serial->order[place]];
  for (int64_t k = serial->after_offsets[place]; k < serial->after_offsets[place + 1]; k++) {
    const double term = OP(product)(paths, serial->paths_onward.KIND[after[k]]);
    serial->edge_windows |= gobc_stress_windows(term * serial->weight, &serial->edge_infinite);
  }
}

/* gamma of a vertex whose successors are kept[begin, end). */
static count_t OP(onward)(const count_t *paths_onward, const int32_t *kept, int64_t begin, int64_t end) {
  count_t gamma = OP(nothing)();
  for (int64_t k = begin; k < end; k++) gamma = OP(add)(gamma, paths_onward[kept[k]]);
  return gamma;
}

/*
 * delta(v) = sigma(v) * sum of share(w), share(w) = (target weight + delta(w)) / sigma(w), over the successors w; share
 * may take sigma's place, as the successors of a vertex come before it. The source itself gets nothing but its edges. Where w
 * stands for k vertices, share(w) is k times that; gamma(w) and the stress of w are of one of them.
 */
static int OP(back)(gobc_serial *serial, const volatile int32_t *cancel) {
  count_t *sigma = serial->sigma.KIND, *shares = serial->share.KIND, *paths_onward = serial->paths_onward.KIND;
  const int64_t *offsets = serial->after_offsets;
  const int32_t *kept = gobc_serial_after(serial);
  int64_t left = 0;
  for (int64_t i = serial->reached - 1; i >= 0; i--) {
    int64_t begin = offsets[i], end = offsets[i + 1];
    if (gobc_serial_cancelled(&left, end - begin + 1, cancel)) return GOBC_KERNEL_CANCELLED;
    if (serial->needs & GOBC_NEED_EDGE_STRESS) OP(note_edges)(serial, i);
    if (i == 0) {
      if (paths_onward) serial->onward = OP(product)(OP(onward)(paths_onward, kept, begin, end), OP(from)(1.0));
      break;
    }
    int32_t v = serial->order[i];
    double weight = gobc_serial_target(serial, v);
    count_t paths = sigma[v], sum = OP(nothing)();
    for (int64_t k = begin; k < end; k++) sum = OP(add)(sum, shares[kept[k]]);
    double delta = OP(product)(paths, sum);
    serial->delta[i] = delta;
    shares[v] = OP(share)(weight + delta, paths);
    if (serial->pairs.multiplicity) shares[v] = OP(times)(shares[v], OP(from)(serial->pairs.multiplicity[v]));
    if (!paths_onward) continue;
    count_t gamma = OP(onward)(paths_onward, kept, begin, end);
    if (serial->term) serial->term[i] = OP(product)(serial->pairs.multiplicity ? paths_onward[v] : paths, gamma);
    if (serial->pairs.multiplicity) gamma = OP(times)(gamma, OP(from)(serial->pairs.multiplicity[v]));
    paths_onward[v] = OP(add)(gamma, OP(from)(weight));
  }
  return GOBC_KERNEL_OK;
}

static int OP(paths)(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *out_of_range) {
  int status = serial->hops ? GOBC_KERNEL_OK : OP(forward)(serial, cancel, out_of_range);
  return status != GOBC_KERNEL_OK || *out_of_range ? status : OP(back)(serial, cancel);
}
