/*
 * Distance sums, sums of terms, eccentricities and reach from up to 512 sources at once: workspace, choice of the
 * instruction set, and what happens around a traversal (distances/distances_body.h). Distances are whole numbers, and a term is
 * rounded once, to a multiple of 2^-64: results are exact and the same for every width and instruction set.
 */
#include "distances/distances.h"

#include <string.h>

#include "common/totals.h"

gobc_distances *gobc_distances_open(const gobc_csr *graph, const gobc_pairs *pairs, int words, int isa,
                                    const gobc_allocator *allocator) {
  const gobc_kernels *kernels = gobc_dispatch(isa);
  if ((words != 1 && words != 4 && words != 8) || !kernels) return NULL;
  gobc_distances *d = gobc_batch_search_open(sizeof *d, graph, words, allocator);
  if (!d) return NULL;
  gobc_arena *arena = &d->search.arena;
  d->pairs = pairs ? *pairs : (gobc_pairs){.cutoff = -1};
  d->traverse = kernels->distances->traverse[words == 1 ? 0 : words == 4 ? 1 : 2];
  size_t n = (size_t)graph->vertices + 1;
  const size_t inner = (size_t)d->pairs.inner_count;
  d->rings = gobc_arena_alloc(arena, (1 + inner) * sizeof(gobc_distance_ring));
  int64_t *distance = gobc_arena_alloc(arena, (1 + inner) * n * sizeof(int64_t));
  int32_t *eccentricity = gobc_arena_alloc(arena, (1 + inner) * n * sizeof(int32_t));
  int32_t *reached = inner > 0 ? gobc_arena_alloc(arena, (1 + inner) * n * sizeof(int32_t)) : NULL;
  for (size_t i = 0; !arena->failed && i <= inner; i++) {
    d->rings[i].distance = distance + i * n;
    d->rings[i].eccentricity = eccentricity + i * n;
    if (inner > 0) d->rings[i].reached = reached + i * n;
  }
  return gobc_arena_opened(arena);
}

/* Prepares a ring in the range of a batch, in blocks so that a cancel is seen soon on large graphs. */
static int clear_ring(const gobc_distance_ring *ring, int64_t first, int64_t last, const gobc_distance_totals *totals,
                      const volatile int32_t *cancel) {
  for (int64_t v = first; v < last; v += GOBC_CLEAR_STEP) {
    size_t count = (size_t)(last - v < GOBC_CLEAR_STEP ? last - v : GOBC_CLEAR_STEP);
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    memset(ring->distance + v, 0, count * sizeof(int64_t));
    if (totals->eccentricity) memset(ring->eccentricity + v, 0, count * sizeof(int32_t));
    if (totals->reached && ring->reached) memset(ring->reached + v, 0, count * sizeof(int32_t));
    if (totals->terms) memset(ring->terms + 2 * v, 0, count * 2 * sizeof(uint64_t));
  }
  return GOBC_KERNEL_OK;
}

/* The sums that a batch is for, beside distances. */
static unsigned asked(const gobc_distance_totals *totals) {
  return (totals->eccentricity ? 1u : 0u) | (totals->reached ? 2u : 0u) | (totals->terms ? 4u : 0u);
}

static int clear(gobc_distances *d, int32_t first, int32_t last, const gobc_distance_totals *totals,
                 const volatile int32_t *cancel) {
  int was_clear;
  int status = gobc_batch_search_clear(&d->search, first, last, asked(totals), &was_clear, cancel);
  d->ring = 0;
  if (was_clear) return status;
  for (int i = 0; i <= d->pairs.inner_count && status == GOBC_KERNEL_OK; i++)
    status = clear_ring(d->rings + i, first, last, totals, cancel);
  return status;
}

/* The bits set in one row: how many sources reach its vertex. */
static int64_t lanes_of(const gobc_distances *d, int64_t vertex) {
  int64_t sum = 0;
  const uint64_t *row = d->search.visited + vertex * d->search.words;
  for (int k = 0; k < d->search.words; k++) sum += __builtin_popcountll(row[k]);
  return sum;
}

/* Of each ring that levels went to. Ring i goes to the totals of inner cutoff i, the one behind all of them to the first. */
static void add_totals(gobc_distances *d, int64_t first, int64_t last, gobc_distance_totals *all) {
  const int inner = d->pairs.inner_count;
  for (int i = 0; i <= d->ring; i++) {
    const gobc_distance_ring *ring = d->rings + i;
    const gobc_distance_totals *totals = all + (i < inner ? 1 + i : 0);
    for (int64_t v = first; totals->distance && v < last; v++) totals->distance[v] += ring->distance[v];
    for (int64_t v = first; totals->eccentricity && v < last; v++)
      if (totals->eccentricity[v] < ring->eccentricity[v]) totals->eccentricity[v] = ring->eccentricity[v];
    for (int64_t v = first; totals->terms && v < last; v++)
      gobc_words_add(totals->terms + 2 * v, (unsigned __int128)ring->terms[2 * v + 1] << 64 | ring->terms[2 * v]);
    for (int64_t v = first; totals->reached && v < last; v++)
      totals->reached[v] += ring->reached ? ring->reached[v] : lanes_of(d, v);
  }
}

/* As add_totals, of one vertex and one ring, whose sums become zero. */
static void move_totals(const gobc_distance_ring *ring, const gobc_distance_totals *totals, int64_t v, int64_t lanes) {
  if (totals->distance) totals->distance[v] += ring->distance[v];
  ring->distance[v] = 0;
  if (totals->eccentricity) {
    if (totals->eccentricity[v] < ring->eccentricity[v]) totals->eccentricity[v] = ring->eccentricity[v];
    ring->eccentricity[v] = 0;
  }
  if (totals->terms) {
    uint64_t *terms = ring->terms + 2 * v;
    gobc_words_add(totals->terms + 2 * v, (unsigned __int128)terms[1] << 64 | terms[0]);
    terms[0] = terms[1] = 0;
  }
  if (totals->reached) {
    totals->reached[v] += ring->reached ? ring->reached[v] : lanes;
    if (ring->reached) ring->reached[v] = 0;
  }
}

/*
 * Adds the sums of the vertices on the batch's list and sets them back: the range is clear for the next batch. A vertex that is
 * on the list again has an empty row by then.
 */
static void add_touched(gobc_distances *d, int32_t first, int32_t last, gobc_distance_totals *all, int lanes,
                        int64_t *lane_reached) {
  gobc_batch_search *search = &d->search;
  const int inner = d->pairs.inner_count;
  if (lane_reached) memset(lane_reached, 0, (size_t)lanes * sizeof(int64_t));
  for (int64_t k = 0; k < search->touched; k++) {
    const int32_t v = search->unfinished[k];
    const uint64_t *row = search->visited + (int64_t)v * search->words;
    const int64_t reached = lanes_of(d, v);
    if (!reached) continue;
    for (int i = 0; i <= d->ring; i++) move_totals(d->rings + i, all + (i < inner ? 1 + i : 0), v, reached);
    for (int w = 0; lane_reached && w < search->words; w++)
      for (uint64_t rest = row[w]; rest; rest &= rest - 1) lane_reached[64 * w + __builtin_ctzll(rest)]++;
    gobc_batch_search_set_back(search, v);
  }
  gobc_batch_search_cleared(search, first, last, asked(all));
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

void gobc_distances_end_rings(gobc_distances *d, int64_t level, int lanes, int32_t first, int32_t last) {
  for (; d->ring < d->pairs.inner_count && (double)level > d->pairs.inner[d->ring]; d->ring++)
    if (d->counts) add_lanes(d, first, last, lanes, d->rings[d->ring].lane_reached);
}

/* By lane, what lies in each ring; the rings that no level went to are empty. */
static void split_lanes(const gobc_distances *d, int lanes, int64_t *lane_reached) {
  const int inner = d->pairs.inner_count;
  memset(lane_reached, 0, (size_t)((1 + inner) * lanes) * sizeof(int64_t));
  for (int i = 0; i <= d->ring; i++) {
    int64_t *to = lane_reached + (i < inner ? 1 + i : 0) * lanes;
    for (int lane = 0; lane < lanes; lane++)
      to[lane] = d->rings[i].lane_reached[lane] - (i > 0 ? d->rings[i - 1].lane_reached[lane] : 0);
  }
}

/* Terms, once they are asked for. */
static int alloc_terms(gobc_distances *d) {
  const size_t n = (size_t)d->search.graph.vertices + 1, rings = 1 + (size_t)d->pairs.inner_count;
  if (d->rings[0].terms) return GOBC_KERNEL_OK;
  uint64_t *terms = gobc_arena_alloc(&d->search.arena, rings * n * 2 * sizeof(uint64_t));
  if (!terms) return GOBC_KERNEL_NOMEM;
  for (size_t i = 0; i < rings; i++) d->rings[i].terms = terms + 2 * i * n;
  return GOBC_KERNEL_OK;
}

int gobc_distances_run(gobc_distances *d, const int32_t *sources, int lanes, int32_t first, int32_t last,
                       gobc_distance_totals *totals, int64_t *lane_reached, const volatile int32_t *cancel) {
  if (totals->terms && alloc_terms(d) != GOBC_KERNEL_OK) return GOBC_KERNEL_NOMEM;
  d->counts = lane_reached != NULL;
  int status = clear(d, first, last, totals, cancel);
  if (status == GOBC_KERNEL_OK) {
    status = d->traverse(d, sources, lanes, first, last, totals, cancel);
    d->search.dirty = status != GOBC_KERNEL_OK;
  }
  if (status != GOBC_KERNEL_OK) return status;
  int64_t *of_lanes = lane_reached ? d->rings[d->ring].lane_reached : NULL;
  if (d->search.touched >= 0) {
    add_touched(d, first, last, totals, lanes, of_lanes);
  } else {
    add_totals(d, first, last, totals);
    if (of_lanes) add_lanes(d, first, last, lanes, of_lanes);
  }
  if (lane_reached) split_lanes(d, lanes, lane_reached);
  d->search.arena.counts.batches++;
  d->search.arena.counts.lanes += lanes;
  return GOBC_KERNEL_OK;
}
