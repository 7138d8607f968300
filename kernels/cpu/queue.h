/*
 * Shared by queue.c (workspace, traversal, run), queue_float.c and queue_exponents.c (path counts and what goes back).
 */
#ifndef GOBC_QUEUE_H
#define GOBC_QUEUE_H

#include "arena.h"
#include "scaled.h"

/*
 * order      vertices by level, ascending inside a level; level k is order[starts of level k, of level k + 1)
 * kept       for each of order, its successors in adjacency order: kept[kept_offsets[i] .. kept_offsets[i + 1])
 * delta, term  by place in order: what this source adds, held back until nothing can fail any more
 * count      sigma on the way out; (1 + delta) / sigma on the way back
 * gamma      1 + gamma on the way back; NULL unless stress of any kind is needed
 * paths      by place in order: sigma, for the edges; NULL unless those are needed
 * The 1 is the vertex's weight as a target.
 * fresh, fresh_words  bitmap of the level being found, and of its words that are not zero; zero between levels
 */
struct gobc_queue {
  gobc_csr graph;
  gobc_pairs pairs;
  int exponents;
  unsigned needs;
  int32_t *level;
  int32_t *order;
  gobc_stack kept;
  int64_t *kept_offsets;
  uint64_t *fresh, *fresh_words;
  union {
    double *plain;
    gobc_scaled *scaled;
  } count, gamma, paths;
  double *delta;
  double *term; /* NULL unless stress is needed; INFINITY beyond float64 */
  double weight;         /* of the source now running */
  uint64_t edge_windows; /* that the edges' stress terms need, of all found on the way back */
  int edge_infinite;
  int32_t stale_first, stale_last; /* levels and counts to reset before the next run */
  gobc_counts counts;
  gobc_arena arena;
};

/* A path count above this, or above the second with stress, flags the source: products then stay inside float64. */
#define GOBC_QUEUE_LIMIT 0x1p900
#define GOBC_QUEUE_STRESS_LIMIT 0x1p450

static inline int32_t *gobc_queue_kept(const gobc_queue *queue) { return queue->kept.data; }

/* Adjacency entries between two looks at the cancel word. */
#define GOBC_QUEUE_STEP 65536

static inline int gobc_queue_counts_paths(const gobc_queue *queue) {
  return (queue->needs & (GOBC_NEED_STRESS | GOBC_NEED_EDGE_STRESS)) != 0;
}

static inline int gobc_queue_needs_edges(const gobc_queue *queue) {
  return (queue->needs & (GOBC_NEED_EDGE_DELTA | GOBC_NEED_EDGE_STRESS)) != 0;
}

static inline double gobc_queue_target(const gobc_queue *queue, int32_t v) {
  return queue->pairs.target_weight ? queue->pairs.target_weight[v] : 1.0;
}

/*
 * Two instances of one interface.
 *   clear   sigma = 0 from vertex first on      seed   sigma(source) = 1
 *   pass    sigma of order[begin, end) to their successors
 *   safe    whether the counts of order[begin, end) are in the safe range (exponents always are)
 *   back    delta and term for order[1, reached), last level first; paths and edge_windows with edges
 *   edge_delta, edge_stress  what passes from order[place] to its successor w, after back
 */
void gobc_queue_float_clear(gobc_queue *queue, int64_t first, int64_t count);
void gobc_queue_float_seed(gobc_queue *queue, int32_t source);
void gobc_queue_float_pass(gobc_queue *queue, int64_t begin, int64_t end);
int gobc_queue_float_safe(const gobc_queue *queue, int64_t begin, int64_t end);
int gobc_queue_float_back(gobc_queue *queue, int64_t reached, const volatile int32_t *cancel);
double gobc_queue_float_edge_delta(const gobc_queue *queue, int64_t place, int32_t w);
double gobc_queue_float_edge_stress(const gobc_queue *queue, int64_t place, int32_t w);

void gobc_queue_exponents_clear(gobc_queue *queue, int64_t first, int64_t count);
void gobc_queue_exponents_seed(gobc_queue *queue, int32_t source);
void gobc_queue_exponents_pass(gobc_queue *queue, int64_t begin, int64_t end);
int gobc_queue_exponents_back(gobc_queue *queue, int64_t reached, const volatile int32_t *cancel);
double gobc_queue_exponents_edge_delta(const gobc_queue *queue, int64_t place, int32_t w);
double gobc_queue_exponents_edge_stress(const gobc_queue *queue, int64_t place, int32_t w);

#endif
