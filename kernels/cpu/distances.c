/* Searches by hops for distances and for eccentricities. */
#include "distances/batch_search.c"
#include "distances/distances.c"
#include "distances/ecc_search.c"
#include "distances/lane_lists.c"
#include "distances/lane_totals.c"
#include "distances/rows.c"
