/*
 * The state of a label-correcting sweep, shared by weighted/label_correcting.c (memory, one batch) and the instances:
 * weighted/distances.h for each type of distances, weighted/paths.h and weighted/backward.h. What
 * holds between the phases, and who zeroes what, is in kernels/label_correcting.md.
 */
#ifndef GOBC_LABEL_CORRECTING_H
#define GOBC_LABEL_CORRECTING_H

#include "common/arena.h"
#include "weighted/bucket_queue.h"
#include "chains/chains.h"
#include "common/dispatch.h"
#include "common/distance_decay.h"
#include "common/terms.h"

/*
 * Lanes that fall behind join the current bucket while a vertex has been relaxed at most this many times on average. After
 * that each lane uses its own distance, because lanes whose sources lie far apart only correct one another (BENCHMARKS.md).
 */
#define GOBC_LABEL_PATIENCE 12

/* Arcs between two looks at the cancel word. */
#define GOBC_LABEL_STEP 65536

/*
 * Arcs between two looks at the distances of `pairs` targets, after so many arcs: a look at a pair takes about a tenth of
 * the time of an arc, so that looks take a fifth at most.
 */
#define GOBC_LOOK(pairs, arcs) (256 + (pairs) / 2 + (arcs) / 8)

/*
 * A lane with a path count above this, or above the second if stress is needed, is out of range: no sum of counts, no
 * reciprocal and no product with what goes on from a vertex leaves the normal range of float64 then.
 */
#define GOBC_LABEL_LIMIT 0x1p900
#define GOBC_LABEL_STRESS_LIMIT 0x1p450

/* An arc from `from` to `to` that lies on shortest paths of some lanes. `index`: see gobc_tight_place. */
typedef struct gobc_tight_arc {
  uint64_t lanes;
  int32_t from, to, index, padding;
} gobc_tight_arc;

/* The same in the list of one of its ends: `vertex` is the other one. */
typedef struct gobc_tight_end {
  uint64_t lanes;
  int32_t vertex, index;
} gobc_tight_end;

/* Where the arcs of a vertex stand: before[before .. before + befores), likewise after. */
typedef struct gobc_tight_ranges {
  int64_t before, after;
  int32_t befores, afters;
} gobc_tight_ranges;

/* Lanes of a vertex that were ready together, and the arcs out of it. starts: it is the source of one of them. */
typedef struct gobc_ready_group {
  uint64_t lanes;
  int64_t after;
  int32_t vertex, afters;
  int64_t starts;
} gobc_ready_group;

/*
 * The rows of g of a vertex in a visit: for the largest cutoffs, `merged` of them, the row of the last one, and for the next
 * count - merged the rows from `at` on, once it has them. count is -1 where it is beyond all cutoffs of the visit.
 */
typedef struct gobc_cutoff_rows {
  size_t at;
  int8_t count, merged;
  uint8_t nearest, farthest; /* the smallest cutoffs that it is within in some lane, and in all */
} gobc_cutoff_rows;
#define GOBC_CUTOFF_NO_ROW SIZE_MAX

/* A way back for the cutoffs from `first` to `last`, by their places; g of the last goes to `top`. */
typedef struct gobc_cutoff_visit {
  int first, last;
  double *top;
  gobc_totals *totals[GOBC_MOST_CUTOFFS];
} gobc_cutoff_visit;

struct gobc_label_correcting;

typedef struct gobc_distance_functions {
  int (*search)(struct gobc_label_correcting *sweep);
  int (*search_targets)(struct gobc_label_correcting *sweep); /* as far as targets of the demand are */
  int (*find_tight)(struct gobc_label_correcting *sweep);
  void (*add_lengths)(struct gobc_label_correcting *sweep, gobc_length_totals *lengths);
  /*
   * Which lanes of each vertex are within each inner cutoff goes to sweep->within, and the nearest of them to sweep->places, where
   * there are any. Returns the smallest cutoff that no lane is beyond.
   */
  int (*find_within)(struct gobc_label_correcting *sweep);
  void (*clear)(struct gobc_label_correcting *sweep, int32_t first, int32_t last);
  /* The distances of all lanes to the vertices reached, a row each in their order. */
  void (*copy_reached)(const struct gobc_label_correcting *sweep, double *rows);
  /* Multiplies sweep->mass by the decay of the distances, or writes weights of targets times it where there is no demand. */
  int (*weigh)(struct gobc_label_correcting *sweep);
} gobc_distance_functions;

typedef struct gobc_path_functions {
  int (*count)(struct gobc_label_correcting *sweep);
  int (*pass_delta)(struct gobc_label_correcting *sweep, gobc_totals *totals);
  int (*pass_all)(struct gobc_label_correcting *sweep, gobc_totals *totals);
  int (*pass_inner)(struct gobc_label_correcting *sweep, gobc_totals *totals); /* any needs, within `inside` alone */
  int (*pass_cutoffs)(struct gobc_label_correcting *sweep, const gobc_cutoff_visit *visit); /* delta, for several */
  gobc_chain_masses *masses;
  int (*pass_masses)(struct gobc_label_correcting *sweep, gobc_totals *totals);       /* delta and arcs, of `mass` */
  int (*pass_delta_masses)(struct gobc_label_correcting *sweep, gobc_totals *totals); /* delta alone, likewise */
  int (*pass_counts)(struct gobc_label_correcting *sweep, gobc_totals *totals); /* stress likewise; destroys `mass` */
} gobc_path_functions;

/* Rows by distance type: 16, 32, 64, float64. */
typedef struct gobc_label_correcting_kernel {
  gobc_distance_functions rows[4];
  gobc_path_functions paths;
} gobc_label_correcting_kernel;
extern const gobc_label_correcting_kernel gobc_label_correcting_baseline, gobc_label_correcting_avx2,
    gobc_label_correcting_avx512;

static const gobc_vertex_state gobc_empty_state = {0, 0, GOBC_BUCKET_NO_KEY, GOBC_BUCKET_NO_KEY, GOBC_BUCKET_IDLE, 0};

struct gobc_label_correcting {
  gobc_arena arena;
  gobc_csr graph;
  gobc_pairs pairs;
  const gobc_distance_functions *rows;
  const gobc_path_functions *paths;
  int distance_bytes, real, undirected, may_tear, to_targets;
  unsigned needs;
  double tolerance;

  /* The distance of an unreached lane: the smallest beyond the cutoff, or the largest of the type. */
  uint64_t limit;
  double real_limit;
  double scale;      /* key of a real length; whole lengths are keys themselves */
  int shift[2];      /* bucket of a key, in phases 1 and 3 */
  double target_sum; /* of the weights of all targets */

  gobc_bucket_queue queue;
  void *distance;               /* rows; `limit` outside batches */
  double *sigma, *paths_onward; /* rows; paths_onward has target_weight + gamma on the way back */
  double *share;                /* rows: g; they stand over sigma unless there are inner cutoffs */
  /* Several cutoffs. With other sums than delta each has its own way back, and delta has rows for each. */
  uint64_t *within;       /* by vertex and inner cutoff: the lanes within it */
  const uint64_t *inside; /* those of the inner cutoff whose pass runs */
  gobc_stack near_groups; /* size_t: the groups of the last pass, from the last one on */
  size_t near_group_count;
  gobc_cutoff_rows *places; /* by vertex */
  int farthest;             /* the smallest cutoff that no lane is beyond */
  gobc_stack cutoff_rows;
  uint64_t *done;    /* lanes whose path count is final; 0 outside batches */
  uint64_t *touched; /* bitmap of the vertices reached; 0 outside batches */
  int32_t *order;    /* the vertices reached: as found, ascending after phase 1 */
  gobc_tight_ranges *ranges;
  gobc_stack tight, before, after, groups;
  gobc_stack reached_rows, reached_lanes; /* double, uint64_t: those of gobc_length_totals */
  gobc_chains chains;                     /* nodes 0: none */
  /*
   * Rows: what pairs that end at a vertex weigh, by lane; NULL without chains, demand and decay. Of demand they are zero outside
   * the way back.
   */
  double *mass;
  int32_t *place; /* see gobc_chain_masses */

  /* The batch now running. */
  const int32_t *sources;
  const volatile int32_t *cancel;
  int lanes;
  int32_t first, last; /* all vertices that its sources reach are in this range */
  size_t reached, tight_count, group_count;
  uint64_t out_of_range;
  double largest; /* path count of the lanes in range */
  double source_weight[64] __attribute__((aligned(64)));
};

/*
 * Returns the index in edge_delta[1] and edge_stress[1] of the sum of an arc. Directed: the arc's place in the in-list of
 * its head. Undirected: its place in the list of the end with the higher number, so one of the two arcs of an edge gets
 * the sums of both directions, and the other gets nothing.
 */
static inline int64_t gobc_tight_place(const struct gobc_label_correcting *sweep, int32_t v,
                                       const gobc_tight_end *arc) {
  int32_t holder = sweep->undirected && v > arc->vertex ? v : arc->vertex;
  return sweep->graph.in_offsets[holder] + arc->index;
}

/* Keys stay below 2^62, whatever is added up. */
#define GOBC_BUCKET_LAST_KEY ((int64_t)1 << 61)
static inline int64_t gobc_key_sum(int64_t key, int64_t more) {
  return key + more < GOBC_BUCKET_LAST_KEY ? key + more : GOBC_BUCKET_LAST_KEY;
}

/* Notes that a batch reaches v for the first time. */
static inline void gobc_label_correcting_reach(struct gobc_label_correcting *sweep, int32_t v) {
  sweep->order[sweep->reached++] = v;
  sweep->touched[(size_t)v >> 6] |= (uint64_t)1 << (v & 63);
}

#endif
