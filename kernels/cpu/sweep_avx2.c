/* The batched sweep with AVX2. A file for each set: together they compile for half a minute. */
#include "common/instance.h"
#include "sweep/sweep.h"

#define GOBC_BODY "sweep/instances.h"
#define GOBC_BODY_SETS 2
#include "common/instance_sets.h"
