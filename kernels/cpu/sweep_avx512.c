/* The batched sweep with AVX-512. A file for each set, as these take longest to compile. */
#include "instance.h"
#include "sweep_internal.h"
#if GOBC_HAS_AVX512
#include "instance_avx512.h"
#include "sweep_instances.h"
#include "instance_end.h"
#endif
