/*
 * Distance sums, sums of terms, eccentricities and reach from up to 512 sources at once: workspace, choice of the
 * instruction set, and what happens around a traversal (distances/distances_body.h). Distances are whole numbers, and a term is
 * rounded once, to a multiple of 2^-64: results are exact and the same for every width and instruction set.
 */
#include "distances/distances.h"

#include <string.h>

#include "common/totals.h"

gobc_distances *gobc_distances_open(const gobc_csr *graph, double cutoff, int words, int isa,
                                    const gobc_allocator *allocator) {
  const gobc_kernels *kernels = gobc_dispatch(isa);
  if ((words != 1 && words != 4 && words != 8) || !kernels) return NULL;
  gobc_distances *d = gobc_batch_search_open(sizeof *d, graph, words, allocator);
  if (!d) return NULL;
  gobc_arena *arena = &d->search.arena;
  d->cutoff = cutoff;
  d->traverse = kernels->distances->traverse[words == 1 ? 0 : words == 4 ? 1 : 2];
  size_t n = (size_t)graph->vertices + 1;
  d->distance = gobc_arena_alloc(arena, n * sizeof(int64_t));
  d->eccentricity = gobc_arena_alloc(arena, n * sizeof(int32_t));
  return gobc_arena_opened(arena);
}

/* Prepares the range for a batch, in blocks so that a cancel is seen soon on large graphs. */
static int clear(gobc_distances *d, int64_t first, int64_t last, int terms, const volatile int32_t *cancel) {
  int status = gobc_batch_search_clear(&d->search, first, last, cancel);
  if (status != GOBC_KERNEL_OK) return status;
  for (int64_t v = first; v < last; v += GOBC_CLEAR_STEP) {
    size_t count = (size_t)(last - v < GOBC_CLEAR_STEP ? last - v : GOBC_CLEAR_STEP);
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    memset(d->distance + v, 0, count * sizeof(int64_t));
    memset(d->eccentricity + v, 0, count * sizeof(int32_t));
    if (terms) memset(d->terms + 2 * v, 0, count * 2 * sizeof(uint64_t));
  }
  return GOBC_KERNEL_OK;
}

/* The bits set in one row: how many sources reach its vertex. */
static int64_t lanes_of(const gobc_distances *d, int64_t vertex) {
  int64_t sum = 0;
  const uint64_t *row = d->search.visited + vertex * d->search.words;
  for (int k = 0; k < d->search.words; k++) sum += __builtin_popcountll(row[k]);
  return sum;
}

static void add_totals(gobc_distances *d, int64_t first, int64_t last, gobc_distance_totals *totals) {
  for (int64_t v = first; totals->distance && v < last; v++) totals->distance[v] += d->distance[v];
  for (int64_t v = first; totals->eccentricity && v < last; v++)
    if (totals->eccentricity[v] < d->eccentricity[v]) totals->eccentricity[v] = d->eccentricity[v];
  for (int64_t v = first; totals->terms && v < last; v++)
    gobc_words_add(totals->terms + 2 * v, (unsigned __int128)d->terms[2 * v + 1] << 64 | d->terms[2 * v]);
  for (int64_t v = first; totals->reached && v < last; v++) totals->reached[v] += lanes_of(d, v);
}

/*
 * Column sums of the visited rows. Most rows are full in a connected graph and are only counted; the others set bits
 * lane by lane.
 */
static void add_lanes(const gobc_distances *d, int64_t first, int64_t last, int lanes, int64_t *lane_reached) {
  const size_t row_bytes = (size_t)d->search.words * sizeof(uint64_t);
  uint64_t full[8] = {0};
  int64_t full_rows = 0;
  for (int lane = 0; lane < lanes; lane++) {
    full[lane >> 6] |= (uint64_t)1 << (lane & 63);
    lane_reached[lane] = 0;
  }
  for (int64_t v = first; v < last; v++) {
    const uint64_t *row = d->search.visited + v * d->search.words;
    if (memcmp(row, full, row_bytes) == 0) {
      full_rows++;
      continue;
    }
    for (int k = 0; k < d->search.words; k++)
      for (uint64_t rest = row[k]; rest; rest &= rest - 1) lane_reached[64 * k + __builtin_ctzll(rest)]++;
  }
  for (int lane = 0; lane < lanes; lane++) lane_reached[lane] += full_rows;
}

int gobc_distances_run(gobc_distances *d, const int32_t *sources, int lanes, int32_t first, int32_t last,
                       gobc_distance_totals *totals, int64_t *lane_reached, const volatile int32_t *cancel) {
  if (totals->terms && !d->terms) {
    const size_t n = (size_t)d->search.graph.vertices + 1;
    d->terms = gobc_arena_alloc(&d->search.arena, n * 2 * sizeof(uint64_t));
    if (!d->terms) return GOBC_KERNEL_NOMEM;
  }
  int status = clear(d, first, last, totals->terms != NULL, cancel);
  if (status == GOBC_KERNEL_OK) {
    status = d->traverse(d, sources, lanes, first, last, totals->terms ? &totals->term : NULL, cancel);
    d->search.dirty = status != GOBC_KERNEL_OK;
  }
  if (status != GOBC_KERNEL_OK) return status;
  add_totals(d, first, last, totals);
  if (lane_reached) add_lanes(d, first, last, lanes, lane_reached);
  d->search.arena.counts.batches++;
  d->search.arena.counts.lanes += lanes;
  return GOBC_KERNEL_OK;
}
