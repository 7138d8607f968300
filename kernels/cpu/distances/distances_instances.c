/* All instances of the search that sums distances. */
#include "distances/distances.h"
#include "common/instance.h"

#define GOBC_BODY "distances/distances_body.h"
#define GOBC_BODY_SETS (GOBC_ALL_SETS | GOBC_HAS_POPCOUNT)
#include "common/instance_sets.h"
