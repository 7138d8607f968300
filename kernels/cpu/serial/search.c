/*
 * Distances by Dijkstra's algorithm ("A note on two problems in connexion with graphs", 1959), with Dial's buckets
 * (Algorithm 360, CACM 1969) or a 4-ary heap that knows the place of every vertex.
 * A tight arc is found when its target leaves the queue. Whatever comes before that vertex is final then, and whatever
 * is not final is at least as far away, which no tight arc starts from: the test is that against final distances, and
 * no order of work decides about a tie.
 */
#pragma STDC FP_CONTRACT OFF
#include "serial/serial.h"

#define TYPE u32
#include "serial/search_body.h"
#undef TYPE
#define TYPE u64
#include "serial/search_body.h"
#undef TYPE
#define TYPE f64
#include "serial/search_body.h"
#undef TYPE
