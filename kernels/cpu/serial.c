/*
 * Brandes' algorithm ("A faster algorithm for betweenness centrality", 2001) on weights, from one source at a time.
 * Departures: arcs are tested for ties against final distances and kept; path counts are gathered from predecessors and
 * dependencies from successors, both in the order of the lists, so that sums run in the merged sweep's order; what a
 * source adds is held back until nothing can fail any more.
 */
#include "serial.h"

#include <math.h>
#include <string.h>

static void *take(gobc_serial *serial, size_t bytes) {
  void *memory = serial->allocator.allocate(bytes);
  if (!memory) return NULL;
  serial->held += (int64_t)bytes;
  if (serial->counts.bytes < serial->held) serial->counts.bytes = serial->held;
  return memory;
}

static void give(gobc_serial *serial, void *memory, size_t bytes) {
  if (!memory) return;
  serial->allocator.release(memory, bytes);
  serial->held -= (int64_t)bytes;
}

static size_t count_bytes(const gobc_serial *serial) {
  return serial->exponents ? sizeof(gobc_scaled) : sizeof(double);
}

/* One more than there are vertices, so that no array is empty. */
static size_t length(const gobc_serial *serial) {
  return (size_t)serial->graph.vertices + 1;
}

static size_t bitmap_bytes(int64_t bits) {
  return ((size_t)bits / 64 + 1) * sizeof(uint64_t);
}

static uint32_t largest_weight(const gobc_csr *graph) {
  uint32_t largest = 1;
  for (int64_t k = 0; graph->out_weights && k < graph->out_offsets[graph->vertices]; k++)
    largest = graph->out_weights[k] > largest ? graph->out_weights[k] : largest;
  return largest;
}

/* The type of distances, the cutoff in it, and the ring: none for reals, nor where it would outgrow the vertices. */
static void choose(gobc_serial *serial) {
  uint32_t largest = largest_weight(&serial->graph);
  if (!serial->graph.out_weights) {
    serial->kind = GOBC_DISTANCE_F64;
    serial->longest.real = serial->pairs.cutoff >= 0 ? serial->pairs.cutoff : INFINITY;
    return;
  }
  double cutoff = serial->pairs.cutoff;
  serial->longest.whole = cutoff >= 0 && cutoff < 0x1p63 ? (uint64_t)cutoff : GOBC_SERIAL_FAR - 1;
  int small = (uint64_t)serial->graph.vertices * largest < GOBC_SERIAL_FAR32;
  serial->kind = small ? GOBC_DISTANCE_U32 : GOBC_DISTANCE_U64;
  int64_t ring = 64;
  while (ring <= largest) ring *= 2;
  serial->ring = ring <= GOBC_SERIAL_RING && ring <= 4 * serial->graph.vertices + 64 ? ring : 0;
}

static size_t distance_bytes(const gobc_serial *serial) {
  return serial->kind == GOBC_DISTANCE_U32 ? sizeof(uint32_t) : sizeof(uint64_t);
}

static int open_search(gobc_serial *serial) {
  size_t n = length(serial);
  serial->order = take(serial, n * sizeof(int32_t));
  serial->distance.any = take(serial, n * distance_bytes(serial));
  serial->place = take(serial, n * sizeof(int32_t));
  serial->stale_last = (int32_t)serial->graph.vertices;
  if (!serial->order || !serial->distance.any || !serial->place) return 0;
  if (serial->ring == 0) {
    serial->slot = take(serial, n * sizeof(gobc_serial_slot));
    return serial->slot != NULL;
  }
  serial->previous = take(serial, n * sizeof(int32_t));
  serial->head = take(serial, (size_t)serial->ring * sizeof(int32_t));
  serial->tail = take(serial, (size_t)serial->ring * sizeof(int32_t));
  serial->filled = take(serial, bitmap_bytes(serial->ring));
  serial->filled_words = take(serial, bitmap_bytes(serial->ring / 64));
  if (!serial->previous || !serial->head || !serial->tail || !serial->filled || !serial->filled_words) return 0;
  memset(serial->tail, -1, (size_t)serial->ring * sizeof(int32_t));
  return 1;
}

static int open_paths(gobc_serial *serial) {
  if (!serial->needs) return 1;
  size_t n = length(serial), counts = n * count_bytes(serial);
  int entries = (serial->needs & GOBC_SERIAL_ENTRIES) != 0;
  serial->before_offsets = take(serial, n * sizeof(int64_t));
  serial->after_offsets = take(serial, (n + 1) * sizeof(int64_t));
  serial->seen = take(serial, bitmap_bytes((int64_t)n));
  serial->seen_words = take(serial, bitmap_bytes((int64_t)n / 64));
  serial->delta = take(serial, n * sizeof(double));
  serial->sigma.plain = take(serial, counts);
  serial->share.plain = entries ? take(serial, counts) : serial->sigma.plain;
  if (!serial->before_offsets || !serial->after_offsets || !serial->seen || !serial->seen_words) return 0;
  if (!serial->delta || !serial->sigma.plain || !serial->share.plain) return 0;
  if (serial->needs & GOBC_SERIAL_ONWARD && !(serial->onward.plain = take(serial, counts))) return 0;
  return !(serial->needs & GOBC_NEED_STRESS) || (serial->term = take(serial, n * sizeof(double)));
}

gobc_serial *gobc_serial_open(const gobc_csr *graph, const gobc_pairs *pairs, double tolerance, int exponents,
                              unsigned needs, const gobc_allocator *allocator) {
  gobc_serial *serial = allocator->allocate(sizeof *serial);
  if (!serial) return NULL;
  serial->graph = *graph;
  serial->pairs = pairs ? *pairs : (gobc_pairs){NULL, NULL, -1};
  serial->allocator = *allocator;
  serial->tolerance = tolerance;
  serial->exponents = exponents;
  serial->needs = needs;
  serial->held = serial->counts.bytes = sizeof *serial;
  choose(serial);
  if (open_search(serial) && open_paths(serial)) return serial;
  gobc_serial_close(serial);
  return NULL;
}

void gobc_serial_close(gobc_serial *serial) {
  if (!serial) return;
  size_t n = length(serial), counts = n * count_bytes(serial);
  give(serial, serial->order, n * sizeof(int32_t));
  give(serial, serial->distance.any, n * distance_bytes(serial));
  give(serial, serial->place, n * sizeof(int32_t));
  give(serial, serial->slot, n * sizeof(gobc_serial_slot));
  give(serial, serial->previous, n * sizeof(int32_t));
  give(serial, serial->head, (size_t)serial->ring * sizeof(int32_t));
  give(serial, serial->tail, (size_t)serial->ring * sizeof(int32_t));
  give(serial, serial->filled, bitmap_bytes(serial->ring));
  give(serial, serial->filled_words, bitmap_bytes(serial->ring / 64));
  give(serial, serial->before, (size_t)serial->capacity * sizeof(int32_t));
  give(serial, serial->before_entry, (size_t)serial->capacity * sizeof(int32_t));
  give(serial, serial->after, (size_t)serial->capacity * sizeof(int32_t));
  give(serial, serial->before_offsets, n * sizeof(int64_t));
  give(serial, serial->after_offsets, (n + 1) * sizeof(int64_t));
  give(serial, serial->seen, bitmap_bytes((int64_t)n));
  give(serial, serial->seen_words, bitmap_bytes((int64_t)n / 64));
  give(serial, serial->delta, n * sizeof(double));
  give(serial, serial->term, n * sizeof(double));
  if (serial->share.plain != serial->sigma.plain) give(serial, serial->share.plain, counts);
  give(serial, serial->sigma.plain, counts);
  give(serial, serial->onward.plain, counts);
  serial->allocator.release(serial, sizeof *serial);
}

const gobc_counts *gobc_serial_counts(const gobc_serial *serial) {
  return &serial->counts;
}

/*
 * Twice as much as before, at most one for each entry of the lists. The content of before and before_entry stays; after
 * is written anew by each run.
 */
int gobc_serial_reserve(gobc_serial *serial, int64_t needed) {
  int64_t entries = serial->graph.in_offsets[serial->graph.vertices], capacity = 2 * serial->capacity;
  if (capacity < needed + 4096) capacity = needed + 4096;
  if (capacity > entries) capacity = entries;
  size_t had = (size_t)serial->capacity * sizeof(int32_t), bytes = (size_t)capacity * sizeof(int32_t);
  int wanted = (serial->needs & GOBC_SERIAL_ENTRIES) != 0;
  int32_t *before = take(serial, bytes), *after = take(serial, bytes), *entry = wanted ? take(serial, bytes) : NULL;
  if (!before || !after || (wanted && !entry)) {
    give(serial, before, bytes);
    give(serial, after, bytes);
    give(serial, entry, bytes);
    return GOBC_KERNEL_NOMEM;
  }
  if (had) memcpy(before, serial->before, had);
  if (had && wanted) memcpy(entry, serial->before_entry, had);
  give(serial, serial->before, had);
  give(serial, serial->after, had);
  give(serial, serial->before_entry, had);
  serial->before = before;
  serial->after = after;
  serial->before_entry = entry;
  serial->capacity = capacity;
  return GOBC_KERNEL_OK;
}

static void forget(gobc_serial *serial, int64_t v) {
  if (serial->kind == GOBC_DISTANCE_U32)
    serial->distance.u32[v] = GOBC_SERIAL_FAR32;
  else if (serial->kind == GOBC_DISTANCE_U64)
    serial->distance.u64[v] = GOBC_SERIAL_FAR;
  else
    serial->distance.f64[v] = INFINITY;
}

/* Resets what an earlier run has left, in blocks so that a cancel is seen soon. */
static int reset(gobc_serial *serial, const volatile int32_t *cancel) {
  const int32_t block = 1 << 20;
  while (serial->stale_first < serial->stale_last) {
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    int32_t first = serial->stale_first, last = serial->stale_last;
    if (last - first > block) last = first + block;
    for (int32_t v = first; v < last; v++) forget(serial, v);
    serial->stale_first = last;
  }
  return *cancel ? GOBC_KERNEL_CANCELLED : GOBC_KERNEL_OK;
}

/* After a run that ended early: open vertices stay in the buckets, distances outside of order, bits in seen. */
static void abandon(gobc_serial *serial, int32_t first, int32_t last) {
  serial->stale_first = first;
  serial->stale_last = last;
  if (serial->seen) {
    memset(serial->seen, 0, bitmap_bytes((int64_t)length(serial)));
    memset(serial->seen_words, 0, bitmap_bytes((int64_t)length(serial) / 64));
  }
  if (serial->ring > 0) {
    memset(serial->tail, -1, (size_t)serial->ring * sizeof(int32_t));
    memset(serial->filled, 0, bitmap_bytes(serial->ring));
    memset(serial->filled_words, 0, bitmap_bytes(serial->ring / 64));
  }
}

static int search(gobc_serial *serial, int32_t source, int arcs, const volatile int32_t *cancel) {
  if (serial->kind == GOBC_DISTANCE_U32) return gobc_serial_search_u32(serial, source, arcs, cancel);
  if (serial->kind == GOBC_DISTANCE_U64) return gobc_serial_search_u64(serial, source, arcs, cancel);
  return gobc_serial_search_f64(serial, source, arcs, cancel);
}

/* Path counts from the arcs, and what they add; nothing when the source is flagged. */
static int run_paths(gobc_serial *serial, gobc_totals *totals, const volatile int32_t *cancel, uint64_t *flagged) {
  int status = gobc_serial_transpose(serial, cancel);
  if (status != GOBC_KERNEL_OK) return status;
  serial->counts.hits += 2 * serial->before_offsets[serial->reached];
  status = serial->exponents ? gobc_serial_exponents_paths(serial, cancel)
                             : gobc_serial_float_paths(serial, cancel, flagged);
  return status != GOBC_KERNEL_OK || *flagged ? status : gobc_serial_add_totals(serial, totals);
}

int gobc_serial_run(gobc_serial *serial, int32_t source, int32_t first, int32_t last, gobc_totals *totals,
                    gobc_length_totals *lengths, const volatile int32_t *cancel, uint64_t *flagged) {
  *flagged = 0;
  int status = reset(serial, cancel);
  if (status != GOBC_KERNEL_OK) return status;
  int paths = totals && serial->needs;
  status = search(serial, source, paths, cancel);
  if (status == GOBC_KERNEL_OK && paths) status = run_paths(serial, totals, cancel, flagged);
  if (status != GOBC_KERNEL_OK) {
    abandon(serial, first, last);
    return status;
  }
  if (lengths) gobc_serial_add_lengths(serial, lengths); /* they do not depend on path counts */
  for (int64_t i = 0; i < serial->reached; i++) forget(serial, serial->order[i]);
  serial->counts.batches++;
  serial->counts.lanes++;
  serial->counts.entries += serial->reached;
  return GOBC_KERNEL_OK;
}
