/*
 * Path counts as float64. Successors are added in ascending order on the way out and back, as the sweep does it: the
 * bits are the same. A power of two between the two (the sweep rescales) changes no mantissa.
 */
#include "queue.h"

#include <string.h>

#include "totals.h"

void gobc_queue_float_clear(gobc_queue *queue, int64_t first, int64_t count) {
  memset(queue->count.plain + first, 0, (size_t)count * sizeof(double));
}

void gobc_queue_float_seed(gobc_queue *queue, int32_t source) {
  queue->count.plain[source] = 1.0;
}

void gobc_queue_float_pass(gobc_queue *queue, int64_t begin, int64_t end) {
  double *sigma = queue->count.plain;
  const int32_t *kept = gobc_queue_kept(queue);
  for (int64_t i = begin; i < end; i++) {
    double paths = sigma[queue->order[i]];
    for (int64_t k = queue->kept_offsets[i]; k < queue->kept_offsets[i + 1]; k++) sigma[kept[k]] += paths;
  }
}

int gobc_queue_float_safe(const gobc_queue *queue, int64_t begin, int64_t end) {
  double limit = gobc_queue_counts_paths(queue) ? GOBC_QUEUE_STRESS_LIMIT : GOBC_QUEUE_LIMIT, most = 0.0;
  for (int64_t i = begin; i < end; i++) {
    double paths = queue->count.plain[queue->order[i]];
    most = paths > most ? paths : most;
  }
  return most <= limit;
}

/* The windows that the edges from order[place] need. Terms are looked at as they will be added. */
static void note_edges(gobc_queue *queue, int64_t place) {
  for (int64_t k = queue->kept_offsets[place]; k < queue->kept_offsets[place + 1]; k++)
    queue->edge_windows |= gobc_stress_windows(
        gobc_queue_float_edge_stress(queue, place, gobc_queue_kept(queue)[k]) * queue->weight, &queue->edge_infinite);
}

/*
 * delta(v) = sigma(v) * sum of g(w), g(w) = (1 + delta(w)) / sigma(w), over the successors w; g takes sigma's place.
 * The source itself gets nothing but its edges.
 */
int gobc_queue_float_back(gobc_queue *queue, int64_t reached, const volatile int32_t *cancel) {
  double *count = queue->count.plain, *gamma = queue->gamma.plain;
  const int32_t *kept = gobc_queue_kept(queue);
  int64_t check = queue->kept_offsets[reached];
  for (int64_t i = reached - 1; i >= 0; i--) {
    int64_t begin = queue->kept_offsets[i], end = queue->kept_offsets[i + 1];
    if (begin - (reached - i) < check) {
      if (*cancel) return GOBC_KERNEL_CANCELLED;
      check = begin - (reached - i) - GOBC_QUEUE_STEP;
    }
    int32_t v = queue->order[i];
    double paths = count[v], sum = 0.0, target = gobc_queue_target(queue, v);
    if (queue->paths.plain) queue->paths.plain[i] = paths;
    if (queue->needs & GOBC_NEED_EDGE_STRESS) note_edges(queue, i);
    if (i == 0) break;
    for (int64_t k = begin; k < end; k++) sum += count[kept[k]];
    double delta = paths * sum;
    queue->delta[i] = delta;
    count[v] = (target + delta) / paths;
    if (!gamma) continue;
    double onward = 0.0;
    for (int64_t k = begin; k < end; k++) onward += gamma[kept[k]];
    if (queue->term) queue->term[i] = paths * onward;
    gamma[v] = target + onward;
  }
  return GOBC_KERNEL_OK;
}

double gobc_queue_float_edge_delta(const gobc_queue *queue, int64_t place, int32_t w) {
  return queue->paths.plain[place] * queue->count.plain[w];
}

double gobc_queue_float_edge_stress(const gobc_queue *queue, int64_t place, int32_t w) {
  return queue->paths.plain[place] * queue->gamma.plain[w];
}
