/*
 * The state of a batched sweep, shared by sweep/sweep.c (memory, one batch) and the instances of sweep/body.h (the work).
 * The contract of the levels, and who zeroes what, is in kernels/sweep.md.
 */
#ifndef GOBC_SWEEP_INTERNAL_H
#define GOBC_SWEEP_INTERNAL_H

#include "common/arena.h"
#include "common/dispatch.h"
#include "common/totals.h"

/* Entries scanned before their rows are added: the scan's misses overlap, the rows stay in the first cache. */
#define GOBC_SWEEP_BLOCK 32

/*
 * Items or arcs that a prefetch looks ahead (BENCHMARKS.md). The vertex numbers there are read without looking at the end:
 * at most GOBC_ARENA_PAD bytes behind it, and whatever number stands there is one of the graph.
 */
#define GOBC_SWEEP_AHEAD 8

/* Longest adjacency list that the AVX-512 scan leaves to the scalar loop (BENCHMARKS.md). */
#define GOBC_SWEEP_FEW 4

/*
 * A level is pulled when degree(frontier) > PULL_DEGREE * degree(unfinished) + PULL_SCAN * vertices (BENCHMARKS.md).
 */
#define GOBC_SWEEP_PULL_DEGREE 0.3
#define GOBC_SWEEP_PULL_SCAN 0.25

/* Vectors without lanes are left out where fewer than this share of them have one (BENCHMARKS.md). */
#define GOBC_SWEEP_SPARSE 0.75

/* With edges a pulled level reads a row more on the way back. */
#define GOBC_SWEEP_PULL_DEGREE_EDGES 0.6

/*
 * Range of path counts. Between two checks a count grows by less than 2^CHECK, so it stays below 2^(2 CHECK); a lane
 * whose smallest count falls below 2^-FLOOR by rescaling is out_of_range. Then no g, no sum of g and no factor leaves the
 * normal range but those too small to matter beside the 1 in 1 + delta.
 */
#define GOBC_SWEEP_CHECK_F64 450
#define GOBC_SWEEP_FLOOR_F64 900
#define GOBC_SWEEP_CHECK_F32 40
#define GOBC_SWEEP_FLOOR_F32 70

/*
 * Arcs of the step into a level are kept in groups: by the items of the level before if pushed, by the items of
 * the level itself if pulled. Group k's arcs are arcs[group_start[k] .. group_start[k + 1]).
 */
typedef struct gobc_level {
  size_t first_item;
  size_t first_group;
  int pulled;
} gobc_level;

/* The lanes rescaled at one level: followed by `width` factors 2^-e of the type of sigma, 1 for untouched lanes. */
typedef struct gobc_scale {
  int64_t level;
  int64_t padding;
} gobc_scale;

/* A backward pass for the cutoffs from `first` to `last`, by their places: g of the last one goes to `top`. */
typedef struct gobc_cutoff_pass {
  int first, last;
  void *top;
  gobc_totals *totals[GOBC_MOST_CUTOFFS];
} gobc_cutoff_pass;

struct gobc_sweep;

typedef struct gobc_sweep_kernel {
  int width, precision, mask_bytes; /* lanes, bits of a path count, size of a mask with a bit a lane */
  int (*forward)(struct gobc_sweep *sweep);
  int (*backward[2][2])(struct gobc_sweep *sweep, gobc_totals *totals);            /* [counts][edges] */
  int (*backward_cutoffs)(struct gobc_sweep *sweep, const gobc_cutoff_pass *pass); /* delta alone; NULL in single */
} gobc_sweep_kernel;

/* One for each width and precision, then NULL. */
extern const gobc_sweep_kernel *const gobc_sweep_baseline[], *const gobc_sweep_avx2[], *const gobc_sweep_avx512[];

struct gobc_sweep {
  gobc_arena arena;
  gobc_csr graph;
  gobc_pairs pairs;
  const gobc_sweep_kernel *kernel;
  int width, real_bytes;
  unsigned needs;
  int counts_paths, edges; /* what the backward pass is made for, 0 or 1: stress of any kind; sums of arcs */
  double heaviest;         /* what all pairs of a source weigh, at most           */
  int64_t growth;          /* log2 of how much a level can raise a path count, rounded up */
  int64_t check_every;     /* levels between two checks of the range of path counts */

  /*
   * Rows of `width` values a vertex. paths_onward and onward_pool exist with stress of any kind alone, the pools from the
   * first pull on. share, the g of the way back, stands over sigma, or beside it where another pass needs sigma again.
   */
  void *sigma, *share, *beside, *paths_onward, *sigma_pool, *onward_pool;
  /* With several cutoffs and delta alone: what g and the pools have beside share and sigma_pool, for so many cutoffs. */
  void *cutoff_rows, *cutoff_pools;
  int cutoffs_beside; /* 0: each cutoff has its own pass */
  void *demand;       /* likewise: weights of targets by lane, zero outside the way back; NULL: no demand */
  void *visited, *next, *frontier;   /* a mask of `width` bits a vertex */
  uint64_t *touched, *touched_words; /* bitmaps of the vertices and of the words of the first */
  int32_t *touched_list;             /* a capacity of every word's number */

  gobc_stack item_vertex, item_lanes; /* the items of all levels, ascending by vertex within one */
  gobc_stack group_start, arcs, levels, scales;
  gobc_stack places; /* with edges, beside the arcs: where in its adjacency list a arc stands */
  size_t scale_count;

  /* The batch now running. */
  const int32_t *sources;
  const volatile int32_t *cancel;
  int lanes, dirty;
  double weight[64] __attribute__((aligned(64))); /* of the sources, by lane; 1 where there is none */
  int64_t met[64]; /* by lane: so many targets of its demand, the first ones, have been visited */
  int32_t first, last;
  uint64_t full, out_of_range;
  int64_t level; /* the deepest level that is complete */
  int64_t bound; /* log2 of what no path count of that level exceeds, in any lane */
  size_t arc_count, group_count, item_count;
  int64_t frontier_degree;   /* out-degrees of the items of the deepest level */
  int64_t unfinished_degree; /* in-degrees of the vertices not visited in every lane */
};

int gobc_sweep_pools(struct gobc_sweep *sweep);

/* Whether all lanes have visited the targets of their demand: vertices farther away are on no path that counts. */
int gobc_sweep_meets_targets(struct gobc_sweep *sweep);

/* A capacity of `items` arcs, of which the first `used` are kept, and for their places if edges are needed. */
static inline int gobc_sweep_reserve_arcs(struct gobc_sweep *sweep, size_t items, size_t used) {
  return gobc_arena_reserve(&sweep->arena, &sweep->arcs, items, used, sizeof(int32_t)) &&
      (!sweep->edges || gobc_arena_reserve(&sweep->arena, &sweep->places, items, used, sizeof(int32_t)));
}

static inline int32_t *gobc_sweep_vertices(const struct gobc_sweep *sweep) { return sweep->item_vertex.data; }
static inline size_t *gobc_sweep_groups(const struct gobc_sweep *sweep) { return sweep->group_start.data; }
static inline int32_t *gobc_sweep_arcs(const struct gobc_sweep *sweep) { return sweep->arcs.data; }
static inline int32_t *gobc_sweep_places(const struct gobc_sweep *sweep) { return sweep->places.data; }
static inline gobc_level *gobc_sweep_levels(const struct gobc_sweep *sweep) { return sweep->levels.data; }

#endif
