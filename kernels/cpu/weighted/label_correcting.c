/*
 * The label-correcting sweep of kernels.h: memory, choice of the instance, one batch. The work is in
 * weighted/distances.h for each instruction set and type of distances, and in weighted/paths.h and
 * weighted/backward.h for each set.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/demand.h"
#include "weighted/label_correcting.h"

/*
 * Width of the buckets of phases 1 and 3: the largest power of two of a key that is at most so much of a typical weight
 * (BENCHMARKS.md).
 */
static const double bucket_width[2] = {0.75, 0.5};
#define REAL_KEYS 1024.0 /* key of a typical weight, if real */
#define SAMPLE 1024

static size_t vertices_of(const gobc_label_correcting *sweep) { return (size_t)sweep->graph.vertices; }

static size_t row_bytes(const gobc_label_correcting *sweep, int size) {
  return vertices_of(sweep) * (size_t)(GOBC_LABEL_CORRECTING_WIDTH * size) + GOBC_ARENA_PAD;
}

static size_t item_bytes(const gobc_label_correcting *sweep, size_t size) {
  return vertices_of(sweep) * size + GOBC_ARENA_PAD;
}

/* Places of the ring: a power of two, more than there are vertices. */
static size_t ring_items(const gobc_label_correcting *sweep) {
  size_t items = 64;
  while (items <= vertices_of(sweep)) items *= 2;
  return items;
}

static int needs_onward(const gobc_label_correcting *sweep) {
  return (sweep->needs & (GOBC_NEED_STRESS | GOBC_NEED_EDGE_STRESS)) != 0;
}

/* Whether what a target weighs depends on the source. */
static int weighs_by_pair(const gobc_label_correcting *sweep) {
  return sweep->pairs.demand_offsets || sweep->pairs.decay.function != GOBC_DECAY_NONE;
}

/* Path counts are needed again after a way back that is not the last one. */
static void open_cutoffs(gobc_label_correcting *sweep) {
  const int count = sweep->pairs.inner_count, delta = sweep->needs == GOBC_NEED_DELTA;
  gobc_arena *arena = &sweep->arena;
  if (count == 0) return;
  sweep->within = gobc_arena_alloc(arena, item_bytes(sweep, (size_t)count * sizeof(uint64_t)));
  if (delta) sweep->places = gobc_arena_alloc(arena, item_bytes(sweep, sizeof(gobc_cutoff_rows)));
  if (!delta || count >= GOBC_CUTOFFS_A_VISIT) sweep->share = gobc_arena_alloc(arena, row_bytes(sweep, sizeof(double)));
}

static void open_memory(gobc_label_correcting *sweep) {
  gobc_bucket_queue *queue = &sweep->queue;
  gobc_arena *arena = &sweep->arena;
  sweep->distance = gobc_arena_alloc(arena, row_bytes(sweep, sweep->distance_bytes));
  sweep->touched = gobc_arena_alloc(arena, gobc_bitmap_bytes(vertices_of(sweep)));
  sweep->order = gobc_arena_alloc(arena, item_bytes(sweep, sizeof(int32_t)));
  queue->states = gobc_arena_alloc(arena, item_bytes(sweep, sizeof(gobc_vertex_state)));
  queue->ring = gobc_arena_alloc(arena, ring_items(sweep) * sizeof(int32_t));
  queue->ring_mask = ring_items(sweep) - 1;
  if (sweep->needs) {
    sweep->sigma = gobc_arena_alloc(arena, row_bytes(sweep, sizeof(double)));
    sweep->done = gobc_arena_alloc(arena, item_bytes(sweep, sizeof(uint64_t)));
    sweep->ranges = gobc_arena_alloc(arena, item_bytes(sweep, sizeof(gobc_tight_ranges)));
    if (needs_onward(sweep)) sweep->paths_onward = gobc_arena_alloc(arena, row_bytes(sweep, sizeof(double)));
    sweep->share = sweep->sigma;
    if (weighs_by_pair(sweep)) sweep->mass = gobc_arena_alloc(arena, row_bytes(sweep, sizeof(double)));
    open_cutoffs(sweep);
  }
  if (arena->failed) return;
  for (int slot = 0; slot <= GOBC_BUCKET_SLOTS; slot++) queue->slots[slot] = -1;
  for (size_t v = 0; v < vertices_of(sweep); v++) queue->states[v] = gobc_empty_state;
  sweep->rows->clear(sweep, 0, (int32_t)sweep->graph.vertices);
}

static int by_weight(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median of evenly spread weights: a mean would follow a few long arcs. */
static double typical_weight(const gobc_csr *graph) {
  double sample[SAMPLE];
  int64_t arcs = graph->out_offsets[graph->vertices];
  int count = arcs < SAMPLE ? (int)arcs : SAMPLE;
  for (int i = 0; i < count; i++) {
    int64_t arc = (int64_t)((double)i / count * (double)arcs);
    sample[i] = graph->out_weights ? graph->out_weights[arc] : graph->out_reals[arc];
  }
  qsort(sample, (size_t)count, sizeof sample[0], by_weight);
  return count ? sample[count / 2] : 1;
}

static void choose_buckets(gobc_label_correcting *sweep) {
  double typical = typical_weight(&sweep->graph);
  sweep->scale = REAL_KEYS / typical;
  if (!(sweep->scale < 0x1p1000)) sweep->scale = 0x1p1000;
  if (sweep->real) typical = REAL_KEYS;
  for (int phase = 0; phase < 2; phase++)
    while ((double)((int64_t)2 << sweep->shift[phase]) <= typical * bucket_width[phase]) sweep->shift[phase]++;
}

/* Whole lengths: the largest value of the type, or one more than the cutoff. */
static void choose_limit(gobc_label_correcting *sweep, int distance, double cutoff) {
  sweep->limit = distance == GOBC_DISTANCE_U16 ? UINT16_MAX : UINT32_MAX;
  if (distance == GOBC_DISTANCE_U64) sweep->limit = (uint64_t)1 << 63;
  sweep->real_limit = INFINITY;
  if (!(cutoff >= 0)) return;
  if (cutoff < 0x1p63 && (uint64_t)cutoff + 1 < sweep->limit) sweep->limit = (uint64_t)cutoff + 1;
  sweep->real_limit = nextafter(cutoff, INFINITY);
}

/* A graph without arcs has weights of either kind. */
static int has_weights(const gobc_csr *graph, int real) {
  return graph->out_offsets[graph->vertices] == 0 || (real ? graph->out_reals != NULL : graph->out_weights != NULL);
}

gobc_label_correcting *gobc_label_correcting_open(const gobc_csr *graph, const gobc_pairs *pairs, int distance,
                                                  double tolerance, unsigned needs, int isa,
                                                  const gobc_allocator *allocator) {
  int column = distance == GOBC_DISTANCE_U16 ? 0
      : distance == GOBC_DISTANCE_U32        ? 1
      : distance == GOBC_DISTANCE_U64        ? 2
      : distance == GOBC_DISTANCE_F64        ? 3
                                             : -1;
  const gobc_kernels *kernels = gobc_dispatch(isa);
  if (!kernels || column < 0 || !has_weights(graph, column == 3)) return NULL;
  if (pairs && pairs->multiplicity) return NULL; /* vertices that stand for several are for the sweep by levels */
  gobc_label_correcting *sweep = gobc_arena_open(sizeof *sweep, allocator);
  if (!sweep) return NULL;
  sweep->graph = *graph;
  sweep->pairs = pairs ? *pairs : (gobc_pairs){.cutoff = -1};
  sweep->rows = &kernels->label_correcting->rows[column];
  sweep->paths = &kernels->label_correcting->paths;
  sweep->real = column == 3;
  sweep->distance_bytes = sweep->real ? 8 : distance / 8;
  sweep->undirected = graph->in_offsets == graph->out_offsets;
  sweep->needs = needs;
  sweep->tolerance = tolerance;
  choose_buckets(sweep);
  choose_limit(sweep, distance, sweep->pairs.cutoff);
  for (int64_t v = 0; v < graph->vertices; v++)
    sweep->target_sum += sweep->pairs.target_weight ? sweep->pairs.target_weight[v] : 1;
  open_memory(sweep);
  return gobc_arena_opened(&sweep->arena);
}

/* Everything back as it was before the batch, at the cost of what the batch reached. */
static void reset(gobc_label_correcting *sweep) {
  gobc_bucket_queue *queue = &sweep->queue;
  for (size_t i = 0; i < sweep->reached; i++) {
    int32_t v = sweep->order[i];
    gobc_vertex_state *state = queue->states + v;
    if (state->next != GOBC_BUCKET_IDLE && state->key >> queue->shift > queue->current)
      gobc_bucket_queue_unlink(queue, v);
    *state = gobc_empty_state;
    sweep->touched[(size_t)v >> 6] = 0;
    if (sweep->done) sweep->done[v] = 0;
    sweep->rows->clear(sweep, v, v + 1);
  }
  sweep->reached = 0;
}

/* Puts the reached vertices into ascending order. */
static void sort_reached(gobc_label_correcting *sweep) {
  int32_t low = INT32_MAX, high = -1, *order = sweep->order;
  size_t count = 0;
  for (size_t i = 0; i < sweep->reached; i++) {
    if (order[i] < low) low = order[i];
    if (order[i] > high) high = order[i];
  }
  for (int32_t word = low >> 6; word <= high >> 6; word++)
    for (uint64_t bits = sweep->touched[word]; bits; bits &= bits - 1)
      order[count++] = word << 6 | __builtin_ctzll(bits);
}

/* The tight arcs into a list for each of their ends, in the order in which they were found. */
static int spread_tight(gobc_label_correcting *sweep) {
  gobc_tight_ranges *ranges = sweep->ranges;
  const size_t size = sizeof(gobc_tight_end);
  int64_t before = 0, after = 0;
  if (!gobc_arena_reserve(&sweep->arena, &sweep->before, sweep->tight_count, 0, size) ||
      !gobc_arena_reserve(&sweep->arena, &sweep->after, sweep->tight_count, 0, size))
    return GOBC_KERNEL_NOMEM;
  for (size_t i = 0; i < sweep->reached; i++) {
    gobc_tight_ranges *range = ranges + sweep->order[i];
    range->before = before;
    range->after = after;
    before += range->befores;
    after += range->afters;
    range->befores = range->afters = 0;
  }
  const gobc_tight_arc *tight = sweep->tight.data;
  gobc_tight_end *befores = sweep->before.data, *afters = sweep->after.data;
  for (size_t i = 0; i < sweep->tight_count; i++) {
    if (i % GOBC_LABEL_STEP == 0 && *sweep->cancel) return GOBC_KERNEL_CANCELLED;
    const gobc_tight_arc arc = tight[i];
    gobc_tight_ranges *from = ranges + arc.from, *to = ranges + arc.to;
    afters[from->after + from->afters++] = (gobc_tight_end){arc.lanes, arc.to, arc.index};
    befores[to->before + to->befores++] = (gobc_tight_end){arc.lanes, arc.from, arc.index};
  }
  return *sweep->cancel ? GOBC_KERNEL_CANCELLED : GOBC_KERNEL_OK;
}

/*
 * Allocates for the stress terms of the batch. A term of one lane counts weighted paths, so it is at most the lane's largest
 * count times all targets' weights and the weight of the source.
 */
static int alloc_terms(gobc_label_correcting *sweep, gobc_totals *totals) {
  const gobc_chains *chains = &sweep->chains;
  double bound = 0;
  for (int lane = 0; lane < sweep->lanes; lane++)
    if (sweep->source_weight[lane] > bound) bound = sweep->source_weight[lane];
  bound *= sweep->largest * (chains->total > 0 ? gobc_chains_bound(chains) : sweep->target_sum * 2);
  if (!needs_onward(sweep) || bound < 0x1p96) return GOBC_KERNEL_OK;
  uint64_t windows = ~UINT64_C(0) >> (63 - gobc_stress_window(bound));
  int status = GOBC_KERNEL_OK;
  if (chains->total > 0) status = gobc_chains_prepare(chains, bound, 0, totals, &sweep->arena.allocator);
  else if (sweep->needs & GOBC_NEED_STRESS)
    status = gobc_stress_prepare(&totals->stress, windows, 0, sweep->graph.vertices, &sweep->arena.allocator);
  if (status == GOBC_KERNEL_OK && sweep->needs & GOBC_NEED_EDGE_STRESS)
    status = gobc_stress_prepare_arcs(totals->edge_stress, 2, windows, 0, &sweep->graph, &sweep->arena.allocator);
  return status;
}

static int alloc_stress(gobc_label_correcting *sweep, gobc_totals *totals) {
  int status = GOBC_KERNEL_OK;
  for (int i = 0; status == GOBC_KERNEL_OK && i < 1 + 2 * sweep->pairs.inner_count; i++)
    status = alloc_terms(sweep, totals + i);
  return status;
}

/*
 * Begins a visit for the cutoffs from `first` to `last`: how many rows each vertex gets in it. Returns their number. Where nothing
 * goes on from a vertex, g is the same with all cutoffs that it is within.
 */
static size_t begin_visit(gobc_label_correcting *sweep, int first, int last) {
  size_t rows = 0;
  for (size_t i = 0; i < sweep->reached; i++) {
    const int32_t v = sweep->order[i];
    gobc_cutoff_rows *place = sweep->places + v;
    const int nearest = place->nearest > first ? place->nearest : first;
    const int same = place->farthest > nearest ? place->farthest : nearest;
    place->at = nearest <= last ? GOBC_CUTOFF_NO_ROW : 0;
    place->count = (int8_t)(nearest <= last ? last - nearest : -1);
    place->merged = (int8_t)(sweep->ranges[v].afters == 0 && same < last ? last - same : 0);
    if (place->count > 0) rows += (size_t)(place->count - place->merged);
  }
  return rows;
}

/* The first cutoff of the visit that ends with `last`. */
static int first_of_visit(int last) { return last < GOBC_CUTOFFS_A_VISIT ? 0 : last - (GOBC_CUTOFFS_A_VISIT - 1); }

/* Finds what is within each cutoff, and allocates for all ways back. */
static int find_cutoffs(gobc_label_correcting *sweep) {
  const size_t row = GOBC_LABEL_CORRECTING_WIDTH * sizeof(double);
  sweep->farthest = sweep->rows->find_within(sweep);
  if (!sweep->places) {
    const int kept = gobc_arena_reserve(&sweep->arena, &sweep->near_groups, sweep->group_count, 0, sizeof(size_t));
    return kept ? GOBC_KERNEL_OK : GOBC_KERNEL_NOMEM;
  }
  for (int last = sweep->farthest; last >= 0; last = first_of_visit(last) - 1)
    if (!gobc_arena_reserve(&sweep->arena, &sweep->cutoff_rows,
                            begin_visit(sweep, first_of_visit(last), last) + GOBC_CUTOFFS_A_VISIT, 0, row))
      return GOBC_KERNEL_NOMEM;
  return GOBC_KERNEL_OK;
}

/* Everything that can fail, but for a cancel where totals may be torn. to_targets: only paths to targets are wanted. */
static int find(gobc_label_correcting *sweep, gobc_totals *totals, int to_targets) {
  int status = (to_targets ? sweep->rows->search_targets : sweep->rows->search)(sweep);
  if (status != GOBC_KERNEL_OK) return status;
  sort_reached(sweep);
  if (!totals || !sweep->needs) return GOBC_KERNEL_OK;
  status = sweep->rows->find_tight(sweep);
  if (status == GOBC_KERNEL_OK) status = spread_tight(sweep);
  if (status == GOBC_KERNEL_OK) status = sweep->paths->count(sweep);
  if (status == GOBC_KERNEL_OK) status = alloc_stress(sweep, totals);
  if (status == GOBC_KERNEL_OK && sweep->pairs.inner_count > 0) status = find_cutoffs(sweep);
  return status;
}

/*
 * The ways back of delta, the smallest cutoffs first: the last one alone may store g over the path counts. begin_visit was called
 * last for the first of them.
 */
static int visit_cutoffs(gobc_label_correcting *sweep, gobc_totals *totals, gobc_totals *farthest) {
  const int most = sweep->farthest, visits = most / GOBC_CUTOFFS_A_VISIT + 1;
  int status = GOBC_KERNEL_OK;
  for (int i = visits - 1; i >= 0 && status == GOBC_KERNEL_OK; i--) {
    gobc_cutoff_visit visit = {.last = most - i * GOBC_CUTOFFS_A_VISIT, .top = i ? sweep->share : sweep->sigma};
    visit.first = first_of_visit(visit.last);
    for (int k = visit.first; k <= visit.last; k++) visit.totals[k] = k < most ? totals + 1 + k : farthest;
    if (i < visits - 1) begin_visit(sweep, visit.first, visit.last);
    status = sweep->paths->pass_cutoffs(sweep, &visit);
  }
  return status;
}

/*
 * The ways back of all cutoffs. Where other sums than delta are needed each has its own, the largest inner one first: what is
 * within the next one is a part of what is within this one. The inner cutoffs that leave no lane out share the pass of all.
 */
static int pass_cutoffs(gobc_label_correcting *sweep, gobc_totals *totals) {
  const int count = sweep->pairs.inner_count, delta = sweep->needs == GOBC_NEED_DELTA, farthest = sweep->farthest;
  const gobc_path_functions *paths = sweep->paths;
  int status = GOBC_KERNEL_OK;
  gobc_totals *shared = count > 0 && farthest < count ? totals + 1 + count + farthest : totals;
  if (delta && count > 0 && farthest > 0) return visit_cutoffs(sweep, totals, shared);
  sweep->near_group_count = 0;
  for (int i = farthest - 1; count > 0 && i >= 0 && status == GOBC_KERNEL_OK; i--) {
    sweep->inside = sweep->within + i;
    status = paths->pass_inner(sweep, totals + 1 + i);
  }
  if (status != GOBC_KERNEL_OK) return status;
  return (delta ? paths->pass_delta : paths->pass_all)(sweep, shared);
}

void gobc_label_correcting_may_tear(gobc_label_correcting *sweep) { sweep->may_tear = 1; }

void gobc_label_correcting_end_at_targets(gobc_label_correcting *sweep) {
  sweep->to_targets = sweep->pairs.demand_offsets != NULL;
}

/* The state of a batch at its beginning. */
static void start(gobc_label_correcting *sweep, const int32_t *sources, int lanes, const volatile int32_t *cancel) {
  static const volatile int32_t never = 0;
  sweep->sources = sources;
  sweep->lanes = lanes;
  sweep->cancel = cancel ? cancel : &never;
  sweep->out_of_range = 0;
  sweep->group_count = sweep->tight_count = 0;
  for (int lane = 0; lane < 64; lane++)
    sweep->source_weight[lane] =
        lane < lanes && sweep->pairs.source_weight ? sweep->pairs.source_weight[sources[lane]] : 1;
}

static void count_batch(gobc_label_correcting *sweep) {
  sweep->arena.counts.batches++;
  sweep->arena.counts.lanes += sweep->lanes;
  sweep->arena.counts.frontier_items += (int64_t)sweep->group_count;
}

/* The demand of the sources goes into the rows of their targets, or is zeroed there. */
static void spread_demand(gobc_label_correcting *sweep, int zero) {
  for (int lane = 0; sweep->pairs.demand_offsets && lane < sweep->lanes; lane++) {
    const gobc_demand demand = gobc_demand_of(&sweep->pairs, sweep->sources[lane]);
    for (int64_t k = 0; k < demand.count; k++)
      sweep->mass[(size_t)demand.target[k] * GOBC_LABEL_CORRECTING_WIDTH + (size_t)lane] = zero ? 0 : demand.flow[k];
  }
}

/* What flows along paths, to their ends. */
static void add_ends(const gobc_label_correcting *sweep, gobc_totals *totals) {
  for (int lane = 0; lane < sweep->lanes; lane++) {
    const int32_t source = sweep->sources[lane];
    const gobc_demand demand = gobc_demand_of(&sweep->pairs, source);
    for (int64_t k = 0; k < demand.count && !(sweep->out_of_range >> lane & 1); k++)
      if (sweep->done[demand.target[k]] >> lane & 1)
        gobc_pair_add_ends(totals->delta, source, demand.target[k], demand.flow[k]);
  }
}

/* The same of all pairs, by what stands in the rows. */
static void add_decayed_ends(const gobc_label_correcting *sweep, gobc_totals *totals) {
  for (size_t i = 0; i < sweep->reached; i++) {
    const int32_t v = sweep->order[i];
    for (uint64_t lanes = sweep->done[v] & ~sweep->out_of_range; lanes; lanes &= lanes - 1) {
      const int lane = __builtin_ctzll(lanes);
      if (sweep->sources[lane] != v)
        gobc_pair_add_ends(totals->delta, sweep->sources[lane], v,
                           sweep->mass[(size_t)v * GOBC_LABEL_CORRECTING_WIDTH + (size_t)lane]);
    }
  }
}

/* Keeps the distances of the vertices that the batch reaches, whose order stays until the next run. */
static int keep_reached(gobc_label_correcting *sweep, gobc_lane_rows *reached) {
  const size_t width = GOBC_LABEL_CORRECTING_WIDTH;
  if (!gobc_arena_reserve(&sweep->arena, &sweep->reached_rows, sweep->reached, 0, width * sizeof(double)) ||
      !gobc_arena_reserve(&sweep->arena, &sweep->reached_lanes, sweep->reached, 0, sizeof(uint64_t)))
    return GOBC_KERNEL_NOMEM;
  uint64_t *lanes = sweep->reached_lanes.data;
  for (size_t i = 0; i < sweep->reached; i++) lanes[i] = sweep->queue.states[sweep->order[i]].reached;
  sweep->rows->copy_reached(sweep, sweep->reached_rows.data);
  reached->rows = sweep->reached_rows.data;
  reached->stride = (int64_t)width;
  reached->bits = 64;
  reached->reached = sweep->order;
  reached->count = (int64_t)sweep->reached;
  reached->lanes = lanes;
  reached->by_place = 1;
  return GOBC_KERNEL_OK;
}

static int way_back(gobc_label_correcting *sweep, gobc_totals *totals) {
  const gobc_path_functions *paths = sweep->paths;
  const int decays = sweep->pairs.decay.function != GOBC_DECAY_NONE;
  if (!weighs_by_pair(sweep)) return pass_cutoffs(sweep, totals);
  spread_demand(sweep, 0);
  int status = decays ? sweep->rows->weigh(sweep) : GOBC_KERNEL_OK;
  if (status == GOBC_KERNEL_OK)
    status = (sweep->needs == GOBC_NEED_DELTA ? paths->pass_delta_masses : paths->pass_masses)(sweep, totals);
  if (status == GOBC_KERNEL_OK && sweep->pairs.ends && sweep->needs & GOBC_NEED_DELTA)
    (decays ? add_decayed_ends : add_ends)(sweep, totals);
  spread_demand(sweep, 1);
  return status;
}

int gobc_label_correcting_run(gobc_label_correcting *sweep, const int32_t *sources, int lanes, int32_t first,
                              int32_t last, gobc_totals *totals, gobc_length_totals *lengths,
                              const volatile int32_t *cancel, uint64_t *out_of_range) {
  *out_of_range = 0;
  if (lanes <= 0) return GOBC_KERNEL_OK;
  sweep->first = first;
  sweep->last = last;
  start(sweep, sources, lanes, cancel);
  int status = find(sweep, totals, sweep->to_targets);
  if (status == GOBC_KERNEL_OK && lengths && lengths->reached_rows) status = keep_reached(sweep, lengths->reached_rows);
  if (status == GOBC_KERNEL_OK && totals && sweep->needs) status = way_back(sweep, totals);
  if (status == GOBC_KERNEL_OK) {
    if (lengths) sweep->rows->add_lengths(sweep, lengths);
    *out_of_range = sweep->out_of_range;
    count_batch(sweep);
  }
  reset(sweep);
  return status;
}

int gobc_label_correcting_contract(gobc_label_correcting *sweep, const gobc_chains *chains) {
  sweep->chains = *chains;
  sweep->mass = sweep->paths_onward;
  if (!sweep->mass) sweep->mass = gobc_arena_alloc(&sweep->arena, row_bytes(sweep, sizeof(double)));
  sweep->place = gobc_arena_alloc(&sweep->arena, item_bytes(sweep, (size_t)chains->sources * sizeof(int32_t)));
  return sweep->arena.failed ? GOBC_KERNEL_NOMEM : GOBC_KERNEL_OK;
}

int gobc_label_correcting_run_chains(gobc_label_correcting *sweep, const gobc_chain_batch *batch, gobc_totals *totals,
                                     const volatile int32_t *cancel, uint64_t *out_of_range) {
  start(sweep, batch->lane, batch->lanes, cancel);
  sweep->may_tear = 1;
  int status = find(sweep, totals, 0);
  *out_of_range = sweep->out_of_range;
  if (status == GOBC_KERNEL_OK && !sweep->out_of_range) {
    status = sweep->paths->masses(&sweep->chains, batch, sweep->distance_bytes, sweep->distance, sweep->sigma,
                                  sweep->mass, sweep->place, totals, sweep->cancel);
    if (status == GOBC_KERNEL_OK)
      status = (sweep->chains.total > 0 ? sweep->paths->pass_counts : sweep->paths->pass_masses)(sweep, totals);
    count_batch(sweep);
  }
  reset(sweep);
  return status;
}
