/*
 * Bounds on eccentricities from the rows of a batch. Sums and differences stay within the type, see gobc_ecc_search_open.
 */
#include "common/instance.h"
#include "distances/ecc_search.h"

#if BITS == 16
typedef int16_t NAME(length);
#else
typedef int32_t NAME(length);
#endif

static void NAME(bound)(const struct gobc_ecc_search *l, int32_t first, int32_t last, const int32_t *eccentricity,
                        const int32_t *beyond, gobc_ecc_bounds *bounds) {
  const int lanes = l->lanes;
  NAME(length) far[64], rest[64];
  for (int k = 0; k < 64; k++) { /* lanes that are not there hold the distances of lane 0, see seed */
    far[k] = (NAME(length))eccentricity[k < lanes ? k : 0];
    rest[k] = (NAME(length))beyond[k < lanes ? k : 0];
  }
  for (int32_t v = first; v < last; v++) {
    const NAME(length) *d = (const NAME(length) *)l->distance + 64 * (int64_t)v;
    NAME(length) most = d[0], least = (NAME(length))(far[0] - d[0]), back = least;
    NAME(length) upper = (NAME(length))(d[0] + rest[0]);
    for (int k = 0; k < 64; k++) {
      NAME(length) left = (NAME(length))(far[k] - d[k]), sum = (NAME(length))(d[k] + rest[k]);
      most = d[k] > most ? d[k] : most;
      back = left > back ? left : back;
      least = left < least ? left : least;
      upper = sum < upper ? sum : upper;
    }
    most = back > most ? back : most;
    if (bounds->lower[v] < most) bounds->lower[v] = most;
    if (bounds->upper[v] > upper) bounds->upper[v] = upper;
    if (bounds->shortfall[v] > least) bounds->shortfall[v] = least;
  }
}

/*
 * One source after the other with a plain queue, for graphs of many levels, where lanes share nothing (BENCHMARKS.md). The
 * distances of a lane lie together.
 */

/* Distances of one source; returns the number of vertices reached, -1 if cancelled, -2 where the type ends. */
static int64_t NAME(walk)(struct gobc_ecc_search *l, int32_t source, NAME(length) * distance,
                          const volatile int32_t *cancel) {
  const int64_t *offsets = l->search.graph.out_offsets;
  const int32_t *targets = l->search.graph.out_targets;
  int32_t *queue = l->search.active;
  int64_t end = 1, visits = 0, check = 0;
  queue[0] = source;
  distance[source] = 0;
  for (int64_t i = 0; i < end; i++) {
    int32_t u = queue[i];
    int64_t level = (int64_t)distance[u] + 1;
    if (BITS == 16 && level > INT16_MAX) return -2;
    for (int64_t k = offsets[u]; k < offsets[u + 1]; k++) {
      int32_t w = targets[k];
      NAME(length) known = distance[w];
      queue[end] = w;
      end += known < 0;
      distance[w] = known < 0 ? (NAME(length))level : known;
    }
    visits += offsets[u + 1] - offsets[u];
    if (visits + i >= check) {
      if (*cancel) return -1;
      check = visits + i + (1 << 16);
    }
  }
  l->search.arena.counts.visits += visits;
  l->search.arena.counts.frontier_items += end;
  l->search.arena.counts.levels += distance[queue[end - 1]];
  return end;
}

static int NAME(serial)(struct gobc_ecc_search *l, const gobc_ecc_search_batch *batch) {
  size_t range = (size_t)(batch->last - batch->first);
  for (int lane = 0; lane < batch->lanes; lane++) {
    NAME(length) *distance = (NAME(length) *)l->distance + lane * (l->search.graph.vertices + 1);
    memset(distance + batch->first, 0xff, range * sizeof *distance);
    int64_t reached = NAME(walk)(l, batch->sources[lane], distance, batch->cancel);
    if (reached < 0) return reached == -1 ? GOBC_KERNEL_CANCELLED : GOBC_KERNEL_STALLED;
    batch->eccentricity[lane] = distance[l->search.active[reached - 1]];
    if (!batch->beyond) continue;
    while (reached > 1 && batch->known && batch->known[l->search.active[reached - 1]]) reached--;
    batch->beyond[lane] = distance[l->search.active[reached - 1]];
  }
  return GOBC_KERNEL_OK;
}

/* As bound, from distances that lie together by lane. */
static void NAME(bound_serial)(const struct gobc_ecc_search *l, int32_t first, int32_t last,
                               const int32_t *eccentricity, const int32_t *beyond, gobc_ecc_bounds *bounds) {
  int32_t *restrict lower = bounds->lower, *restrict upper = bounds->upper, *restrict shortfall = bounds->shortfall;
  for (int lane = 0; lane < l->lanes; lane++) {
    const NAME(length) *restrict distance = (const NAME(length) *)l->distance + lane * (l->search.graph.vertices + 1);
    int32_t far = eccentricity[lane], rest = beyond[lane];
    for (int32_t v = first; v < last; v++) {
      int32_t d = distance[v], back = far - d, sum = d + rest, most = d > back ? d : back;
      lower[v] = most > lower[v] ? most : lower[v];
      upper[v] = sum < upper[v] ? sum : upper[v];
      shortfall[v] = back < shortfall[v] ? back : shortfall[v];
    }
  }
}
