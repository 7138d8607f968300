/*
 * Path counts as mantissa and exponent: no graph overflows them. Dependencies stay below n, so they are plain
 * float64; only sigma, (1 + delta) / sigma and gamma carry an exponent. The relative error of a sum is that of float64.
 */
#include "queue.h"

#include <math.h>

#include "totals.h"

static const gobc_scaled nothing = {0.0, GOBC_SCALED_NOTHING};

/* mantissa in [1, 4) back to [1, 2) */
static inline gobc_scaled normal(double mantissa, int64_t exponent) {
  if (mantissa >= 2.0) return (gobc_scaled){mantissa * 0.5, exponent + 1};
  return (gobc_scaled){mantissa, exponent};
}

/* value is a positive normal number */
static inline gobc_scaled from_float(double value, int64_t exponent) {
  int64_t shift = (int64_t)(gobc_bits(value) >> 52) - 1023;
  return (gobc_scaled){value * gobc_power_of_two(-shift), exponent + shift};
}

/* A term 2^-120 times the other is far below its last bit (2^-52), also when 2^31 of them come one by one. */
static inline gobc_scaled add(gobc_scaled a, gobc_scaled b) {
  if (a.exponent < b.exponent) {
    gobc_scaled larger = b;
    b = a;
    a = larger;
  }
  int64_t apart = a.exponent - b.exponent;
  if (apart > 120) return a;
  return normal(a.mantissa + b.mantissa * gobc_power_of_two(-apart), a.exponent);
}

/* a * b as float64; 0 where it would be below 2^-1000, far below what the fixed-point sums keep; INFINITY above */
static inline double product(gobc_scaled a, gobc_scaled b) {
  gobc_scaled c = normal(a.mantissa * b.mantissa, a.exponent + b.exponent);
  if (c.exponent < -1000) return 0.0;
  if (c.exponent > 1023) return INFINITY;
  return c.mantissa * gobc_power_of_two(c.exponent);
}

void gobc_queue_exponents_clear(gobc_queue *queue, int64_t first, int64_t count) {
  for (int64_t v = first; v < first + count; v++) queue->count.scaled[v] = nothing;
}

void gobc_queue_exponents_seed(gobc_queue *queue, int32_t source) {
  queue->count.scaled[source] = (gobc_scaled){1.0, 0};
}

void gobc_queue_exponents_pass(gobc_queue *queue, int64_t begin, int64_t end) {
  gobc_scaled *sigma = queue->count.scaled;
  for (int64_t i = begin; i < end; i++) {
    gobc_scaled paths = sigma[queue->order[i]];
    for (int64_t k = queue->kept_offsets[i]; k < queue->kept_offsets[i + 1]; k++) {
      int32_t w = queue->kept[k];
      sigma[w] = add(sigma[w], paths);
    }
  }
}

/* value / paths; below 2^-1000, which is far below what the fixed-point sums keep of it, nothing. */
static inline gobc_scaled share(double value, gobc_scaled paths) {
  if (!(value >= 0x1p-1000)) return nothing;
  return from_float(value / paths.mantissa, -paths.exponent);
}

static void note_edges(gobc_queue *queue, int64_t place) {
  for (int64_t k = queue->kept_offsets[place]; k < queue->kept_offsets[place + 1]; k++)
    queue->edge_windows |= gobc_stress_windows(
        gobc_queue_exponents_edge_stress(queue, place, queue->kept[k]) * queue->weight, &queue->edge_infinite);
}

/* The formulas of gobc_queue_float_back. */
int gobc_queue_exponents_back(gobc_queue *queue, int64_t reached, const volatile int32_t *cancel) {
  gobc_scaled *count = queue->count.scaled, *gamma = queue->gamma.scaled;
  const int32_t *kept = queue->kept;
  int64_t check = queue->kept_offsets[reached];
  for (int64_t i = reached - 1; i >= 0; i--) {
    int64_t begin = queue->kept_offsets[i], end = queue->kept_offsets[i + 1];
    if (begin - (reached - i) < check) {
      if (*cancel) return GOBC_KERNEL_CANCELLED;
      check = begin - (reached - i) - GOBC_QUEUE_STEP;
    }
    int32_t v = queue->order[i];
    gobc_scaled paths = count[v], sum = nothing;
    const double target = gobc_queue_target(queue, v);
    if (queue->paths.scaled) queue->paths.scaled[i] = paths;
    if (queue->needs & GOBC_NEED_EDGE_STRESS) note_edges(queue, i);
    if (i == 0) break;
    for (int64_t k = begin; k < end; k++) sum = add(sum, count[kept[k]]);
    double delta = product(paths, sum);
    queue->delta[i] = delta;
    count[v] = share(target + delta, paths);
    if (!gamma) continue;
    gobc_scaled onward = nothing;
    for (int64_t k = begin; k < end; k++) onward = add(onward, gamma[kept[k]]);
    if (queue->term) queue->term[i] = product(paths, onward);
    gamma[v] = target > 0 ? add(onward, from_float(target, 0)) : onward;
  }
  return GOBC_KERNEL_OK;
}

double gobc_queue_exponents_edge_delta(const gobc_queue *queue, int64_t place, int32_t w) {
  return product(queue->paths.scaled[place], queue->count.scaled[w]);
}

double gobc_queue_exponents_edge_stress(const gobc_queue *queue, int64_t place, int32_t w) {
  return product(queue->paths.scaled[place], queue->gamma.scaled[w]);
}
