/* Computes sums of distances in the breadth-first search of a batch, for rows with WORDS words of lanes. */
#include "distances/batch_rows.h"
#include "distances/count_lanes.h"
#include "distances/distances.h"

typedef struct {
  struct gobc_distances *all;
  int lanes;
  int32_t first, last;
  int64_t *distance;
  int32_t *eccentricity;
  const gobc_term *term; /* NULL if no terms are asked for */
  int32_t *reached;      /* likewise, and where there is one ring */
  int counts;            /* it is asked for */
  uint64_t level_term;   /* in units of 2^-64 */
  uint64_t ones;         /* all ones if the term is 1 (the reciprocal of level 1), which level_term cannot hold */
  uint64_t *terms;       /* NULL if not requested */
} NAME(own);

#include "distances/batch_search_body.h"

INLINE void NAME(start)(NAME(state) * s, int32_t v, uint64_t lanes) {
  (void)lanes;
  if (s->own.reached) s->own.reached[v]++;
}

/* Makes the sums of a ring those that levels go to. */
INLINE void NAME(enter_ring)(NAME(state) * s) {
  const gobc_distance_ring *ring = s->own.all->rings + s->own.all->ring;
  s->own.distance = ring->distance;
  s->own.eccentricity = ring->eccentricity;
  s->own.terms = s->own.term ? ring->terms : NULL;
  s->own.reached = s->own.counts ? ring->reached : NULL;
}

INLINE void NAME(begin_level)(NAME(state) * s) {
  if (s->own.all->ring < s->own.all->pairs.inner_count) {
    gobc_distances_end_rings(s->own.all, s->level, s->own.lanes, s->own.first, s->own.last);
    NAME(enter_ring)(s);
  }
  if (!s->own.terms) return;
  const unsigned __int128 term = gobc_level_term(*s->own.term, s->level);
  s->own.level_term = (uint64_t)term;
  s->own.ones = -(uint64_t)(term >> 64);
}

INLINE void NAME(end_level)(NAME(state) * s) { (void)s; }

INLINE void NAME(prefetch)(const NAME(state) * s, int32_t v) { __builtin_prefetch(s->own.distance + v, 1); }

INLINE void NAME(enter)(NAME(state) * s, int32_t v, NAME(row) fresh) {
  int64_t lanes = NAME(count)(fresh);
  s->own.distance[v] += lanes * s->level;
  s->own.eccentricity[v] = (int32_t)s->level;
  if (s->own.reached) s->own.reached[v] += (int32_t)lanes;
  uint64_t *terms = s->own.terms;
  if (!terms) return;
  terms += 2 * (int64_t)v;
  unsigned __int128 sum = ((unsigned __int128)terms[1] << 64) | terms[0];
  sum += (unsigned __int128)s->own.level_term * (uint64_t)lanes;
  sum += (unsigned __int128)((uint64_t)lanes & s->own.ones) << 64;
  terms[0] = (uint64_t)sum;
  terms[1] = (uint64_t)(sum >> 64);
}

static int NAME(traverse)(struct gobc_distances *d, const int32_t *sources, int lanes, int32_t first, int32_t last,
                          const gobc_distance_totals *totals, const volatile int32_t *cancel) {
  NAME(state) s = {.search = &d->search, .cancel = cancel};
  s.own = (NAME(own)){.all = d,
                      .lanes = lanes,
                      .first = first,
                      .last = last,
                      .term = totals->terms ? &totals->term : NULL,
                      .counts = totals->reached != NULL};
  NAME(enter_ring)(&s);
  const double cutoff = d->pairs.cutoff;
  s.deepest = cutoff >= 0 && cutoff < INT32_MAX ? (int64_t)cutoff : INT32_MAX;
  int cut;
  return NAME(search)(&s, sources, lanes, lanes, first, last, &cut);
}

#undef WORDS
