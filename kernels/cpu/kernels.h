/*
 * Contract between the Go core and the C kernels of this folder. One thread runs one batch at a time; a workspace
 * belongs to one thread. Nothing here knows a measure: kernels return raw sums over ordered pairs (source, target).
 *
 * Bits. A result depends on the graph (with its vertex numbers) and the set of sources alone: not on the width, on
 * who shares a batch, on push or pull, on the instruction set or on the number of threads. Therefore
 *   - adjacency lists are sorted ascending, and every sum over neighbors runs in ascending vertex order;
 *   - lanes that a step does not concern are left untouched, never added as zero;
 *   - no fused multiply-add, no reassociation (compiled with -std=c11, no fast-math);
 *   - every lane's dependency becomes fixed point before lanes or sources are added: integer sums have no order.
 */
#ifndef GOBC_KERNELS_CPU_H
#define GOBC_KERNELS_CPU_H

#include <stddef.h>
#include <stdint.h>

typedef struct gobc_csr {
  int64_t vertices;
  const int64_t *out_offsets; /* vertices + 1 */
  const int32_t *out_targets; /* sorted ascending in each list; parallel edges repeat; no self-loops */
  const int64_t *in_offsets;  /* the same pointers as out_* if undirected */
  const int32_t *in_targets;
  int64_t max_in_degree;
  /*
   * Weights, by arc; all NULL if unweighted. Exactly one kind is given: whole numbers from 1, or
   * finite float64 above 0. A list with parallel edges has them side by side, ascending by weight.
   */
  const uint32_t *out_weights, *in_weights;
  const double *out_reals, *in_reals;
} gobc_csr;

enum { GOBC_MOST_CUTOFFS = 32 };

/* A function f of distances above 0; DistanceDecay of core/sums has the formulas. In batches it is at most 1 but for rounding. */
enum {
  GOBC_DECAY_NONE = 0,
  GOBC_DECAY_EXPONENTIAL = 1,
  GOBC_DECAY_GAUSSIAN = 2,
  GOBC_DECAY_POWER = 3,
  GOBC_DECAY_LINEAR = 4,
};
typedef struct gobc_distance_decay {
  int function;
  double rate[2], shift[2], log[2], scale, reach;
} gobc_distance_decay;

/* Which pairs (source, target) count, and how much. The zero weights and a negative cutoff mean: all, once each. */
typedef struct gobc_pairs {
  const double *source_weight; /* by vertex, >= 0; NULL: 1 each. Stress and edge stress take whole numbers.         */
  const double *target_weight; /* likewise. delta_s(v) = sigma(v) * sum over successors w of (target_weight(w) +
                                  delta_s(w)) / sigma(w), times source_weight(s); where anything but stress is needed, the
                                  sum of all target weights times the largest source weight is below 2^31, else no
                                  weight is above 2^200                                                             */
  double cutoff;               /* only paths of at most this length count; negative: all                            */
  /*
   * NULL: 1 each. Else vertex v stands for multiplicity[v] vertices with the same neighbors: a path through it counts that
   * many times. Weights and delta are sums over all of them, stress and paths onward are those of one. Only for distances in
   * edges; no edge sums, no squares.
   */
  const double *multiplicity;
  /*
   * NULL: none. Else the weight of a target also depends on the source, and target_weight is NULL: from source s flow[k] goes
   * to targets[k], k in [offsets[s], offsets[s + 1]), distinct and not s, and nothing to others. Below 2^31 from a source. Not for
   * stress, nor with inner cutoffs.
   */
  const int64_t *demand_offsets;
  const int32_t *demand_targets;
  const double *demand_flow;
  /*
   * The weight of a target, or its demand, is multiplied by a function of its distance from the source. Not for stress, nor
   * with inner cutoffs or multiplicity.
   */
  gobc_distance_decay decay;
  int ends; /* with demand or decay: the weight of a pair with a path is added to delta at both ends, too */
  /*
   * Smaller cutoffs that one batch answers too: ascending, not negative, below `cutoff`, which must then be given. Each total
   * that a kernel adds to is then an array with an item for each cutoff: see gobc_totals and gobc_distance_totals.
   */
  int inner_count;
  double inner[GOBC_MOST_CUTOFFS - 1];
} gobc_pairs;

/*
 * allocate returns zeroed, 64-byte aligned memory or NULL; release takes the same number of bytes. resize may be NULL;
 * it keeps the content, leaves what is new undefined, and on failure returns NULL with the memory as it was.
 */
typedef struct gobc_allocator {
  void *(*allocate)(size_t bytes);
  void (*release)(void *memory, size_t bytes);
  void *(*resize)(void *memory, size_t before, size_t after);
} gobc_allocator;

/*
 * STALLED: path counts could not be ordered. The plan refuses the only input that leads there, weights that are lost in
 * the tolerance of ties. Any other cause is a defect of the kernel.
 */
enum { GOBC_KERNEL_OK = 0, GOBC_KERNEL_NOMEM = 1, GOBC_KERNEL_CANCELLED = 2, GOBC_KERNEL_STALLED = 3 };
/* Which sums over paths a kernel adds up. Paths onward go with stress or edge stress; sources run once each. */
enum {
  /* generated: needs */
  GOBC_NEED_DELTA = 1,
  GOBC_NEED_STRESS = 2,
  GOBC_NEED_EDGE_DELTA = 4,
  GOBC_NEED_EDGE_STRESS = 8,
  GOBC_NEED_SQUARES = 16,
  GOBC_NEED_PATHS_ONWARD = 32,
  /* end of needs */
};
enum { GOBC_ISA_BASELINE = 0, GOBC_ISA_AVX2 = 1, GOBC_ISA_AVX512 = 2 };

/*
 * Sums of counts that may pass 2^128, by vertex or by arc.
 *   words     2 words each, 128-bit integer in units of 1: sum of the terms < 2^96.
 *   large     terms from 2^96 on: window k (0..63) sums the terms with 2^(96+32k) <= term < 2^(128+32k) in units of
 *             2^(44+32k), a 128-bit integer each. large[k] is NULL until first used, then 2 words each, allocated by
 *             the kernel, released by the caller.
 *   infinite  NULL until a term passes the range of float64, then one byte each: 1 = infinite.
 */
typedef struct gobc_stress_sums {
  uint64_t *words;
  uint64_t *large[64];
  uint8_t *infinite;
} gobc_stress_sums;

/*
 * Where a thread adds what it finds; owned by the caller, any may be NULL. Two words are a 128-bit two's complement number,
 * low word first; each lane's float64 value is rounded to the nearest unit before it is added. Other float64 values are
 * rounded above 2^53, and infinite beyond the range.
 *
 * By arc, [0] is in the order of the out lists, [1] of the in lists, one array for both if undirected. What passes from v to
 * its successor w is added once, at w in v's out list or at v in w's in list, whichever the kernel walks. Parallel edges of
 * one weight are a path each. The kernel may add to any of their arcs, as long as all of them get the same from one side.
 *
 * With k inner cutoffs there are 1 + 2 k totals: [0] of the largest cutoff, [1 + i] of inner cutoff i alone, [1 + k + i] of inner
 * cutoff i and all larger ones. A batch adds to the last kind where a search has ended by then: one way back serves them all.
 */
typedef struct gobc_totals {
  /* generated: sums of paths */
  /* by vertex, two words each: dependencies delta_s(v) of the sources s != v, in units of 2^-64 */
  uint64_t *delta;
  /* by vertex: path counts through v, sigma_s(v) * gamma_s(v) */
  gobc_stress_sums stress;
  /* by arc, two words each: dependencies along an arc, sigma(v) / sigma(w) * (1 + delta_s(w)), in units of 2^-64 */
  uint64_t *edge_delta[2];
  /* by arc: path counts along an arc, sigma(v) * (1 + gamma_s(w)) */
  gobc_stress_sums edge_stress[2];
  /* by vertex, two words each: (delta_s(v))^2, in units of 2^-33 */
  uint64_t *squares;
  /* by source: path counts from a source that runs once, gamma_s(s) without the weight of s */
  double *paths_onward;
  /* end of sums of paths */
} gobc_totals;

/* What a batch met, added up over batches: read by the plan. */
typedef struct gobc_counts {
  int64_t batches, lanes, levels, pull_levels;
  int64_t frontier_items; /* (vertex, level) pairs with at least one lane */
  int64_t visits;         /* arcs looked at, both ways                    */
  int64_t useful_arcs;    /* of them on shortest paths                    */
  int64_t bytes;          /* largest memory that the workspace has held   */
} gobc_counts;

/* Of a workspace of any kernel below. */
const gobc_counts *gobc_workspace_counts(const void *workspace);
void gobc_workspace_close(void *workspace); /* NULL: nothing happens */

/*
 * The batched sweep: `width` sources at once, push or pull chosen per level, the arcs of shortest paths kept for the way
 * back. precision 64 or 32 is the type of sigma (64 where edges are needed). isa < 0: the best there is. NULL for a width
 * that sweep/instances.h does not have, for a set that is not compiled in or that this processor does not run, and when
 * out of memory.
 */
typedef struct gobc_sweep gobc_sweep;
gobc_sweep *gobc_sweep_open(const gobc_csr *graph, const gobc_pairs *pairs, int width, int precision, unsigned needs,
                            int isa, const gobc_allocator *allocator);
/*
 * Runs one batch from sources[0..lanes), distinct, lanes <= width. All sources and everything they reach lie in
 * the vertex range [first, last): only that range is touched. *out_of_range gets the lanes whose path counts left the safe
 * range: nothing of them was added, and they must run again with a fallback. On any other status than OK nothing
 * of the batch was added. `cancel` is looked at every level and every few thousand arcs.
 */
int gobc_sweep_run(gobc_sweep *sweep, const int32_t *sources, int lanes, int32_t first, int32_t last,
                   gobc_totals *totals, const volatile int32_t *cancel, uint64_t *out_of_range);

/* Instruction sets as bits 1 << GOBC_ISA_*: those compiled in, and those that this processor runs. */
unsigned gobc_isas_built(void);
unsigned gobc_isas_here(void);

/*
 * The term of a distance d > 0: 1/d if the rate is 0, else the power 2^(shift - rate d), which is 0 below 2^-128. The
 * caller's shift keeps powers at most 1/2. Sums of lengths are in units of 2^unit.
 */
typedef struct gobc_term {
  double rate;
  int32_t shift, unit;
} gobc_term;

/*
 * Distances only: `words` 64-bit words of lanes (1, 4 or 8: 64, 256, 512 sources) in one bit-parallel traversal.
 * Adds into the target's row; each array may be NULL. Terms are rounded to multiples of 2^-64. lane_reached is, by lane of
 * this batch, the number of vertices it reaches. With k inner cutoffs there are 1 + k totals, and lane_reached has as many runs of
 * `lanes`: [1 + i] gets the distances up to inner cutoff i and above the one before, [0] those above all of them.
 */
typedef struct gobc_distances gobc_distances;
typedef struct gobc_distance_totals {
  /* generated: sums of hops */
  /* by vertex: d(s, v) of the sources s that reach v */
  int64_t *distance;
  /* by vertex: the number of those sources, v among them where it is one */
  int64_t *reached;
  /* by vertex, two words each: terms of the d(s, v) above 0 */
  uint64_t *terms;
  /* by vertex: the largest d(s, v) */
  int32_t *eccentricity;
  /* end of sums of hops */
  gobc_term term;
} gobc_distance_totals;
/* Of the pairs the cutoffs count; NULL: there is none. */
gobc_distances *gobc_distances_open(const gobc_csr *graph, const gobc_pairs *pairs, int words, int isa,
                                    const gobc_allocator *allocator);
int gobc_distances_run(gobc_distances *distances, const int32_t *sources, int lanes, int32_t first, int32_t last,
                       gobc_distance_totals *totals, int64_t *lane_reached, const volatile int32_t *cancel);

/*
 * Rows of distances by hops, from up to 64 * words sources at once, words 1 or 8, or 0: one source at a time. bits is the type of
 * a distance: 8, 16 (not signed) or 32 (signed), the largest value where a vertex is not reached, or beyond the cutoff. 0: no rows,
 * but the number of pairs at each distance.
 */
typedef struct gobc_rows gobc_rows;
gobc_rows *gobc_rows_open(const gobc_csr *graph, double cutoff, int words, int bits, int isa,
                          const gobc_allocator *allocator);
/*
 * One batch from sources[0..lanes), distinct, in the vertex range [first, last) that holds all they reach. With bits 0 adds to
 * levels[d] the pairs at distance d, from 1 on: it has an item a vertex and one more. STALLED: a distance does not fit the type.
 */
int gobc_rows_run(gobc_rows *rows, const int32_t *sources, int lanes, int32_t first, int32_t last, int64_t *levels,
                  const volatile int32_t *cancel);
/*
 * The same batch, with bits 0, for sums by source: adds to the totals at sources[i] what gobc_distances_run adds by target, here
 * of the distances from that source to the vertices whose byte in `counted` is not 0; NULL: to all. No vertex counts itself but
 * in `reached`. STALLED: more than `most` arcs were looked at before the end; nothing of the batch was added, and sources one at
 * a time may be faster. 0: no limit. With words 0 there is none.
 */
int gobc_rows_sum(gobc_rows *rows, const int32_t *sources, int lanes, int32_t first, int32_t last,
                  const uint8_t *counted, int64_t most, const gobc_distance_totals *totals,
                  const volatile int32_t *cancel);
/* Rows by vertex, 64 * words items each, or 1, of the last batch, valid in its range. */
const void *gobc_rows_distances(const gobc_rows *rows);
/*
 * Sets back what the last batch reached, whose range was [first, last), so that the next one there takes no time for the other
 * vertices; nothing where it reached many, nor after an error. Returns the number of pairs that the batch has reached. Rows are
 * lost.
 */
int64_t gobc_rows_set_back(gobc_rows *rows, int32_t first, int32_t last);

/* Rows of lanes by vertex. Vertices outside of [first, last) are not reached. */
typedef struct gobc_lane_rows {
  const void *rows;
  int64_t stride; /* items of a row: a multiple of 64, or 1 with one lane */
  int bits;       /* 8, 16, 32, as above; 64: float64, infinite where not reached, and divided by `units` */
  int32_t first, last;
  double units;
  /* Which vertices some lane has reached, maybe several times; NULL: those of the range, where no lane may have. */
  const int32_t *reached;
  int64_t count;
  const uint64_t *lanes; /* stride / 64 words a row: the lanes that have reached it; NULL with one lane */
  int by_place;          /* rows and lanes are by the place in `reached`, not by vertex */
} gobc_lane_rows;
/* Fills in what the last batch has reached, for lists; the range and bits are the caller's. Valid until the next one. */
void gobc_rows_reached(const gobc_rows *rows, gobc_lane_rows *reached);
/* Copies the distances to `count` vertices: lane i's, side by side, to row places[i] of `out`, which has `count` columns. */
int gobc_lane_rows_turn(const gobc_lane_rows *rows, int lanes, const int32_t *columns, int64_t count,
                        const int64_t *places, void *out, const volatile int32_t *cancel);

/*
 * Lists what each lane has reached of some vertices, the columns, in their order. It takes the time of the pairs listed and of
 * the vertices reached.
 */
typedef struct gobc_lane_lists gobc_lane_lists;
gobc_lane_lists *gobc_lane_lists_open(int64_t columns, const gobc_allocator *allocator);
/* counts[lane] gets the number of columns reached; column[v] is that of vertex v, negative if it is none. */
int gobc_lane_lists_find(gobc_lane_lists *lists, const gobc_lane_rows *rows, int lanes, const int32_t *column,
                         int64_t *counts, const volatile int32_t *cancel);
/*
 * Writes what was found last: the columns that a lane has reached, ascending, from item starts[lane] on, and their distances,
 * int32_t or with 64 bits double.
 */
int gobc_lane_lists_write(const gobc_lane_lists *lists, const gobc_lane_rows *rows, int lanes, const int64_t *starts,
                          int32_t *columns, void *distances, const volatile int32_t *cancel);

/*
 * Weighted graphs. Distances of all lanes first, then the arcs that lie on shortest paths, then path counts by peeling
 * in any order that is topological for every lane (label correcting), or a source at a time (serial).
 *
 * A tie. With whole numbers d(u) + w = d(v), exactly. With reals |d(u) + w - d(v)| <= tolerance * d(v) and d(u) < d(v),
 * d being the final distances: the smallest float64 sums along any path, which no order of work changes.
 */
enum { GOBC_DISTANCE_U16 = 16, GOBC_DISTANCE_U32 = 32, GOBC_DISTANCE_U64 = 64, GOBC_DISTANCE_F64 = -64 };

/*
 * By target; any array may be NULL. Lengths beyond the cutoff count as not reached. There are as many as gobc_distance_totals.
 * Distances are in units of 2^distance_unit, terms in units of 2^term.unit, each rounded to nearest. By lane of this batch,
 * lane_reached is the number of vertices it reaches, and lane_farthest the longest of its distances.
 * The units are the caller's: no sum may pass 2^127 of them. With float64 lengths sums may have `finer` windows beside the
 * first, 2 words each, a vertex's one after the other: window k is in units that are 2^(43 k) times smaller, and takes what
 * is below 2^(95 - 43 k) of the first's units and not below 2^(95 - 43 (k + 1)); the last takes all that is smaller.
 */
enum { GOBC_WINDOW_BITS = 43 };
typedef struct gobc_length_totals {
  /* generated: sums of lengths */
  /* by vertex, two words a window: d(s, v) of the sources s that reach v */
  uint64_t *distance;
  /* by vertex: the number of those sources, v among them where it is one */
  int64_t *reached;
  /* by vertex, two words a window: terms of the d(s, v) above 0 */
  uint64_t *terms;
  /* by vertex: the largest d(s, v) */
  double *eccentricity;
  /* end of sums of lengths */
  int64_t *lane_reached;
  int distance_unit;
  gobc_term term;
  double *lane_farthest;
  int finer;
  /*
   * By vertex, a row of 64 items: item i is the distance of lane i in this batch, infinite if lane i does not reach the
   * vertex. Only rows of vertices that some lane reaches are written. In the serial sweep a row has one item.
   */
  double *lane_rows;
  /* Gets the distances of this batch to the vertices that it reaches, by place. They are the sweep's, until its next run. */
  gobc_lane_rows *reached_rows;
} gobc_length_totals;

/*
 * The label-correcting sweep: up to GOBC_LABEL_CORRECTING_WIDTH sources at once; `distance` is the type of the distance
 * rows and fits the graph's weights: with U16 and U32 no finite distance reaches the largest value of the type. Either of
 * totals and lengths may be NULL. Lengths of lanes out of range are right and are added; of their path sums nothing is.
 * Else as gobc_sweep_run.
 */
#define GOBC_LABEL_CORRECTING_WIDTH 64
#define GOBC_CUTOFFS_A_VISIT 5 /* for how many cutoffs one way back adds delta, at most */
typedef struct gobc_label_correcting gobc_label_correcting;
gobc_label_correcting *gobc_label_correcting_open(const gobc_csr *graph, const gobc_pairs *pairs, int distance,
                                                  double tolerance, unsigned needs, int isa,
                                                  const gobc_allocator *allocator);
/* From now on runs look at the cancel word also while they add to the totals, which are lost after a cancel. */
void gobc_label_correcting_may_tear(gobc_label_correcting *sweep);
/*
 * From now on a search from a source with demand ends at the farthest of its targets. Lengths are then those of the vertices up
 * to there: longest ones are of use, sums are not.
 */
void gobc_label_correcting_end_at_targets(gobc_label_correcting *sweep);
int gobc_label_correcting_run(gobc_label_correcting *sweep, const int32_t *sources, int lanes, int32_t first,
                              int32_t last, gobc_totals *totals, gobc_length_totals *lengths,
                              const volatile int32_t *cancel, uint64_t *out_of_range);

/*
 * Chains of a graph, contracted (core/reduce/chains.go says what they are and how their sums are laid out behind those of
 * the nodes). Arrays stay until the workspaces that know them are closed.
 *   ends     two nodes a chain             first    where a chain's inner vertices begin, and the end of all
 *   length   of a chain                    doubled  of an inner vertex: twice its distance from the first end
 *   sums     by chain, from first[c] + c: weights of the first 0 .. k inner vertices; the last is that of all
 *   weight   of a node                     hops     doubled is 2, 4, 6, ...
 *   nodes    their number                  items    of the sums by vertex
 * Masses are times `scale`, a power of two. No batch has more sources than `sources`, at most 256. `total` is not 0 where paths
 * are counted: the most that the vertices of a component weigh, below 2^31.
 */
typedef struct gobc_chains {
  const int32_t *ends, *first;
  const uint32_t *length, *doubled;
  const double *sums, *weight;
  int64_t nodes, items;
  double scale, total;
  int hops, sources;
} gobc_chains;

typedef struct gobc_chain_source {
  int32_t chain, from, to; /* lanes of its ends */
} gobc_chain_source;

/* Ranges [0] to [1] of nodes and chains of one component, and of the lanes and sources of a batch that lie in it. */
typedef struct gobc_chain_part {
  int32_t nodes[2], chains[2], lanes[2], sources[2];
} gobc_chain_part;

typedef struct gobc_chain_batch {
  const int32_t *lane; /* distinct nodes */
  const double *own;   /* weight of a lane's node as a source of this batch, or 0 */
  const gobc_chain_source *sources;
  const gobc_chain_part *parts;
  int lanes, part_count;
} gobc_chain_batch;

/*
 * Makes a label-correcting sweep, of GOBC_NEED_DELTA and GOBC_NEED_EDGE_DELTA, or of GOBC_NEED_STRESS and GOBC_NEED_EDGE_STRESS
 * where paths are counted, with whole lengths and no weights, one of nodes whose chains count; the latter adds paths onward too;
 * NOMEM leaves it to be closed. Where a lane leaves the range *out_of_range is not 0, and nothing was added. Totals are lost
 * after a cancel.
 */
#define GOBC_CHAIN_SOURCES 256
int gobc_label_correcting_contract(gobc_label_correcting *sweep, const gobc_chains *chains);
int gobc_label_correcting_run_chains(gobc_label_correcting *sweep, const gobc_chain_batch *batch, gobc_totals *totals,
                                     const volatile int32_t *cancel, uint64_t *out_of_range);

/*
 * One source at a time: an independent implementation of what the batched sweeps do. With hops by levels, whatever the
 * weights, and lengths are NULL; else by Dial's buckets for whole numbers, a 4-ary heap for reals.
 *   exponents 0  float64 path counts; returns out_of_range = 1 where they would leave the safe range.
 *   exponents 1  a mantissa and an exponent for every path count: no graph overflows it. The last fallback.
 */
typedef struct gobc_serial gobc_serial;
gobc_serial *gobc_serial_open(const gobc_csr *graph, int hops, const gobc_pairs *pairs, double tolerance, int exponents,
                              unsigned needs, const gobc_allocator *allocator);
int gobc_serial_run(gobc_serial *serial, int32_t source, int32_t first, int32_t last, gobc_totals *totals,
                    gobc_length_totals *lengths, const volatile int32_t *cancel, uint64_t *out_of_range);
/* A batch of nodes whose chains count, a lane after the other: with weights and exponents, and the needs that chains have. */
int gobc_serial_contract(gobc_serial *serial, const gobc_chains *chains);
int gobc_serial_run_chains(gobc_serial *serial, const gobc_chain_batch *batch, gobc_totals *totals,
                           const volatile int32_t *cancel);

/*
 * Breadth-first levels of many sources at once, for bounds on eccentricities: how far each source sees, how far it sees
 * among vertices of one kind, and, if asked for, its distance to every vertex. Undirected graphs.
 *
 * Bounds. Let d be distances from a source s, e its eccentricity, f the largest d(s, w) over all w not in `known`, and
 * let every vertex in `known` have been a source. For every v of the component
 *   max(d(s, v), e - d(s, v)) <= ecc(v) <= max(largest d(v, w) over w in known, d(s, v) + f):
 * what is farther from v than d(s, v) + f is known. So once upper[v] = min(d(s, v) + f) over some sources is no larger
 * than lower[v], and lower[v] has seen all of known, lower[v] is the eccentricity.
 */
typedef struct gobc_ecc_search gobc_ecc_search;

/* By vertex; min and max with what is there. */
typedef struct gobc_ecc_bounds {
  int32_t *lower;     /* max of d and e - d */
  int32_t *upper;     /* min of d + f       */
  int32_t *shortfall; /* min of e - d: 0 = a vertex farthest from some source */
} gobc_ecc_bounds;

/*
 * `words` 64-bit words of lanes, 1 or 8 (64 or 512 sources at once), or 0: up to 64 sources one after the other, for
 * graphs of many levels. bits: 16 or 32 (with 0 or 1 words) keeps the distances in that type; four times the largest
 * distance must be below 2^15 or 2^31. 0 keeps none (1 or 8 words). NULL when out of memory.
 */
gobc_ecc_search *gobc_ecc_search_open(const gobc_csr *graph, int words, int bits, int isa,
                                      const gobc_allocator *allocator);
/*
 * One batch from sources[0..lanes), which may repeat, in the vertex range [first, last) that holds all they reach.
 * known: a byte a vertex, not 0 = known; NULL: none. eccentricity and beyond (may be NULL), by lane: the largest
 * distance, and that to a vertex not known, 0 if there is none. STALLED: a distance beyond the type of the rows.
 */
int gobc_ecc_search_run(gobc_ecc_search *search, const int32_t *sources, int lanes, int32_t first, int32_t last,
                        const uint8_t *known, int32_t *eccentricity, int32_t *beyond, const volatile int32_t *cancel);
/* Bounds from all lanes of the last batch that ran, whose range [first, last) must be one component; bits not 0. */
int gobc_ecc_search_bound(gobc_ecc_search *search, int32_t first, int32_t last, const int32_t *eccentricity,
                          const int32_t *beyond, gobc_ecc_bounds *bounds, const volatile int32_t *cancel);

/*
 * Pair dependencies: for a pair (s, t) of vertices the part x(v) = sigma_st(v) / sigma_st of its shortest paths that runs
 * through v, for all v but s and t; nothing where t is not reached. Unweighted graphs.
 *
 * The search goes from both ends, a whole level at a time at the end whose next level has fewer arcs, until an arc joins
 * the two sides (Borassi and Natale, KADABRA, 2019); from the arcs that do, dependencies go back to either end (Riondato and
 * Upfal, ABRA, 2018, who search from one end alone).
 */

/* Units of the sums: 2^-40, so that 2^23 pairs fit. */
#define GOBC_PAIR_DEPENDENCY_UNIT 0x1p40

typedef struct gobc_pair_dependency gobc_pair_dependency;
/* NULL when out of memory. exponents 1: path counts carry an exponent from the start, for tests. */
gobc_pair_dependency *gobc_pair_dependency_open(const gobc_csr *graph, int exponents, const gobc_allocator *allocator);
/*
 * Adds the pairs ends[2i], ends[2i + 1], i < count, distinct in each pair: sums[2v] += x(v), sums[2v + 1] += x(v)^2,
 * each rounded to the nearest unit. Pairs whose path counts leave the safe range run again with exponents. CANCELLED:
 * the pairs before some point are added. Any other status than OK: the workspace may only be closed.
 */
int gobc_pair_dependency_run(gobc_pair_dependency *pairs, const int32_t *ends, int64_t count, uint64_t *sums,
                             const volatile int32_t *cancel);
/* lanes: pairs; frontier_items: vertices met; batches: pairs that needed exponents */

#endif
