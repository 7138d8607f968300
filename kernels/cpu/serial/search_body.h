/* Distances and tight arcs for serial/search.c, with one TYPE of distances. */
#include "serial/search.h"

/* Puts v with key d at place `at` of the heap or above it. */
static void NAME(rise)(gobc_serial *serial, int64_t at, int32_t v, LENGTH d) {
  gobc_serial_slot *slot = serial->slot;
  while (at > 0) {
    int64_t parent = (at - 1) >> 2;
    if (slot[parent].key.TYPE <= d) break;
    slot[at] = slot[parent];
    serial->place[slot[at].vertex] = (int32_t)at;
    at = parent;
  }
  slot[at].key.TYPE = d;
  slot[at].vertex = v;
  serial->place[v] = (int32_t)at;
}

/* Takes the vertex of the smallest key. */
static int32_t NAME(take)(gobc_serial *serial) {
  gobc_serial_slot *slot = serial->slot;
  int32_t taken = slot[0].vertex;
  int64_t open = --serial->open, at = 0;
  gobc_serial_slot last = slot[open];
  for (int64_t child = 1; child < open; child = 4 * at + 1) {
    int64_t end = child + 4 < open ? child + 4 : open, least = child;
    for (int64_t k = child + 1; k < end; k++) least = slot[k].key.TYPE < slot[least].key.TYPE ? k : least;
    if (slot[least].key.TYPE >= last.key.TYPE) break;
    slot[at] = slot[least];
    serial->place[slot[at].vertex] = (int32_t)at;
    at = least;
  }
  slot[at] = last;
  serial->place[last.vertex] = (int32_t)at;
  return taken;
}

/* A shorter way to w. */
static void NAME(improve)(gobc_serial *serial, int32_t w, LENGTH known, LENGTH found) {
  serial->distance.TYPE[w] = found;
#if BUCKETS
  if (serial->ring > 0) {
    if (known != UNREACHED) unlink_bucket(serial, w, known);
    link_bucket(serial, w, found);
    return;
  }
#endif
  NAME(rise)(serial, known == UNREACHED ? serial->open++ : serial->place[w], w, found);
}

/*
 * Walks a list of v. keep: its tight arcs go to order[place], in list order, without a branch. relax: its vertices get
 * nearer by v. Both at once where one list serves as both; a neighbor that gets nearer now was not before v.
 */
INLINE void NAME(walk)(gobc_serial *serial, int64_t place, int32_t v, LENGTH d, const int64_t *offsets,
                       const int32_t *targets, const WEIGHT *weights, int keep, int relax) {
  const LENGTH *distance = serial->distance.TYPE;
  const LENGTH longest = serial->longest.TYPE;
  const double tolerance = serial->tolerance;
  const int64_t begin = offsets[v], end = offsets[v + 1], first = keep ? serial->before_offsets[place] : 0;
  int64_t count = 0;
  int32_t *before = keep ? gobc_serial_before(serial) + first : NULL;
  int32_t *index = keep ? gobc_serial_index(serial) : NULL;
  if (index) index += first;
  (void)tolerance;
  for (int64_t k = begin; k < end; k++) {
    const int32_t w = targets[k];
    const LENGTH weight = weights[k], found = d + weight, known = distance[w];
    if (keep) {
      before[count] = w;
      if (index) index[count] = (int32_t)(k - begin);
      count += TIGHT(known, weight, d);
    }
    if (relax && (found < known) & (found <= longest)) NAME(improve)(serial, w, known, found);
  }
  if (keep) serial->before_offsets[place + 1] = first + count;
}

/* Takes v out of the queue: its distance is final. */
static int NAME(settle)(gobc_serial *serial, int32_t v, int arcs, int64_t *left, const volatile int32_t *cancel) {
  const gobc_csr *graph = &serial->graph;
  int64_t out = graph->out_offsets[v + 1] - graph->out_offsets[v], in = graph->in_offsets[v + 1] - graph->in_offsets[v];
  int one = graph->in_offsets == graph->out_offsets;
  int64_t work = arcs && !one ? out + in : out, place = serial->reached++;
  if (gobc_serial_cancelled(left, work + 1, cancel)) return GOBC_KERNEL_CANCELLED;
  serial->order[place] = v;
  serial->arena.counts.visits += work;
  const LENGTH d = serial->distance.TYPE[v];
  if (arcs && !gobc_serial_reserve(serial, serial->before_offsets[place] + in, in)) return GOBC_KERNEL_NOMEM;
  if (arcs && one) {
    NAME(walk)(serial, place, v, d, graph->out_offsets, graph->out_targets, WEIGHTS(out), 1, 1);
    return GOBC_KERNEL_OK;
  }
  if (arcs) NAME(walk)(serial, place, v, d, graph->in_offsets, graph->in_targets, WEIGHTS(in), 1, 0);
  NAME(walk)(serial, place, v, d, graph->out_offsets, graph->out_targets, WEIGHTS(out), 0, 1);
  return GOBC_KERNEL_OK;
}

#if BUCKETS
static int NAME(search_buckets)(gobc_serial *serial, int32_t source, int arcs, const volatile int32_t *cancel) {
  int64_t left = 0;
  link_bucket(serial, source, 0);
  for (int64_t bucket = 0; bucket >= 0; bucket = next_bucket(serial, bucket)) {
    /* Its vertices have one distance, the smallest of the open ones: none joins or leaves, as weights are positive. */
    int32_t v = serial->head[bucket];
    empty_bucket(serial, bucket);
    for (int32_t next; v >= 0; v = next) {
      next = serial->place[v];
      int status = NAME(settle)(serial, v, arcs, &left, cancel);
      if (status != GOBC_KERNEL_OK) return status;
    }
  }
  return GOBC_KERNEL_OK;
}
#endif

int NAME(gobc_serial_search)(gobc_serial *serial, int32_t source, int arcs, const volatile int32_t *cancel) {
  serial->reached = 0;
  if (arcs) serial->before_offsets[0] = 0;
  serial->distance.TYPE[source] = 0;
#if BUCKETS
  if (serial->ring > 0) return NAME(search_buckets)(serial, source, arcs, cancel);
#endif
  int64_t left = 0;
  serial->open = 1;
  NAME(rise)(serial, 0, source, 0);
  while (serial->open > 0) {
    int32_t v = NAME(take)(serial);
    __builtin_prefetch(serial->graph.out_offsets + serial->slot[0].vertex); /* most often the next one */
    int status = NAME(settle)(serial, v, arcs, &left, cancel);
    if (status != GOBC_KERNEL_OK) return status;
  }
  return GOBC_KERNEL_OK;
}
