/*
 * Brandes' algorithm ("A faster algorithm for betweenness centrality", 2001) on weights, from one source at a time.
 * Departures: arcs are tested for ties against final distances and kept; path counts are gathered from predecessors and
 * dependencies from successors, both in the order of the lists, so that sums run in the merged sweep's order; what a
 * source adds is held back until nothing can fail any more.
 */
#include "serial.h"

#include <math.h>
#include <string.h>

/* One more than there are vertices, so that no array is empty. */
static size_t length(const gobc_serial *serial) {
  return (size_t)serial->graph.vertices + 1;
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
    serial->longest.f64 = serial->pairs.cutoff >= 0 ? serial->pairs.cutoff : INFINITY;
    return;
  }
  const double cutoff = serial->pairs.cutoff;
  const uint64_t longest = cutoff >= 0 && cutoff < 0x1p63 ? (uint64_t)cutoff : GOBC_SERIAL_FAR - 1;
  if ((uint64_t)serial->graph.vertices * largest < GOBC_SERIAL_FAR32) {
    serial->kind = GOBC_DISTANCE_U32;
    serial->longest.u32 = longest < GOBC_SERIAL_FAR32 ? (uint32_t)longest : GOBC_SERIAL_FAR32 - 1;
  } else {
    serial->kind = GOBC_DISTANCE_U64;
    serial->longest.u64 = longest;
  }
  int64_t ring = 64;
  while (ring <= largest) ring *= 2;
  serial->ring = ring <= GOBC_SERIAL_RING && ring <= 4 * serial->graph.vertices + 64 ? ring : 0;
}

static size_t distance_bytes(const gobc_serial *serial) {
  return serial->kind == GOBC_DISTANCE_U32 ? sizeof(uint32_t) : sizeof(uint64_t);
}

static void open_search(gobc_serial *serial) {
  gobc_arena *arena = &serial->arena;
  const size_t n = length(serial), ring = (size_t)serial->ring;
  serial->order = gobc_arena_alloc(arena, n * sizeof(int32_t));
  serial->distance.any = gobc_arena_alloc(arena, n * distance_bytes(serial));
  serial->place = gobc_arena_alloc(arena, n * sizeof(int32_t));
  serial->stale_last = (int32_t)serial->graph.vertices;
  if (ring == 0) {
    serial->slot = gobc_arena_alloc(arena, n * sizeof(gobc_serial_slot));
    return;
  }
  serial->previous = gobc_arena_alloc(arena, n * sizeof(int32_t));
  serial->head = gobc_arena_alloc(arena, ring * sizeof(int32_t));
  serial->tail = gobc_arena_alloc(arena, ring * sizeof(int32_t));
  serial->filled = gobc_arena_alloc(arena, gobc_bitmap_bytes(ring));
  serial->filled_words = gobc_arena_alloc(arena, gobc_bitmap_bytes(ring / 64));
  if (serial->tail) memset(serial->tail, -1, ring * sizeof(int32_t));
}

static void open_paths(gobc_serial *serial) {
  gobc_arena *arena = &serial->arena;
  const size_t n = length(serial), counts = n * gobc_path_count_bytes(serial->exponents);
  const int entries = (serial->needs & GOBC_SERIAL_ENTRIES) != 0;
  serial->before_offsets = gobc_arena_alloc(arena, n * sizeof(int64_t));
  serial->after_offsets = gobc_arena_alloc(arena, (n + 1) * sizeof(int64_t));
  serial->seen = gobc_arena_alloc(arena, gobc_bitmap_bytes(n));
  serial->seen_words = gobc_arena_alloc(arena, gobc_bitmap_bytes(n / 64));
  serial->delta = gobc_arena_alloc(arena, n * sizeof(double));
  serial->sigma.any = gobc_arena_alloc(arena, counts);
  serial->share.any = entries ? gobc_arena_alloc(arena, counts) : serial->sigma.any;
  if (serial->needs & GOBC_SERIAL_ONWARD) serial->onward.any = gobc_arena_alloc(arena, counts);
  if (serial->needs & GOBC_NEED_STRESS) serial->term = gobc_arena_alloc(arena, n * sizeof(double));
}

gobc_serial *gobc_serial_open(const gobc_csr *graph, const gobc_pairs *pairs, double tolerance, int exponents,
                              unsigned needs, const gobc_allocator *allocator) {
  gobc_serial *serial = allocator->allocate(sizeof *serial);
  if (!serial) return NULL;
  gobc_arena_open(&serial->arena, serial, sizeof *serial, &serial->counts, allocator);
  serial->graph = *graph;
  serial->pairs = pairs ? *pairs : (gobc_pairs){NULL, NULL, -1};
  serial->tolerance = tolerance;
  serial->exponents = exponents;
  serial->needs = needs;
  choose(serial);
  open_search(serial);
  if (serial->needs) open_paths(serial);
  if (!serial->arena.failed) return serial;
  gobc_serial_close(serial);
  return NULL;
}

void gobc_serial_close(gobc_serial *serial) {
  if (serial) gobc_arena_close(&serial->arena);
}

const gobc_counts *gobc_serial_counts(const gobc_serial *serial) {
  return &serial->counts;
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
    memset(serial->seen, 0, gobc_bitmap_bytes(length(serial)));
    memset(serial->seen_words, 0, gobc_bitmap_bytes(length(serial) / 64));
  }
  if (serial->ring > 0) {
    memset(serial->tail, -1, (size_t)serial->ring * sizeof(int32_t));
    memset(serial->filled, 0, gobc_bitmap_bytes((size_t)serial->ring));
    memset(serial->filled_words, 0, gobc_bitmap_bytes((size_t)serial->ring / 64));
  }
}

static int search(gobc_serial *serial, int32_t source, int arcs, const volatile int32_t *cancel) {
  if (serial->kind == GOBC_DISTANCE_U32) return gobc_serial_search_u32(serial, source, arcs, cancel);
  if (serial->kind == GOBC_DISTANCE_U64) return gobc_serial_search_u64(serial, source, arcs, cancel);
  return gobc_serial_search_f64(serial, source, arcs, cancel);
}

/* Path counts from the arcs, and what they add; nothing when the source is flagged. */
static int run_paths(gobc_serial *serial, gobc_totals *totals, const volatile int32_t *cancel, uint64_t *flagged) {
  int status = gobc_serial_paths(serial, cancel, flagged);
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
