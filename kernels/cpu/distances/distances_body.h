/* The instances of one instruction set. */
#include "common/instance.h"
#include "distances/distances.h"

#define NAME(name) GOBC_NAME(name, WORDS, GOBC_SET)
#define TRAVERSE(words) GOBC_NAME(traverse, words, GOBC_SET)

#define WORDS 1
#include "distances/distances_visit.h"
#define WORDS 4
#include "distances/distances_visit.h"
#define WORDS 8
#include "distances/distances_visit.h"

const gobc_distances_kernel GOBC_NAME(gobc_distances, GOBC_SET) = {{TRAVERSE(1), TRAVERSE(4), TRAVERSE(8)}};
