/*
 * The state of a batched sweep, shared by sweep.c (memory, dispatch) and the instances of sweep_body.h (the work).
 * The contract of the levels, and who zeroes what, is in kernels/sweep.md.
 */
#ifndef GOBC_SWEEP_INTERNAL_H
#define GOBC_SWEEP_INTERNAL_H

#include "arena.h"
#include "dispatch.h"
#include "totals.h"

/* Entries scanned before their rows are added: the scan's misses overlap, the rows stay in the first cache. */
#define GOBC_SWEEP_BLOCK 32

/*
 * Entries or hits that a prefetch looks ahead: 10 % on a Delaunay graph and on roads, nothing where a batch fits the
 * second cache. The vertex numbers there are read without looking at the end: at most GOBC_ARENA_PAD bytes behind it,
 * and whatever number stands there is one of the graph.
 */
#define GOBC_SWEEP_AHEAD 8

/* Longest adjacency list that the AVX-512 scan leaves to the scalar loop. Gathers: 20 % on co-expression. */
#define GOBC_SWEEP_FEW 4

/*
 * A level is pulled when degree(frontier) > PULL_DEGREE * degree(unfinished) + PULL_SCAN * vertices. Measured flat
 * between 0.3 and 1 on social and biological networks; 0.15 costs 10 % on co-expression, 1 costs 30 % on small worlds.
 */
#define GOBC_SWEEP_PULL_DEGREE 0.3
#define GOBC_SWEEP_PULL_SCAN 0.25

/* With edges a pulled level reads a row more on the way back: 5 to 8 % on co-expression. */
#define GOBC_SWEEP_PULL_DEGREE_EDGES 0.6

/*
 * Range of path counts. Between two checks a count grows by less than 2^CHECK, so it stays below 2^(2 CHECK); a lane
 * whose smallest count falls below 2^-FLOOR by rescaling is flagged. Then no g, no sum of g and no factor leaves the
 * normal range but those too small to matter beside the 1 in 1 + delta.
 */
#define GOBC_SWEEP_CHECK_F64 450
#define GOBC_SWEEP_FLOOR_F64 900
#define GOBC_SWEEP_CHECK_F32 40
#define GOBC_SWEEP_FLOOR_F32 70

/*
 * Hits of the step into a level are kept in groups: by the entries of the level before if pushed, by the entries of
 * the level itself if pulled. Group k's hits are hits[group_start[k] .. group_start[k + 1]).
 */
typedef struct gobc_level {
  size_t first_entry;
  size_t first_group;
  int pulled;
} gobc_level;

/* The lanes rescaled at one level: followed by `width` factors 2^-e of the type of sigma, 1 for untouched lanes. */
typedef struct gobc_scale {
  int64_t level;
  int64_t padding;
} gobc_scale;

struct gobc_sweep;

/* What a backward pass is made for: an instance each, so that none pays for what another needs. */
#define GOBC_SWEEP_COUNTS 1
#define GOBC_SWEEP_EDGES 2

typedef struct gobc_sweep_kernel {
  int (*forward)(struct gobc_sweep *sweep);
  int (*backward[4])(struct gobc_sweep *sweep, gobc_totals *totals);
} gobc_sweep_kernel;

/* Indexed by log2(width) - 3 and by precision == 32. */
extern const gobc_sweep_kernel gobc_sweep_baseline[8], gobc_sweep_avx2[8], gobc_sweep_avx512[8];

struct gobc_sweep {
  gobc_csr graph;
  gobc_pairs pairs;
  const gobc_sweep_kernel *kernel;
  int width, real_bytes;
  unsigned needs;
  int counts_paths, edges; /* GOBC_SWEEP_COUNTS with stress of any kind, GOBC_SWEEP_EDGES with sums of entries; else 0 */
  int64_t growth;      /* log2 of how much a level can raise a path count, rounded up */
  int64_t check_every; /* levels between two checks of the range of path counts */

  /* Rows of `width` values a vertex. gamma and gamma_pool exist with stress of any kind alone, the pools from the first pull on. */
  void *sigma, *gamma, *sigma_pool, *gamma_pool;
  void *visited, *next, *frontier; /* a mask of `width` bits a vertex */
  uint64_t *touched, *touched_words; /* bitmaps of the vertices and of the words of the first */
  int32_t *touched_list;             /* room for the number of every word */

  gobc_stack entry_vertex, entry_lanes; /* the entries of all levels, ascending by vertex within one */
  gobc_stack group_start, hits, levels, scales;
  gobc_stack places; /* with edges, beside the hits: where in its adjacency list a hit stands */
  size_t scale_count;

  /* The batch now running. */
  const int32_t *sources;
  const volatile int32_t *cancel;
  int lanes, dirty;
  double weight[64] __attribute__((aligned(64))); /* of the sources, by lane; 1 where there is none */
  int32_t first, last;
  uint64_t full, flagged;
  int64_t level; /* the deepest level that is complete */
  int64_t bound; /* log2 of what no path count of that level exceeds, in any lane */
  size_t hit_count, group_count, entry_count;
  int64_t frontier_degree;   /* out-degrees of the entries of the deepest level */
  int64_t unfinished_degree; /* in-degrees of the vertices not visited in every lane */

  gobc_counts counts;
  gobc_arena arena;
};

int gobc_sweep_pools(struct gobc_sweep *sweep);

/* Room for `items` hits, of which the first `used` are kept, and for their places if edges are needed. */
static inline int gobc_sweep_reserve_hits(struct gobc_sweep *sweep, size_t items, size_t used) {
  return gobc_arena_reserve(&sweep->arena, &sweep->hits, items, used, sizeof(int32_t)) &&
         (!sweep->edges || gobc_arena_reserve(&sweep->arena, &sweep->places, items, used, sizeof(int32_t)));
}

static inline int32_t *gobc_sweep_vertices(const struct gobc_sweep *sweep) { return sweep->entry_vertex.data; }
static inline size_t *gobc_sweep_groups(const struct gobc_sweep *sweep) { return sweep->group_start.data; }
static inline int32_t *gobc_sweep_hits(const struct gobc_sweep *sweep) { return sweep->hits.data; }
static inline int32_t *gobc_sweep_places(const struct gobc_sweep *sweep) { return sweep->places.data; }
static inline gobc_level *gobc_sweep_levels(const struct gobc_sweep *sweep) { return sweep->levels.data; }

#endif
