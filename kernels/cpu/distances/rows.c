/*
 * Rows of distances: workspace, choice of the instruction set, and the way from rows by vertex to lists by lane. A search
 * (distances/rows_body.h) writes the distances of all lanes to a vertex side by side, as it meets the vertex once for many of
 * them; callers want those of a source side by side.
 */
#include "distances/rows.h"

#include <math.h>
#include <string.h>

static int rows_slot(int words, int bits) {
  if ((words != 1 && words != 8) || (bits != 0 && bits != 8 && bits != 16 && bits != 32)) return -1;
  return (words == 8 ? 4 : 0) + (bits == 32 ? 3 : bits / 8);
}

static size_t row_bytes_of(const gobc_csr *graph, int words, int bits) {
  const size_t items = ((size_t)graph->vertices + 1) * (size_t)(words ? 64 * words : 1);
  if (!bits && !words) return items; /* marks of what one source reaches */
  return items * (size_t)(bits / 8);
}

gobc_rows *gobc_rows_open(const gobc_csr *graph, double cutoff, int words, int bits, int isa,
                          const gobc_allocator *allocator) {
  const int slot = rows_slot(words ? words : 1, bits);
  const gobc_kernels *kernels = gobc_dispatch(isa);
  if (slot < 0 || !kernels) return NULL;
  gobc_rows *r = gobc_batch_search_open(sizeof *r, graph, words, allocator);
  if (!r) return NULL;
  r->cutoff = cutoff;
  r->bits = bits;
  r->slot = slot;
  r->kernel = kernels->rows;
  const size_t bytes = row_bytes_of(graph, words, bits);
  if (bytes) r->distance = gobc_arena_alloc(&r->search.arena, bytes);
  return gobc_arena_opened(&r->search.arena);
}

const void *gobc_rows_distances(const gobc_rows *rows) { return rows->distance; }

void gobc_rows_reached(const gobc_rows *r, gobc_lane_rows *reached) {
  reached->rows = r->distance;
  reached->stride = r->search.words ? 64 * r->search.words : 1;
  reached->lanes = r->search.words ? r->search.visited : NULL;
  reached->reached = r->search.touched < 0 ? NULL : r->search.words ? r->search.unfinished : r->search.active;
  reached->count = r->search.touched;
}

/* Counts the vertices queue[begin..end), which a single source comes to on a level. */
static void end_walk_level(gobc_lane_totals *totals, int64_t level, const int32_t *queue, int64_t begin, int64_t end) {
  uint32_t came = totals->counted ? 0 : (uint32_t)(end - begin);
  for (int64_t i = begin; totals->counted && i < end; i++) came += totals->counted[queue[i]] != 0;
  totals->came[0] = came;
  gobc_lane_totals_end_level(totals, level, 1);
}

/*
 * One source with a plain queue, for graphs of many levels, where lanes share nothing (BENCHMARKS.md): no branch depends on
 * whether a vertex is new. `most` is the longest distance that fits, `far` what says that a vertex is not reached.
 */
#define WALK(type)                                                                                                     \
  static int walk_##type(gobc_rows *r, const gobc_rows_batch *batch, int64_t longest, int64_t most) {                  \
    const int64_t *offsets = r->search.graph.out_offsets;                                                              \
    const int32_t *targets = r->search.graph.out_targets;                                                              \
    int32_t *queue = r->search.active;                                                                                 \
    type *distance = r->distance;                                                                                      \
    const type far = (type)(most + 1);                                                                                 \
    const int marks = batch->levels || batch->totals;                                                                  \
    int64_t begin = 0, end = 1, visits = 0, check = 0, level = 0;                                                      \
    for (int32_t v = batch->first; !batch->clear && v < batch->last; v++) distance[v] = far;                           \
    queue[0] = batch->sources[0];                                                                                      \
    distance[queue[0]] = 0;                                                                                            \
    while (begin < end && level < longest) {                                                                           \
      const int64_t last = end;                                                                                        \
      level++;                                                                                                         \
      const type next = (type)(marks ? 0 : level <= most ? level : most);                                              \
      for (; begin < last; begin++) {                                                                                  \
        const int32_t u = queue[begin];                                                                                \
        for (int64_t k = offsets[u]; k < offsets[u + 1]; k++) {                                                        \
          const int32_t w = targets[k];                                                                                \
          const type known = distance[w];                                                                              \
          queue[end] = w;                                                                                              \
          end += known == far;                                                                                         \
          distance[w] = known == far ? next : known;                                                                   \
        }                                                                                                              \
        visits += offsets[u + 1] - offsets[u];                                                                         \
        if (visits + begin >= check) {                                                                                 \
          if (*batch->cancel) return GOBC_KERNEL_CANCELLED;                                                            \
          check = visits + begin + CANCEL_STEP;                                                                        \
        }                                                                                                              \
      }                                                                                                                \
      if (batch->totals) end_walk_level(batch->totals, level, queue, last, end);                                       \
      else if (batch->levels) batch->levels[level] += end - last;                                                      \
      else if (level > most && end > last) return GOBC_KERNEL_STALLED;                                                 \
    }                                                                                                                  \
    r->search.arena.counts.visits += visits;                                                                           \
    r->search.arena.counts.frontier_items += end;                                                                      \
    r->search.touched = end;                                                                                           \
    return GOBC_KERNEL_OK;                                                                                             \
  }
WALK(uint8_t)
WALK(uint16_t)
WALK(int32_t)

static int walk(gobc_rows *r, const gobc_rows_batch *batch) {
  const int64_t longest = gobc_rows_longest(r), most = gobc_rows_unreached(r->bits ? r->bits : 8) - 1;
  if (r->bits == 32) return walk_int32_t(r, batch, longest, most);
  if (r->bits == 16) return walk_uint16_t(r, batch, longest, most);
  return walk_uint8_t(r, batch, longest, most);
}

/* What a single source leaves is in the range alone, as its rows are. */
static int clear_walk(gobc_rows *r, gobc_rows_batch *batch) {
  gobc_batch_search *search = &r->search;
  batch->clear = batch->first == search->clear_first && batch->last == search->clear_last;
  gobc_batch_search_cleared(search, 0, 0, 0);
  return *batch->cancel ? GOBC_KERNEL_CANCELLED : GOBC_KERNEL_OK;
}

static int run_rows(gobc_rows *r, gobc_rows_batch *batch) {
  const int together = r->search.words > 0;
  int status = together
      ? gobc_batch_search_clear(&r->search, batch->first, batch->last, 0, &batch->clear, batch->cancel)
      : clear_walk(r, batch);
  if (status != GOBC_KERNEL_OK) return status;
  status = together ? r->kernel->traverse[r->slot](r, batch) : walk(r, batch);
  r->search.dirty = together && status == GOBC_KERNEL_CANCELLED;
  if (status != GOBC_KERNEL_OK) return status;
  r->search.arena.counts.batches++;
  r->search.arena.counts.lanes += batch->lanes;
  return GOBC_KERNEL_OK;
}

/* The row of a vertex is one of no lane again. */
static void forget_row(gobc_rows *r, int64_t v) {
  const int64_t items = r->search.words ? 64 * r->search.words : 1;
  for (int64_t i = v * items; r->bits == 8 && i < (v + 1) * items; i++) ((uint8_t *)r->distance)[i] = UINT8_MAX;
  for (int64_t i = v * items; r->bits == 16 && i < (v + 1) * items; i++) ((uint16_t *)r->distance)[i] = UINT16_MAX;
  for (int64_t i = v * items; r->bits == 32 && i < (v + 1) * items; i++) ((int32_t *)r->distance)[i] = INT32_MAX;
}

/* How many lanes have reached a vertex. */
static int64_t lanes_at(const gobc_batch_search *search, int64_t v) {
  int64_t lanes = 0;
  for (int k = 0; k < search->words; k++) lanes += __builtin_popcountll(search->visited[v * search->words + k]);
  return lanes;
}

/* A vertex that is on the list again has no lanes by then. */
static int64_t set_back_batch(gobc_rows *r, int32_t first, int32_t last) {
  gobc_batch_search *search = &r->search;
  int64_t pairs = 0;
  for (int64_t v = first; search->touched < 0 && v < last; v++) pairs += lanes_at(search, v);
  for (int64_t k = 0; k < search->touched; k++) {
    const int32_t v = search->unfinished[k];
    const int64_t lanes = lanes_at(search, v);
    if (!lanes) continue;
    pairs += lanes;
    gobc_batch_search_set_back(search, v);
    forget_row(r, v);
  }
  if (search->touched >= 0) gobc_batch_search_cleared(search, first, last, 0);
  return pairs;
}

int64_t gobc_rows_set_back(gobc_rows *r, int32_t first, int32_t last) {
  gobc_batch_search *search = &r->search;
  if (search->words) return set_back_batch(r, first, last);
  if (search->touched * GOBC_FEW_TOUCHED > last - first) return search->touched; /* clearing all takes no longer */
  for (int64_t k = 0; k < search->touched; k++) {
    if (r->bits) forget_row(r, search->active[k]);
    else ((uint8_t *)r->distance)[search->active[k]] = UINT8_MAX;
  }
  gobc_batch_search_cleared(search, first, last, 0);
  return search->touched;
}

int gobc_rows_run(gobc_rows *r, const int32_t *sources, int lanes, int32_t first, int32_t last, int64_t *levels,
                  const volatile int32_t *cancel) {
  gobc_rows_batch batch = {sources, lanes, first, last, levels, NULL, cancel, 0};
  const int status = run_rows(r, &batch);
  if (status == GOBC_KERNEL_OK && !r->bits && r->search.touched >= 0) gobc_rows_set_back(r, first, last);
  return status;
}

/* Adds the sums of the lanes at their sources. */
static void add_lane_totals(const gobc_lane_totals *from, const int32_t *sources, int lanes,
                            const gobc_distance_totals *totals) {
  for (int lane = 0; lane < lanes; lane++) {
    const int64_t v = sources[lane];
    if (totals->distance) totals->distance[v] += from->distance[lane];
    if (totals->reached) totals->reached[v] += from->reached[lane];
    if (totals->eccentricity && totals->eccentricity[v] < from->eccentricity[lane])
      totals->eccentricity[v] = from->eccentricity[lane];
    if (totals->terms)
      gobc_words_add(totals->terms + 2 * v, (unsigned __int128)from->terms[lane][1] << 64 | from->terms[lane][0]);
  }
}

int gobc_rows_sum(gobc_rows *r, const int32_t *sources, int lanes, int32_t first, int32_t last, const uint8_t *counted,
                  int64_t most, const gobc_distance_totals *totals, const volatile int32_t *cancel) {
  if (!r->totals) r->totals = gobc_arena_alloc(&r->search.arena, sizeof *r->totals);
  gobc_lane_totals *sums = r->totals;
  if (!sums) return GOBC_KERNEL_NOMEM;
  memset(sums, 0, sizeof *sums);
  sums->counted = counted;
  sums->term = totals->term;
  sums->sums_terms = totals->terms != NULL;
  sums->words = r->search.words ? r->search.words : 1;
  sums->most = most;
  for (int lane = 0; lane < lanes; lane++) sums->came[lane] = !counted || counted[sources[lane]];
  gobc_lane_totals_end_level(sums, 0, lanes);
  gobc_rows_batch batch = {sources, lanes, first, last, NULL, sums, cancel, 0};
  const int status = run_rows(r, &batch);
  if (status != GOBC_KERNEL_OK) return status;
  if (r->search.touched >= 0) gobc_rows_set_back(r, first, last);
  add_lane_totals(sums, sources, lanes, totals);
  return GOBC_KERNEL_OK;
}

/* Columns that are turned at a time: the rows of 64 lanes of float64 take the cache of one core. */
enum { TILE = 64, CANCEL_TILES = 64 };

/*
 * At most TILE columns of the 64 lanes from `from` on: to[lane] gets those of one lane side by side.
 */
#define TURN(type, far, divided)                                                                                       \
  static void turn_##type(const gobc_lane_rows *r, int64_t from, const int32_t *columns, int count, int lanes,         \
                          type *const *to) {                                                                           \
    type tile[TILE][64];                                                                                               \
    for (int j = 0; j < count; j++) {                                                                                  \
      const int32_t v = columns[j];                                                                                    \
      if (v >= r->first && v < r->last)                                                                                \
        memcpy(tile[j], (const type *)r->rows + (int64_t)v * r->stride + from, sizeof tile[j]);                        \
      else                                                                                                             \
        for (int lane = 0; lane < 64; lane++) tile[j][lane] = far;                                                     \
    }                                                                                                                  \
    for (int lane = 0; lane < lanes; lane++)                                                                           \
      for (int j = 0; j < count; j++) to[lane][j] = divided;                                                           \
  }

typedef double float64_t;
TURN(uint8_t, UINT8_MAX, tile[j][lane])
TURN(uint16_t, UINT16_MAX, tile[j][lane])
TURN(int32_t, INT32_MAX, tile[j][lane])
TURN(float64_t, INFINITY, tile[j][lane] / r->units)

static void turn(const gobc_lane_rows *r, int64_t from, const int32_t *columns, int count, int lanes, void *const *to) {
  if (r->bits == 8) turn_uint8_t(r, from, columns, count, lanes, (uint8_t *const *)to);
  else if (r->bits == 16) turn_uint16_t(r, from, columns, count, lanes, (uint16_t *const *)to);
  else if (r->bits == 32) turn_int32_t(r, from, columns, count, lanes, (int32_t *const *)to);
  else turn_float64_t(r, from, columns, count, lanes, (float64_t *const *)to);
}

/* The columns of a single row. */
#define PICK(type, far, divided)                                                                                       \
  static void pick_##type(const gobc_lane_rows *r, const int32_t *columns, int64_t count, type *to) {                  \
    const type *row = r->rows;                                                                                         \
    for (int64_t j = 0; j < count; j++) {                                                                              \
      const int32_t v = columns[j];                                                                                    \
      to[j] = v >= r->first && v < r->last ? divided : far;                                                            \
    }                                                                                                                  \
  }
PICK(uint8_t, UINT8_MAX, row[v])
PICK(uint16_t, UINT16_MAX, row[v])
PICK(int32_t, INT32_MAX, row[v])
PICK(float64_t, INFINITY, row[v] / r->units)

static void pick(const gobc_lane_rows *r, const int32_t *columns, int64_t count, void *to) {
  if (r->bits == 8) pick_uint8_t(r, columns, count, to);
  else if (r->bits == 16) pick_uint16_t(r, columns, count, to);
  else if (r->bits == 32) pick_int32_t(r, columns, count, to);
  else pick_float64_t(r, columns, count, to);
}

int gobc_lane_rows_turn(const gobc_lane_rows *r, int lanes, const int32_t *columns, int64_t count,
                        const int64_t *places, void *out, const volatile int32_t *cancel) {
  const int64_t bytes = r->bits / 8;
  if (r->stride == 1) {
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    pick(r, columns, count, (char *)out + places[0] * count * bytes);
    return GOBC_KERNEL_OK;
  }
  for (int from = 0; from < lanes; from += 64) {
    const int some = lanes - from < 64 ? lanes - from : 64;
    for (int64_t j = 0; j < count; j += TILE) {
      void *to[64];
      for (int lane = 0; lane < some; lane++) to[lane] = (char *)out + (places[from + lane] * count + j) * bytes;
      turn(r, from, columns + j, count - j < TILE ? (int)(count - j) : TILE, some, to);
      if (j / TILE % CANCEL_TILES == 0 && *cancel) return GOBC_KERNEL_CANCELLED;
    }
  }
  return GOBC_KERNEL_OK;
}
