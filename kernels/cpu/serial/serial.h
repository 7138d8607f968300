/*
 * Shared by serial/serial.c (workspace, run and totals), serial/levels.c (levels of graphs without weights), serial/search.c
 * (distances and tight arcs with weights, one body for three types of distances) and serial/paths.c (path counts and what
 * goes back, one body for both kinds).
 */
#ifndef GOBC_SERIAL_H
#define GOBC_SERIAL_H

#include "common/arena.h"
#include "common/path_count.h"

/* An item of the heap. Its key is d(s, vertex), of the type of distances. */
typedef struct gobc_serial_slot {
  union {
    uint32_t u32;
    uint64_t u64;
    double f64;
  } key;
  int32_t vertex;
} gobc_serial_slot;

/*
 * order        vertices by ascending distance, each once; reached of them. By hops: ascending inside a level
 * distance     by vertex, of the type `kind` (GOBC_DISTANCE_U32, U64 or F64); FAR or INFINITY where not reached, which
 *              is everywhere between runs
 * before       tight predecessors of order[i], in the order of its in list, are before[before_offsets[i] ..
 *              before_offsets[i + 1]); before_index are their places in that list, NULL unless arcs are needed
 * after        likewise its tight successors, in the order of its out list
 * sigma        path counts by vertex; by hops nothing between runs
 * share        (target weight + delta) / sigma by vertex; the same array as sigma unless arcs are needed
 * paths_onward       target weight + gamma by vertex; NULL unless stress or edge stress is needed
 * delta, term  by place in order: what this source adds, held back until nothing can fail any more; onward: likewise of
 *              the source itself, gamma
 * place        of a vertex: in the heap, as `next` in its bucket, after the search in order
 * seen, seen_words  bitmap of the vertices of a level, or with weights of all in order, and of its words that are not zero;
 *              zero outside of a level and of transpose
 * edge_windows, edge_infinite  what the edges' stress terms need, found on the way back
 *
 * By hops there are after and its like alone, no before and no place.
 *
 * Buckets (ring > 0): ring is a power of two above the largest weight, bucket d & (ring - 1) holds the open vertices at
 * distance d as a list from head through place to tail (-1 if there are none) and back through previous; filled and
 * filled_words are a bitmap of the buckets that are not empty, and of its words. Heap (ring == 0): slot[0 .. open).
 */
struct gobc_serial {
  gobc_arena arena;
  gobc_csr graph;
  gobc_pairs pairs;
  double tolerance;
  int hops, exponents, kind;
  unsigned needs;
  union {
    uint32_t u32;
    uint64_t u64;
    double f64;
  } longest; /* the cutoff, by the type of distances */
  int64_t reached;
  int32_t *order, *place;
  union {
    void *any;
    uint32_t *u32;
    uint64_t *u64;
    double *f64;
  } distance;
  int64_t ring, open;
  int32_t *head, *tail, *previous;
  uint64_t *filled, *filled_words;
  gobc_serial_slot *slot;
  gobc_stack before, before_index, after; /* of int32_t */
  gobc_stack reached_rows;                /* of double: those of gobc_length_totals */
  int64_t *before_offsets, *after_offsets;
  uint64_t *seen, *seen_words;
  gobc_path_counts sigma, share, paths_onward;
  double *delta, *term, onward;
  double weight; /* of the source now running */
  uint64_t edge_windows;
  int edge_infinite;
  int32_t stale_first, stale_last; /* distances and, by hops, path counts to reset before the next run */
  gobc_chains chains;              /* with rows of 64 lanes a node, and masses, which are weights of targets */
  uint64_t *distances;
  gobc_scaled_count *counts;
  double *mass;
  double *column;        /* weights of targets, of one lane or of one source; those of demand are zero between runs */
  const double *targets; /* weights of targets before decay; NULL: 1 each */
  int32_t *chain_place;
};

/*
 * Not reached. No whole distance comes near, nor with one more arc: a path has less than 2^31 arcs of less than 2^32;
 * 32 bits are taken where the number of vertices times the largest weight is below FAR.
 */
#define GOBC_SERIAL_FAR ((uint64_t)1 << 63)
#define GOBC_SERIAL_FAR32 ((uint32_t)1 << 31)

/* No buckets beyond so many: two levels of bitmap find the next one in 16 steps. */
#define GOBC_SERIAL_RING 65536

/* Needs that want what passes through arcs, and those that want the paths onward. */
#define GOBC_SERIAL_ARCS (GOBC_NEED_EDGE_DELTA | GOBC_NEED_EDGE_STRESS)
#define GOBC_SERIAL_ONWARD (GOBC_NEED_STRESS | GOBC_NEED_EDGE_STRESS)

static inline double gobc_serial_target(const gobc_serial *serial, int32_t v) {
  return serial->pairs.target_weight ? serial->pairs.target_weight[v] : 1.0;
}

/* Entries left until the cancel word is looked at again; 0 when it was set. */
static inline int gobc_serial_cancelled(int64_t *left, int64_t done, const volatile int32_t *cancel) {
  *left -= done;
  if (*left > 0) return 0;
  *left = GOBC_COUNT_STEP;
  return *cancel != 0;
}

static inline int32_t *gobc_serial_before(const gobc_serial *serial) { return serial->before.data; }
static inline int32_t *gobc_serial_index(const gobc_serial *serial) { return serial->before_index.data; }
static inline int32_t *gobc_serial_after(const gobc_serial *serial) { return serial->after.data; }

/* A capacity of `needed` arcs in before, of which the last `more` are new. 0 when out of memory. */
static inline int gobc_serial_reserve(gobc_serial *serial, int64_t needed, int64_t more) {
  const size_t items = (size_t)needed, used = (size_t)(needed - more), size = sizeof(int32_t);
  return gobc_arena_reserve(&serial->arena, &serial->before, items, used, size) &&
      (!(serial->needs & GOBC_SERIAL_ARCS) ||
       gobc_arena_reserve(&serial->arena, &serial->before_index, items, used, size));
}

/* distance, order and reached; with `arcs` also before. One for each kind of distances. */
int gobc_serial_search_u32(gobc_serial *serial, int32_t source, int arcs, const volatile int32_t *cancel);
int gobc_serial_search_u64(gobc_serial *serial, int32_t source, int arcs, const volatile int32_t *cancel);
int gobc_serial_search_f64(gobc_serial *serial, int32_t source, int arcs, const volatile int32_t *cancel);

/* Words of seen_words that a level touches. */
typedef struct gobc_serial_span {
  int32_t low, high;
} gobc_serial_span;

/*
 * Scans vertices of a level, order[*place, end), until some thousand arcs are done: their successors, of distance `next`,
 * go to after and seen.
 */
int gobc_serial_scan(gobc_serial *serial, int64_t *place, int64_t end, uint32_t next, gobc_serial_span *touched);
/* Appends the vertices in seen to order, ascending, and zeroes it. Returns the new end of order. */
int64_t gobc_serial_collect(gobc_serial *serial, int64_t end, gobc_serial_span touched);

/* By hops: distance, order, reached, after and sigma. */
int gobc_serial_levels(gobc_serial *serial, int32_t source, const volatile int32_t *cancel, uint64_t *out_of_range);
/*
 * With exponents and weights: distances and path counts from a source, of the vertices that it reaches, into places that are
 * `stride` apart. They lie in [first, last).
 */
int gobc_serial_counts(gobc_serial *serial, int32_t source, int32_t first, int32_t last, uint64_t *distance,
                       gobc_scaled_count *counts, int stride, const volatile int32_t *cancel);
/* With weights after from before and sigma; then share, onward, delta and term. */
int gobc_serial_paths(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *out_of_range);

#endif
