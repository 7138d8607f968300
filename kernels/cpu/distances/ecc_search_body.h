/* The instances of one instruction set. */
#include "common/instance.h"
#include "distances/ecc_search.h"

#define NAME(name) GOBC_NAME(name, WORDS, BITS, GOBC_SET)
#define OF(name, words, bits) GOBC_NAME(name, words, bits, GOBC_SET)

#define WORDS 1
#define BITS 16
#include "distances/ecc_search_visit.h"
#include "distances/ecc_search_bound.h"
#undef BITS

#define BITS 32
#include "distances/ecc_search_visit.h"
#include "distances/ecc_search_bound.h"
#undef BITS

#define BITS 0
#include "distances/ecc_search_visit.h"
#undef WORDS

#define WORDS 8
#include "distances/ecc_search_visit.h"
#undef WORDS
#undef BITS

const gobc_ecc_search_kernel GOBC_NAME(gobc_ecc_search, GOBC_SET) = {
    {OF(serial, 1, 16), OF(serial, 1, 32), OF(traverse, 1, 16), OF(traverse, 1, 32), OF(traverse, 1, 0),
     OF(traverse, 8, 0)},
    {OF(bound_serial, 1, 16), OF(bound_serial, 1, 32), OF(bound, 1, 16), OF(bound, 1, 32), NULL, NULL},
};
