/*
 * The merged sweep of kernels.h: memory, choice of the instance, one batch. The work is in merged_distances.h for each
 * instruction set and type of distances, in merged_paths.h and merged_backward.h for each set.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "merged_internal.h"

/*
 * Width of the buckets of phases 1 and 3: the largest power of two of a key that is at most so much of a typical weight.
 * Flat between half and twice of it on co-expression, protein, Twitter, road and Delaunay graphs.
 */
static const double shares[2] = {0.75, 0.5};
#define REAL_KEYS 1024.0 /* key of a typical weight, if real */
#define SAMPLE 1024

static const gobc_merged_spot nobody = {0, 0, GOBC_MERGED_NO_KEY, GOBC_MERGED_NO_KEY, GOBC_MERGED_IDLE, 0};

static size_t vertices_of(const gobc_merged *merged) { return (size_t)merged->graph.vertices; }

static size_t row_bytes(const gobc_merged *merged, int size) {
  return vertices_of(merged) * (size_t)(GOBC_MERGED_WIDTH * size) + GOBC_ARENA_PAD;
}

static size_t item_bytes(const gobc_merged *merged, size_t size) { return vertices_of(merged) * size + GOBC_ARENA_PAD; }

/* Places of the ring: a power of two, more than there are vertices. */
static size_t ring_items(const gobc_merged *merged) {
  size_t items = 64;
  while (items <= vertices_of(merged)) items *= 2;
  return items;
}

static int needs_onward(const gobc_merged *merged) {
  return (merged->needs & (GOBC_NEED_STRESS | GOBC_NEED_EDGE_STRESS)) != 0;
}

static int open_memory(gobc_merged *merged) {
  gobc_merged_queue *queue = &merged->queue;
  gobc_arena *arena = &merged->arena;
  merged->distance = gobc_arena_alloc(arena, row_bytes(merged, merged->distance_bytes));
  merged->touched = gobc_arena_alloc(arena, gobc_bitmap_bytes(vertices_of(merged)));
  merged->order = gobc_arena_alloc(arena, item_bytes(merged, sizeof(int32_t)));
  queue->spots = gobc_arena_alloc(arena, item_bytes(merged, sizeof(gobc_merged_spot)));
  queue->ring = gobc_arena_alloc(arena, ring_items(merged) * sizeof(int32_t));
  queue->ring_mask = ring_items(merged) - 1;
  if (merged->needs) {
    merged->sigma = gobc_arena_alloc(arena, row_bytes(merged, sizeof(double)));
    merged->done = gobc_arena_alloc(arena, item_bytes(merged, sizeof(uint64_t)));
    merged->links = gobc_arena_alloc(arena, item_bytes(merged, sizeof(gobc_merged_links)));
    if (needs_onward(merged)) merged->onward = gobc_arena_alloc(arena, row_bytes(merged, sizeof(double)));
  }
  if (arena->failed) return 0;
  for (int slot = 0; slot <= GOBC_MERGED_SLOTS; slot++) queue->slots[slot] = -1;
  for (size_t v = 0; v < vertices_of(merged); v++) queue->spots[v] = nobody;
  merged->rows->clear(merged, 0, (int32_t)merged->graph.vertices);
  return 1;
}

static int by_weight(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median of evenly spread weights: a mean would follow a few long arcs. */
static double typical_weight(const gobc_csr *graph) {
  double sample[SAMPLE];
  int64_t entries = graph->out_offsets[graph->vertices];
  int count = entries < SAMPLE ? (int)entries : SAMPLE;
  for (int i = 0; i < count; i++) {
    int64_t entry = (int64_t)((double)i / count * (double)entries);
    sample[i] = graph->out_weights ? graph->out_weights[entry] : graph->out_reals[entry];
  }
  qsort(sample, (size_t)count, sizeof sample[0], by_weight);
  return count ? sample[count / 2] : 1;
}

static void choose_buckets(gobc_merged *merged) {
  double typical = typical_weight(&merged->graph);
  merged->scale = REAL_KEYS / typical;
  if (!(merged->scale < 0x1p1000)) merged->scale = 0x1p1000;
  if (merged->real) typical = REAL_KEYS;
  for (int phase = 0; phase < 2; phase++)
    while ((double)((int64_t)2 << merged->shift[phase]) <= typical * shares[phase]) merged->shift[phase]++;
}

/* Whole lengths: the largest value of the type, or one more than the cutoff. */
static void choose_limit(gobc_merged *merged, int distance, double cutoff) {
  merged->limit = distance == GOBC_DISTANCE_U16 ? UINT16_MAX : UINT32_MAX;
  if (distance == GOBC_DISTANCE_U64) merged->limit = (uint64_t)1 << 63;
  merged->real_limit = INFINITY;
  if (!(cutoff >= 0)) return;
  if (cutoff < 0x1p63 && (uint64_t)cutoff + 1 < merged->limit) merged->limit = (uint64_t)cutoff + 1;
  merged->real_limit = nextafter(cutoff, INFINITY);
}

gobc_merged *gobc_merged_open(const gobc_csr *graph, const gobc_pairs *pairs, int distance, double tolerance, unsigned needs,
                              int isa, const gobc_allocator *allocator) {
  int column = distance == GOBC_DISTANCE_U16   ? 0
               : distance == GOBC_DISTANCE_U32 ? 1
               : distance == GOBC_DISTANCE_U64 ? 2
               : distance == GOBC_DISTANCE_F64 ? 3
                                               : -1;
  const gobc_kernels *kernels = gobc_dispatch(isa);
  if (!kernels || column < 0 || (column == 3 ? !graph->out_reals : !graph->out_weights)) return NULL;
  gobc_merged *merged = allocator->allocate(sizeof *merged);
  if (!merged) return NULL;
  gobc_arena_open(&merged->arena, merged, sizeof *merged, &merged->counts, allocator);
  merged->graph = *graph;
  merged->pairs = pairs ? *pairs : (gobc_pairs){NULL, NULL, -1};
  merged->rows = &kernels->merged->rows[column];
  merged->paths = &kernels->merged->paths;
  merged->real = column == 3;
  merged->distance_bytes = merged->real ? 8 : distance / 8;
  merged->undirected = graph->in_offsets == graph->out_offsets;
  merged->needs = needs;
  merged->tolerance = tolerance;
  choose_buckets(merged);
  choose_limit(merged, distance, merged->pairs.cutoff);
  for (int64_t v = 0; v < graph->vertices; v++)
    merged->target_sum += merged->pairs.target_weight ? merged->pairs.target_weight[v] : 1;
  if (open_memory(merged)) return merged;
  gobc_merged_close(merged);
  return NULL;
}

/* Everything back as it was before the batch, at the cost of what the batch reached. */
static void reset(gobc_merged *merged) {
  gobc_merged_queue *queue = &merged->queue;
  for (size_t i = 0; i < merged->reached; i++) {
    int32_t v = merged->order[i];
    gobc_merged_spot *spot = queue->spots + v;
    if (spot->next != GOBC_MERGED_IDLE && spot->key >> queue->shift > queue->current) gobc_merged_unlink(queue, v);
    *spot = nobody;
    merged->touched[(size_t)v >> 6] = 0;
    if (merged->done) merged->done[v] = 0;
    merged->rows->clear(merged, v, v + 1);
  }
  merged->reached = 0;
}

/* Puts the reached vertices into ascending order. */
static void sort_reached(gobc_merged *merged) {
  int32_t low = INT32_MAX, high = -1, *order = merged->order;
  size_t count = 0;
  for (size_t i = 0; i < merged->reached; i++) {
    if (order[i] < low) low = order[i];
    if (order[i] > high) high = order[i];
  }
  for (int32_t word = low >> 6; word <= high >> 6; word++)
    for (uint64_t bits = merged->touched[word]; bits; bits &= bits - 1) order[count++] = word << 6 | __builtin_ctzll(bits);
}

/* The tight arcs into a list for each of their ends, in the order in which they were found. */
static int spread_tight(gobc_merged *merged) {
  gobc_merged_links *links = merged->links;
  const size_t size = sizeof(gobc_merged_arc);
  int64_t before = 0, after = 0;
  if (!gobc_arena_reserve(&merged->arena, &merged->before, merged->tights, 0, size) ||
      !gobc_arena_reserve(&merged->arena, &merged->after, merged->tights, 0, size))
    return GOBC_KERNEL_NOMEM;
  for (size_t i = 0; i < merged->reached; i++) {
    gobc_merged_links *link = links + merged->order[i];
    link->before = before;
    link->after = after;
    before += link->befores;
    after += link->afters;
    link->befores = link->afters = 0;
  }
  const gobc_merged_tight *tight = merged->tight.data;
  gobc_merged_arc *befores = merged->before.data, *afters = merged->after.data;
  for (size_t i = 0; i < merged->tights; i++) {
    const gobc_merged_tight arc = tight[i];
    gobc_merged_links *from = links + arc.from, *to = links + arc.to;
    afters[from->after + from->afters++] = (gobc_merged_arc){arc.lanes, arc.to, arc.entry};
    befores[to->before + to->befores++] = (gobc_merged_arc){arc.lanes, arc.from, arc.entry};
  }
  return *merged->cancel ? GOBC_KERNEL_CANCELLED : GOBC_KERNEL_OK;
}

/*
 * Room for the stress terms of the batch. A term of one lane counts weighted paths, so it is at most the lane's largest
 * count times all targets' weights and the weight of the source.
 */
static int stress_room(gobc_merged *merged, gobc_totals *totals) {
  double bound = 0;
  for (int lane = 0; lane < merged->lanes; lane++)
    if (merged->source_weight[lane] > bound) bound = merged->source_weight[lane];
  bound *= merged->largest * merged->target_sum * 2;
  if (!needs_onward(merged) || bound < 0x1p96) return GOBC_KERNEL_OK;
  uint64_t windows = ~UINT64_C(0) >> (63 - gobc_stress_window(bound));
  int status = GOBC_KERNEL_OK;
  if (merged->needs & GOBC_NEED_STRESS)
    status = gobc_stress_prepare(&totals->stress, windows, 0, merged->graph.vertices, &merged->arena.allocator);
  if (status == GOBC_KERNEL_OK && merged->needs & GOBC_NEED_EDGE_STRESS)
    status = gobc_stress_prepare_entries(totals->edge_stress, 2, windows, 0, &merged->graph, &merged->arena.allocator);
  return status;
}

/* Everything that can fail. */
static int find(gobc_merged *merged, gobc_totals *totals) {
  int status = merged->rows->search(merged);
  if (status != GOBC_KERNEL_OK) return status;
  sort_reached(merged);
  if (!totals || !merged->needs) return GOBC_KERNEL_OK;
  status = merged->rows->find_tight(merged);
  if (status == GOBC_KERNEL_OK) status = spread_tight(merged);
  if (status == GOBC_KERNEL_OK) status = merged->paths->count(merged);
  if (status == GOBC_KERNEL_OK) status = stress_room(merged, totals);
  return status;
}

int gobc_merged_run(gobc_merged *merged, const int32_t *sources, int lanes, int32_t first, int32_t last,
                    gobc_totals *totals, gobc_length_totals *lengths, const volatile int32_t *cancel,
                    uint64_t *flagged) {
  static const volatile int32_t never = 0;
  *flagged = 0;
  if (lanes <= 0) return GOBC_KERNEL_OK;
  merged->sources = sources;
  merged->lanes = lanes;
  (void)first, (void)last; /* all that is touched is reached from the sources, so it lies in there */
  merged->cancel = cancel ? cancel : &never;
  merged->flagged = 0;
  merged->popped = merged->tights = 0;
  for (int lane = 0; lane < 64; lane++)
    merged->source_weight[lane] =
        lane < lanes && merged->pairs.source_weight ? merged->pairs.source_weight[sources[lane]] : 1;
  int status = find(merged, totals);
  if (status == GOBC_KERNEL_OK) {
    if (totals && merged->needs == GOBC_NEED_DELTA) merged->paths->pass_delta(merged, totals);
    else if (totals && merged->needs) merged->paths->pass_all(merged, totals);
    if (lengths) merged->rows->add_lengths(merged, lengths);
    *flagged = merged->flagged;
    merged->counts.batches++;
    merged->counts.lanes += lanes;
    merged->counts.entries += (int64_t)merged->popped;
  }
  reset(merged);
  return status;
}

const gobc_counts *gobc_merged_counts(const gobc_merged *merged) { return &merged->counts; }

void gobc_merged_close(gobc_merged *merged) {
  if (merged) gobc_arena_close(&merged->arena);
}
