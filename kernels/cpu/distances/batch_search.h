/*
 * Breadth-first search from a batch of sources at once, a lane each (after Then et al., "The more the merrier", VLDB
 * 2014): the workspace that distances.c, ecc_search.c and rows.c of this folder share. distances/batch_search_body.h has the
 * search itself.
 *
 * A row is `words` words of lanes, row v at rows + v * words.
 *   visited   lanes that have reached v
 *   frontier  lanes that reached v on this level, next those of the level after; both all zero between runs
 *   open      1 while v may still gain a lane and is not yet a candidate of this level
 */
#ifndef GOBC_BATCH_SEARCH_H
#define GOBC_BATCH_SEARCH_H

#include "common/arena.h"

typedef struct gobc_batch_search {
  gobc_arena arena;
  gobc_csr graph;
  int words;
  int dirty;                       /* a run was cut short: frontier and next are not zero */
  int32_t clear_first, clear_last; /* a range where visited is zero and open is 1 already */
  unsigned clear_sums;             /* which sums of the owner are zero there, a bit each */
  /* `unfinished` lists all vertices that the batch has reached: so many, some several times; -1: there is no list. */
  int64_t touched;
  uint64_t *visited, *frontier, *next;
  int32_t *active, *found, *candidates, *unfinished;
  uint8_t *open;
} gobc_batch_search;

/*
 * A workspace of `bytes` bytes that begins with the search; NULL or a failed arena when out of memory. words 0: `active`
 * alone, for searches of another kind.
 */
void *gobc_batch_search_open(size_t bytes, const gobc_csr *graph, int words, const gobc_allocator *allocator);
/*
 * Prepares the vertices [first, last), all that the sources reach, for a batch that needs these sums of the owner.
 * *was_clear, unless NULL: whether all was prepared before, because the last batch had the same range and sums and was
 * set back. If not, the owner must clear the sums.
 */
int gobc_batch_search_clear(gobc_batch_search *search, int32_t first, int32_t last, unsigned sums, int *was_clear,
                            const volatile int32_t *cancel);
/* Sets back a vertex that the batch reached; gobc_batch_search_cleared says that all of them and the sums are. */
void gobc_batch_search_set_back(gobc_batch_search *search, int32_t vertex);
void gobc_batch_search_cleared(gobc_batch_search *search, int32_t first, int32_t last, unsigned sums);

/* Bytes of a vector of lanes, as the instances of distances/batch_rows.h have them; vectors of a row. */
#define VECTOR_BYTES (WORDS == 1 ? 8 : GOBC_LEVEL == 2 && WORDS == 8 ? 64 : GOBC_LEVEL > 0 ? 32 : 16)
#define PARTS (8 * WORDS / VECTOR_BYTES)
#define FOR_PARTS _Pragma("GCC unroll 4") for (int p = 0; p < PARTS; p++)

/* Work between two looks at the cancel word: 2^16 rows of 64 bytes take some milliseconds at worst. */
#define CANCEL_STEP 65536

/* Rows between two looks whether all lanes are found (BENCHMARKS.md). */
#define GATHER_STEP 8

#define GOBC_CLEAR_STEP (1 << 18) /* vertices that are set to zero between two looks at the cancel word */

/*
 * A batch that reaches fewer than one in so many vertices, as within a cutoff, keeps a list of them, so that it takes no
 * time for the others (BENCHMARKS.md).
 */
#define GOBC_FEW_TOUCHED 8

/*
 * A level is pulled when the frontier's out-degrees exceed this share of the unfinished vertices' in-degrees
 * (BENCHMARKS.md).
 */
#define GOBC_PULL_SHARE 0.3

#endif
