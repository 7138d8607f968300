/*
 * Path counts as mantissa and exponent (scaled.h): the formulas and the order of queue_float.c.
 */
#include "queue.h"

void gobc_queue_exponents_clear(gobc_queue *queue, int64_t first, int64_t count) {
  for (int64_t v = first; v < first + count; v++) queue->count.scaled[v] = gobc_scaled_nothing();
}

void gobc_queue_exponents_seed(gobc_queue *queue, int32_t source) {
  queue->count.scaled[source] = (gobc_scaled){1.0, 0};
}

void gobc_queue_exponents_pass(gobc_queue *queue, int64_t begin, int64_t end) {
  gobc_scaled *sigma = queue->count.scaled;
  const int32_t *kept = gobc_queue_kept(queue);
  for (int64_t i = begin; i < end; i++) {
    gobc_scaled paths = sigma[queue->order[i]];
    for (int64_t k = queue->kept_offsets[i]; k < queue->kept_offsets[i + 1]; k++) {
      int32_t w = kept[k];
      sigma[w] = gobc_scaled_add(sigma[w], paths);
    }
  }
}

static void note_edges(gobc_queue *queue, int64_t place) {
  for (int64_t k = queue->kept_offsets[place]; k < queue->kept_offsets[place + 1]; k++)
    queue->edge_windows |= gobc_stress_windows(
        gobc_queue_exponents_edge_stress(queue, place, gobc_queue_kept(queue)[k]) * queue->weight, &queue->edge_infinite);
}

int gobc_queue_exponents_back(gobc_queue *queue, int64_t reached, const volatile int32_t *cancel) {
  gobc_scaled *count = queue->count.scaled, *gamma = queue->gamma.scaled;
  const int32_t *kept = gobc_queue_kept(queue);
  int64_t check = queue->kept_offsets[reached];
  for (int64_t i = reached - 1; i >= 0; i--) {
    int64_t begin = queue->kept_offsets[i], end = queue->kept_offsets[i + 1];
    if (begin - (reached - i) < check) {
      if (*cancel) return GOBC_KERNEL_CANCELLED;
      check = begin - (reached - i) - GOBC_QUEUE_STEP;
    }
    int32_t v = queue->order[i];
    gobc_scaled paths = count[v], sum = gobc_scaled_nothing();
    const double target = gobc_queue_target(queue, v);
    if (queue->paths.scaled) queue->paths.scaled[i] = paths;
    if (queue->needs & GOBC_NEED_EDGE_STRESS) note_edges(queue, i);
    if (i == 0) break;
    for (int64_t k = begin; k < end; k++) sum = gobc_scaled_add(sum, count[kept[k]]);
    double delta = gobc_scaled_product(paths, sum);
    queue->delta[i] = delta;
    count[v] = gobc_scaled_share(target + delta, paths);
    if (!gamma) continue;
    gobc_scaled onward = gobc_scaled_nothing();
    for (int64_t k = begin; k < end; k++) onward = gobc_scaled_add(onward, gamma[kept[k]]);
    if (queue->term) queue->term[i] = gobc_scaled_product(paths, onward);
    gamma[v] = gobc_scaled_add(onward, gobc_scaled_from(target, 0));
  }
  return GOBC_KERNEL_OK;
}

double gobc_queue_exponents_edge_delta(const gobc_queue *queue, int64_t place, int32_t w) {
  return gobc_scaled_product(queue->paths.scaled[place], queue->count.scaled[w]);
}

double gobc_queue_exponents_edge_stress(const gobc_queue *queue, int64_t place, int32_t w) {
  return gobc_scaled_product(queue->paths.scaled[place], queue->gamma.scaled[w]);
}
