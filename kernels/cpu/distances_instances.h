/* The traversals of one instruction set: GOBC_DISTANCES_NAME is the table's name, a target pragma may stand before. */
#define WORDS 1
#define NAME(x) x##_w1
#include "distances_body.h"
#undef WORDS
#undef NAME

#define WORDS 4
#define NAME(x) x##_w4
#include "distances_body.h"
#undef WORDS
#undef NAME

#define WORDS 8
#define NAME(x) x##_w8
#include "distances_body.h"
#undef WORDS
#undef NAME

const gobc_distances_kernel GOBC_DISTANCES_NAME = {{traverse_w1, traverse_w4, traverse_w8}};
