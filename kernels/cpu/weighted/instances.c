/* All instances of the label-correcting sweep. */
#include "common/instance.h"
#include "weighted/label_correcting.h"

#define GOBC_WIDTH GOBC_LABEL_CORRECTING_WIDTH
#define GOBC_REAL 64

/* GOBC_DISTANCE: bits of a whole distance, 0 for float64. */
#define GOBC_DFN(name) GOBC_JOIN(GOBC_JOIN(name, GOBC_DISTANCE), GOBC_SET)
#define dist_t GOBC_DFN(dist)
#define dist_bits_t GOBC_DFN(dist_bits)
#define dvec_t GOBC_DFN(dvec)
#define dbits_vec_t GOBC_DFN(dbits_vec)
#define pick_t GOBC_DFN(pick)
#define weight_t GOBC_DFN(weight)
#define wide_length_t GOBC_DFN(wide_length) /* a length or a weight */
#define DVEC_BYTES (16 << GOBC_LEVEL)
#define DVEC_LANES (DVEC_BYTES / (int)sizeof(dist_t))
#define DROW_VECS (GOBC_WIDTH / DVEC_LANES)
#define DVEC_FULL (~UINT64_C(0) >> (64 - DVEC_LANES))
#define DROW(base, vertex) ((base) + (size_t)(vertex) * GOBC_WIDTH)
#define DLOAD(p) (*(const dvec_t *)(p))
#define DSTORE(p, x) (*(dvec_t *)(p) = (x))

/* Vectors are left out where nothing changed, if a row has more than four (BENCHMARKS.md). */
#define GOBC_MANY (GOBC_WIDTH * (GOBC_DISTANCE ? GOBC_DISTANCE : 64) / 8 > 4 * DVEC_BYTES)

/* AVX-512 names of an operation on whole distances. */
#define DPASTE(a, b, c) a##b##c
#define DJOIN(a, b, c) DPASTE(a, b, c)
#define DCOMPARE(name) DJOIN(_mm512_##name##_epu, GOBC_DISTANCE, _mask)
#define DMOVE DJOIN(_mm512_mask_mov_epi, GOBC_DISTANCE, )

#define back_t GOBC_FN(back)

#define DISTANCE_ROWS(bits)                                                                                            \
  {GOBC_JOIN(search_##bits, GOBC_SET), GOBC_JOIN(find_tight_##bits, GOBC_SET),                                         \
   GOBC_JOIN(add_lengths_##bits, GOBC_SET), GOBC_JOIN(clear_##bits, GOBC_SET)}

#define GOBC_BODY "weighted/body.h"
#define GOBC_BODY_SETS GOBC_ALL_SETS
#include "common/instance_sets.h"
