/* The instances of one width GOBC_WIDTH (16, 32, 64). Included by merged_instances.h. */
#define GOBC_FN(name) GOBC_JOIN(GOBC_JOIN(name, GOBC_WIDTH), paths)
#define GOBC_DOUBLE 1
#if GOBC_WIDTH == 16
#define mask_t uint16_t
#elif GOBC_WIDTH == 32
#define mask_t uint32_t
#else
#define mask_t uint64_t
#endif

#include "sweep_vector.h"
#include "merged_terms.h"

#define GOBC_DISTANCE 16
#include "merged_distances.h"
#define GOBC_DISTANCE 32
#include "merged_distances.h"
#define GOBC_DISTANCE 64
#include "merged_distances.h"
#define GOBC_DISTANCE (-64)
#include "merged_distances.h"

#include "merged_paths.h"
#define GOBC_ALL 0
#include "merged_backward.h"
#undef GOBC_ALL
#define GOBC_ALL 1
#include "merged_backward.h"
#undef GOBC_ALL

#undef GOBC_FN
#undef mask_t
#undef real_t
#undef bits_t
#undef vec_t
#undef bits_vec_t
#undef wide_t
#undef wide_bits_t
#undef keep_t
#undef VEC_BYTES
#undef VEC_LANES
#undef ROW_VECS
#undef WIDE_BYTES
#undef WIDE_LANES
#undef WIDE_PARTS
#undef LOAD
#undef STORE
#undef ROW
#undef PREFETCH_ROW
#undef GOBC_WIDTH
#undef GOBC_DOUBLE
