/* The batched sweep for any machine. A file for each set: together they compile for half a minute. */
#include "instance.h"
#include "sweep.h"

#define GOBC_BODY "sweep_instances.h"
#define GOBC_BODY_SETS 1
#include "instance_sets.h"
