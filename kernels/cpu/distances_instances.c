/* All instances of the search that sums distances. */
#include "distances.h"
#include "instance.h"

#define NAME(name) GOBC_JOIN(GOBC_JOIN(name, WORDS), GOBC_SET)
#define TRAVERSE(words) GOBC_JOIN(traverse_##words, GOBC_SET)

#if GOBC_HAS_BASELINE
#include "instance_baseline.h"
#include "distances_body.h"
#include "instance_end.h"
#endif
#if GOBC_HAS_AVX2
#include "instance_avx2.h"
#include "distances_body.h"
#include "instance_end.h"
#endif
#if GOBC_HAS_AVX512
#include "instance_avx512.h"
#include "distances_body.h"
#include "instance_end.h"
#endif
#if GOBC_HAS_AVX512
#include "instance_avx512_popcount.h"
#include "distances_body.h"
#include "instance_end.h"
#endif
