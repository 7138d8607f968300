/* The functions of one instruction set: GOBC_LEVELS_NAME is the table's name, a target pragma may stand before. */
#define WORDS 1
#define BITS 16
#define NAME(x) x##_rows16
#include "levels_body.h"
#include "levels_bound.h"
#include "levels_serial.h"
#undef BITS
#undef NAME

#define BITS 32
#define NAME(x) x##_rows32
#include "levels_body.h"
#include "levels_bound.h"
#include "levels_serial.h"
#undef BITS
#undef NAME

#define BITS 0
#define NAME(x) x##_plain
#include "levels_body.h"
#undef WORDS
#undef NAME

#define WORDS 8
#define NAME(x) x##_wide
#include "levels_body.h"
#undef WORDS
#undef BITS
#undef NAME

const gobc_levels_kernel GOBC_LEVELS_NAME = {
    {serial_rows16, serial_rows32, traverse_rows16, traverse_rows32, traverse_plain, traverse_wide},
    {bound_serial_rows16, bound_serial_rows32, bound_rows16, bound_rows32, NULL, NULL},
};
