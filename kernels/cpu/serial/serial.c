/*
 * Brandes' algorithm ("A faster algorithm for betweenness centrality", 2001) from one source at a time, by hops or by
 * weights. Departures: neighbors are added in the order of the lists, so that sums run in the order of the batched
 * sweeps; arcs on shortest paths are found once and kept, with weights by a test for ties against final distances;
 * (1 + delta) / sigma is stored, which saves a division an arc; what a source adds is held back until nothing can fail
 * any more.
 */
#pragma STDC FP_CONTRACT OFF
#include "serial/serial.h"

#include <math.h>
#include <string.h>

#include "common/demand.h"
#include "common/distance_decay.h"
#include "common/terms.h"

/* One more than there are vertices, so that no array is empty. */
static size_t length(const gobc_serial *serial) { return (size_t)serial->graph.vertices + 1; }

static uint32_t largest_weight(const gobc_csr *graph) {
  uint32_t largest = 1;
  for (int64_t k = 0; graph->out_weights && k < graph->out_offsets[graph->vertices]; k++)
    largest = graph->out_weights[k] > largest ? graph->out_weights[k] : largest;
  return largest;
}

/* A cutoff as a whole distance. */
static uint64_t whole_cutoff(double cutoff) {
  return cutoff >= 0 && cutoff < 0x1p63 ? (uint64_t)cutoff : GOBC_SERIAL_FAR - 1;
}

/* Sets the cutoff of the next search, in the type of distances. */
static void cut(gobc_serial *serial, double cutoff) {
  const uint64_t longest = whole_cutoff(cutoff);
  if (serial->kind == GOBC_DISTANCE_F64) serial->longest.f64 = cutoff >= 0 ? cutoff : INFINITY;
  else if (serial->kind == GOBC_DISTANCE_U64) serial->longest.u64 = longest;
  else serial->longest.u32 = longest < GOBC_SERIAL_FAR32 ? (uint32_t)longest : GOBC_SERIAL_FAR32 - 1;
}

/* The type of distances, and the ring: none for reals, nor where it would outgrow the vertices. */
static void choose(gobc_serial *serial) {
  uint32_t largest = largest_weight(&serial->graph);
  if (serial->graph.out_reals && !serial->graph.out_weights) {
    serial->kind = GOBC_DISTANCE_F64;
    return;
  }
  const int narrow = (uint64_t)serial->graph.vertices * largest < GOBC_SERIAL_FAR32;
  serial->kind = narrow ? GOBC_DISTANCE_U32 : GOBC_DISTANCE_U64;
  if (serial->hops) return;
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
  serial->stale_last = (int32_t)serial->graph.vertices;
  if (serial->hops) return;
  serial->place = gobc_arena_alloc(arena, n * sizeof(int32_t));
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

/* Whether what a target weighs depends on the source. */
static int weighs_by_pair(const gobc_serial *serial) {
  return serial->pairs.demand_offsets || serial->pairs.decay.function != GOBC_DECAY_NONE;
}

static void open_paths(gobc_serial *serial) {
  gobc_arena *arena = &serial->arena;
  const size_t n = length(serial), counts = n * gobc_path_count_bytes(serial->exponents);
  const int arcs = (serial->needs & GOBC_SERIAL_ARCS) != 0;
  if (!serial->hops) serial->before_offsets = gobc_arena_alloc(arena, n * sizeof(int64_t));
  serial->after_offsets = gobc_arena_alloc(arena, (n + 1) * sizeof(int64_t));
  serial->seen = gobc_arena_alloc(arena, gobc_bitmap_bytes(n));
  serial->seen_words = gobc_arena_alloc(arena, gobc_bitmap_bytes(n / 64));
  serial->delta = gobc_arena_alloc(arena, n * sizeof(double));
  serial->sigma.any = gobc_arena_alloc(arena, counts);
  serial->share.any = arcs ? gobc_arena_alloc(arena, counts) : serial->sigma.any;
  if (serial->needs & GOBC_SERIAL_ONWARD) serial->paths_onward.any = gobc_arena_alloc(arena, counts);
  if (serial->needs & GOBC_NEED_STRESS) serial->term = gobc_arena_alloc(arena, n * sizeof(double));
  if (weighs_by_pair(serial)) {
    serial->targets = serial->pairs.target_weight;
    serial->pairs.target_weight = serial->column = gobc_arena_alloc(arena, n * sizeof(double));
  }
}

gobc_serial *gobc_serial_open(const gobc_csr *graph, int hops, const gobc_pairs *pairs, double tolerance, int exponents,
                              unsigned needs, const gobc_allocator *allocator) {
  gobc_serial *serial = gobc_arena_open(sizeof *serial, allocator);
  if (!serial) return NULL;
  serial->graph = *graph;
  serial->hops = hops;
  if (hops) {
    serial->graph.out_weights = serial->graph.in_weights = NULL;
    serial->graph.out_reals = serial->graph.in_reals = NULL;
  }
  serial->pairs = pairs ? *pairs : (gobc_pairs){.cutoff = -1};
  serial->tolerance = tolerance;
  serial->exponents = exponents;
  serial->needs = needs;
  choose(serial);
  open_search(serial);
  if (serial->needs || serial->hops) open_paths(serial);
  return gobc_arena_opened(&serial->arena);
}

static void forget(gobc_serial *serial, int64_t first, int64_t last) {
  for (int64_t v = first; v < last; v++) {
    if (serial->kind == GOBC_DISTANCE_U32) serial->distance.u32[v] = GOBC_SERIAL_FAR32;
    else if (serial->kind == GOBC_DISTANCE_U64) serial->distance.u64[v] = GOBC_SERIAL_FAR;
    else serial->distance.f64[v] = INFINITY;
  }
  for (int64_t v = first; serial->hops && v < last; v++) {
    if (serial->exponents) serial->sigma.scaled[v] = gobc_scaled_nothing();
    else serial->sigma.plain[v] = gobc_plain_nothing();
  }
}

/* Resets what an earlier run has left, in blocks so that a cancel is seen soon. */
static int reset(gobc_serial *serial, const volatile int32_t *cancel) {
  const int32_t block = 1 << 20;
  while (serial->stale_first < serial->stale_last) {
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    int32_t first = serial->stale_first, last = serial->stale_last;
    if (last - first > block) last = first + block;
    forget(serial, first, last);
    serial->stale_first = last;
  }
  return *cancel ? GOBC_KERNEL_CANCELLED : GOBC_KERNEL_OK;
}

/* Few vertices reached: reset them one by one, so that a run costs what it reaches; else leave the range as stale. */
static void tidy(gobc_serial *serial, int32_t first, int32_t last) {
  if (4 * serial->reached > last - first) {
    serial->stale_first = first;
    serial->stale_last = last;
    return;
  }
  for (int64_t i = 0; i < serial->reached; i++) forget(serial, serial->order[i], serial->order[i] + 1);
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

/* What passes from v to its successor w. */
static double arc_delta(const gobc_serial *serial, int32_t v, int32_t w) {
  if (!serial->exponents) return serial->sigma.plain[v] * serial->weight * serial->share.plain[w];
  const gobc_scaled_count weight = gobc_scaled_from(serial->weight);
  return gobc_scaled_product(gobc_scaled_times(serial->sigma.scaled[v], weight), serial->share.scaled[w]);
}

/* The same for path counts, before the weight of the source. */
static double arc_stress(const gobc_serial *serial, int32_t v, int32_t w) {
  return serial->exponents ? gobc_scaled_product(serial->sigma.scaled[v], serial->paths_onward.scaled[w])
                           : serial->sigma.plain[v] * serial->paths_onward.plain[w];
}

/* Allocates for the stress of vertices and of arcs, the only step that can fail. */
static int prepare(gobc_serial *serial, gobc_totals *totals) {
  uint64_t windows = 0;
  int infinite = 0, status = GOBC_KERNEL_OK;
  for (int64_t i = 1; serial->term && i < serial->reached; i++) {
    serial->term[i] *= serial->weight;
    windows |= gobc_stress_windows(serial->term[i], &infinite);
  }
  if (serial->term)
    status = gobc_stress_prepare(&totals->stress, windows, infinite, serial->graph.vertices, &serial->arena.allocator);
  if (status == GOBC_KERNEL_OK && serial->needs & GOBC_NEED_EDGE_STRESS)
    status = gobc_stress_prepare_arcs(totals->edge_stress, serial->hops ? 1 : 2, serial->edge_windows,
                                      serial->edge_infinite, &serial->graph, &serial->arena.allocator);
  return status;
}

static void add_vertices(gobc_serial *serial, gobc_totals *totals) {
  const unsigned needs = serial->needs;
  for (int64_t i = 1; needs & (GOBC_NEED_DELTA | GOBC_NEED_SQUARES) && i < serial->reached; i++) {
    const double delta = serial->delta[i] * serial->weight;
    const int64_t v = serial->order[i];
    if (needs & GOBC_NEED_DELTA) gobc_words_add(totals->delta + 2 * v, gobc_dependency_units(delta));
    if (needs & GOBC_NEED_SQUARES) gobc_words_add(totals->squares + 2 * v, gobc_square_units(delta));
  }
  for (int64_t i = 1; serial->term && i < serial->reached; i++)
    gobc_stress_add(&totals->stress, serial->order[i], serial->term[i]);
  if (needs & GOBC_NEED_PATHS_ONWARD) totals->paths_onward[serial->order[0]] += serial->onward;
}

/* What passes from v to its successor w, at a place of the out lists (side 0) or the in lists (side 1). */
static void add_arc(const gobc_serial *serial, gobc_totals *totals, int side, int64_t arc, int32_t v, int32_t w) {
  if (serial->needs & GOBC_NEED_EDGE_DELTA) {
    const double delta = arc_delta(serial, v, w);
    gobc_words_add(totals->edge_delta[side] + 2 * arc, gobc_dependency_units(delta));
  }
  if (serial->needs & GOBC_NEED_EDGE_STRESS)
    gobc_stress_add(&totals->edge_stress[side], arc, arc_stress(serial, v, w) * serial->weight);
}

/* By hops, an arc of a shortest path leads one level down. */
static void add_level_arcs(gobc_serial *serial, gobc_totals *totals) {
  const gobc_csr *graph = &serial->graph;
  const uint32_t *level = serial->distance.u32;
  for (int64_t i = 0; i < serial->reached; i++) {
    const int32_t v = serial->order[i];
    if (serial->after_offsets[i] == serial->after_offsets[i + 1]) continue;
    for (int64_t arc = graph->out_offsets[v]; arc < graph->out_offsets[v + 1]; arc++) {
      const int32_t w = graph->out_targets[arc];
      if (level[w] == level[v] + 1) add_arc(serial, totals, 0, arc, v, w);
    }
  }
}

static void add_tight_arcs(gobc_serial *serial, gobc_totals *totals) {
  const int32_t *before = gobc_serial_before(serial), *index = gobc_serial_index(serial);
  for (int64_t i = 1; i < serial->reached; i++) {
    const int32_t w = serial->order[i];
    for (int64_t k = serial->before_offsets[i]; k < serial->before_offsets[i + 1]; k++)
      add_arc(serial, totals, 1, serial->graph.in_offsets[w] + index[k], before[k], w);
  }
}

/* Everything that can fail comes before the first addition. */
static int add_totals(gobc_serial *serial, gobc_totals *totals) {
  if (prepare(serial, totals) != GOBC_KERNEL_OK) return GOBC_KERNEL_NOMEM;
  add_vertices(serial, totals);
  if (!(serial->needs & GOBC_SERIAL_ARCS)) return GOBC_KERNEL_OK;
  if (serial->hops) add_level_arcs(serial, totals);
  else add_tight_arcs(serial, totals);
  return GOBC_KERNEL_OK;
}

static uint64_t whole_distance(const gobc_serial *serial, int64_t v) {
  return serial->kind == GOBC_DISTANCE_U32 ? serial->distance.u32[v] : serial->distance.u64[v];
}

static double length_of(const gobc_serial *serial, int64_t v) {
  return serial->kind == GOBC_DISTANCE_F64 ? serial->distance.f64[v] : (double)whole_distance(serial, v);
}

/* What order[begin, end) adds. */
static void add_lengths(gobc_serial *serial, gobc_length_totals *lengths, int64_t begin, int64_t end) {
  const int64_t words = 2 * (1 + (int64_t)lengths->finer);
  if (lengths->lane_reached) lengths->lane_reached[0] = end - begin;
  if (lengths->lane_farthest) lengths->lane_farthest[0] = length_of(serial, serial->order[serial->reached - 1]);
  for (int64_t i = begin; i < end; i++) {
    int64_t v = serial->order[i];
    uint64_t whole = serial->kind == GOBC_DISTANCE_F64 ? 0 : whole_distance(serial, v);
    double d = length_of(serial, v);
    if (lengths->distance && serial->kind == GOBC_DISTANCE_F64)
      gobc_window_add(lengths->distance + words * v, d, lengths->distance_unit, lengths->finer);
    else if (lengths->distance)
      gobc_words_add(lengths->distance + words * v, gobc_whole_units(whole, lengths->distance_unit));
    if (lengths->terms && i > 0)
      gobc_window_add(lengths->terms + words * v, gobc_term_of(lengths->term, d), lengths->term.unit, lengths->finer);
    if (lengths->reached) lengths->reached[v]++;
    if (lengths->eccentricity && d > lengths->eccentricity[v]) lengths->eccentricity[v] = d;
    if (lengths->lane_rows) lengths->lane_rows[v] = d;
  }
}

/* Keeps the distances of the vertices reached, whose order stays until the next run. */
static int keep_reached(gobc_serial *serial, gobc_lane_rows *reached) {
  if (!gobc_arena_reserve(&serial->arena, &serial->reached_rows, (size_t)serial->reached, 0, sizeof(double)))
    return GOBC_KERNEL_NOMEM;
  double *rows = serial->reached_rows.data;
  for (int64_t i = 0; i < serial->reached; i++) rows[i] = length_of(serial, serial->order[i]);
  reached->rows = rows;
  reached->stride = 1;
  reached->bits = 64;
  reached->reached = serial->order;
  reached->count = serial->reached;
  reached->lanes = NULL;
  reached->by_place = 1;
  return GOBC_KERNEL_OK;
}

/* The demand of the source goes into the column, or is zeroed there. */
static void spread_demand(gobc_serial *serial, gobc_demand demand, int zero) {
  for (int64_t k = 0; k < demand.count; k++) serial->column[demand.target[k]] = zero ? 0 : demand.flow[k];
}

/* What the targets weigh goes into the column: their demand, which stands there, or weights, times the decay. */
static int weigh(gobc_serial *serial, const volatile int32_t *cancel) {
  int64_t left = 0;
  if (serial->pairs.decay.function == GOBC_DECAY_NONE) return GOBC_KERNEL_OK;
  for (int64_t i = 1; i < serial->reached; i++) {
    const int32_t v = serial->order[i];
    if (!serial->pairs.demand_offsets) serial->column[v] = serial->targets ? serial->targets[v] : 1;
    serial->column[v] *= gobc_decay_at(&serial->pairs.decay, length_of(serial, v));
    if (gobc_serial_cancelled(&left, 1, cancel)) return GOBC_KERNEL_CANCELLED;
  }
  return GOBC_KERNEL_OK;
}

/* Whether v is farther away than a cutoff. */
static int is_beyond(const gobc_serial *serial, int32_t v, double cutoff) {
  if (serial->kind == GOBC_DISTANCE_F64) return serial->distance.f64[v] > cutoff;
  return whole_distance(serial, v) > whole_cutoff(cutoff);
}

/* What lies between two cutoffs goes to the larger one. */
static void add_rings(gobc_serial *serial, gobc_length_totals *lengths) {
  int64_t begin = 0;
  for (int i = 0; i <= serial->pairs.inner_count; i++) {
    int64_t end = i < serial->pairs.inner_count ? begin : serial->reached;
    while (end < serial->reached && !is_beyond(serial, serial->order[end], serial->pairs.inner[i])) end++;
    add_lengths(serial, lengths + (i < serial->pairs.inner_count ? 1 + i : 0), begin, end);
    begin = end;
  }
}

/* Dependencies, and what they add; nothing when the source is out of range. */
static int run_paths(gobc_serial *serial, gobc_totals *totals, const volatile int32_t *cancel, uint64_t *out_of_range) {
  serial->edge_windows = 0;
  serial->edge_infinite = 0;
  int status = *out_of_range ? GOBC_KERNEL_OK : gobc_serial_paths(serial, cancel, out_of_range);
  return status != GOBC_KERNEL_OK || *out_of_range ? status : add_totals(serial, totals);
}

/* What paths weigh, to their ends. */
static void add_ends(const gobc_serial *serial, int32_t source, gobc_totals *totals) {
  for (int64_t i = 1; i < serial->reached; i++) {
    const int32_t v = serial->order[i];
    if (serial->column[v] > 0) gobc_pair_add_ends(totals->delta, source, v, serial->column[v]);
  }
}

/* The same, of targets that weigh by the source. */
static int run_weighed(gobc_serial *serial, int32_t source, gobc_totals *totals, const volatile int32_t *cancel,
                       uint64_t *out_of_range) {
  gobc_demand demand = {0};
  if (serial->pairs.demand_offsets) demand = gobc_demand_of(&serial->pairs, source);
  spread_demand(serial, demand, 0);
  int status = *out_of_range ? GOBC_KERNEL_OK : weigh(serial, cancel);
  if (status == GOBC_KERNEL_OK) status = run_paths(serial, totals, cancel, out_of_range);
  if (status == GOBC_KERNEL_OK && !*out_of_range && serial->pairs.ends && serial->needs & GOBC_NEED_DELTA)
    add_ends(serial, source, totals);
  spread_demand(serial, demand, 1);
  return status;
}

int gobc_serial_counts(gobc_serial *serial, int32_t source, int32_t first, int32_t last, uint64_t *distance,
                       gobc_scaled_count *counts, int stride, const volatile int32_t *cancel) {
  uint64_t out_of_range = 0;
  int status = reset(serial, cancel);
  if (status != GOBC_KERNEL_OK) return status;
  serial->weight = 1;
  cut(serial, serial->pairs.cutoff);
  status = search(serial, source, 1, cancel);
  if (status == GOBC_KERNEL_OK) status = gobc_serial_paths(serial, cancel, &out_of_range);
  if (status != GOBC_KERNEL_OK) {
    abandon(serial, first, last);
    return status;
  }
  for (int64_t i = 0; i < serial->reached; i++) {
    const int64_t v = serial->order[i];
    distance[v * stride] = whole_distance(serial, v);
    counts[v * stride] = serial->sigma.scaled[v];
  }
  tidy(serial, first, last);
  return GOBC_KERNEL_OK;
}

/* One search, up to a cutoff. */
static int run_to(gobc_serial *serial, double cutoff, int32_t source, int32_t first, int32_t last, gobc_totals *totals,
                  gobc_length_totals *lengths, const volatile int32_t *cancel, uint64_t *out_of_range) {
  cut(serial, cutoff);
  serial->weight = serial->pairs.source_weight ? serial->pairs.source_weight[source] : 1.0;
  int status = reset(serial, cancel);
  if (status != GOBC_KERNEL_OK) return status;
  const int paths = totals && serial->needs && serial->weight > 0;
  if (!paths && !lengths) return GOBC_KERNEL_OK;
  if (serial->hops) status = gobc_serial_levels(serial, source, cancel, out_of_range);
  else status = search(serial, source, paths, cancel);
  if (status == GOBC_KERNEL_OK && lengths && lengths->reached_rows)
    status = keep_reached(serial, lengths->reached_rows);
  if (status == GOBC_KERNEL_OK && paths)
    status = weighs_by_pair(serial) ? run_weighed(serial, source, totals, cancel, out_of_range)
                                    : run_paths(serial, totals, cancel, out_of_range);
  if (status != GOBC_KERNEL_OK) {
    abandon(serial, first, last);
    return status;
  }
  if (lengths) add_rings(serial, lengths); /* they do not depend on path counts */
  tidy(serial, first, last);
  serial->arena.counts.batches++;
  serial->arena.counts.lanes++;
  serial->arena.counts.frontier_items += serial->reached;
  return GOBC_KERNEL_OK;
}

/*
 * Paths take a search for each cutoff, as the way back leaves no path counts. The largest comes first: what is in range there is
 * in range within it. After it the source is added whole, so the others do not look at the cancel word.
 */
int gobc_serial_run(gobc_serial *serial, int32_t source, int32_t first, int32_t last, gobc_totals *totals,
                    gobc_length_totals *lengths, const volatile int32_t *cancel, uint64_t *out_of_range) {
  static const volatile int32_t never = 0;
  *out_of_range = 0;
  int status = run_to(serial, serial->pairs.cutoff, source, first, last, totals, lengths, cancel, out_of_range);
  for (int i = 0; totals && !*out_of_range && i < serial->pairs.inner_count && status == GOBC_KERNEL_OK; i++)
    status = run_to(serial, serial->pairs.inner[i], source, first, last, totals + 1 + i, NULL, &never, out_of_range);
  return status;
}
