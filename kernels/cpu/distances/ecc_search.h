/* Shared by distances/ecc_search.c (workspace, dispatch) and the traversals built from distances/ecc_search_body.h. */
#ifndef GOBC_ECC_H
#define GOBC_ECC_H

#include <string.h>

#include "distances/batch_search.h"
#include "common/dispatch.h"

struct gobc_ecc_search {
  gobc_batch_search search;
  int bits, slot;
  int lanes;      /* of the last batch */
  void *distance; /* 64 a vertex; one source after the other: 64 times a distance for every vertex */
  const struct gobc_ecc_search_kernel *kernel;
};

typedef struct gobc_ecc_search_batch {
  const int32_t *sources;
  int lanes;
  int32_t first, last;
  const uint8_t *known;
  int32_t *eccentricity, *beyond;
  const volatile int32_t *cancel;
} gobc_ecc_search_batch;

typedef struct gobc_ecc_search_kernel {
  int (*traverse[6])(struct gobc_ecc_search *, const gobc_ecc_search_batch *); /* by slot */
  /* updates the vertices [first, last) from the rows */
  void (*bound[6])(const struct gobc_ecc_search *, int32_t first, int32_t last, const int32_t *eccentricity,
                   const int32_t *beyond, gobc_ecc_bounds *bounds);
} gobc_ecc_search_kernel;

enum { GOBC_ECC_SERIAL16, GOBC_ECC_SERIAL32, GOBC_ECC_ROWS16, GOBC_ECC_ROWS32, GOBC_ECC_PLAIN, GOBC_ECC_WIDE };

extern const gobc_ecc_search_kernel gobc_ecc_search_baseline, gobc_ecc_search_avx2, gobc_ecc_search_avx512;

#endif
