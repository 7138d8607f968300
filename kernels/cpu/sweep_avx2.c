/* The batched sweep with AVX2. A file for each set, as these take longest to compile. */
#include "instance.h"
#include "sweep_internal.h"
#if GOBC_HAS_AVX2
#include "instance_avx2.h"
#include "sweep_instances.h"
#include "instance_end.h"
#endif
