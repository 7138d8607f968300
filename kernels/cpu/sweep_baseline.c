/* The batched sweep for any machine. A file for each set, as these take longest to compile. */
#include "instance.h"
#include "sweep_internal.h"
#if GOBC_HAS_BASELINE
#include "instance_baseline.h"
#include "sweep_instances.h"
#include "instance_end.h"
#endif
