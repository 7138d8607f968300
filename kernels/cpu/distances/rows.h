/* Shared by distances/rows.c (workspace, dispatch, lists and sums by lane) and the traversals built from distances/rows_body.h. */
#ifndef GOBC_ROWS_H
#define GOBC_ROWS_H

#include "distances/batch_search.h"
#include "distances/lane_totals.h"
#include "common/dispatch.h"

struct gobc_rows {
  gobc_batch_search search;
  double cutoff;
  int bits, slot;
  void *distance; /* 64 * words a vertex, 1 with words 0; marks with words and bits 0, else NULL with bits 0 */
  gobc_lane_totals *totals; /* NULL until first asked for */
  const struct gobc_rows_kernel *kernel;
};

typedef struct gobc_rows_batch {
  const int32_t *sources;
  int lanes;
  int32_t first, last;
  int64_t *levels;
  gobc_lane_totals *totals; /* NULL: levels are counted, or rows written */
  const volatile int32_t *cancel;
  int clear; /* rows of the range are those of vertices that no lane has reached */
} gobc_rows_batch;

/* Slots: by words (1, 8), then by bits (0, 8, 16, 32). */
typedef struct gobc_rows_kernel {
  int (*traverse[8])(struct gobc_rows *, const gobc_rows_batch *);
} gobc_rows_kernel;

extern const gobc_rows_kernel gobc_rows_baseline, gobc_rows_avx2, gobc_rows_avx512, gobc_rows_avx512_popcount;

/* The largest value of the type, which says that a vertex is not reached; int32_t with 32 bits. */
static inline int64_t gobc_rows_unreached(int bits) {
  return bits == 8 ? UINT8_MAX : bits == 16 ? UINT16_MAX : INT32_MAX;
}

/* The longest distance that counts. */
static inline int64_t gobc_rows_longest(const struct gobc_rows *r) {
  return r->cutoff >= 0 && r->cutoff < INT32_MAX ? (int64_t)r->cutoff : INT32_MAX - 1;
}

#endif
