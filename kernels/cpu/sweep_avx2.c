/* The batched sweep with AVX2. A file for each set: together they compile for half a minute. */
#include "instance.h"
#include "sweep.h"

#define GOBC_BODY "sweep_instances.h"
#define GOBC_BODY_SETS 2
#include "instance_sets.h"
