/*
 * Path counts as float64. Successors are added in ascending order on the way out and back, as the sweep does it: the
 * bits are the same. A power of two between the two (the sweep rescales) changes no mantissa.
 */
#include "queue.h"

#include <string.h>

void gobc_queue_float_clear(gobc_queue *queue, int64_t first, int64_t count) {
  memset(queue->count.plain + first, 0, (size_t)count * sizeof(double));
}

void gobc_queue_float_seed(gobc_queue *queue, int32_t source) {
  queue->count.plain[source] = 1.0;
}

void gobc_queue_float_pass(gobc_queue *queue, int64_t begin, int64_t end) {
  double *sigma = queue->count.plain;
  for (int64_t i = begin; i < end; i++) {
    double paths = sigma[queue->order[i]];
    for (int64_t k = queue->kept_offsets[i]; k < queue->kept_offsets[i + 1]; k++) sigma[queue->kept[k]] += paths;
  }
}

int gobc_queue_float_safe(const gobc_queue *queue, int64_t begin, int64_t end) {
  double limit = queue->term ? GOBC_QUEUE_STRESS_LIMIT : GOBC_QUEUE_LIMIT, most = 0.0;
  for (int64_t i = begin; i < end; i++) {
    double paths = queue->count.plain[queue->order[i]];
    most = paths > most ? paths : most;
  }
  return most <= limit;
}

/* delta(v) = sigma(v) * sum of g(w), g(w) = (1 + delta(w)) / sigma(w), over the successors w; g takes sigma's place. */
int gobc_queue_float_back(gobc_queue *queue, int64_t reached, const volatile int32_t *cancel) {
  double *count = queue->count.plain, *gamma = queue->gamma.plain;
  const int32_t *kept = queue->kept;
  int64_t check = queue->kept_offsets[reached];
  for (int64_t i = reached - 1; i >= 1; i--) {
    int64_t begin = queue->kept_offsets[i], end = queue->kept_offsets[i + 1];
    if (begin - (reached - i) < check) {
      if (*cancel) return GOBC_KERNEL_CANCELLED;
      check = begin - (reached - i) - GOBC_QUEUE_STEP;
    }
    int32_t v = queue->order[i];
    double paths = count[v], sum = 0.0;
    for (int64_t k = begin; k < end; k++) sum += count[kept[k]];
    double delta = paths * sum;
    queue->delta[i] = delta;
    count[v] = (1.0 + delta) / paths;
    if (!gamma) continue;
    double onward = 0.0;
    for (int64_t k = begin; k < end; k++) onward += gamma[kept[k]];
    queue->term[i] = paths * onward;
    gamma[v] = 1.0 + onward;
  }
  return GOBC_KERNEL_OK;
}
