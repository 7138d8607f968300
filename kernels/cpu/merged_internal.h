/*
 * The state of a merged sweep, shared by merged.c (memory, one batch) and the instances: merged_distances.h for each
 * distance type, merged_paths.h and merged_backward.h. What holds between the phases, and who zeroes what, is in
 * kernels/merged.md.
 */
#ifndef GOBC_MERGED_INTERNAL_H
#define GOBC_MERGED_INTERNAL_H

#include "arena.h"
#include "dispatch.h"
#include "merged_queue.h"
#include "totals.h"

/*
 * Lanes catch up while a vertex has been relaxed so often on average; then each goes at its own distance. Neighbouring
 * sources need 2 to 8. With sources spread over a Delaunay graph, lanes that catch up meet no front but correct one
 * another: all the way it took 2.4 times as long.
 */
#define GOBC_MERGED_PATIENCE 12

/* Adjacency entries between two looks at the cancel word. */
#define GOBC_MERGED_STEP 65536

/*
 * A lane with a path count above this, or above the second if stress is needed, is flagged: no sum of counts, no
 * reciprocal and no product with what goes on from a vertex leaves the normal range of float64 then.
 */
#define GOBC_MERGED_LIMIT 0x1p900
#define GOBC_MERGED_STRESS_LIMIT 0x1p450

/* An arc from `from` to `to` that lies on shortest paths of some lanes. `entry`: see gobc_merged_entry. */
typedef struct gobc_merged_tight {
  uint64_t lanes;
  int32_t from, to, entry, padding;
} gobc_merged_tight;

/* The same in the list of one of its ends: `vertex` is the other one. */
typedef struct gobc_merged_arc {
  uint64_t lanes;
  int32_t vertex, entry;
} gobc_merged_arc;

/* Where the arcs of a vertex stand: before[before .. before + befores), likewise after. */
typedef struct gobc_merged_links {
  int64_t before, after;
  int32_t befores, afters;
} gobc_merged_links;

/* Lanes of a vertex that were ready together, and the arcs out of it. starts: it is the source of one of them. */
typedef struct gobc_merged_pop {
  uint64_t lanes;
  int64_t after;
  int32_t vertex, afters;
  int64_t starts;
} gobc_merged_pop;

struct gobc_merged;

typedef struct gobc_merged_rows {
  int (*search)(struct gobc_merged *merged);
  int (*find_tight)(struct gobc_merged *merged);
  void (*add_lengths)(struct gobc_merged *merged, gobc_length_totals *lengths);
  void (*clear)(struct gobc_merged *merged, int32_t first, int32_t last);
} gobc_merged_rows;

typedef struct gobc_merged_paths {
  int (*count)(struct gobc_merged *merged);
  void (*pass_delta)(struct gobc_merged *merged, gobc_totals *totals);
  void (*pass_all)(struct gobc_merged *merged, gobc_totals *totals);
} gobc_merged_paths;

/* Rows by distance type: 16, 32, 64, float64. */
typedef struct gobc_merged_table {
  gobc_merged_rows rows[4];
  gobc_merged_paths paths;
} gobc_merged_table;
extern const gobc_merged_table gobc_merged_baseline, gobc_merged_avx2, gobc_merged_avx512;

struct gobc_merged {
  gobc_csr graph;
  gobc_pairs pairs;
  const gobc_merged_rows *rows;
  const gobc_merged_paths *paths;
  int distance_bytes, real, undirected;
  unsigned needs;
  double tolerance;

  /* The distance of an unreached lane: the smallest beyond the cutoff, or the largest of the type. */
  uint64_t limit;
  double real_limit;
  double scale; /* key of a real length; whole lengths are keys themselves */
  int shift[2]; /* bucket of a key, in phases 1 and 3 */
  double target_sum; /* of the weights of all targets */

  gobc_merged_queue queue;
  void *distance;          /* rows; `limit` outside batches */
  double *sigma, *onward;  /* rows; g and target_weight + gamma on the way back */
  uint64_t *done;          /* lanes whose path count is final; 0 outside batches */
  uint64_t *touched;       /* bitmap of the vertices reached; 0 outside batches */
  int32_t *order;          /* the vertices reached: as found, ascending after phase 1 */
  gobc_merged_links *links;
  gobc_stack tight, before, after, pops;

  /* The batch now running. */
  const int32_t *sources;
  const volatile int32_t *cancel;
  int lanes;
  size_t reached, tights, popped;
  uint64_t flagged;
  double largest; /* path count of the lanes that are not flagged */
  double source_weight[64] __attribute__((aligned(64)));

  gobc_counts counts;
  gobc_arena arena;
};

/*
 * The place in edge_delta[1] and edge_stress[1] of what passes along an arc. Directed: the arc's place in the in-list
 * of its head. Undirected: in the list of the end with the higher number, so one entry of a pair gets what both ways
 * pass and the other nothing.
 */
static inline int64_t gobc_merged_entry(const struct gobc_merged *merged, int32_t v, const gobc_merged_arc *arc) {
  int32_t holder = merged->undirected && v > arc->vertex ? v : arc->vertex;
  return merged->graph.in_offsets[holder] + arc->entry;
}

/* Keys stay below 2^62, whatever is added up. */
#define GOBC_MERGED_LAST_KEY ((int64_t)1 << 61)
static inline int64_t gobc_merged_later(int64_t key, int64_t more) {
  return key + more < GOBC_MERGED_LAST_KEY ? key + more : GOBC_MERGED_LAST_KEY;
}

/* Notes that a batch reaches v for the first time. */
static inline void gobc_merged_touch(struct gobc_merged *merged, int32_t v) {
  merged->order[merged->reached++] = v;
  merged->touched[(size_t)v >> 6] |= (uint64_t)1 << (v & 63);
}

static inline double gobc_merged_target_weight(const struct gobc_merged *merged, int32_t v) {
  return merged->pairs.target_weight ? merged->pairs.target_weight[v] : 1.0;
}

#endif
