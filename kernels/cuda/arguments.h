/*
 * What the host hands to a CUDA kernel: one device pointer to one of these structs. Plain C: `make generate` writes the
 * same structs in Go, arguments.go, and a checksum of both, layout.h.
 * A kernel runs batches of up to `width` sources, one thread block a batch, blocks taking the next batch when done. Every
 * block has a slot: its part of each work array. Vertices carry the numbers of the uploaded graph, which are a
 * relabelling of the core's ranks; adjacency lists keep the order of the ranks, so that sums over neighbours run in
 * that order whatever the relabelling, the width and the kernel.
 */
#ifndef GOBC_CUDA_ARGUMENTS_H
#define GOBC_CUDA_ARGUMENTS_H

#ifndef __CUDACC_RTC__
#include <stdint.h>
#endif

typedef uint64_t gobc_address; /* of device memory */

/* How a batch ended. One that is not DONE added nothing, unless the cancel word stopped it: then totals are torn. */
enum {
  GOBC_BATCH_WAITING = 0,
  GOBC_BATCH_DONE = 1,
  GOBC_BATCH_NO_ROOM = 2, /* stack or round list too short: again with more, or with the level sweep */
  GOBC_BATCH_STALLED = 3  /* a vertex has a length but no path: weights that are lost beside lengths, or a defect */
};

/* Places in the counts of a run; ticks are of 1,024 clock cycles, over all blocks. */
enum {
  GOBC_COUNT_ENTRIES = 0,
  GOBC_COUNT_LEVELS = 1,
  GOBC_COUNT_ROUNDS = 2,
  GOBC_COUNT_SEARCH_TICKS = 4,
  GOBC_COUNT_FORWARD_TICKS = 5,
  GOBC_COUNT_BACKWARD_TICKS = 6,
  GOBC_COUNT_LONGEST = 7 /* bits of the longest length */
};

/* Adjacency by 32-bit offsets: at most 2^32 - 1 arcs a direction. */
typedef struct gobc_cuda_graph {
  int32_t vertices;
  int32_t padding;
  gobc_address out_offsets, out_targets; /* uint32_t[vertices + 1], int32_t[arcs] */
  gobc_address in_offsets, in_targets;   /* the same if undirected */
} gobc_cuda_graph;

/* The batches of one launch, and what they report. All addresses are device addresses. */
typedef struct gobc_cuda_batches {
  int32_t sources_count, batches; /* batch b has the sources [b * lanes, (b + 1) * lanes) */
  int32_t launched, lanes;        /* entries of `order`; sources a batch, at most its width */
  gobc_address sources;               /* int32_t */
  gobc_address order;                 /* int32_t[launched]: batches, in the order in which blocks take them */
  gobc_address next;                  /* uint32_t: place in `order`; set to 0 by the host */
  gobc_address cancel;                /* int32_t: looked at on every level */
  gobc_address finished;              /* uint64_t: sources of finished batches */
  gobc_address status;                /* int32_t[batches] */
  gobc_address flagged;               /* uint32_t[batches * width / 32 or 1]: lanes to run again a rung higher, not added */
  gobc_address cost;                  /* uint32_t[batches]: time taken, in 1,024 clock ticks */
  gobc_address counts;                /* uint64_t[8]: see GOBC_COUNT_ENTRIES */
} gobc_cuda_batches;

/*
 * Totals by vertex, integers, so that no order of adding shows.
 *   delta   coarse in units of 2^-20, fine in units of 2^-64, as gobc_dependency_units of kernels/cpu/totals.h splits
 *           a dependency; their sum is delta. Host empties them before 2^20 sources or sources * vertices = 2^43.
 *   stress  three digits: units of 1, 2^32, 2^64.
 */
typedef struct gobc_cuda_totals {
  gobc_address delta_coarse, delta_fine; /* int64_t */
  gobc_address stress[3];                /* uint64_t; 0 without stress */
} gobc_cuda_totals;

/* The level sweep, kernels/cuda/sweep.cu. Arrays of a slot follow each other. */
typedef struct gobc_sweep_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address sigma;   /* real[slots][vertices][width] */
  gobc_address gamma;   /* the same, with stress */
  gobc_address visited; /* uint32_t[slots][vertices][words]: zero on entry; unused if masks are in shared memory */
  gobc_address next;    /* likewise */
  gobc_address touched; /* uint32_t[slots][vertices / 32 + 1]: zero on entry; unused if in shared memory */
  gobc_address entry_vertex; /* int32_t[slots][entries] */
  gobc_address entry_lanes;  /* uint32_t[slots][entries][words] */
  gobc_address entry_list;   /* uint2[slots][entries]: offset and length of the out-list */
  gobc_address level_end;    /* int32_t[slots][vertices + 4] */
  gobc_address longs;        /* int32_t[slots][vertices]: entries of a level with long lists */
  gobc_address scales;       /* int16_t[slots][scale_room][width]: exponents taken off a level's counts */
  gobc_address scale_level;  /* int32_t[slots][scale_room] */
  gobc_address hub_rows;     /* real[slots][threads / (width / 4) + 1][width], twice with stress */
  int32_t entries;       /* room for entries in a slot */
  int32_t scale_room;
  int32_t shared_masks, shared_touched; /* 1: in dynamic shared memory */
  double stress_most;    /* 2^95 / vertices: a lane with a larger path count is flagged if stress is summed */
  int32_t hub;           /* lists longer than this are summed by the whole block */
  int32_t levels;        /* no deeper level is begun: the cutoff */
} gobc_sweep_arguments;

/*
 * The full level sweep, kernels/cuda/sweep_full_*.cu: sums by arc, weights of sources and targets; each may be 0.
 * Sums of what passes from a vertex to a successor stand at the successor's place in the vertex's out-list, in the units
 * of gobc_cuda_totals, the parts of an arc side by side.
 */
typedef struct gobc_full_arguments {
  gobc_sweep_arguments sweep;
  gobc_address edge_delta;    /* int64_t[arcs][2]: coarse, fine */
  gobc_address edge_stress;   /* uint64_t[arcs][3]; with stress alone */
  gobc_address target_weight; /* double[vertices] */
  gobc_address source_weight; /* double[sources]: by place in `sources` of the batches */
} gobc_full_arguments;

/* The merged sweep of undirected graphs, kernels/cuda/merged.cu: always 32 lanes. */
typedef struct gobc_merged_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address sigma;     /* real[slots][vertices][32] */
  gobc_address state;     /* uint4[slots][vertices]: zero on entry */
  gobc_address queue;     /* uint2[slots][2][vertices]: lanes, vertex */
  gobc_address touched;   /* int32_t[slots][vertices]: vertices in the order of their first touch */
  gobc_address waiting;   /* int32_t[slots][2][vertices] */
  gobc_address entries_of; /* uint2[slots][entries]: lanes, vertex */
  gobc_address bucket_end; /* int32_t[slots][rounds] */
  gobc_address round_end;  /* int32_t[slots][rounds] */
  gobc_address distance;   /* uint16_t[slots][vertices][32], only for merged distances */
  int32_t entries, rounds;  /* room in a slot */
  int32_t bucket_rounds;    /* rounds a bucket at most before the next one opens */
  int32_t padding;
} gobc_merged_arguments;

/* The merged sweep with sums by arc, kernels/cuda/merged.cu. */
typedef struct gobc_merged_arcs_arguments {
  gobc_merged_arguments merged; /* its delta: 0 if vertices are not asked for */
  gobc_address edge_delta;      /* int64_t[arcs][2], as in the full level sweep */
} gobc_merged_arcs_arguments;

/* Source by source, kernels/cuda/queue.cu: batches are of width 1. */
typedef struct gobc_queue_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address sigma;     /* real[slots][vertices] */
  gobc_address distance;  /* int32_t[slots][vertices] */
  gobc_address stack;     /* int32_t[slots][vertices]: by level */
  gobc_address level_end; /* int32_t[slots][vertices + 2] */
  int32_t levels;     /* no deeper level is begun: the cutoff */
  int32_t padding;
} gobc_queue_arguments;

/*
 * Betweenness by lengths, kernels/cuda/weighted.cu: always 32 lanes. Arrays by arc follow the lists; `in` is `out` if the
 * graph is undirected. `far` is the length of an unreached lane: the largest of the type, or the smallest beyond a cutoff.
 */
typedef struct gobc_weighted_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address out_weights, in_weights; /* uint32_t[arcs] for whole lengths, double[arcs] */
  gobc_address edge_delta, edge_stress, target_weight, source_weight; /* as in the full level sweep */
  gobc_address lengths[3];  /* uint64_t[vertices] or 0: sums of lengths: units of 2^32 and 1 if whole; others times `scale`
                           in units of 2^12, 2^-20 and 2^-64 */
  gobc_address harmonic[3]; /* the latter of 1 / length, times `harmonic_scale` */
  gobc_address reached, longest;               /* uint64_t[vertices] or 0: sources; bits of the longest length */
  gobc_address state;      /* uint4[slots][vertices]: zero on entry */
  gobc_address distance;   /* length[slots][vertices][32] */
  gobc_address sigma;      /* double[slots][vertices][32]; 0: lengths alone */
  gobc_address onward;     /* the same, with stress */
  gobc_address before;     /* uint32_t[slots][arcs]: lanes on which the arc is the last of shortest paths */
  gobc_address after;      /* uint32_t[slots][arcs]: the same arc in the list of its tail */
  gobc_address touched;    /* int32_t[slots][vertices] */
  gobc_address order;      /* int32_t[slots][vertices]: what is touched, by bucket */
  gobc_address waiting;    /* int32_t[slots][2][vertices] */
  gobc_address later;      /* int32_t[slots][vertices]: beyond the threshold */
  gobc_address longs;      /* int32_t[slots][entries]: what has a long list */
  gobc_address bucket_end; /* int32_t[slots][buckets + 1] */
  gobc_address round_end;  /* int32_t[slots][rounds] */
  gobc_address entries_of; /* uint2[slots][entries]: lanes, vertex */
  uint64_t far;        /* bits of the length */
  uint64_t arcs;
  double key_scale;    /* a vertex waits by its length times this, below 2^32 */
  double tolerance;    /* of ties, relative; lengths in float64 */
  double scale, harmonic_scale;
  double stress_most;  /* as in the level sweep; infinite without stress */
  uint32_t step;       /* keys by which the threshold of the search moves on */
  uint32_t bucket_keys; /* keys a bucket at least */
  int32_t entries, rounds, buckets; /* room in a slot; entries: at least vertices */
  int32_t bucket_rounds;            /* rounds a bucket at most before the next one opens */
} gobc_weighted_arguments;

/* By lengths source by source, kernels/cuda/queue.cu: batches are of width 1. */
typedef struct gobc_weighted_queue_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address out_weights, in_weights; /* as in the weighted sweep */
  gobc_address out_least, in_least;     /* weight[vertices]: the smallest of the arcs from, to a vertex; 0: there is none */
  gobc_address target_weight, source_weight;
  gobc_address distance;  /* length[slots][vertices] */
  gobc_address sigma;     /* double[slots][vertices] */
  gobc_address stack;     /* int32_t[slots][vertices]: by round */
  gobc_address round_end; /* int32_t[slots][vertices + 2] */
  gobc_address near;      /* int32_t[slots][2][vertices] */
  gobc_address later;     /* int32_t[slots][vertices]: beyond the threshold */
  gobc_address longs;     /* int32_t[slots][vertices]: what has a long list */
  uint64_t far;       /* as in the weighted sweep */
  double key_scale, tolerance;
  uint32_t step, padding;
} gobc_weighted_queue_arguments;

/* Distances only, kernels/cuda/distances.cu. */
typedef struct gobc_distances_arguments {
  gobc_cuda_graph graph; /* lists are walked from source to target by out_* */
  gobc_cuda_batches batches;
  gobc_address visited, next, touched; /* as in the level sweep */
  gobc_address queue_vertex;           /* int32_t[slots][2][vertices + width] */
  gobc_address queue_lanes;            /* uint32_t[slots][2][vertices + width][words] */
  gobc_address queue_list;             /* uint2[slots][2][vertices + width] */
  gobc_address reached_list;           /* int32_t[slots][vertices]: what must be cleared */
  gobc_address distance;               /* uint64_t[vertices] or 0: sum of distances */
  gobc_address reached;                /* uint64_t[vertices] or 0 */
  gobc_address harmonic_high, harmonic_low; /* uint64_t[vertices] or 0: units of 2^-32 and 2^-64 */
  gobc_address eccentricity;                /* int32_t[vertices] or 0 */
  int32_t shared_masks, shared_touched;
  int32_t levels, padding;              /* no deeper level is begun: the cutoff */
} gobc_distances_arguments;

#endif
