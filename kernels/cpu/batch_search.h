/*
 * Breadth-first search from a batch of sources at once, a lane each (after Then et al., "The more the merrier", VLDB
 * 2014): the workspace that distances.c and levels.c share. batch_search_body.h has the search itself.
 *
 * A row is `words` words of lanes, row v at rows + v * words.
 *   visited   lanes that have reached v
 *   frontier  lanes that reached v on this level, next those of the level after; both all zero between runs
 *   open      1 while v may still gain a lane and is not yet a candidate of this level
 */
#ifndef GOBC_BATCH_SEARCH_H
#define GOBC_BATCH_SEARCH_H

#include "kernels.h"

typedef struct gobc_batch_search {
  gobc_csr graph;
  gobc_allocator allocator;
  int words;
  int dirty; /* a run was cut short: frontier and next are not zero */
  uint64_t *visited, *frontier, *next;
  int32_t *active, *found, *candidates, *unfinished;
  uint8_t *open;
  gobc_counts counts;
} gobc_batch_search;

/*
 * For a workspace of zeros and `self` bytes that holds the search. words 0: `active` alone, for who searches otherwise.
 * Returns 0 when out of memory; to be closed then, too.
 */
int gobc_batch_search_open(gobc_batch_search *search, size_t self, const gobc_csr *graph, int words,
                           const gobc_allocator *allocator);
void gobc_batch_search_close(gobc_batch_search *search);
/* Memory that counts; gobc_batch_search_give takes NULL, too. */
void *gobc_batch_search_take(gobc_batch_search *search, size_t bytes);
void gobc_batch_search_give(gobc_batch_search *search, void *memory, size_t bytes);
/* Prepares the vertices [first, last), all that the sources reach, for a batch. */
int gobc_batch_search_clear(gobc_batch_search *search, int64_t first, int64_t last, const volatile int32_t *cancel);

#define GOBC_CLEAR_STEP (1 << 18) /* vertices that are set to zero between two looks at the cancel word */

/*
 * A level is pulled when the frontier's out-degrees exceed this share of the unfinished vertices' in-degrees. Best or
 * equal on four graphs; from 1 on a small-world graph takes 3.6 times as long.
 */
#define GOBC_PULL_SHARE 0.3

#endif
