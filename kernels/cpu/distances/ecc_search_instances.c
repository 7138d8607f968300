/* All instances of the searches that tell how far their sources see. */
#include "common/instance.h"
#include "distances/ecc_search.h"

#define GOBC_BODY "distances/ecc_search_body.h"
#define GOBC_BODY_SETS GOBC_ALL_SETS
#include "common/instance_sets.h"
