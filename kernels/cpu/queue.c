/*
 * Brandes' algorithm ("A faster algorithm for betweenness centrality", 2001) from one source at a time, with a queue.
 * Departures: every level is put in ascending vertex order by a bitmap, so that sums run in the sweep's order; the
 * test "w is a successor" is made once, without a branch, and successors are kept for the way back (BENCHMARKS.md);
 * (1 + delta) / sigma is stored in place of sigma, which saves a division an edge.
 */
#include <string.h>

#include "arena.h"
#include "path_count.h"

#define UNVISITED INT32_MAX
#define STRESS (GOBC_NEED_STRESS | GOBC_NEED_EDGE_STRESS)
#define EDGES (GOBC_NEED_EDGE_DELTA | GOBC_NEED_EDGE_STRESS)

struct kind_functions;

/*
 * order      vertices by level, ascending inside a level; level k is order[starts of level k, of level k + 1)
 * kept       for each of order, its successors in adjacency order: kept[kept_offsets[i] .. kept_offsets[i + 1])
 * delta, term  by place in order: what this source adds, held back until nothing can fail any more
 * sigma      on the way back (1 + delta) / sigma
 * gamma      1 + gamma on the way back; NULL unless stress of any kind is needed
 * paths      by place in order: sigma, for the edges; NULL unless those are needed
 * The 1 is the vertex's weight as a target.
 * fresh, fresh_words  bitmap of the level being found, and of its words that are not zero; zero between levels
 */
struct gobc_queue {
  gobc_csr graph;
  gobc_pairs pairs;
  const struct kind_functions *kind;
  unsigned needs;
  int32_t *level;
  int32_t *order;
  gobc_stack kept; /* of int32_t */
  int64_t *kept_offsets;
  uint64_t *fresh, *fresh_words;
  gobc_path_counts sigma, paths_onward, paths;
  double *delta;
  double *term;          /* NULL unless stress is needed; INFINITY beyond float64 */
  double weight;         /* of the source now running */
  uint64_t edge_windows; /* that the edges' stress terms need, of all found on the way back */
  int edge_infinite;
  int32_t stale_first, stale_last; /* levels and counts to reset before the next run */
  gobc_counts counts;
  gobc_arena arena;
};

/*
 * What either kind of path counts does.
 *   clear   sigma = 0 from vertex first on      seed   sigma(source) = 1
 *   pass    sigma of order[begin, end) to their successors
 *   safe    whether the counts of order[begin, end) are in the safe range (scaled ones always are)
 *   back    delta and term for order[1, reached), last level first; paths and edge_windows with edges
 *   edge_delta, edge_stress  what passes from order[place] to its successor w, after back
 */
typedef struct kind_functions {
  void (*clear)(gobc_queue *queue, int64_t first, int64_t vertices);
  void (*seed)(gobc_queue *queue, int32_t source);
  void (*pass)(gobc_queue *queue, int64_t begin, int64_t end);
  int (*safe)(const gobc_queue *queue, int64_t begin, int64_t end);
  int (*back)(gobc_queue *queue, int64_t reached, const volatile int32_t *cancel);
  double (*edge_delta)(const gobc_queue *queue, int64_t place, int32_t w);
  double (*edge_stress)(const gobc_queue *queue, int64_t place, int32_t w);
} kind_functions;

#define KIND plain
#include "queue_body.h"
#undef KIND
#define KIND scaled
#include "queue_body.h"
#undef KIND

gobc_queue *gobc_queue_open(const gobc_csr *graph, const gobc_pairs *pairs, int exponents, unsigned needs,
                            const gobc_allocator *allocator) {
  gobc_queue *queue = allocator->allocate(sizeof *queue);
  if (!queue) return NULL;
  gobc_arena *arena = &queue->arena;
  gobc_arena_open(arena, queue, sizeof *queue, &queue->counts, allocator);
  queue->graph = *graph;
  queue->pairs = pairs ? *pairs : (gobc_pairs){NULL, NULL, -1};
  queue->kind = exponents ? &gobc_scaled_functions : &gobc_plain_functions;
  queue->needs = needs;
  const size_t n = (size_t)graph->vertices + 1; /* one more, so that no array is empty */
  const size_t counts = n * gobc_path_count_bytes(exponents);
  queue->level = gobc_arena_alloc(arena, n * sizeof(int32_t));
  queue->order = gobc_arena_alloc(arena, n * sizeof(int32_t));
  queue->kept_offsets = gobc_arena_alloc(arena, (n + 1) * sizeof(int64_t));
  queue->fresh = gobc_arena_alloc(arena, gobc_bitmap_bytes(n));
  queue->fresh_words = gobc_arena_alloc(arena, gobc_bitmap_bytes(n / 64));
  queue->sigma.any = gobc_arena_alloc(arena, counts);
  queue->delta = gobc_arena_alloc(arena, n * sizeof(double));
  if (needs & STRESS) queue->paths_onward.any = gobc_arena_alloc(arena, counts);
  if (needs & EDGES) queue->paths.any = gobc_arena_alloc(arena, counts);
  if (needs & GOBC_NEED_STRESS) queue->term = gobc_arena_alloc(arena, n * sizeof(double));
  queue->stale_last = (int32_t)graph->vertices;
  if (!arena->failed) return queue;
  gobc_queue_close(queue);
  return NULL;
}

void gobc_queue_close(gobc_queue *queue) {
  if (queue) gobc_arena_close(&queue->arena);
}

const gobc_counts *gobc_queue_counts(const gobc_queue *queue) { return &queue->counts; }

/* Resets what an earlier run has left, in blocks so that a cancel is seen soon. */
static int reset(gobc_queue *queue, const volatile int32_t *cancel) {
  const int64_t block = 1 << 20;
  while (queue->stale_first < queue->stale_last) {
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    int64_t first = queue->stale_first;
    int64_t count = queue->stale_last - first < block ? queue->stale_last - first : block;
    for (int64_t v = first; v < first + count; v++) queue->level[v] = UNVISITED;
    memset(queue->fresh + first / 64, 0, gobc_bitmap_bytes((size_t)(count + first % 64)));
    queue->kind->clear(queue, first, count);
    queue->stale_first = (int32_t)(first + count);
  }
  return GOBC_KERNEL_OK;
}

/* Words of fresh_words that the level touches. */
typedef struct {
  int32_t low, high;
} span;

/*
 * Keeps the successors of order[place]: neighbours that are on the next level or unvisited. Their bits and levels are
 * set; setting them twice is harmless.
 */
static void scan(gobc_queue *queue, int64_t place, int32_t next, span *touched) {
  const gobc_csr *graph = &queue->graph;
  int32_t u = queue->order[place], *level = queue->level;
  int32_t *kept = (int32_t *)queue->kept.data + queue->kept_offsets[place];
  int64_t count = 0;
  for (int64_t k = graph->out_offsets[u]; k < graph->out_offsets[u + 1]; k++) {
    int32_t w = graph->out_targets[k];
    kept[count] = w;
    count += level[w] >= next;
  }
  queue->kept_offsets[place + 1] = queue->kept_offsets[place] + count;
  if (count == 0) return;
  for (int64_t k = 0; k < count; k++) {
    int32_t w = kept[k];
    level[w] = next;
    queue->fresh[w >> 6] |= (uint64_t)1 << (w & 63);
    queue->fresh_words[w >> 12] |= (uint64_t)1 << (w >> 6 & 63);
  }
  if (touched->low > kept[0] >> 12) touched->low = kept[0] >> 12;
  if (touched->high < kept[count - 1] >> 12) touched->high = kept[count - 1] >> 12;
}

/* Appends the level's vertices to order, ascending, and zeroes the bitmap. Returns the new end of order. */
static int64_t collect(gobc_queue *queue, int64_t end, span touched) {
  for (int64_t group = touched.low; group <= touched.high; group++) {
    uint64_t words = queue->fresh_words[group];
    queue->fresh_words[group] = 0;
    for (; words; words &= words - 1) {
      int64_t word = group << 6 | __builtin_ctzll(words);
      uint64_t bits = queue->fresh[word];
      queue->fresh[word] = 0;
      for (; bits; bits &= bits - 1) queue->order[end++] = (int32_t)(word << 6 | __builtin_ctzll(bits));
    }
  }
  return end;
}

/* Scans one level, order[begin, end), and passes its path counts on, a few thousand arcs at a time. */
static int scan_level(gobc_queue *queue, int64_t begin, int64_t end, int32_t next, span *touched,
                      const volatile int32_t *cancel) {
  const int64_t *offsets = queue->graph.out_offsets;
  for (int64_t i = begin; i < end;) {
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    int64_t from = i, work = 0;
    for (; i < end && work < GOBC_COUNT_STEP; i++) {
      int64_t degree = offsets[queue->order[i] + 1] - offsets[queue->order[i]];
      const size_t kept = (size_t)queue->kept_offsets[i];
      if (!gobc_arena_reserve(&queue->arena, &queue->kept, kept + (size_t)degree, kept, sizeof(int32_t)))
        return GOBC_KERNEL_NOMEM;
      scan(queue, i, next, touched);
      work += degree + 1;
      queue->counts.visits += degree;
    }
    queue->kind->pass(queue, from, i);
  }
  return GOBC_KERNEL_OK;
}

/*
 * Levels, order, kept successors and path counts. Invariant at the top: order[begin, end) is the last level found,
 * ascending, with its final path counts; the bitmap is zero.
 */
static int forward(gobc_queue *queue, int32_t source, int64_t *reached, uint64_t *out_of_range,
                   const volatile int32_t *cancel) {
  queue->level[source] = 0;
  queue->order[0] = source;
  queue->kept_offsets[0] = 0;
  queue->kind->seed(queue, source);
  int64_t begin = 0, end = 1;
  const double cutoff = queue->pairs.cutoff;
  *reached = 1;
  for (int32_t next = 1; begin < end; next++) {
    span touched = {INT32_MAX, -1};
    if (cutoff >= 0 && next > cutoff) {
      for (int64_t i = begin; i < end; i++) queue->kept_offsets[i + 1] = queue->kept_offsets[i];
      return GOBC_KERNEL_OK;
    }
    int status = scan_level(queue, begin, end, next, &touched, cancel);
    if (status != GOBC_KERNEL_OK) return status;
    begin = end;
    end = collect(queue, end, touched);
    *reached = end;
    queue->counts.levels += begin < end;
    if (!queue->kind->safe(queue, begin, end)) {
      *out_of_range = 1;
      return GOBC_KERNEL_OK;
    }
  }
  return GOBC_KERNEL_OK;
}

/* Allocates for the stress terms, of which infinite ones only the exponents have. */
static int prepare(gobc_queue *queue, int64_t reached, gobc_totals *totals) {
  uint64_t windows = 0;
  int infinite = 0;
  for (int64_t i = 1; queue->term && i < reached; i++) {
    queue->term[i] *= queue->weight;
    windows |= gobc_stress_windows(queue->term[i], &infinite);
  }
  int status = gobc_stress_prepare(&totals->stress, windows, infinite, queue->graph.vertices, &queue->arena.allocator);
  if (status == GOBC_KERNEL_OK && queue->needs & GOBC_NEED_EDGE_STRESS)
    status = gobc_stress_prepare_arcs(totals->edge_stress, 1, queue->edge_windows, queue->edge_infinite, &queue->graph,
                                      &queue->arena.allocator);
  return status;
}

static void add_edge(const gobc_queue *queue, int64_t place, int64_t arc, gobc_totals *totals) {
  const int32_t w = queue->graph.out_targets[arc];
  if (queue->needs & GOBC_NEED_EDGE_DELTA) {
    double delta = queue->kind->edge_delta(queue, place, w);
    gobc_words_add(totals->edge_delta[0] + 2 * arc, gobc_dependency_units(delta * queue->weight));
  }
  if (queue->needs & GOBC_NEED_EDGE_STRESS) {
    double term = queue->kind->edge_stress(queue, place, w);
    gobc_stress_add(&totals->edge_stress[0], arc, term * queue->weight);
  }
}

/*
 * Everything that can fail comes before the first addition. An edge of a shortest path leads one level down: the out
 * list of v has its successors where the kept ones, which came from it, have them.
 */
static int add_totals(gobc_queue *queue, int64_t reached, gobc_totals *totals) {
  const unsigned needs = queue->needs;
  if (prepare(queue, reached, totals) != GOBC_KERNEL_OK) return GOBC_KERNEL_NOMEM;
  for (int64_t i = 1; needs & (GOBC_NEED_DELTA | GOBC_NEED_SQUARES) && i < reached; i++) {
    const double delta = queue->delta[i] * queue->weight;
    const int64_t v = queue->order[i];
    if (needs & GOBC_NEED_DELTA) gobc_words_add(totals->delta + 2 * v, gobc_dependency_units(delta));
    if (needs & GOBC_NEED_SQUARES) gobc_words_add(totals->squares + 2 * v, gobc_square_units(delta));
  }
  for (int64_t i = 1; queue->term && i < reached; i++)
    gobc_stress_add(&totals->stress, queue->order[i], queue->term[i]);
  for (int64_t i = 0; needs & EDGES && i < reached; i++) {
    const int32_t v = queue->order[i], next = queue->level[v] + 1;
    if (queue->kept_offsets[i] == queue->kept_offsets[i + 1]) continue;
    for (int64_t arc = queue->graph.out_offsets[v]; arc < queue->graph.out_offsets[v + 1]; arc++)
      if (queue->level[queue->graph.out_targets[arc]] == next) add_edge(queue, i, arc, totals);
  }
  return GOBC_KERNEL_OK;
}

/* Few vertices reached: reset them one by one, so that a run costs what it reaches; else leave the range as stale. */
static void tidy(gobc_queue *queue, int64_t reached, int32_t first, int32_t last) {
  if (4 * reached > last - first) {
    queue->stale_first = first;
    queue->stale_last = last;
    return;
  }
  for (int64_t i = 0; i < reached; i++) {
    int32_t v = queue->order[i];
    queue->level[v] = UNVISITED;
    queue->kind->clear(queue, v, 1);
  }
}

int gobc_queue_run(gobc_queue *queue, int32_t source, int32_t first, int32_t last, gobc_totals *totals,
                   const volatile int32_t *cancel, uint64_t *out_of_range) {
  *out_of_range = 0;
  queue->weight = queue->pairs.source_weight ? queue->pairs.source_weight[source] : 1.0;
  queue->edge_windows = 0;
  queue->edge_infinite = 0;
  int status = reset(queue, cancel);
  if (status != GOBC_KERNEL_OK || queue->weight == 0.0) return status;
  int64_t reached = 0;
  status = forward(queue, source, &reached, out_of_range, cancel);
  if (status == GOBC_KERNEL_OK && !*out_of_range) {
    status = queue->kind->back(queue, reached, cancel);
    if (status == GOBC_KERNEL_OK) status = add_totals(queue, reached, totals);
  }
  if (status != GOBC_KERNEL_OK) {
    memset(queue->fresh_words, 0, gobc_bitmap_bytes(((size_t)queue->graph.vertices + 1) / 64));
    queue->stale_first = first;
    queue->stale_last = last;
    return status;
  }
  tidy(queue, reached, first, last);
  queue->counts.batches++;
  queue->counts.lanes++;
  queue->counts.frontier_items += reached;
  queue->counts.useful_arcs += *out_of_range ? 0 : 2 * queue->kept_offsets[reached];
  queue->counts.visits += *out_of_range ? 0 : queue->kept_offsets[reached];
  return GOBC_KERNEL_OK;
}
