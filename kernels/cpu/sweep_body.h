/*
 * One instance of the sweep: GOBC_WIDTH lanes (8, 16, 32, 64), path counts in double or float (GOBC_DOUBLE), for the
 * instruction set GOBC_SWEEP_LEVEL (a GOBC_ISA_ value) of the including file. Included by sweep_instances.h.
 */
#if GOBC_DOUBLE
#define GOBC_FN(name) GOBC_JOIN(GOBC_JOIN(name, GOBC_WIDTH), f64)
#else
#define GOBC_FN(name) GOBC_JOIN(GOBC_JOIN(name, GOBC_WIDTH), f32)
#endif

#if GOBC_WIDTH == 8
#define mask_t uint8_t
#elif GOBC_WIDTH == 16
#define mask_t uint16_t
#elif GOBC_WIDTH == 32
#define mask_t uint32_t
#else
#define mask_t uint64_t
#endif

#include "sweep_vector.h"
#include "sweep_range.h"
#include "sweep_forward.h"
#include "lane_sums.h"
#define GOBC_EDGES 0
#define GOBC_STRESS 0
#include "sweep_backward.h"
#undef GOBC_STRESS
#define GOBC_STRESS 1
#include "sweep_backward.h"
#undef GOBC_STRESS
#undef GOBC_EDGES
#if GOBC_DOUBLE
#define GOBC_EDGES 1
#define GOBC_STRESS 0
#include "sweep_backward.h"
#undef GOBC_STRESS
#define GOBC_STRESS 1
#include "sweep_backward.h"
#undef GOBC_STRESS
#undef GOBC_EDGES
#endif

#undef GOBC_FN
#undef mask_t
#undef real_t
#undef bits_t
#undef vec_t
#undef bits_vec_t
#undef wide_t
#undef wide_bits_t
#undef keep_t
#undef made_t
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
#undef CHECK_BITS
#undef FLOOR_BITS
#undef SCALE_BYTES
#undef GOBC_WIDTH
#undef GOBC_DOUBLE
