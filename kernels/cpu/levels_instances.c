/* All instances of the searches that tell how far their sources see. */
#include "instance.h"
#include "levels_internal.h"

#define NAME(name) GOBC_JOIN(GOBC_JOIN(name, WORDS), GOBC_JOIN(BITS, GOBC_SET))
#define OF(name, words, bits) GOBC_JOIN(name##_##words##_##bits, GOBC_SET)

#if GOBC_HAS_BASELINE
#include "instance_baseline.h"
#include "levels_body.h"
#include "instance_end.h"
#endif
#if GOBC_HAS_AVX2
#include "instance_avx2.h"
#include "levels_body.h"
#include "instance_end.h"
#endif
#if GOBC_HAS_AVX512
#include "instance_avx512.h"
#include "levels_body.h"
#include "instance_end.h"
#endif
