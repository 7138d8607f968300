/*
 * Path counts of one KIND for queue.c, on the way out and back. Successors are added in ascending order both ways, as the
 * sweep does it: the bits are the same. A power of two between the two (the sweep rescales) changes no mantissa.
 */

static void OP(clear)(gobc_queue *queue, int64_t first, int64_t vertices) {
  for (int64_t v = first; v < first + vertices; v++) queue->sigma.KIND[v] = OP(nothing)();
}

static void OP(seed)(gobc_queue *queue, int32_t source) { queue->sigma.KIND[source] = OP(from)(1.0); }

static void OP(pass)(gobc_queue *queue, int64_t begin, int64_t end) {
  count_t *sigma = queue->sigma.KIND;
  const int32_t *kept = queue->kept.data;
  for (int64_t i = begin; i < end; i++) {
    const count_t paths = sigma[queue->order[i]];
    for (int64_t k = queue->kept_offsets[i]; k < queue->kept_offsets[i + 1]; k++)
      sigma[kept[k]] = OP(add)(sigma[kept[k]], paths);
  }
}

static int OP(safe)(const gobc_queue *queue, int64_t begin, int64_t end) {
  const double limit = queue->needs & STRESS ? GOBC_COUNT_STRESS_LIMIT : GOBC_COUNT_LIMIT;
  int safe = 1;
  for (int64_t i = begin; i < end; i++) safe &= OP(within)(queue->sigma.KIND[queue->order[i]], limit);
  return safe;
}

static double OP(edge_delta)(const gobc_queue *queue, int64_t place, int32_t w) {
  return OP(product)(queue->paths.KIND[place], queue->sigma.KIND[w]);
}

static double OP(edge_stress)(const gobc_queue *queue, int64_t place, int32_t w) {
  return OP(product)(queue->paths.KIND[place], queue->paths_onward.KIND[w]);
}

/* The windows that the edges from order[place] need. Terms are looked at as they will be added. */
static void OP(note_edges)(gobc_queue *queue, int64_t place) {
  const int32_t *kept = queue->kept.data;
  for (int64_t k = queue->kept_offsets[place]; k < queue->kept_offsets[place + 1]; k++)
    queue->edge_windows |=
        gobc_stress_windows(OP(edge_stress)(queue, place, kept[k]) * queue->weight, &queue->edge_infinite);
}

/*
 * delta(v) = sigma(v) * sum of g(w), g(w) = (target weight + delta(w)) / sigma(w), over the successors w; g takes sigma's
 * place. The source itself gets nothing but its edges.
 */
static int OP(back)(gobc_queue *queue, int64_t reached, const volatile int32_t *cancel) {
  count_t *sigma = queue->sigma.KIND, *gamma = queue->paths_onward.KIND;
  const int32_t *kept = queue->kept.data;
  int64_t check = queue->kept_offsets[reached];
  for (int64_t i = reached - 1; i >= 0; i--) {
    const int64_t begin = queue->kept_offsets[i], end = queue->kept_offsets[i + 1];
    if (begin - (reached - i) < check) {
      if (*cancel) return GOBC_KERNEL_CANCELLED;
      check = begin - (reached - i) - GOBC_COUNT_STEP;
    }
    const int32_t v = queue->order[i];
    const double target = queue->pairs.target_weight ? queue->pairs.target_weight[v] : 1.0;
    const count_t paths = sigma[v];
    count_t sum = OP(nothing)();
    if (queue->paths.KIND) queue->paths.KIND[i] = paths;
    if (queue->needs & GOBC_NEED_EDGE_STRESS) OP(note_edges)(queue, i);
    if (i == 0) break;
    for (int64_t k = begin; k < end; k++) sum = OP(add)(sum, sigma[kept[k]]);
    const double delta = OP(product)(paths, sum);
    queue->delta[i] = delta;
    sigma[v] = OP(share)(target + delta, paths);
    if (!gamma) continue;
    count_t onward = OP(nothing)();
    for (int64_t k = begin; k < end; k++) onward = OP(add)(onward, gamma[kept[k]]);
    if (queue->term) queue->term[i] = OP(product)(paths, onward);
    gamma[v] = OP(add)(onward, OP(from)(target));
  }
  return GOBC_KERNEL_OK;
}

static const kind_functions OP(functions) = {OP(clear), OP(seed),       OP(pass),       OP(safe),
                                             OP(back),  OP(edge_delta), OP(edge_stress)};
