/* All instances of the search that writes rows of distances. */
#include "common/instance.h"
#include "distances/rows.h"

#define GOBC_BODY "distances/rows_body.h"
#define GOBC_BODY_SETS (GOBC_ALL_SETS | GOBC_HAS_POPCOUNT)
#include "common/instance_sets.h"
