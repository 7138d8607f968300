/* The instances of one instruction set. */
#define WORDS 1
#include "distances/distances_visit.h"
#define WORDS 4
#include "distances/distances_visit.h"
#define WORDS 8
#include "distances/distances_visit.h"

const gobc_distances_kernel GOBC_JOIN(gobc_distances, GOBC_SET) = {{TRAVERSE(1), TRAVERSE(4), TRAVERSE(8)}};
