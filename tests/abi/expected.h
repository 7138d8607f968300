/*
 * expected.h - what a stream of edges says, read without trust in the library: an independent and slow reading of the arrays
 * that were handed out, to compare an accepted graph with.
 */
#ifndef GOBC_TESTS_EXPECTED_H
#define GOBC_TESTS_EXPECTED_H

#include "producer.h"

/* NULL, or what of a graph is not as the source's stream says. The source was built with `keeps`. */
const char *expected_differs(const source *s, const gobc_graph *graph);

#endif
