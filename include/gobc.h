/*
 * gobc.h - the whole public interface of libgobc: exact shortest-path centralities of networks.
 *
 * Conventions that hold for every function
 *   Status     Functions return GOBC_OK (0) or a positive gobc_status. The message in `error` is a whole sentence that
 *              names what is wrong, where (column, row, value) and how to fix it.
 *   NULL       A pointer must not be NULL unless it is marked GOBC_OPTIONAL. Options, `control` and `error` may always be.
 *   Ownership  Input streams are consumed on every path, also on error: released exactly once, on the calling
 *              thread, before the function returns. Out-parameters are zeroed first. Results are released by the
 *              caller through their own `release` callbacks, which are plain C and may run on any thread.
 *   Threads    A graph is immutable: any number of threads may compute on it at once. gobc_graph_free must not
 *              race with a call on the same graph.
 *   Fork       The library cannot work in a child of fork() once the parent has loaded it; every function then
 *              returns GOBC_FORKED at once. A child that loads the library itself is fine.
 *   Limits     The library's runtime starts when the library is loaded. It needs 2,500 MB of free address space (RLIMIT_AS),
 *              200 MB of data (RLIMIT_DATA) and 6 threads. It must also be able to read GOMEMLIMIT, GOMAXPROCS (4,096 at
 *              most) and fips140 in GODEBUG in the environment that the process began with. The first call needs 4 free
 *              file descriptors (RLIMIT_NOFILE), and keeps 2 of them. If something is missing, loading succeeds, but
 *              every function returns GOBC_LIMITS. Each call checks again, so the host may raise a limit or close files.
 *              Later each call checks for 100 MB of address space, 32 MB of data, 6 threads, and one more for each
 *              worker. These are not detected, and the runtime then ends the process: a memory limit that falls, or that
 *              the host uses up, during a call; a machine that runs out of memory; and garbage collection that needs more
 *              than those 6 threads on many processors while none can be started.
 *   Growth     Structures start with `struct_size`, which their _init function takes: sizeof as the caller knows it. They
 *              only grow at the end. Fields that a shorter one lacks have their defaults.
 *   Guest      No output, no exit, no callback into the host. The library's threads take none of the host's signals, and
 *              calling threads keep their blocked signals blocked. Handlers stay. The library handles SIGSEGV, SIGBUS and
 *              SIGFPE, and passes faults that are not its own to the handler that it found when it was loaded. All other
 *              handlers stay in place, with SA_ONSTACK added. A handler that is set later needs SA_ONSTACK if it may run on
 *              a thread during a call. The exception is SIGPROF: a handler without SA_ONSTACK, as profilers that use
 *              setitimer(ITIMER_PROF) set it, stays unchanged. On a thread during a call it then waits for the end of the
 *              call; with SA_ONSTACK it does not. A thread that has called runs handlers on a signal stack: the host's if
 *              the thread had one, else one of the library's, with room for 64 signals and 256 KiB, which ends with the
 *              thread.
 *
 * History: every symbol here is since ABI 2, the first to be released.
 * License: Apache-2.0.
 */
#ifndef GOBC_H
#define GOBC_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GOBC_ABI_VERSION 2

/* Marks a pointer that may be NULL; the comment of the function says what NULL means. */
#define GOBC_OPTIONAL

/* ---- Arrow C data and stream interface (arrow.apache.org/docs/format/CDataInterface.html) ---- */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif /* ARROW_C_STREAM_INTERFACE */

/* ---- status and errors ---- */

typedef enum gobc_status {
  GOBC_OK = 0,          /* the call did what was asked                                */
  GOBC_INVALID = 1,     /* an argument, option or value is wrong                      */
  GOBC_DATA = 2,        /* the edge or node table is wrong: null, bad type, bad stream */
  GOBC_MEMORY = 3,      /* not enough memory, said before or during the work           */
  GOBC_CANCELLED = 4,   /* control->cancel was set                                     */
  GOBC_FORKED = 5,      /* called in a forked child of a process that used the library */
  GOBC_UNSUPPORTED = 6, /* well-formed, but this version or build cannot do it         */
  GOBC_INTERNAL = 7,    /* a defect in gobc; the graph is unusable from here on        */
  GOBC_DEVICE = 8,      /* no such device, no driver, or the device failed             */
  GOBC_LIMITS = 9,      /* limits or variables of this process prevent every call      */
  GOBC_FILE = 10        /* a file cannot be read, or a line of it is wrong             */
} gobc_status;

/* Why a call failed. Every call that takes one zeroes it first. */
typedef struct gobc_error {
  int32_t code;       /* a gobc_status */
  char message[1020]; /* UTF-8, NUL-terminated, never truncated inside a character */
} gobc_error;

/* ---- watching and stopping a call ---- */

/*
 * Shows how far a call is, and stops it. Owned by the caller, alive for the whole call. Every word may be read or written
 * from any thread at any time (plain aligned loads and stores of these sizes). Setting `cancel` to non-zero ends the call
 * with GOBC_CANCELLED within 0.25 s, or with a partial result (gobc_options.partial) as soon as that is written. `done` never
 * falls and equals `total` at the end of a call that was not stopped; both count sources, once for every sweep that the
 * measures need. Before the sweeps `rows` and `all_rows` count rows of edges: in phase 0 those that are read, in phase 1
 * those that are built in, where each pass over all rows counts as a share of them.
 */
typedef struct gobc_control {
  uint64_t struct_size;
  int32_t cancel;
  int32_t phase; /* 0 reading, 1 building, 2 planning, 3 sweeping, 4 finishing */
  int64_t done;
  int64_t total;
  int64_t predicted; /* milliseconds that the sweeps are predicted to take, of an estimate at most; 0: not known yet */
  int64_t rows;
  int64_t all_rows; /* of a file, by the part of its bytes that is read; 0: not known */
} gobc_control;

/* Sets the defaults. struct_size is sizeof(gobc_control). */
void gobc_control_init(gobc_control *control, uint64_t struct_size);

/* ---- graphs ---- */

typedef struct gobc_graph gobc_graph; /* opaque, immutable */

/* How a graph is built. */
typedef struct gobc_graph_options {
  uint64_t struct_size;
  int32_t directed; /* 0 (default) or 1 */
  int32_t threads;  /* 0: as many as this process may use */
  /*
   * Endpoint columns: a name, or "#0", "#1", ... for a position. NULL: a pair such as source/target,
   * source/destination, src/dst, from/to, u/v, node1/node2 or another of known formats that the table has, in any case,
   * else its first two columns. GOBC_DATA if there are two such pairs; or if the first two columns are taken and one has
   * the name of a row number or a length, they are of two kinds, or other columns have more labels in common.
   */
  const char *source;
  const char *target;
  /*
   * Weight column, chosen likewise: lengths of edges, integers, decimals (of at most 15 digits) or floats. NULL: the graph
   * is unweighted. Weights are lengths and must be positive. An infinite weight means that there is no edge. Zero,
   * negative, NaN and null are GOBC_DATA with the row. Whole numbers and decimals of up to nine places are held exactly,
   * as multiples of one unit, if lengths stay below 2^53 units.
   */
  const char *weight;
  /* Node column of the nodes stream, chosen likewise; NULL: "node", else "id", else the first column. */
  const char *node;
  int64_t memory_limit; /* bytes this call may use; 0: what the machine, cgroup and rlimits leave */
  /* 1: the nodes stream has all vertices; an edge with another one is GOBC_DATA with its row. 0 (default): edges add more. */
  int32_t nodes_are_all;
} gobc_graph_options;

/* Sets the defaults. struct_size is sizeof(gobc_graph_options). */
void gobc_graph_options_init(gobc_graph_options *options, uint64_t struct_size);

/*
 * Builds a graph from a stream of edges, one row an edge.
 *   edges  columns as chosen above; the endpoint columns must have one type: any integer width, utf8, large_utf8,
 *          utf8_view, or a dictionary of those. Other columns are ignored. Nulls are GOBC_DATA with the row.
 *   nodes  NULL, or a stream with a node column (same kind of type) that adds vertices, also isolated ones. An
 *          optional boolean column "source" marks the sources that gobc_compute uses by default.
 * Vertices are numbered in order of first appearance: the nodes stream first, then source before target, row by
 * row. Self-loops are kept in the counts and ignored by every measure; parallel edges by options->parallel of
 * gobc_compute. O(n + m) time and memory.
 */
int32_t gobc_graph_new(struct ArrowArrayStream *edges, GOBC_OPTIONAL struct ArrowArrayStream *nodes,
                       const gobc_graph_options *options, gobc_control *control, gobc_graph **out, gobc_error *error);

/*
 * Builds a graph from plain arrays with one item for each edge: gobc_graph_new without Arrow.
 *   type    of both arrays of ends: "int64", "uint64", "int32" or "uint32"
 *   source, target, weight   edges items each, read during the call alone: nothing is kept, changed or freed. weight, which may be
 *           NULL, makes the graph weighted; its values are those of a weight column. NULL is right for source and target of 0 edges.
 *   options NULL, or what gobc_graph_new takes: directed, threads and memory_limit count; columns have no names here, and source,
 *           target, weight, node and nodes_are_all must be as gobc_graph_options_init leaves them.
 * A wrong value is GOBC_DATA with its row, from 0 on. O(n + m) time and memory.
 */
int32_t gobc_graph_from_arrays(const char *type, GOBC_OPTIONAL const void *source, GOBC_OPTIONAL const void *target,
                               GOBC_OPTIONAL const double *weight, int64_t edges, const gobc_graph_options *options,
                               gobc_control *control, gobc_graph **out, gobc_error *error);

/* What gobc_graph_info says about a graph. */
typedef struct gobc_graph_stats {
  uint64_t struct_size; /* set by the caller to sizeof(gobc_graph_stats) */
  int64_t vertices;
  int64_t edges;          /* rows read                                          */
  int64_t self_loops;     /* rows among them with source == target              */
  int64_t parallel_edges; /* rows among them beyond the first of their pair     */
  int64_t components;     /* connected; weakly connected if directed            */
  int64_t largest_component;
  int64_t bytes; /* memory held by the graph                           */
  int32_t directed;
  int32_t reserved;
  char source[128]; /* names of the columns that were read                */
  char target[128];
  char weight[128];       /* "" if unweighted                                   */
  double smallest_weight; /* finite ones; 0 if there is none                    */
  double largest_weight;
  double units; /* weights are multiples of 1 / units; 0: they are reals        */
  int32_t weighted;
  int32_t reserved2;
} gobc_graph_stats;

/* Says how large a graph is, which columns were read, and in what range its weights are. It verifies no stored graph. */
int32_t gobc_graph_info(const gobc_graph *graph, gobc_graph_stats *out, gobc_error *error);

/*
 * Hands out columns of a graph as a struct array.
 *   columns  comma-separated names, all of one of these kinds:
 *            vertices   a row for each in order of first appearance, or for those of `of` in its order: node (the label), index
 *                       (from 0), component (from 0, in the order of first vertices; weakly connected if directed), degree,
 *                       in_degree, out_degree (edges at it), simple_degree, simple_in_degree, simple_out_degree (parallel ones
 *                       merged), strength, in_strength, out_strength (the sums of the weights of all)
 *            edges      a row for each row of the edge table, or for those that have both ends in `of`: source, target (the
 *                       labels), source_index, target_index, weight, row (from 0)
 *            neighbors  a row for each vertex that shares an edge with any of `of`, in order of first appearance: neighbor
 *                       (either way), successor or predecessor, one of them alone
 *   of       NULL for all, or a stream of one column of node labels, consumed. For columns of vertices they are distinct.
 * In degrees each parallel edge counts, and an undirected self-loop counts twice. A vertex with a self-loop is its own neighbor.
 * An edge of infinite weight has a row, but counts in no degree and joins no neighbors. Degrees and row are int64, strengths and
 * weight float64, other numbers int32. Unknown labels, and weights of a graph that has none, are GOBC_INVALID. O(n + m);
 * neighbors O(d log d) for d of them, after the first call.
 */
int32_t gobc_graph_columns(const gobc_graph *graph, const char *columns, GOBC_OPTIONAL struct ArrowArrayStream *of,
                           struct ArrowSchema *out_schema, struct ArrowArray *out_array, gobc_error *error);

/*
 * Builds the graph of some vertices and of the edges between them, in memory of its own. Vertices and edges keep their order,
 * and marked sources their marks.
 *   of        a stream of one column of node labels, consumed; NULL for the largest component (if several are largest, the one
 *             with the first vertex)
 *   numbered  0: labels stay. 1: labels 0, 1, 2, ... (int64) replace those of the graph
 *   options   threads and memory_limit count
 */
int32_t gobc_graph_subgraph(const gobc_graph *graph, GOBC_OPTIONAL struct ArrowArrayStream *of, int32_t numbered,
                            const gobc_graph_options *options, gobc_control *control, gobc_graph **out,
                            gobc_error *error);

/* Releases a graph. Does nothing if gobc_ready returns an error. */
void gobc_graph_free(GOBC_OPTIONAL gobc_graph *graph);

/* ---- computing ---- */

/* What is computed, and how. */
typedef struct gobc_options {
  uint64_t struct_size;
  int32_t threads;    /* 0: as many as this process may use (affinity and cgroup quota) */
  int32_t normalized; /* -1 (default): as the preset says; 0: raw; 1: normalized         */
  int32_t endpoints;  /* 1: paths count at their end vertices too (betweenness only)     */
  /* generated: conventions */
  /*
   * "raw", "networkx", "igraph", "igraph_r", "gpufan". NULL: "networkx". The library or paper whose conventions the
   * call follows: factors, directions and parallel edges.
   */
  const char *preset;
  /*
   * "merge", "count". NULL: as the preset says. Parallel edges in the measures of paths: merged into one, or each a
   * path of its own. For betweenness, stress, edge_betweenness, edge_stress.
   */
  const char *parallel;
  /*
   * "in", "out", "all". NULL: as the preset says. Which distances count in a directed graph: towards a vertex, from it,
   * or along edges either way. For closeness, harmonic, eccentricity, eccentricity_centrality, reach, lin, radiality,
   * decay.
   */
  const char *direction;
  /*
   * "double", "single". NULL: "double". The precision of path counts. Scores are float64 either way.
   */
  const char *precision;
  /* end of conventions */
  const char *device; /* NULL or "auto", "cpu", "cuda" (cuda:0), "cuda:1", or several: "cuda:0,cuda:1"          */
  /*
   * "key=value;..." for experiments; outside the stability promise. See gobc_plan. "strategy=hybrid:alpha=768" uses a
   * published method in place of gobc's own, for comparison; docs/background/papers.md has the names. A call that the method
   * cannot compute is GOBC_UNSUPPORTED.
   */
  const char *tuning;
  /*
   * NULL: all vertices, or those marked in the nodes stream. Else a stream of one column of node labels, consumed:
   * only paths and distances that start there count; duplicates are GOBC_INVALID.
   */
  struct ArrowArrayStream *sources;
  int64_t memory_limit; /* bytes this call may use; 0: what the machine, cgroup and rlimits leave */
  /*
   * NULL: all vertices. Else a stream like sources: only paths that end there count, in betweenness, stress and the
   * measures of edges; the measures of distance refuse it. Sources and targets may have a second column "weight": a pair
   * then counts as often as the product of its weights says (>= 0; whole numbers for stress).
   */
  struct ArrowArrayStream *targets;
  double cutoff;        /* only paths and distances up to this length count; negative (default): all              */
  double tie_tolerance; /* lengths that no unit holds exactly tie within this, relatively; negative: 1e-10        */
  int32_t weighted;     /* -1 (default): as the graph is; 0: every edge has length 1; 1: the graph must be weighted */
  /* 1: the sources are a random sample of all vertices, and sums are scaled up; for betweenness of vertices and edges. */
  int32_t sampled;
  /*
   * An estimate, of betweenness only. Pairs or sources are drawn at random by `seed` until every vertex is within `epsilon`
   * (of betweenness as a share of all ordered pairs of other vertices), or until the `top_k` largest are separated from the
   * others. With probability 1 - delta all intervals hold. The result then has a column "betweenness_error", the half-width
   * of a vertex's interval, and the plan has an object "sample". 0 and 0 (default): exact.
   */
  double epsilon;
  double delta; /* default 0.1 */
  int64_t top_k;
  uint64_t seed;
  /*
   * NULL: the result has a row for every vertex. Else a stream of one column of node labels, consumed: a row for each
   * of these, in this order; duplicates and unknown labels are GOBC_INVALID, and so are measures of edges beside it.
   * It picks rows and changes no value.
   */
  struct ArrowArrayStream *of;
  /*
   * A constant c of at least 2, usually 5; 0 (default): off. An estimate, of betweenness only, with `of` or `top_k`.
   * Sources are drawn at random by `seed` until the dependencies of the drawn sources on a vertex add up to c n, for
   * every vertex of `of`, or for `top_k` vertices. The estimate of a vertex is n / k times the sum over the k drawn
   * sources; if all n are drawn, it is exact. Error column, delta and plan as for epsilon, which cannot be given too.
   */
  double adaptive;
  /*
   * 1: control->cancel ends a call that is sweeping with GOBC_OK and a partial result. It has the same bits as a call
   * whose `sources` are those that had finished; GOBC_CANCELLED if none had. The nodes table must be requested. Its last
   * column "finished" (boolean) then marks these sources, the schema's metadata has gobc:partial,
   * {"finished": 1234, "sources": 5000}, and gobc:warnings has a line. Finished sources are not a random sample of all.
   * For measures that share one sweep; GOBC_INVALID if several sweeps are needed, and with `of`, epsilon, top_k and
   * adaptive.
   */
  int32_t partial;
  /* generated: reductions */
  /*
   * "auto", "none", "blocks", "chains", "twins". NULL: "auto". Which exact reduction makes the graph smaller before it
   * is swept: "blocks" sweeps blocks, which no single vertex cuts, one by one; "chains" also sweeps paths of vertices
   * with two edges in blocks as one edge, for betweenness or stress of all vertices; "twins" also sweeps vertices of a
   * block with the same neighbors as one, for betweenness or stress of all vertices, without lengths, on the CPU;
   * "auto" takes what is predicted to save time. Scores change in their last bits at most, and plan["reductions"] has
   * the figures. Reductions are for undirected graphs, without cutoff, demand and its decay: for betweenness, closeness
   * and lin, and "blocks" and "chains" also for stress and edge stress of all vertices.
   */
  const char *reductions;
  /* end of reductions */
  /* generated: numbers */
  /*
   * decay: The factor by which a vertex counts less for each unit of distance, above 0 and below 1. Default: 0.5. NAN:
   * the default.
   */
  double alpha;
  /* end of numbers */
  /*
   * NULL: all pairs count once. Else a stream of three columns, consumed: labels of origins, labels of destinations, and flows
   * (numbers, finite and >= 0). betweenness and edge_betweenness then sum flow(s, t) times the share of shortest paths from s to
   * t; with normalized = 1 the sum is a share of all flow. Flows of the same pair are added. Pairs of a vertex with itself do
   * not count. A flow goes one way, also in an undirected graph. GOBC_INVALID with other measures, sources, targets, sampled,
   * epsilon, top_k and adaptive; and, with the row, for unknown labels and wrong flows.
   */
  struct ArrowArrayStream *demand;
  /*
   * NULL: `cutoff` counts. Else `cutoffs_count` lengths in place of `cutoff`: at most 32, each 0 or more, distinct, in any order.
   * One call answers all of them in about the time of the largest. Each measure has a column for each cutoff, ascending, with the
   * same bits as a call with that cutoff: "betweenness_400", "betweenness_800", "betweenness_inf". GOBC_INVALID with epsilon,
   * top_k, adaptive, and in calls about distances themselves or many networks. With a GPU that is named, precision single or
   * demand there is no common sweep: cutoffs are then computed one after the other, and are GOBC_UNSUPPORTED in a job.
   */
  const double *cutoffs;
  int64_t cutoffs_count;
  /*
   * NULL: pairs count alike at any distance. Else a function f and its number p, by which a pair at distance d counts f(d) times:
   * "exponential:p" exp(-d / p), "gaussian:p" exp(-(d / p)^2 / 2), "linear:p" 1 - d / p and 0 from p on, "power:p" d^-p. Lengths
   * are those of cutoff, above 0; the exponent of power is at most 100. For betweenness and edge_betweenness, beside weights of
   * sources and targets (a gravity model) or demand, whose flows it multiplies; scores are scaled as without it. GOBC_INVALID
   * with other measures, epsilon, top_k and adaptive; GOBC_UNSUPPORTED with endpoints on a GPU that is named.
   */
  const char *distance_decay;
} gobc_options;

/* Sets the defaults. struct_size is sizeof(gobc_options). */
void gobc_options_init(gobc_options *options, uint64_t struct_size);

/*
 * Computes measures of vertices in one go.
 *   measures  comma-separated names from gobc_measures(), such as "betweenness,closeness". For measures of edges see
 *             gobc_compute_edges.
 *   out       a struct array of n rows in order of first appearance, or of those of options->of: column "node" of the
 *             type that came in, then one float64 column a measure, in the order asked. The schema's metadata holds
 *             gobc:version, gobc:plan, gobc:device, gobc:seconds, gobc:warnings.
 * Stress is a count: exact up to 2^53, rounded to float64 beyond, infinite beyond 1.8e308 with a line in gobc:warnings.
 * O(k m) time for k sources, O(n width + m) memory a thread: see gobc_plan for the figure.
 */
int32_t gobc_compute(const gobc_graph *graph, const char *measures, const gobc_options *options, gobc_control *control,
                     struct ArrowSchema *out_schema, struct ArrowArray *out_array, gobc_error *error);

/*
 * Computes measures of vertices of a graph that is not kept: gobc_graph_from_arrays, gobc_compute and gobc_graph_free in one call,
 * with the bits of the three. It spares a small graph two calls, which take as long as its sweeps.
 *   type, source, target, weight, edges, graph_options   as gobc_graph_from_arrays takes them
 *   measures, options, out                               as gobc_compute takes and gives them
 */
int32_t gobc_compute_arrays(const char *type, GOBC_OPTIONAL const void *source, GOBC_OPTIONAL const void *target,
                            GOBC_OPTIONAL const double *weight, int64_t edges, const gobc_graph_options *graph_options,
                            const char *measures, const gobc_options *options, gobc_control *control,
                            struct ArrowSchema *out_schema, struct ArrowArray *out_array, gobc_error *error);

/*
 * Computes measures of edges, and of vertices with them, in one go.
 *   measures  as above, with edge_betweenness and edge_stress.
 *   edges     a struct array of one row for every row of the edge table, in its order: columns "source" and "target" of
 *             the type that came in, then one float64 column a measure of edges. Self-loops and edges of infinite
 *             weight have 0. Parallel edges that are merged share the value of their pair evenly, among those of the
 *             smallest weight; the others have 0.
 *   nodes     as gobc_compute gives it, with the measures of vertices; both NULL if they are not wanted: measures of
 *             vertices are then GOBC_INVALID.
 */
int32_t gobc_compute_edges(const gobc_graph *graph, const char *measures, const gobc_options *options,
                           gobc_control *control, struct ArrowSchema *edges_schema, struct ArrowArray *edges_array,
                           GOBC_OPTIONAL struct ArrowSchema *nodes_schema, GOBC_OPTIONAL struct ArrowArray *nodes_array,
                           gobc_error *error);

/*
 * Computes measures of many small networks of one table: each as gobc_compute or gobc_compute_edges would, to the bit, and one
 * after the other, as many at once as there are threads. control->done and control->total count networks.
 *   edges     as gobc_graph_new takes it, with a column that names the network of each row. Rows need not be sorted. Vertices
 *             of two networks may have the same label.
 *   by        that column, by name or "#position": integers or text. The ends are found among the other columns; GOBC_DATA if
 *             they are found by their place though one is called "network", or though `by` is one of the pairs that
 *             gobc_graph_options lists and the table has the other of the pair
 *   measures  of vertices, or of edges: GOBC_INVALID if there are both
 *   graph_options  directed, source, target, weight and memory_limit count; node and nodes_are_all are GOBC_INVALID
 *   options   sources, targets, of and demand are GOBC_UNSUPPORTED; sampled, epsilon, top_k, adaptive, partial and
 *             distance_decay GOBC_INVALID. If device names GPUs, they compute all networks at once: betweenness of vertices
 *             without endpoints, of networks without weights; all else is GOBC_UNSUPPORTED there
 *   out       a struct array with a row for each vertex, or edge, of each network, in order of the first rows of networks and
 *             then as gobc_compute has them: columns "network", then "node", or "source" and "target", of the types that
 *             came in, then one float64 column a measure. Metadata as there, without a plan; gobc:networks is how many there are.
 *   left      both NULL: the first network whose weights are wrong ends the call with GOBC_DATA, its name and the row. Else
 *             such networks are left out, and this is a struct array of them: "network", "row" (int64, of the table, from 0 on;
 *             -1 if the error is of no row) and "error" (text). What is wrong in other columns ends the call nonetheless.
 * O(n + m) memory for all networks, and beside it that of one network a thread.
 */
int32_t gobc_many(struct ArrowArrayStream *edges, const char *by, const char *measures,
                  const gobc_graph_options *graph_options, const gobc_options *options, gobc_control *control,
                  struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                  GOBC_OPTIONAL struct ArrowSchema *left_schema, GOBC_OPTIONAL struct ArrowArray *left_array,
                  gobc_error *error);

/* ---- distances of pairs ---- */

/*
 * Computes the distances from sources to targets, a matrix with a row for each source.
 *   type     "uint8", "uint16", "int32" or "float64"; NULL or "auto": for numbers of edges the smallest of the first three in
 *            which all of them fit, for lengths float64. A number of edges that does not fit is GOBC_INVALID. A target that is not
 *            reached, or only by paths longer than options->cutoff, is at 255, 65535 or 2147483647, or at infinity in float64.
 *   options  of which sources, targets, cutoff, weighted, tie_tolerance, threads, memory_limit and direction count, and device
 *            "cpu" and "auto"; the others must be as gobc_options_init leaves them. direction NULL is "out": along paths from the
 *            source to the target; "in": from the target to the source. targets may be any vertices here, NULL: all.
 *   out      a struct array of one column "distance", of sources x targets values, row by row. The schema's metadata holds
 *            gobc:rows, gobc:columns, gobc:version, gobc:device, gobc:seconds.
 *   rows     NULL, or a struct array of one column "source", the labels of the rows; columns: likewise, "target"
 * A matrix that does not fit is GOBC_MEMORY: see gobc_distance_pairs. O(k m) time for k sources and far less without lengths, where
 * up to 512 sources share a search; O(n width + m) memory a thread beside the matrix.
 */
int32_t gobc_distances(const gobc_graph *graph, GOBC_OPTIONAL const char *type, const gobc_options *options,
                       gobc_control *control, struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                       GOBC_OPTIONAL struct ArrowSchema *rows_schema, GOBC_OPTIONAL struct ArrowArray *rows_array,
                       GOBC_OPTIONAL struct ArrowSchema *columns_schema, GOBC_OPTIONAL struct ArrowArray *columns_array,
                       gobc_error *error);

/*
 * Lists the pairs of a block of sources and the targets that they reach, within options->cutoff if there is one, in order of the
 * sources and then of the targets. Computed block by block, the distances of any graph take little memory.
 *   options  as for gobc_distances
 *   first    the place of the block's first source in the order of the sources, from 0 on
 *   count    how many sources; 0: as many as are worth a call
 *   out      a struct array of columns "source" and "target" of the type that came in, and "distance", int32 of numbers of edges
 *            and float64 of lengths. The schema's metadata holds also gobc:next, the first source of the next block, and
 *            gobc:sources, how many there are: the block is the last one where the two are the same.
 * A source that is a target is at distance 0 of itself.
 */
int32_t gobc_distance_pairs(const gobc_graph *graph, const gobc_options *options, int64_t first, int64_t count,
                            gobc_control *control, struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                            gobc_error *error);

/*
 * Counts the pairs of a source and another vertex at each distance in edges. It stores no row for a source: memory is
 * O(n width + m) a thread.
 *   options  as for gobc_distances, without targets; in a weighted graph weighted must be 0
 *   out      a struct array of int64 columns "distance", from 1 on, and "pairs", ordered ones: in an undirected graph whose vertices
 *            are all sources each pair counts twice. The schema's metadata holds gobc:unreached, the pairs without a path, or
 *            with none within the cutoff, and gobc:sources, how many there are.
 */
int32_t gobc_distance_histogram(const gobc_graph *graph, const gobc_options *options, gobc_control *control,
                                struct ArrowSchema *out_schema, struct ArrowArray *out_array, gobc_error *error);

/*
 * Sums the distances from sources to all other vertices that they reach.
 *   options  as for gobc_distances, without targets
 *   out      a JSON object: sources and vertices, how many there are; reached, ordered pairs with a path (within the cutoff);
 *            total, the sum of their distances; inverse, the sum of one over each; longest. Released with gobc_text_free.
 * The same for any number of threads. Without lengths the total is exact up to 2^53.
 */
int32_t gobc_distance_sums(const gobc_graph *graph, const gobc_options *options, gobc_control *control, char **out_json,
                           gobc_error *error);

/*
 * Counts the shortest paths from sources to targets: a matrix with a row for each source.
 *   options  as for gobc_distances, and parallel: "count" makes each parallel edge a path of its own (not with direction "all" in a
 *            directed graph); NULL or "merge": parallel edges are one
 *   out      a struct array of sources x targets rows, row by row: "distance", int32 numbers of edges or float64 lengths, 2147483647
 *            or infinite where a target is not reached; "paths", float64, which is exact up to 2^53, 0 where a target is not reached,
 *            and infinite beyond float64. A vertex has one path to itself. Metadata are those of gobc_distances.
 *   rows, columns  as for gobc_distances
 * O(k (n + m)) time for k sources without lengths, O(k (m + n log n)) with them; 12 or 16 bytes a pair.
 */
int32_t gobc_path_counts(const gobc_graph *graph, const gobc_options *options, gobc_control *control,
                         struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                         GOBC_OPTIONAL struct ArrowSchema *rows_schema, GOBC_OPTIONAL struct ArrowArray *rows_array,
                         GOBC_OPTIONAL struct ArrowSchema *columns_schema,
                         GOBC_OPTIONAL struct ArrowArray *columns_array, gobc_error *error);

/*
 * Lists the pairs of a block of sources and the targets that they reach, each with its number of shortest paths: the rows of
 * gobc_distance_pairs, with a fourth column "paths", float64.
 *   options  as for gobc_path_counts
 */
int32_t gobc_path_count_pairs(const gobc_graph *graph, const gobc_options *options, int64_t first, int64_t count,
                              gobc_control *control, struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                              gobc_error *error);

/*
 * Finds a shortest path of each pair of a vertex of from and one of to.
 *   from, to  streams of one column of labels, of the same length; a label may come again. Pairs with the same vertex of from share a
 *            search.
 *   options  as for gobc_path_counts, without sources and targets
 *   out      a struct array of one column "node": the vertices of one path after the other, each from its source to its target. Of
 *            several shortest paths it is the one whose last vertex before the target appeared first in the graph, and so on back to
 *            the source.
 *   pairs    a struct array with a row for each pair: "nodes", int64, the vertices of its path, 0 where there is none; "distance",
 *            float64, infinite where there is none
 */
int32_t gobc_shortest_paths(const gobc_graph *graph, struct ArrowArrayStream *from, struct ArrowArrayStream *to,
                            const gobc_options *options, gobc_control *control, struct ArrowSchema *out_schema,
                            struct ArrowArray *out_array, struct ArrowSchema *pairs_schema,
                            struct ArrowArray *pairs_array, gobc_error *error);

/*
 * Computes a measure of groups of vertices.
 *   measure  "betweenness": the sum, over pairs of vertices outside the group, of the share of their shortest paths that pass
 *            through a vertex of the group. "co_betweenness": the same for the paths that pass through all vertices of the group,
 *            such as a pair; 0 for an empty group. "closeness": the number of vertices outside the group, divided by the sum of
 *            their distances to its nearest vertex; 0 if none has a path. A vertex without a path adds nothing to that sum, but
 *            is counted, as in NetworkX.
 *   members  a stream of one column of labels: the vertices of one group after the other. A vertex may be in several groups, and
 *            again in one, where it counts once.
 *   sizes    how many rows of members each of the groups has
 *   options  of which cutoff, weighted, tie_tolerance, parallel, threads and memory_limit count. For both kinds of betweenness also
 *            normalized (by default over the number of ordered pairs outside the group; else pairs of an undirected graph count
 *            once) and endpoints (pairs with an end in the group also count, and a path then passes through its ends, too). For
 *            closeness also direction, NULL is "in": to the group
 *   out      a struct array with a row for each group: a float64 column of the measure's name; of closeness also int64 "reached", the
 *            vertices outside with a path. The schema's metadata holds gobc:version, gobc:device, gobc:seconds.
 * Betweenness takes O(n k (n + m)) time for k groups without lengths, co-betweenness for groups of k different vertices, closeness
 * O(k (n + m)).
 */
int32_t gobc_groups(const gobc_graph *graph, const char *measure, struct ArrowArrayStream *members,
                    GOBC_OPTIONAL const int64_t *sizes, int64_t groups, const gobc_options *options,
                    gobc_control *control, struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                    gobc_error *error);

/*
 * Chooses a group of `size` vertices, one after the other: each time the one that raises the sum of gobc_groups, with endpoints and
 * over ordered pairs, the most; of several whose gains differ by a relative 1e-9 at most, the one that appeared first. The sum is at
 * least 1 - 1/e of the largest of a group of this size.
 *   options  of which cutoff, weighted, tie_tolerance, parallel, threads and memory_limit count
 *   out      a struct array with a row for each chosen vertex, in their order: "node", its label; "gain", float64, by how much it has
 *            raised the sum
 * O(size n (n + m)) time without lengths.
 */
int32_t gobc_best_group(const gobc_graph *graph, int64_t size, const gobc_options *options, gobc_control *control,
                        struct ArrowSchema *out_schema, struct ArrowArray *out_array, gobc_error *error);

/*
 * Computes a measure of every vertex from distances in parts of the graph.
 *   measure  "local_efficiency": the mean of one over the number of edges between two neighbors of the vertex, in the graph that these
 *            induce, 0 for a pair without a path there and for fewer than two neighbors; of undirected graphs, or with direction "all".
 *            "closeness_vitality": by how much the sum of the distances of all pairs (of an undirected graph, or with direction "all",
 *            unordered ones) falls without the vertex. -infinity if the others reach each other with it but not without it. If
 *            not all vertices reach each other: infinity if the others do without it, else NaN.
 *   options  of which weighted, direction, tie_tolerance, threads and memory_limit count; local efficiency counts edges in any case
 *   out      a struct array with a row for each vertex: "node", its label, and the measure, float64. The schema's metadata holds
 *            gobc:version, gobc:device, gobc:seconds.
 */
int32_t gobc_vertex_distances(const gobc_graph *graph, const char *measure, const gobc_options *options,
                              gobc_control *control, struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                              gobc_error *error);

/*
 * Computes measures of many networks on the vertices and edges of one graph, which differ in weights or in the edges that they
 * have, such as bootstraps and permutations: each as gobc_compute or gobc_compute_edges would on a graph of all vertices of
 * `graph`, in its order, and of those of its rows that the network has, to the bit. No label is read again. control->done and
 * control->total count networks.
 *   names     NULL for 0, 1, 2, ..., or a stream of one column of names, one a network, all different; consumed
 *   networks  how many there are
 *   weights   NULL: the graph's own, if it has some. Else the length of row e of the edge table in network k is
 *             weights[e * weights_edge + k * weights_network]; an infinite one says that the network lacks the edge. Others must be
 *             above 0.
 *   presence  NULL: all edges. Else the network lacks the edge where presence[e * presence_edge + k * presence_network] is 0.
 *             GOBC_INVALID if both are NULL.
 *   measures, options, left  as for gobc_many; rows of `left` are those of the graph's edge table
 *   out       as for gobc_many, with a row for every vertex of the graph, or every edge, in each network, in the order of
 *             gobc_graph_columns: so `network` comes in runs of one length, and a column of values is a matrix. An edge that the
 *             network lacks has the value 0.
 * The arrays are read during the call, and steps are in items and not below 0. A graph with marked sources is GOBC_INVALID.
 * O(n + m) memory beside the result, and that of one network a thread.
 */
int32_t gobc_many_layers(const gobc_graph *graph, GOBC_OPTIONAL struct ArrowArrayStream *names, int64_t networks,
                         GOBC_OPTIONAL const double *weights, int64_t weights_edge, int64_t weights_network,
                         GOBC_OPTIONAL const uint8_t *presence, int64_t presence_edge, int64_t presence_network,
                         const char *measures, const gobc_options *options, gobc_control *control,
                         struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                         GOBC_OPTIONAL struct ArrowSchema *left_schema, GOBC_OPTIONAL struct ArrowArray *left_array,
                         gobc_error *error);

/* A query for networks that come one after the other. For one thread at a time. */
typedef struct gobc_many_stream gobc_many_stream;

/*
 * Starts a query for more networks than fit into memory. Streams give the networks, and each is computed when it ends.
 *   by, measures, graph_options, options  as for gobc_many
 *   leave_bad  0: a network whose weights are wrong ends the call. 1: gobc_many_next lists it and goes on.
 */
int32_t gobc_many_open(const char *by, const char *measures, const gobc_graph_options *graph_options,
                       const gobc_options *options, int32_t leave_bad, gobc_many_stream **out, gobc_error *error);

/*
 * Gives edges, as gobc_many takes them, with the rows of each network together. A network may go on in the next
 * stream. Ends of edges that are found by their place are compared with other columns in the first stream that has rows.
 * The stream is moved: gobc_many_next reads and releases it. GOBC_INVALID while the previous one has not been read.
 */
int32_t gobc_many_give(const gobc_many_stream *stream, struct ArrowArrayStream *edges, gobc_error *error);

/*
 * Reads on until a few hundred thousand edges are there, or the stream ends, and computes the networks that have ended.
 *   end        1: no stream comes after this one, so the last network ends with it. 0: the last network may go on.
 *   out, left  as for gobc_many, of the networks that were computed now: perhaps none. `left` is there if leave_bad was 1.
 *   out_more   1: call again, the stream has more. 0: give another one, or, if end was 1, this was the last.
 * A network that comes again after others is GOBC_DATA. Rows in errors and in `left` count over all streams. After an error
 * each later call returns the same error. Memory: that of the edges read and of their scores, and the names of all networks.
 */
int32_t gobc_many_next(const gobc_many_stream *stream, int32_t end, gobc_control *control,
                       struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                       GOBC_OPTIONAL struct ArrowSchema *left_schema, GOBC_OPTIONAL struct ArrowArray *left_array,
                       int64_t *out_more, gobc_error *error);

/* Releases a stream of networks, with what was given to it. Does nothing where gobc_ready is an error. */
void gobc_many_stream_free(GOBC_OPTIONAL gobc_many_stream *stream);

/*
 * Says what gobc_compute would do with the same arguments, without doing it, as a JSON object; parts that do not apply are left
 * out. A few sample batches are run to predict the memory. `seconds` is a rough prediction for an idle machine; of an
 * estimate, at most. The text is released with gobc_text_free.
 * Keys of the object (generated):
 *   measures, preset, sources, chosen, sampled, sample, partial, seconds, bytes, limit, limit_source, fits, device,
 *   threads, order, reductions, path, distances, lengths, gpu, strategy, reasons, candidates, answers
 * End of the keys.
 */
int32_t gobc_plan(const gobc_graph *graph, const char *measures, const gobc_options *options, char **out_json,
                  gobc_error *error);

/* Releases a text that a function has given, such as `out_json`. */
void gobc_text_free(GOBC_OPTIONAL char *text);

/* ---- stored graphs ---- */

/*
 * Writes a graph, from which gobc_graph_load makes the same one. It writes the labels, the edges and all that was built of them,
 * with a checksum of each MiB: a file, completely or not at all (GOBC_FILE says why not), or with path NULL a struct array of one
 * uint8 column "data". O(n + m).
 */
int32_t gobc_graph_save(const gobc_graph *graph, GOBC_OPTIONAL const char *path,
                        GOBC_OPTIONAL struct ArrowSchema *out_schema, GOBC_OPTIONAL struct ArrowArray *out_array,
                        gobc_error *error);

/*
 * Makes a graph of what gobc_graph_save wrote: of a file, or with path NULL of `size` bytes at `data`, which it copies. Of the
 * options threads and memory_limit count. GOBC_FILE if it is incomplete, damaged or something else, or of an older gobc: all
 * checksums are compared, and the lists with the edges, before the graph is used. Where the system maps files, those of 1 MiB and
 * more are mapped: processes that load the same one share its memory, and it must not be changed while the graph is in use.
 * After a change, calls return GOBC_FILE. If gobc_graph_save replaces the file, those who have mapped it keep the old one.
 * Of a file that is mapped only the header is read here, which has a checksum of its own and what gobc_graph_info tells: O(1). The
 * first other call on the graph verifies the rest, with the options' threads, and is GOBC_FILE if it is damaged; its control block
 * can stop this, and the next call goes on. Calls at the same time share the work. Otherwise O(n + m).
 */
int32_t gobc_graph_load(GOBC_OPTIONAL const char *path, GOBC_OPTIONAL const void *data, int64_t size,
                        const gobc_graph_options *options, gobc_control *control, gobc_graph **out, gobc_error *error);

/* ---- one computation in many processes ---- */

/*
 * A job is a call of gobc_compute that is cut into shards of its sources. Any process that has the same graph and makes the same
 * job may run any shard. It gets a partial: exact sums. Partials merge in any order and grouping, also if one comes several
 * times, to the same bits as the one call. The graph must outlive the job.
 */
typedef struct gobc_job gobc_job;
typedef struct gobc_partial gobc_partial;

/*
 * Makes a job from the arguments of gobc_compute. threads, device and memory_limit are given for each shard instead.
 * shards: 0 for as many as take about a tenth of a second each on one processor. top_k, adaptive and partial are
 * GOBC_INVALID.
 */
int32_t gobc_job_new(const gobc_graph *graph, const char *measures, const gobc_options *options, int64_t shards,
                     gobc_control *control, gobc_job **out, gobc_error *error);

/*
 * Describes a job as a JSON object. Its keys: fingerprint (of graph, question, version and cut: jobs with the same one have
 * partials that merge), measures ("betweenness,closeness"), weighted (whether lengths are sums of weights), shards, sources
 * (how many each shard has), reductions (as settled here), epsilon (of an estimate; else 0), vertices (of the graph),
 * plan. Released with gobc_text_free.
 */
int32_t gobc_job_info(const gobc_job *job, char **out_json, gobc_error *error);

/* Computes a shard, from 0 on. Of the options threads, device and memory_limit count; they change no bit on processors. */
int32_t gobc_job_run(const gobc_job *job, int64_t shard, const gobc_options *options, gobc_control *control,
                     gobc_partial **out, gobc_error *error);

/*
 * Gives the result of a partial that holds all shards, in tables as gobc_compute_edges has them; edges or nodes are NULL where
 * the job has no such measures. Shards that are missing are GOBC_INVALID; with incomplete = 1 the tables are those of the sources
 * of the shards that are there, as of a partial result (gobc_options.partial).
 */
int32_t gobc_job_result(const gobc_job *job, const gobc_partial *partial, int32_t incomplete, gobc_control *control,
                        GOBC_OPTIONAL struct ArrowSchema *edges_schema, GOBC_OPTIONAL struct ArrowArray *edges_array,
                        GOBC_OPTIONAL struct ArrowSchema *nodes_schema, GOBC_OPTIONAL struct ArrowArray *nodes_array,
                        gobc_error *error);

/*
 * Writes a job as a JSON object, from which gobc_job_from_json makes it again in another process. Vertices are written as
 * their numbers in the graph. Released with gobc_text_free.
 */
int32_t gobc_job_to_json(const gobc_job *job, char **out_json, gobc_error *error);

/*
 * Makes the job of the same graph again. GOBC_FILE if the text is something else, or if this process makes a different job
 * from it.
 */
int32_t gobc_job_from_json(const gobc_graph *graph, const char *json, gobc_control *control, gobc_job **out,
                           gobc_error *error);

/* Releases a job, and the memory in which shards were computed, which it keeps for those that follow. As gobc_graph_free. */
void gobc_job_free(GOBC_OPTIONAL gobc_job *job);

/*
 * Describes a partial as a JSON object. Its keys: held (shards), missing ("3,17,40-44"), shards (of the job), fingerprint (of
 * the job), order (of summation). Released with gobc_text_free.
 */
int32_t gobc_partial_info(const gobc_partial *partial, char **out_json, gobc_error *error);

/*
 * Adds another partial to `into`: all of it or, on error, nothing. Shards that `into` already has change nothing. GOBC_DATA, with
 * what differs, if the other one has another graph, query, version, cut or order of summation. Must not race with a call on
 * either.
 */
int32_t gobc_partial_merge(gobc_partial *into, const gobc_partial *other, gobc_error *error);

/* Writes a partial, as gobc_graph_save does a graph. */
int32_t gobc_partial_save(const gobc_partial *partial, GOBC_OPTIONAL const char *path,
                          GOBC_OPTIONAL struct ArrowSchema *out_schema, GOBC_OPTIONAL struct ArrowArray *out_array,
                          gobc_error *error);

/* Reads what gobc_partial_save wrote, as gobc_graph_load does a graph. */
int32_t gobc_partial_load(GOBC_OPTIONAL const char *path, GOBC_OPTIONAL const void *data, int64_t size,
                          gobc_partial **out, gobc_error *error);

/* Releases a partial. Does nothing where gobc_ready is an error. */
void gobc_partial_free(GOBC_OPTIONAL gobc_partial *partial);

/* ---- a computation in a folder ---- */

/*
 * A folder keeps a job, its graph and its finished shards, for all processes that can access it, in any language: each runs
 * shards into it until none is missing, and one merges them. A process that is killed loses only its shard. The files
 * are job.json, graph-HASH.gobc, shard-NNNNN.gobc for each finished shard, claim-NNNNN where a process has taken one, and
 * labels.json if the graph does not have the caller's labels. Each file is complete or absent. There is no lock: at worst a
 * shard is computed twice. The contents of a file are checked before use; wrong contents are GOBC_FILE with the name of the
 * file and what to do.
 */

/*
 * Writes a job and its graph to a folder, which is made if it is not there.
 *   labels  NULL, or a text that is kept as labels.json for the caller's language alone
 *   resume  1: a folder that already has this job stays as it is; 0: such a folder is GOBC_INVALID
 * A folder of another job is GOBC_DATA.
 */
int32_t gobc_job_save(const gobc_job *job, const char *folder, GOBC_OPTIONAL const char *labels, int32_t resume,
                      gobc_error *error);

/*
 * Reads the job of a folder, and its graph, which must outlive the job. Of the options threads and memory_limit count.
 * GOBC_FILE if there is none, if a file was changed or damaged, or if this process makes a different job from them.
 */
int32_t gobc_job_load(const char *folder, const gobc_graph_options *options, gobc_control *control,
                      gobc_graph **out_graph, gobc_job **out_job, gobc_error *error);

/*
 * Describes a folder as a JSON object. Its keys: measures ("betweenness,closeness"), fingerprint, shards, version (of gobc
 * that made it), labels (the name of the file with labels, or ""), finished and missing (shards, "3,17,40-44"). Released
 * with gobc_text_free.
 */
int32_t gobc_job_folder(const char *folder, char **out_json, gobc_error *error);

/*
 * Computes a shard as gobc_job_run does, and adds it to a folder of the job.
 *   shard      from 0 on; or -1 for the next one: the first that no process has taken, else the one that was taken the
 *              longest ago and is not finished, as its process may be gone
 *   out_shard  the shard that was computed, or -1 if none was missing
 *   out        NULL, or its partial
 */
int32_t gobc_job_run_into(const gobc_job *job, const char *folder, int64_t shard, const gobc_options *options,
                          gobc_control *control, int64_t *out_shard, GOBC_OPTIONAL gobc_partial **out,
                          gobc_error *error);

/*
 * Gives the partial of all finished shards in a folder. GOBC_FILE if there is none, or if one is damaged or of another job
 * or shard.
 */
int32_t gobc_job_merge(const char *folder, gobc_control *control, gobc_partial **out, gobc_error *error);

/* ---- what there is ---- */

/* Returns GOBC_OK, or the error of every function in this process: GOBC_FORKED or GOBC_LIMITS. Cheap; ask after loading. */
int32_t gobc_ready(gobc_error *error);

/* Returns GOBC_ABI_VERSION of the library. */
int32_t gobc_abi_version(void);

/* Returns the version of the library, "0.1.0". Static; "" where gobc_ready is an error. */
const char *gobc_version(void);

/*
 * Returns the measures, as a JSON array of {name, summary, columns, rows}. rows: "nodes" or "edges", what they are measures of.
 * Static; "[]" where gobc_ready is an error.
 */
const char *gobc_measures(void);

/*
 * Returns the devices, as a JSON array. It has {name: "cpu", kind, instruction_set, threads, built, here}, then {name:
 * "cuda:0", kind, model, compute_capability, multiprocessors, memory, built} for every GPU, or {kind: "cuda", error,
 * built} where none can be used. built: instruction sets ("avx512", "avx2", "baseline") or GPU architectures ("sm_90",
 * "ptx") that the library has kernels for; here: instruction sets that this processor runs. If `built` and `here` have
 * none in common, the CPU has an error in place of instruction_set, and gobc_graph_new returns it (GOBC_UNSUPPORTED).
 * Starts the driver. Static; "[]" where gobc_ready is an error.
 */
const char *gobc_devices(void);

/*
 * Makes predicted seconds (gobc_plan, control->predicted) those of this machine. Nothing needs it, and no value depends on it.
 *   action  NULL or "measure": measures how fast this processor is, in less than half a minute, and stores it for this user, in
 *           gobc/machine.json of the folder XDG_CONFIG_HOME, else .config of HOME. The variable GOBC_MACHINE names another file, or
 *           "none". Later processes read it at their first call. Nothing else should run meanwhile; "show": reads what is stored
 *           again; "forget": removes it
 *   out     a JSON object: file, processor, instruction_set; scales, if there are any for this processor, compared with the
 *           machine that predictions were fitted on: how many times as long this one takes, on one core, for the start of a call,
 *           to finish scores, and for sweeps of levels, labels (lengths and chains) and hops (distances), and how many times as much
 *           of one core's speed each further core adds; threads that this was measured on (left out where others used the processors);
 *           date; seconds that measuring took; note, why a file is ignored: it is damaged, of another processor, or of another
 *           version; forgotten.
 *           Released with gobc_text_free.
 * GOBC_FILE where it cannot be stored, or GOBC_MACHINE names a file of something else; GOBC_INVALID where that is "none".
 */
int32_t gobc_calibrate(GOBC_OPTIONAL const char *action, gobc_control *control, char **out_json, gobc_error *error);

/* Returns the name of a status, "GOBC_OK". Static. */
const char *gobc_status_name(int32_t status);

/*
 * Makes a synthetic graph as an edge table (int64 columns source, target): deterministic for a spec and seed on every
 * machine. The schema's metadata holds gobc:spec and gobc:vertices, how many there are.
 *   spec  "family:key=value,...". Families: kronecker, rmat, random_geometric, delaunay, small_world,
 *         barabasi_albert, erdos_renyi, grid, road_like.
 */
int32_t gobc_generate(const char *spec, uint64_t seed, struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                      gobc_error *error);

/* ---- files ---- */

/* How a file is read. */
typedef struct gobc_read_options {
  uint64_t struct_size;
  const char *format;          /* an ending such as "csv"; NULL: by the file's name, else by how it begins        */
  const char *delimiter;       /* one character between the columns of a list of edges; NULL: found in the file   */
  const char *source, *target; /* columns by name or "#position"; NULL: by the rule of gobc_graph_options         */
  const char *weight;          /* likewise; NULL: none is read                                                    */
  int32_t header;              /* 1: the first line has names, 0: it is an edge, -1 (default): by the first lines */
  int32_t directed;            /* 1, 0, -1 (default: unknown). Of a matrix: 1: (i, j) and (j, i) are two edges    */
  int32_t text_ids;            /* 1: labels stay as they are written; 0 (default): 007 is 7                       */
  int32_t list;                /* 1: the file is a list of vertices, all its columns are read; 0 (default)        */
  int32_t threads;             /* that read lines; 0 (default): all that this process may use                     */
} gobc_read_options;

/* Sets the defaults. struct_size is sizeof(gobc_read_options). */
void gobc_read_options_init(gobc_read_options *options, uint64_t struct_size);

/*
 * Reads a graph from a file of text, "-" for standard input. Formats: lists of edges (csv, tsv, tab, txt, edges, edgelist,
 * el, tab2, tab3, ncol, dat), SIF, Matrix Market (mtx), GML, GraphML, Pajek (net, paj) and METIS (graph, metis), also
 * compressed (.gz, .zst). Errors in it are GOBC_FILE with the line; GOBC_DATA says that its columns do not show which are the ends of edges.
 *   edges  columns source, target and perhaps weight, under the names of the file; int64, large_utf8 or float64.
 *   nodes  all vertices, where the file lists them; else, or if NULL, left released.
 * Metadata of the schemas: gobc:directed, "true" or "false", where the file says it; gobc:notes, lines about what was decided;
 * gobc:warnings, lines about what could be read in another way, such as a first line of names or an edge: show them to users.
 * They name options as the command line does: --header is header = 1, --no-header 0, --text-ids text_ids = 1.
 */
int32_t gobc_read(const char *path, const gobc_read_options *options, gobc_control *control,
                  struct ArrowSchema *edges_schema, struct ArrowArray *edges_array,
                  GOBC_OPTIONAL struct ArrowSchema *nodes_schema, GOBC_OPTIONAL struct ArrowArray *nodes_array,
                  gobc_error *error);

#ifdef __cplusplus
}
#endif

#endif /* GOBC_H */
