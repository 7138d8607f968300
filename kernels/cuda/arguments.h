/*
 * The contract between the host and the CUDA kernels: a kernel gets one device pointer to one of these structs. Plain C:
 * `make generate` writes the same structs in Go (arguments.go) and a checksum of their fields (layout.h).
 * A batch has up to `width` sources, the lanes. One thread block runs one batch and takes the next when it is done. Every
 * block has a slot: its part of each work array; the arrays of all slots follow each other.
 * The uploaded graph numbers vertices in an order of its own, for locality. Adjacency lists keep the order of the core's
 * internal IDs: sums over neighbors run in that order whatever the numbering, the width and the kernel.
 */
#ifndef GOBC_CUDA_ARGUMENTS_H
#define GOBC_CUDA_ARGUMENTS_H

#ifndef __CUDACC_RTC__
#include <stdint.h>
#endif

typedef uint64_t gobc_address; /* in device memory */

/*
 * How a batch ended. Only a batch that is DONE was added to the totals. The exception is the cancel word: it stops a batch
 * while it adds, and the totals are then incomplete.
 */
enum {
  GOBC_BATCH_WAITING = 0,
  GOBC_BATCH_DONE = 1,
  GOBC_BATCH_NO_CAPACITY = 2, /* a work array was too short: run it again with more, or with the level sweep */
  GOBC_BATCH_STALLED = 3      /* a vertex has a length but no path: weights too small beside lengths, or a defect */
};

/* Places in the counts of a run. Ticks are of 1,024 clock cycles, summed over all blocks. */
enum {
  GOBC_COUNT_ENTRIES = 0,
  GOBC_COUNT_LEVELS = 1,
  GOBC_COUNT_ROUNDS = 2,
  GOBC_COUNT_SEARCH_TICKS = 4,
  GOBC_COUNT_FORWARD_TICKS = 5,
  GOBC_COUNT_BACKWARD_TICKS = 6,
  GOBC_COUNT_LONGEST = 7 /* bits of the longest length */
};

/* Adjacency lists, with offsets of 32 bits: at most 2^32 - 1 arcs in a direction. */
typedef struct gobc_cuda_graph {
  int32_t vertices;
  int32_t padding;
  gobc_address out_offsets, out_targets; /* uint32_t[vertices + 1], int32_t[arcs] */
  gobc_address in_offsets, in_targets;   /* the same arrays if the graph is undirected */
} gobc_cuda_graph;

/* The batches of one launch, and what they report. */
typedef struct gobc_cuda_batches {
  int32_t sources_count, batches; /* batch b has the sources [b * lanes, (b + 1) * lanes) */
  int32_t launched, lanes;        /* batches in `order`; sources of a batch, at most its width */
  gobc_address sources;           /* int32_t[sources_count] */
  gobc_address order;             /* int32_t[launched]: the batches in the order in which blocks take them */
  gobc_address next;              /* uint32_t: next place in `order`; the host sets it to 0 */
  gobc_address cancel;            /* int32_t: kernels look at it on every level */
  gobc_address finished;          /* uint64_t: sources of finished batches */
  gobc_address status;            /* int32_t[batches] */
  gobc_address out_of_range;      /* uint32_t[batches][max(width / 32, 1)]: lanes that were not added; see sweep.md */
  gobc_address counts;            /* uint64_t[8] */
  gobc_address cost;              /* uint32_t[batches]: time that a batch took, in 1,024 clock ticks */
} gobc_cuda_batches;

/*
 * Totals; each address may be 0 where it says so. They are integers, so that their values do not depend on the order of
 * additions, but for those of sources, each of which runs once.
 *   coarse and fine  in units of 2^-20 and 2^-64, as gobc_dependency_units of kernels/cpu/common/totals.h splits a dependency. The
 *                    host empties them before 2^20 sources or sources * vertices = 2^43. By vertex 0 with stress alone or
 *                    edges alone.
 *   three digits     in units of 1, 2^32 and 2^64; 0 without stress
 * By arc, what passes from a vertex to a successor is added at the successor's place in the out-list of the vertex, by full
 * instances, edges.h; 0 if it is not summed. Paths onward are of sweeps with weights and stress, and of chains, or 0.
 */
typedef struct gobc_cuda_totals {
  /* generated: sums of paths */
  /* by vertex, int64_t: coarse and fine */
  gobc_address delta[2];
  /* by vertex, uint64_t: three digits */
  gobc_address stress[3];
  /* by arc, int64_t: coarse and fine */
  gobc_address edge_delta;
  /* by arc, uint64_t: three digits */
  gobc_address edge_stress;
  /* by source, double */
  gobc_address paths_onward;
  /* end of sums of paths */
} gobc_cuda_totals;

/* Sums of distances in edges; each address may be 0. */
typedef struct gobc_cuda_hops {
  /* generated: sums of hops */
  /* by vertex, uint64_t */
  gobc_address distance;
  /* by vertex, uint64_t */
  gobc_address reached;
  /* by vertex, uint64_t: in units of 2^32 and 1 */
  gobc_address terms[2];
  /* by vertex, int32_t */
  gobc_address eccentricity;
  /* end of sums of hops */
} gobc_cuda_hops;

/*
 * Sums of lengths; each address may be 0. Three parts are in units of 2^12, 2^-20 and 2^-64 of lengths times `scale` and of
 * terms times `term_scale`; whole lengths have two, in units of 2^32 and 1.
 */
typedef struct gobc_cuda_lengths {
  /* generated: sums of lengths */
  /* by vertex, uint64_t: three parts, or two of whole lengths */
  gobc_address distance[3];
  /* by vertex, uint64_t */
  gobc_address reached;
  /* by vertex, uint64_t: three parts */
  gobc_address terms[3];
  /* by vertex, uint64_t: bits of a length */
  gobc_address eccentricity;
  /* end of sums of lengths */
} gobc_cuda_lengths;

/* The level sweep, sweep.h. */
typedef struct gobc_sweep_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address sigma;        /* real[slots][vertices][width] */
  gobc_address paths_onward; /* the same, with stress */
  gobc_address visited;      /* uint32_t[slots][vertices][words]: zero on entry; unused if in shared memory */
  gobc_address next;         /* the same */
  gobc_address touched;      /* uint32_t[slots][vertices / 32 + 1]: zero on entry; unused if in shared memory */
  gobc_address entry_vertex; /* int32_t[slots][entries] */
  gobc_address entry_lanes;  /* uint32_t[slots][entries][words] */
  gobc_address entry_list;   /* uint2[slots][entries]: offset and length of the out-list */
  gobc_address level_end;    /* int32_t[slots][vertices + 4] */
  gobc_address long_lists;   /* int32_t[slots][vertices]: entries of a level with long lists */
  gobc_address scales;       /* int16_t[slots][scale_capacity][width]: exponents taken off the counts of a level */
  gobc_address scale_level;  /* int32_t[slots][scale_capacity] */
  gobc_address hub_rows;     /* real[slots][threads / (width / 4) + 1][width], twice with stress */
  int32_t entries;           /* capacity of a slot */
  int32_t scale_capacity;
  int32_t shared_masks, shared_touched; /* 1: in dynamic shared memory */
  double stress_most;         /* 2^95 / vertices: with stress, a lane with a larger path count is out of range */
  int32_t hub;                /* the whole block sums lists longer than this */
  int32_t levels;             /* the cutoff: no deeper level is begun */
  gobc_address target_weight; /* double[vertices]; 0: all are 1; for instances with WEIGHS */
  gobc_address source_weight; /* double[sources_count]; likewise */
} gobc_sweep_arguments;

/*
 * The ready-batch sweep of undirected graphs, ready_batch.h: always 32 lanes. The addresses of its delta totals are 0 if only
 * edges are asked for.
 */
typedef struct gobc_ready_batch_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address sigma;                        /* real[slots][vertices][32] */
  gobc_address state;                        /* uint4[slots][vertices]: zero on entry */
  gobc_address queue;                        /* uint2[slots][2][vertices]: lanes, vertex */
  gobc_address touched;                      /* int32_t[slots][vertices]: vertices in the order of their first touch */
  gobc_address waiting;                      /* int32_t[slots][2][vertices] */
  gobc_address entries_of;                   /* uint2[slots][entries]: lanes, vertex */
  gobc_address bucket_end;                   /* int32_t[slots][rounds] */
  gobc_address round_end;                    /* int32_t[slots][rounds] */
  gobc_address distance;                     /* uint16_t[slots][vertices][32]; only for label correcting */
  gobc_address target_weight, source_weight; /* likewise */
  int32_t entries, rounds;                   /* capacity of a slot */
  int32_t bucket_rounds;                     /* most rounds of a bucket before the next one opens */
  int32_t padding;
} gobc_ready_batch_arguments;

/* Source by source, queue_paths.h: batches have one lane. */
typedef struct gobc_queue_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address sigma;                        /* real[slots][vertices] */
  gobc_address distance;                     /* int32_t[slots][vertices] */
  gobc_address stack;                        /* int32_t[slots][vertices]: by level */
  gobc_address level_end;                    /* int32_t[slots][vertices + 2] */
  gobc_address target_weight, source_weight; /* as in the level sweep */
  int32_t levels;                            /* the cutoff: no deeper level is begun */
  int32_t padding;
} gobc_queue_arguments;

/*
 * Small components, components.h and teams.h: a batch has sources of one component. `lanes` of the batches is the most that one has.
 */
typedef struct gobc_component_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address first;  /* int32_t[batches + 1]: places of the batches' first sources */
  gobc_address ranges; /* int32_t[batches][2]: the first vertex of the component, and how many it has */
  int32_t levels;      /* the cutoff: no deeper level is begun */
  int32_t padding;
} gobc_component_arguments;

/*
 * The weighted sweep, weighted.h: always 32 lanes. Arrays by arc follow the lists; if the graph is undirected, `in` is
 * `out`. `far` is the length of a lane that is not reached: the largest of the type, or the smallest beyond a cutoff.
 */
typedef struct gobc_weighted_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address out_weights, in_weights;      /* uint32_t[arcs] for integer lengths, else double[arcs] */
  gobc_address target_weight, source_weight; /* as in the level sweep */
  gobc_cuda_lengths lengths;
  gobc_address state;             /* uint4[slots][vertices]: zero on entry */
  gobc_address distance;          /* length[slots][vertices][32] */
  gobc_address sigma;             /* double[slots][vertices][32]; 0 if only lengths are asked for */
  gobc_address paths_onward;      /* the same, with stress */
  gobc_address predecessor_lanes; /* uint32_t[slots][arcs]: lanes on which the arc ends a shortest path */
  gobc_address successor_lanes;   /* uint32_t[slots][arcs]: the same arc in the list of its tail */
  gobc_address touched;           /* int32_t[slots][vertices] */
  gobc_address order;             /* int32_t[slots][vertices]: touched vertices by bucket */
  gobc_address waiting;           /* int32_t[slots][2][vertices] */
  gobc_address later;             /* int32_t[slots][vertices]: vertices beyond the threshold */
  gobc_address long_lists;        /* int32_t[slots][entries]: vertices or entries with long lists */
  gobc_address bucket_end;        /* int32_t[slots][buckets + 1] */
  gobc_address round_end;         /* int32_t[slots][rounds] */
  gobc_address entries_of;        /* uint2[slots][entries]: lanes, vertex */
  uint64_t far;                   /* bits of the length */
  uint64_t arcs;
  double key_scale;                 /* the key of a vertex is its length times this, below 2^32 */
  double tolerance;                 /* of ties, relative; only for float64 lengths */
  double scale, term_scale, rate;   /* rate and shift: of terms */
  double stress_most;               /* as in the level sweep; infinite without stress */
  uint32_t step;                    /* keys by which the threshold of the search moves */
  uint32_t bucket_keys;             /* fewest keys of a bucket */
  int32_t entries, rounds, buckets; /* capacity of a slot; entries: at least vertices */
  int32_t bucket_rounds;            /* most rounds of a bucket before the next one opens */
  int32_t shift, padding;
} gobc_weighted_arguments;

/*
 * The nodes of chains, chains.h: a batch has one source, the number of a batch of up to 64 lanes in two halves, each of which
 * has a slot of the weighted sweep. Arrays by chain, inner vertex and batch are those of core/reduce.
 */
typedef struct gobc_chain_arguments {
  gobc_weighted_arguments sweep; /* slots: two for each batch */
  gobc_address ends, length;     /* int32_t[chains][2], uint32_t[chains] */
  gobc_address first, doubled;   /* int32_t[chains + 1], uint32_t[inner vertices] */
  gobc_address sums;             /* double[inner vertices + chains] */
  gobc_address weight;           /* double[vertices] */
  gobc_address at_offsets, at;   /* uint32_t[vertices + 1], int32_t[2 * chains]: the chains that end at a vertex,
                                           ascending, as 2 * chain, plus 1 at its last vertex */
  gobc_address ranges;           /* int32_t[all batches + 1][3]: the first lane, source and part of a batch */
  gobc_address lane, own;        /* int32_t and double by lane: its vertex, and its weight as a source or 0 */
  gobc_address chain_sources;    /* int32_t[][3]: chain, lanes of its ends */
  gobc_address parts;            /* int32_t[][8]: ranges of vertices, chains, lanes and sources of a component */
  gobc_address words;            /* uint64_t[items][2]: sums that the weighted sweep does not have, low words first */
  gobc_address mass;             /* double[slots][vertices][32] */
  gobc_address place;            /* int32_t[batches][vertices][most_sources] */
  gobc_address around;           /* double[batches][most_sources]: pairs of a chain that go around it */
  gobc_address halves;           /* ChainHalf of chains.h, 32 bytes, [slots] */
  gobc_address halves_back;      /* uint32_t[batches]: how many are back */
  gobc_address ending; /* double[batches][chains][2][64]: what ends on a chain, from its first and last vertex */
  double mass_scale;
  int32_t chains, hops, most_sources, padding;
} gobc_chain_arguments;

/* Weighted, source by source, weighted_queue.h: batches have one lane. */
typedef struct gobc_weighted_queue_arguments {
  gobc_cuda_graph graph;
  gobc_cuda_batches batches;
  gobc_cuda_totals totals;
  gobc_address out_weights, in_weights; /* as in the weighted sweep */
  gobc_address out_least; /* weight[vertices]: the smallest weight of an arc from a vertex; 0 if there is none */
  gobc_address in_least;  /* the same of an arc to a vertex */
  gobc_address target_weight, source_weight;
  gobc_address distance;   /* length[slots][vertices] */
  gobc_address sigma;      /* double[slots][vertices] */
  gobc_address stack;      /* int32_t[slots][vertices]: by round */
  gobc_address round_end;  /* int32_t[slots][vertices + 2] */
  gobc_address near;       /* int32_t[slots][2][vertices] */
  gobc_address later;      /* int32_t[slots][vertices]: vertices beyond the threshold */
  gobc_address long_lists; /* int32_t[slots][vertices]: vertices with long lists */
  uint64_t far;            /* as in the weighted sweep */
  double key_scale, tolerance;
  uint32_t step, padding;
} gobc_weighted_queue_arguments;

/* A function by which a pair counts less the longer its distance is: gobc_distance_decay of kernels/cpu/kernels.h. */
typedef struct gobc_decay_arguments {
  double rate[2];
  double shift[2];
  double log[2];
  double scale, reach;
  int32_t function; /* 0: none */
  int32_t padding;
} gobc_decay_arguments;

/* What targets weigh where it depends on the source, demand.h. Flows of a source follow each other; targets are distinct. */
typedef struct gobc_demand_arguments {
  gobc_address offsets; /* int64_t[sources_count + 1], by place of the source; 0: target weights count */
  gobc_address targets; /* int32_t[flows] */
  gobc_address flow;    /* double[flows] */
  gobc_address rows;    /* double[slots][vertices][width] */
  gobc_address marks;   /* uint32_t[slots][vertices / 32 + 1]: zero on entry */
  gobc_decay_arguments decay;
  int32_t ends; /* 1: a flow also counts at both its ends; not with a decay */
  int32_t padding;
} gobc_demand_arguments;

/* Smaller cutoffs of the level sweep, sweep_cutoffs.h. The totals are those of the largest. */
typedef struct gobc_cutoff_arguments {
  gobc_address share; /* real[slots][vertices][width]: g on the ways back of smaller cutoffs */
  gobc_address level; /* int32_t[count]: their levels, ascending */
  /* int64_t[2 count][vertices]: delta within each, then of batches that end within each and no smaller one */
  gobc_address coarse;
  gobc_address fine;
  int32_t count;
  int32_t padding;
} gobc_cutoff_arguments;
typedef struct gobc_sweep_cutoff_arguments {
  gobc_sweep_arguments sweep;
  gobc_cutoff_arguments cutoffs;
} gobc_sweep_cutoff_arguments;

/* Instances of three sweeps with demand have both. */
typedef struct gobc_sweep_demand_arguments {
  gobc_sweep_arguments sweep;
  gobc_demand_arguments demand;
} gobc_sweep_demand_arguments;
typedef struct gobc_ready_batch_demand_arguments {
  gobc_ready_batch_arguments sweep;
  gobc_demand_arguments demand;
} gobc_ready_batch_demand_arguments;
typedef struct gobc_weighted_demand_arguments {
  gobc_weighted_arguments sweep;
  gobc_demand_arguments demand;
} gobc_weighted_demand_arguments;

/* Distances only, distances.h. */
typedef struct gobc_distances_arguments {
  gobc_cuda_graph graph; /* lists are walked from source to target along out_* */
  gobc_cuda_batches batches;
  gobc_address visited, next, touched; /* as in the level sweep */
  gobc_address queue_vertex;           /* int32_t[slots][2][vertices + width] */
  gobc_address queue_lanes;            /* uint32_t[slots][2][vertices + width][words] */
  gobc_address queue_list;             /* uint2[slots][2][vertices + width] */
  gobc_address reached_list;           /* int32_t[slots][vertices]: vertices whose masks must be cleared */
  gobc_cuda_hops hops;
  int32_t shared_masks, shared_touched;
  int32_t levels; /* the cutoff: no deeper level is begun */
  int32_t shift;  /* of terms (terms.h), as the rate */
  double rate;
} gobc_distances_arguments;

#endif
