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
#ifndef GOBC_LEVELS_H
#define GOBC_LEVELS_H

#include "kernels.h"

typedef struct gobc_levels gobc_levels;

/* By vertex; min and max with what is there. */
typedef struct gobc_level_bounds {
  int32_t *lower;     /* max of d and e - d */
  int32_t *upper;     /* min of d + f       */
  int32_t *shortfall; /* min of e - d: 0 = a vertex farthest from some source */
} gobc_level_bounds;

/*
 * `words` 64-bit words of lanes, 1 or 8 (64 or 512 sources at once), or 0: up to 64 sources one after the other, for
 * graphs of many levels. bits: 16 or 32 (with 0 or 1 words) keeps the distances in that type; four times the largest
 * distance must be below 2^15 or 2^31. 0 keeps none (1 or 8 words). NULL when out of memory.
 */
gobc_levels *gobc_levels_open(const gobc_csr *graph, int words, int bits, int isa, const gobc_allocator *allocator);
/*
 * One batch from sources[0..lanes), which may repeat, in the vertex range [first, last) that holds all they reach.
 * known: a byte a vertex, not 0 = known; NULL: none. eccentricity and beyond (may be NULL), by lane: the largest
 * distance, and that to a vertex not known, 0 if there is none. STALLED: a distance beyond the type of the rows.
 */
int gobc_levels_run(gobc_levels *levels, const int32_t *sources, int lanes, int32_t first, int32_t last,
                    const uint8_t *known, int32_t *eccentricity, int32_t *beyond, const volatile int32_t *cancel);
/* Bounds from all lanes of the last batch that ran, whose range [first, last) must be one component; bits not 0. */
int gobc_levels_bound(gobc_levels *levels, int32_t first, int32_t last, const int32_t *eccentricity,
                      const int32_t *beyond, gobc_level_bounds *bounds, const volatile int32_t *cancel);
const gobc_counts *gobc_levels_counts(const gobc_levels *levels);
void gobc_levels_close(gobc_levels *levels);

#endif
