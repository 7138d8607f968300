/* The instances of one instruction set. */
#include "common/instance.h"
#include "distances/rows.h"

#define NAME(name) GOBC_NAME(rows, name, WORDS, BITS, GOBC_SET)
#define OF(words, bits) GOBC_NAME(rows, traverse, words, bits, GOBC_SET)

#define WORDS 1
#define BITS 0
#include "distances/rows_visit.h"
#define BITS 8
#include "distances/rows_visit.h"
#define BITS 16
#include "distances/rows_visit.h"
#define BITS 32
#include "distances/rows_visit.h"
#undef WORDS

#define WORDS 8
#define BITS 0
#include "distances/rows_visit.h"
#define BITS 8
#include "distances/rows_visit.h"
#define BITS 16
#include "distances/rows_visit.h"
#define BITS 32
#include "distances/rows_visit.h"
#undef WORDS

const gobc_rows_kernel GOBC_NAME(gobc_rows, GOBC_SET) = {
    {OF(1, 0), OF(1, 8), OF(1, 16), OF(1, 32), OF(8, 0), OF(8, 8), OF(8, 16), OF(8, 32)}};
