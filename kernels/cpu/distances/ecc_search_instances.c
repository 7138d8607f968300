/* All instances of the searches that tell how far their sources see. */
#include "common/instance.h"
#include "distances/ecc_search.h"

#define NAME(name) GOBC_JOIN(GOBC_JOIN(name, WORDS), GOBC_JOIN(BITS, GOBC_SET))
#define OF(name, words, bits) GOBC_JOIN(name##_##words##_##bits, GOBC_SET)

#define GOBC_BODY "distances/ecc_search_body.h"
#define GOBC_BODY_SETS GOBC_ALL_SETS
#include "common/instance_sets.h"
